import { expect, test } from "vitest";
import { type ResponseCache, createResponseCache } from "../../../server/data/bounded-map.ts";

const mebibyte = Buffer.alloc(1024 * 1024);

const twice = (cache: ResponseCache<Buffer>, key: string, result: Buffer) => {
  cache.offer(key, result, result.length);
  cache.offer(key, result, result.length);
};

test("keeps what is asked for twice", () => {
  const cache = createResponseCache<Buffer>(16 * 1024 * 1024, 1024 * 1024);
  cache.offer("once", mebibyte, mebibyte.length);
  expect(cache.get("once")).toBeUndefined();
  cache.offer("once", mebibyte, mebibyte.length);
  expect(cache.get("once")).toBe(mebibyte);
});

test("keeps results by question, within bounds, and lets the oldest go", () => {
  const cache = createResponseCache<Buffer>(16 * 1024 * 1024, 1024 * 1024);
  twice(cache, "first", Buffer.from("{}"));
  expect(cache.get("first")).toEqual(Buffer.from("{}"));
  expect(cache.get("other")).toBeUndefined();
  for (let count = 0; count < 40; count += 1) twice(cache, `large ${count}`, mebibyte.subarray(1));
  const kept = Array.from({ length: 40 }, (_, count) => cache.get(`large ${count}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(17);
  expect(cache.get("first")).toBeUndefined();
  expect(cache.get("large 39")).toBeDefined();
});

test("keeps neither huge results nor long questions", () => {
  const cache = createResponseCache<Buffer>(16 * 1024 * 1024, 1024 * 1024);
  twice(cache, "huge", Buffer.alloc(2 * 1024 * 1024));
  twice(cache, "x".repeat(3000), Buffer.from("{}"));
  expect(cache.get("huge")).toBeUndefined();
  expect(cache.get("x".repeat(3000))).toBeUndefined();
});
