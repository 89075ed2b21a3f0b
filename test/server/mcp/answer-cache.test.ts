import { expect, test } from "vitest";
import { createAnswerCache } from "../../../server/mcp/answer-cache.ts";

const mebibyte = Buffer.alloc(1024 * 1024);

test("keeps results by question, within bounds, and lets the oldest go", () => {
  const cache = createAnswerCache();
  cache.keep("first", Buffer.from("{}"));
  expect(cache.get("first")).toEqual(Buffer.from("{}"));
  expect(cache.get("other")).toBeUndefined();
  for (let count = 0; count < 40; count += 1) cache.keep(`large ${count}`, mebibyte.subarray(1));
  const kept = Array.from({ length: 40 }, (_, count) => cache.get(`large ${count}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(17);
  expect(cache.get("first")).toBeUndefined();
  expect(cache.get("large 39")).toBeDefined();
});

test("keeps neither huge results nor long questions", () => {
  const cache = createAnswerCache();
  cache.keep("huge", Buffer.alloc(2 * 1024 * 1024));
  cache.keep("x".repeat(3000), Buffer.from("{}"));
  expect(cache.get("huge")).toBeUndefined();
  expect(cache.get("x".repeat(3000))).toBeUndefined();
});
