import { expect, test } from "vitest";
import { BoundedMap } from "../../../server/data/bounded-map.ts";

test("of more entries than it keeps, those set longest ago are forgotten; to set one again renews it", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
