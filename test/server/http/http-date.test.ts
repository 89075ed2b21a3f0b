import { expect, test } from "vitest";
import { parseHttpDate, parseRetryAfter } from "../../../server/http/conditional.ts";

const instant = Date.UTC(1994, 10, 6, 8, 49, 37);

test("the three forms of a date that HTTP knows say the same instant; other texts say none", () => {
  for (const text of [
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
  ]) {
    expect(parseHttpDate(text), text).toBe(instant);
  }
  for (const text of [
    "",
    "1994-11-06",
    "Sun, 06 Nov 1994 08:49:37 +0100",
    "tomorrow",
    "0",
    "Sun, 99 Nov 1994 08:49:37 GMT",
  ]) {
    expect(parseHttpDate(text), text).toBeUndefined();
  }
});

test("Retry-After is seconds or a date, never negative, and a number that overflows is the longest wait", () => {
  expect(parseRetryAfter(" 120 ", 0)).toBe(120_000);
  for (const date of [
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
  ]) {
    expect(parseRetryAfter(date, instant - 5_000), date).toBe(5_000);
    expect(parseRetryAfter(date, instant + 5_000), date).toBe(0);
  }
  expect(parseRetryAfter("9".repeat(400), 0)).toBe(Infinity);
  for (const nothing of [undefined, "", "-5", "1.5", "0x10", "1e3", "soon"])
    expect(parseRetryAfter(nothing, 0)).toBe(0);
});
