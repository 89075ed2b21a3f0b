import { expect, test } from "vitest";
import { opinionOf } from "../../src/insights/opinion-words.ts";

const sign = (word: string) => Math.sign(opinionOf(word));

test.each([
  "great",
  "greatest",
  "politely",
  "messier",
  "goood",
  "amazinggg",
  "terribly",
  "rudest",
  "awfully",
])("%s judges as its base word does", (word) => {
  const base = {
    messier: "messy",
    goood: "good",
    amazinggg: "amazing",
    greatest: "great",
    politely: "polite",
  }[word];
  expect(opinionOf(word)).toBe(base === undefined ? opinionOf(word) : opinionOf(base));
  expect(sign(word)).not.toBe(0);
});
test("praise is above zero, blame below, and other words are neither", () => {
  expect(
    ["great", "excellent", "rude", "terrible", "gate", "gating", "is", "xyzzy", "aaagate"].map(sign),
  ).toEqual([1, 1, -1, -1, 0, 0, 0, 0, 0]);
});
