import { describe, expect, test } from "vitest";
import { readSentence } from "../../../src/insights/language/clauses.ts";
import { findPhrases, phraseBooks } from "../../../src/insights/language/phrases.ts";
import { tokenize } from "../../../src/insights/language/tokens.ts";
import { idioms } from "../../../src/insights/language/idioms.ts";
import { negators } from "../../../src/insights/language/lexicon.ts";

const books = phraseBooks([]);
const patterns = Object.entries(idioms).flatMap(([grade, list]) =>
  list
    .split(";")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ grade: Number(grade), line })),
);
/** The words of a pattern, with each alternative of each step in turn and the first of all others. */
const spelledOut = patterns.flatMap(({ grade, line }) => {
  const steps = line
    .split(/\s+/)
    .map((step) => (step === "*" ? [""] : step === "_" ? ["something"] : step.split("|")))
    .map((words) => words.map((word) => (word === "n't" ? "don't" : word)));
  return steps.flatMap((words, at) =>
    words.map((word) => ({
      grade,
      line,
      words: steps.map((others, other) => (other === at ? word : others[0]!)).filter((one) => one !== ""),
    })),
  );
});

describe("no pattern is written so that", () => {
  test("it can never match: each of its words is one token, and the words are found", () => {
    const lost = spelledOut.filter(({ words }) => {
      const tokens = tokenize(words.join(" ")).map(({ word }) => word);
      return (
        tokens.join(" ") !== words.join(" ") || !findPhrases(tokens, books).some(({ start }) => start === 0)
      );
    });
    expect(lost.map(({ line, words }) => `${line}: ${words.join(" ")}`)).toEqual([]);
  });

  test("another pattern reads the same words the other way", () => {
    const opposed = spelledOut.filter(({ grade, words }) => {
      const [match] = findPhrases(words, books);
      return match !== undefined && match.grade * grade < 0;
    });
    expect(opposed.map(({ line, words }) => `${line}: ${words.join(" ")}`)).toEqual([]);
  });

  test("it needs two negations in a row, as where alternatives of two words were cut apart", () => {
    const isNegation = (word: string): boolean =>
      word === "n't" ||
      word.endsWith("n't") ||
      ["not", "no", "nobody", "noone", "without", "never"].includes(word);
    const doubled = patterns.filter(({ line }) => {
      const steps = line.split(/\s+/).map((step) => step.split("|"));
      return steps.some((words, at) => words.some(isNegation) && (steps[at + 1] ?? []).some(isNegation));
    });
    expect(doubled.map(({ line }) => line)).toEqual([]);
    expect(negators.has("not")).toBe(true);
  });
});

const opinionOf = (text: string): number =>
  readSentence(tokenize(text), books).words.reduce((sum, { valence }) => sum + valence, 0);

describe("what people say without an opinion word", () => {
  test.each([
    "I couldn't be happier with the floors.",
    "We couldn't be more pleased.",
    "It could not have gone smoother.",
    "She never looked better.",
    "They blew us away.",
    "You can't beat the price.",
    "It was half the price of the dealer.",
    "It was cheaper than any other quote.",
    "He refused to charge me.",
    "I won't go anywhere else.",
    "I wouldn't take my car anywhere else.",
    "There was minimal wait.",
    "I didn't have to wait long.",
    "We have never had a problem.",
    "He knows his stuff.",
    "They went above and beyond.",
    "You will not be disappointed.",
    "He did not try to sell me anything.",
    "I can't say enough about them.",
    "They stand behind their work.",
    "It runs like new.",
    "He got us in the same day.",
    "It killed all the weeds.",
    "The ants were finally gone.",
    "She stuck to her original quote.",
    "Not just a great job, a quick one.",
    "They are fast, not to mention honest.",
    "Wait times are usually very low.",
  ])("praise: %s", (text) => expect(opinionOf(text)).toBeGreaterThan(0));

  test.each([
    "It still leaks.",
    "They had to come back twice.",
    "He refused to fix it.",
    "She hung up on me.",
    "They never called back.",
    "Nobody answered the phone.",
    "It was not worth the money.",
    "They tried to sell me a new furnace.",
    "He talked down to my wife.",
    "I ended up paying double.",
    "Take your money elsewhere.",
    "They took advantage of her.",
    "The staff isn't exactly the most cordial.",
    "I had to call them three times.",
    "We were left with absolutely no answers.",
  ])("blame: %s", (text) => expect(opinionOf(text)).toBeLessThan(0));

  test.each(["He is not just a painter.", "It is very close to the station."])("neither blame: %s", (text) =>
    expect(opinionOf(text)).toBeGreaterThanOrEqual(0),
  );
});
