import { expect, test } from "vitest";
import {
  isNotModified,
  isRangeCurrent,
  parseHttpDate,
  parseRange,
  parseRetryAfter,
} from "../../../server/http/conditional.ts";
import { isCompressibleSize, negotiateEncoding, parseAccept } from "../../../server/http/encoding.ts";

const instant = Date.UTC(1994, 10, 6, 8, 49, 37);
/** The three forms of a date that HTTP knows. */
const dates = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"];
const [date = ""] = dates;
const headersOf = (given: Record<string, string>) => new Headers(given);

test.each([
  ["bytes=0-0", { start: 0, end: 1 }],
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=0-10", { start: 0, end: 10 }],
  ["bytes = 9 -", { start: 9, end: 10 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-10", { start: 0, end: 10 }],
  ["bytes=-11", { start: 0, end: 10 }],
  ["bytes=-3", { start: 7, end: 10 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=3-3", { start: 3, end: 4 }],
  ["bytes=3-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,3-4", undefined],
  ["xbytes=0-1", undefined],
  [`bytes=${"9".repeat(15)}-`, "unsatisfiable"],
  [`bytes=${"9".repeat(16)}-`, undefined],
])("of ten bytes, %s is %j", (header, part) => {
  expect(parseRange(header, 10)).toEqual(part);
});

test.each([
  [{}, true],
  [{ "if-range": '"a"' }, true],
  [{ "if-range": ' "a" ' }, true],
  [{ "if-range": 'W/"a"' }, false],
  [{ "if-range": '"b"' }, false],
  [{ "if-range": date }, true],
  [{ "if-range": date.replace("37", "38") }, false],
  [{ "if-range": "a" }, false],
])("a range with %j is current: %s", (given, isCurrent) => {
  expect(isRangeCurrent(headersOf(given), '"a"', new Date(instant))).toBe(isCurrent);
});

test.each([
  [{}, false],
  [{ "if-none-match": '"a"' }, true],
  [{ "if-none-match": 'W/"a"' }, true],
  [{ "if-none-match": '"x",W/"a-br", "y"' }, true],
  [{ "if-none-match": " * " }, true],
  [{ "if-none-match": '"x*"' }, false],
  [{ "if-none-match": "a" }, false],
  [{ "if-none-match": "" }, false],
  [{ "if-none-match": '"b"', "if-modified-since": date }, false],
  [{ "if-modified-since": date }, true],
  [{ "if-modified-since": date.replace("37", "38") }, true],
  [{ "if-modified-since": date.replace("37", "36") }, false],
  [{ "if-modified-since": "yesterday" }, false],
])("with %j an answer is known: %s", (given, isKnown) => {
  const etags = () => ['"a"', '"a-br"'];
  expect(isNotModified(headersOf(given), { etags, lastModified: new Date(instant) })).toBe(isKnown);
});

test.each([
  [2048, false],
  [2049, true],
  [32 * 1024 * 1024, true],
  [32 * 1024 * 1024 + 1, false],
])("an answer of %i bytes is compressed: %s", (bytes, isCompressed) => {
  expect(isCompressibleSize(bytes)).toBe(isCompressed);
});

test.each([
  ["", {}],
  ["text/html", { "text/html": 1 }],
  ["Text/HTML ; q=0.5, */*;q=0", { "text/html": 0.5, "*/*": 0 }],
  ["text/html;level=1;q=0.000", { "text/html": 0 }],
  ["gzip;q=much,br", { gzip: 0, br: 1 }],
  [",,;q=1,", {}],
])("%j weighs as %j", (header, weights) => {
  expect(Object.fromEntries(parseAccept(header))).toEqual(weights);
});

test.each([
  [null, "identity"],
  ["", "identity"],
  ["zstd", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["gzip, br", "br"],
  ["gzip, br;q=0.5", "gzip"],
  ["gzip;q=0", "identity"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["*;q=0", undefined],
  ["*;q=0, gzip;q=0.1", "gzip"],
  ["*;q=0, identity", "identity"],
  ["identity;q=0", undefined],
  ["identity;q=0, gzip", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
])("of br and gzip, %j takes %s", (header, coding) => {
  expect(negotiateEncoding(header, ["br", "gzip"])).toBe(coding);
});

test("the three forms of a date say the same instant; other texts say none", () => {
  for (const text of dates) expect(parseHttpDate(text), text).toBe(instant);
  const others = ["", "0", "tomorrow", "1994-11-06", ` ${date}`, `${date} `, date.replace("GMT", "+0100")];
  others.push(
    "Sun, 99 Nov 1994 08:49:37 GMT",
    ` ${dates[1]}`,
    `${dates[1]}x`,
    ` ${dates[2]}`,
    `${dates[2]}0`,
  );
  for (const text of others) expect(parseHttpDate(text), text).toBeUndefined();
});

test("Retry-After is seconds or a date, never negative, and a number that overflows is the longest wait", () => {
  expect(parseRetryAfter(" 120 ", 0)).toBe(120_000);
  for (const text of dates) {
    expect(parseRetryAfter(text, instant - 5_000), text).toBe(5_000);
    expect(parseRetryAfter(text, instant + 5_000), text).toBe(0);
  }
  expect(parseRetryAfter("9".repeat(400), 0)).toBe(Infinity);
  for (const nothing of [undefined, "", "-5", "1.5", "0x10", "1e3", "soon"])
    expect(parseRetryAfter(nothing, 0)).toBe(0);
});
