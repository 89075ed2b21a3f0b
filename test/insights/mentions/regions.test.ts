import { expect, test } from "vitest";
import { isElsewhere, isInRegion } from "../../../src/insights/mentions/regions.ts";

const ours = ["Ohio"];
test.each([
  [", Maine", true],
  [", ME", true],
  [", Me and my wife", false],
  [" Maine has better", true],
  [" (Maine)", true],
  [" in Maine", true],
  [" in the UK", true],
  [" in maine", true],
  [" maine", false],
  [", maine", true],
  [", OH", false],
  [", ohio", false],
  [", United States", false],
  [", Canada", true],
  [", New Hampshire", true],
  [", N.H.", true],
  [", the Nebraska one", true],
  [", the Nebraska way", false],
  [", not in Nebraska", true],
  [", over Nebraska", false],
  [" OR else", false],
  [", OR", true],
  ["Maine", false],
  ["", false],
  [" is nice", false],
])("of a place in Ohio, «%s» after its name puts it elsewhere: %s", (rest, elsewhere) =>
  expect(isElsewhere(rest, ours)).toBe(elsewhere),
);

test("without a region of its own, any region is elsewhere; an unknown one is only itself", () => {
  expect(isElsewhere(", Ohio", [])).toBe(true);
  expect(isElsewhere(", Ohio", ["Maine", "Ohio"])).toBe(false);
  expect(isElsewhere(", Ohio", ["Atlantis"])).toBe(true);
});

test.each([
  [", OH", true],
  [", Ohio", true],
  [" oh my", true],
  [" ohio", true],
  [", USA", true],
  [", PA", false],
  ["", false],
  [" and", false],
])("«%s» after its name says that the place in Ohio is meant: %s", (rest, said) =>
  expect(isInRegion(rest, ours)).toBe(said),
);
test("short forms that are words need a comma", () => {
  expect(isInRegion(" me", ["Maine"])).toBe(false);
  expect(isInRegion(", me", ["Maine"])).toBe(true);
});
