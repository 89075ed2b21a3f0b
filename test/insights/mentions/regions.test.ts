import { expect, test } from "vitest";
import { isElsewhere, isInRegion } from "../../../src/insights/mentions/regions.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const ours = ["Ohio"];
test.each(table<[string, boolean]>("elsewhere"))(
  "of a place in Ohio, «%s» after its name puts it elsewhere: %s",
  (rest, elsewhere) => expect(isElsewhere(rest, ours)).toBe(elsewhere),
);

test("without a region of its own, any region is elsewhere; an unknown one is only itself", () => {
  expect(isElsewhere(", Ohio", [])).toBe(true);
  expect(isElsewhere(", Ohio", ["Maine", "Ohio"])).toBe(false);
  expect(isElsewhere(", Ohio", ["Atlantis"])).toBe(true);
});

test.each(table<[string, boolean]>("here"))(
  "«%s» after its name says that the place in Ohio is meant: %s",
  (rest, said) => expect(isInRegion(rest, ours)).toBe(said),
);
test("short forms that are words need a comma", () => {
  expect(isInRegion(" me", ["Maine"])).toBe(false);
  expect(isInRegion(", me", ["Maine"])).toBe(true);
});
