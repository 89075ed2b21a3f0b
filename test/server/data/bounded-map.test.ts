import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap, createBoundedCache } from "../../../server/data/bounded-map.ts";

test("of more entries than it keeps, those set longest ago are forgotten; to set one again renews it", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});

test("a cache is a plain list, of which the oldest go when there is no room", () => {
  const step = fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    // 202 beside it for the key and what an entry takes.
    bytes: fc.option(fc.integer({ min: 0, max: 1500 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createBoundedCache<number>(1702);
      let plain: { key: string; at: number; size: number }[] = [];
      for (const [at, { key, bytes }] of steps.entries()) {
        const found = plain.find((each) => each.key === key);
        if (bytes === undefined) expect(cache.get(key)).toBe(found?.at);
        else {
          cache.set(key, at, bytes);
          plain = plain.filter((each) => each.key !== key);
          plain.push({ key, at, size: bytes + 202 });
        }
        while (plain.reduce((sum, { size }) => sum + size, 0) > 1702) plain.shift();
      }
    }),
  );
  const cache = createBoundedCache<string>(1702);
  cache.set("a", "kept", 100);
  cache.set("b", "too large alone", 1501);
  expect([cache.get("a"), cache.get("b")]).toEqual(["kept", undefined]);
});
