import { expect, test } from "vitest";
import { readSentence } from "../../../src/insights/language/clauses.ts";
import { phraseBooks } from "../../../src/insights/language/phrases.ts";
import { mayMean } from "../../../src/insights/language/pronouns.ts";
import { tokenize } from "../../../src/insights/language/tokens.ts";

test.each([
  ["I bought some pies and they were fresh.", "pies", "fresh", true],
  ["I bought a tablet and it is fast.", "tablet", "fast", true],
  ["I bought a tablet and they are fast.", "tablet", "fast", false],
  ["The crew came and they were friendly.", "crew", "friendly", true],
  ["We tried the tacos and loved them.", "tacos", "loved", true],
  ["It was great, the pie.", "pie", "great", false],
  ["The pie was great.", "pie", "great", false],
])("%s: whether %s may be meant by the pronoun of %s", (text, target, opinion, expected) => {
  const tokens = tokenize(text);
  const at = (word: string): number => tokens.findIndex((token) => token.word === word);
  const reading = readSentence(tokens, phraseBooks([]));
  const word = reading.words.find((one) => one.word === opinion);
  expect(word && mayMean(reading, word, at(target) + 1)).toBe(expected);
});
