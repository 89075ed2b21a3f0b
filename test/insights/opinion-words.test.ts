import { expect, test } from "vitest";
import { opinionOf } from "../../src/insights/opinion-words.ts";

const sign = (word: string) => Math.sign(opinionOf(word));

test.each([
  ["greatest", "great"],
  ["politely", "polite"],
  ["messier", "messy"],
  ["goood", "good"],
  ["amazinggg", "amazing"],
])("%s judges as %s does", (word, base) => {
  expect(opinionOf(word)).toBe(opinionOf(base));
  expect(sign(word)).not.toBe(0);
});

test("praise is above zero, blame below, and other words are neither", () => {
  expect(
    [
      "great",
      "excellent",
      "rude",
      "terribly",
      "awfully",
      "rudest",
      "gate",
      "gating",
      "is",
      "xyzzy",
      "aaagate",
    ].map(sign),
  ).toEqual([1, 1, -1, -1, -1, -1, 0, 0, 0, 0, 0]);
});
