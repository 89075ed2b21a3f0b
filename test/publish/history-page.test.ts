import { expect, test } from "vitest";
import { buildHistoryMonths, findSpan, lastWithheld } from "../../src/publish/history-page.ts";
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

test("months tell what happened in them, the newest first, and the counts of what is withheld are the last ones", () => {
  const commitment = "";
  const entries: LogEntry[] = [
    { type: "key", day: "2026-07-01", key: "k" },
    published("a", "2026-05-31"),
    published("b", "2026-05-01"),
    { type: "edited", id: "a", day: "2026-06-01", commitment },
    { type: "replied", id: "a", day: "2026-06-02", commitment },
    { type: "withheld", day: "2026-06-03", counts: { duplicate: 1 } },
    { type: "removed", id: "a", day: "2026-06-30", reason: "fraud" },
    { type: "withheld", day: "2026-06-30", counts: { unverified: 1, duplicate: 2 } },
    published("c", "2025-12-01"),
  ];
  const none = { published: 0, edited: 0, replied: 0, removed: [] };
  expect(buildHistoryMonths(entries)).toEqual([
    {
      month: "2026-06",
      published: 0,
      edited: 1,
      replied: 1,
      removed: [{ id: "a", day: "2026-06-30", reason: "fraud" }],
    },
    { ...none, month: "2026-05", published: 2 },
    { ...none, month: "2025-12", published: 1 },
  ]);
  expect([lastWithheld(entries), lastWithheld([])]).toEqual([
    [
      ["duplicate", 2],
      ["unverified", 1],
    ],
    [],
  ]);
});

test("a duration is as coarse as people say it", () => {
  expect(
    ["2026-05-02", "2026-05-20", "2026-09-01", "2030-01-01"].map((day) => toDuration("2026-05-01", day)),
  ).toEqual(["1 day", "2 weeks", "4 months", "3 years"]);
});
