import { expect, test } from "vitest";
import { LatestMap } from "../../../server/data/latest-map.ts";

test("of more entries than it keeps, those set longest ago are forgotten; to set one again renews it", () => {
  const map = new LatestMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
