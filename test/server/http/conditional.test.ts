import { expect, test } from "vitest";
import { parseRange } from "../../../server/http/conditional.ts";
import { isCompressibleSize } from "../../../server/http/encoding.ts";

test.each([
  ["bytes=0-0", { start: 0, end: 1 }],
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=0-10", { start: 0, end: 10 }],
  ["bytes=9-", { start: 9, end: 10 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-10", { start: 0, end: 10 }],
  ["bytes=-11", { start: 0, end: 10 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=3-3", { start: 3, end: 4 }],
  ["bytes=3-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,3-4", undefined],
])("of ten bytes, %s is %j", (header, part) => {
  expect(parseRange(header, 10)).toEqual(part);
});

test.each([
  [2048, false],
  [2049, true],
  [32 * 1024 * 1024, true],
  [32 * 1024 * 1024 + 1, false],
])("an answer of %i bytes is compressed: %s", (bytes, isCompressed) => {
  expect(isCompressibleSize(bytes)).toBe(isCompressed);
});
