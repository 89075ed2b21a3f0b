import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBoundedCache } from "../../../server/data/bounded-map.ts";

test("what was kept is found until there is no room; the oldest goes first", () => {
  const cache = createBoundedCache<string, number>(4000);
  for (let i = 0; i < 4; i += 1) cache.set(`k${i}`, i, 1000);
  expect([0, 1, 2, 3].map((i) => cache.get(`k${i}`))).toEqual([undefined, 1, 2, 3]);
});

test("what was asked for since it came outlives what was not", () => {
  const cache = createBoundedCache<string, string>(4000);
  for (const key of ["a", "b", "c"]) cache.set(key, key, 1000);
  cache.get("a");
  cache.set("d", "d", 1000);
  expect(["a", "b", "c", "d"].map(cache.get)).toEqual(["a", undefined, "c", "d"]);
});

test("the values are those of a plain map, as far as they are kept, and never take more than allowed", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e", "f"), bytes: fc.nat(1500) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createBoundedCache<string, number>(5000);
      const plain = new Map<string, { at: number; bytes: number }>();
      for (const [at, { key, bytes }] of steps.entries()) {
        cache.set(key, at, bytes);
        plain.set(key, { at, bytes });
        const kept = [...plain].filter(([name]) => cache.get(name) !== undefined);
        for (const [name, entry] of kept) expect(cache.get(name)).toBe(entry.at);
        expect(kept.reduce((sum, [, entry]) => sum + entry.bytes, 0)).toBeLessThanOrEqual(5000);
      }
    }),
  );
});
