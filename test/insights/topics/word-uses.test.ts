import { expect, test } from "vitest";
import { tokenize } from "../../../src/insights/sentences.ts";
import { useOf } from "../../../src/insights/topics/candidates.ts";

test.each([
  ["They latched the gate.", "gate", "thing"],
  ["Two gates were open.", "gates", "thing"],
  ["The garden gate was open.", "gate", "thing"],
  ["We love oysters.", "oysters", "thing"],
  ["He asked for coffee.", "coffee", "noun"],
  ["The gate code works.", "gate", "modifier"],
  ["It came with raw onions.", "raw", "modifier"],
  ["The crust was crispy.", "crispy", "adjective"],
  ["They like it very crispy.", "crispy", "adjective"],
  ["We text before we come.", "text", "verb"],
  ["You will text us.", "text", "verb"],
  ["Thanks for texting.", "texting", "verb"],
  ["The seating was fine.", "seating", "thing"],
  ["It is a small, tidy shed.", "small", undefined],
  ["My gate, too.", "gate", "thing"],
  ["Will's gate was open.", "gate", "thing"],
  ["He came to gates often.", "gates", "verb"],
  ["Great seating was there.", "seating", "thing"],
  ["Wood seating was there.", "seating", undefined],
  ["She likes great bread.", "bread", "thing"],
  ["She bought bread.", "bread", "noun"],
  ["She saw crab bisque.", "bisque", "noun"],
  ["The crab bisque was hot.", "bisque", "thing"],
  ["We spoke of gates.", "gates", "thing"],
  ["Gate and fence.", "gate", undefined],
])("in «%s», %s is a %s", (sentence, word, use) => {
  const tokens = tokenize(sentence);
  expect(
    useOf(
      tokens,
      tokens.findIndex((token) => token.word === word),
    ),
  ).toBe(use);
});
