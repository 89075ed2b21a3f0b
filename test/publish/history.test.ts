import { expect, test } from "vitest";
import { findSpan } from "../../src/publish/history.ts";
import { toDuration } from "../../src/wording.ts";
import type { LogEntry } from "../../src/schema/transparency-log.ts";

const published = (id: string, day: string): LogEntry => ({ type: "published", id, day, commitment: "" });

test("the age of a history counts from its own start, not from the oldest review in it", () => {
  const start: LogEntry = { type: "key", day: "2026-05-01", key: "k" };
  expect(findSpan([])).toBeUndefined();
  expect(findSpan([start, published("a", "2020-01-01"), published("b", "2026-05-20")])).toEqual({
    start: "2026-05-01",
    newest: "2026-05-20",
    coversOlder: true,
  });
  expect(findSpan([start, published("a", "2026-05-01")])?.coversOlder).toBe(false);
});

test("a duration is as coarse as people say it", () => {
  expect(
    ["2026-05-02", "2026-05-20", "2026-09-01", "2030-01-01"].map((day) => toDuration("2026-05-01", day)),
  ).toEqual(["1 day", "2 weeks", "4 months", "3 years"]);
});
