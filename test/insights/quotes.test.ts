import { describe, expect, test } from "vitest";
import {
  clauseAround,
  decidingQuotes,
  isWhole,
  sentenceAround,
  withoutContrary,
  type Opinion,
} from "../../src/insights/quotes.ts";
import { prepareText } from "../../src/insights/sentences.ts";

const rangeOf = (text: string, words: string) => {
  const from = text.indexOf(words);
  return { from, to: from + words.length };
};
const clauseOf = (text: string, words: string): string => {
  const { from, to } = clauseAround(prepareText(text), rangeOf(text, words));
  return text.slice(from, to);
};

describe("the clause around some words", () => {
  test.each([
    ["Nice folks, the price was fair, all told.", "price", "the price was fair"],
    ["Nice folks; the price was fair (for once).", "price", "the price was fair"],
    ["Nice folks - the price was fair... in all.", "price", "Nice folks - the price was fair"],
    ["They came late and the price was high.", "price", "the price was high."],
    ["They came late but the price was fair.", "price", "the price was fair."],
    ["They came late because of the price.", "late", "They came late"],
    ["It was Will who was late.", "late", "who was late."],
    ["Late, late, late.", "Late", "Late"],
    // What joins two clauses is no part of either, unless the words are in it.
    ["So the price was fair.", "price", "the price was fair."],
    ["They charged $1,200, at 10:30.", "charged", "They charged $1,200"],
    ["It was a hundred and ten dollars and fair.", "dollars", "It was a hundred and ten dollars"],
    ["The price: fair.", "fair", "fair."],
    ["They were on time and wouldn't sell me more.", "on time", "They were on time"],
    ["Polite, on time and never sold me more.", "on time", "on time and never sold me more."],
    ["Polite, on time and wouldn't sell me more.", "on time", "on time"],
    [
      "It is excellent value for a mid - priced hotel.",
      "value",
      "It is excellent value for a mid - priced hotel.",
    ],
  ])("%s · %s", (text, words, clause) => expect(clauseOf(text, words)).toBe(clause));

  test.each([
    ["If you are a jogger, this is an excellent location.", "location"],
    ["When they come, the work is good.", "work"],
    ["The work is good if they come.", "work"],
    ["The work is good when they come.", "work"],
  ])("keeps its condition: %s", (text, words) => expect(clauseOf(text, words)).toBe(text));

  test("keeps all whom it judges together", () => {
    const text = "We met Gassim and his daughter Miriam, Gassim and Miriam are wonderful hosts.";
    expect(clauseOf(text, "hosts")).toBe("Gassim and Miriam are wonderful hosts.");
    expect(clauseOf("Great staff and excellent food.", "food")).toBe("excellent food.");
  });

  test("is the words themselves where they stand in no sentence", () =>
    expect(clauseAround(prepareText("Fine."), { from: 5, to: 5 })).toEqual({ from: 5, to: 5 }));
});

describe("words without what they say to the contrary", () => {
  const kept = (text: string, side: "positive" | "negative", named?: string) => {
    const whole = { from: 0, to: text.length };
    const { from, to } = withoutContrary(
      prepareText(text),
      whole,
      side,
      named === undefined ? undefined : rangeOf(text, named),
    );
    return text.slice(from, to);
  };
  test.each([
    ["positive", "The crew was wonderful but the price was terrible.", "The crew was wonderful"],
    ["negative", "The crew was wonderful but the price was terrible.", "the price was terrible."],
    ["positive", "Lovely view, noisy street.", "Lovely view"],
    ["negative", "Lovely view, noisy street.", "noisy street."],
    [
      "negative",
      "Terrible, although the crew was friendly, but rude.",
      "Terrible, although the crew was friendly, but rude.",
    ],
    ["negative", "The crew was wonderful, though.", "The crew was wonderful, though."],
    ["positive", "They came on Monday, wonderful work.", "They came on Monday, wonderful work."],
    ["positive", "A wonderful crew, and the price was fair.", "A wonderful crew, and the price was fair."],
  ] as const)("%s · %s", (side, text, rest) => expect(kept(text, side)).toBe(rest));

  test.each([
    ["positive", "polite", "Paul was polite but could not find the booking.", "Paul was polite"],
    ["negative", "waited", "The work was fine, but I waited an hour.", "I waited an hour."],
    [
      "positive",
      "pool",
      "A nice bed, an awful bar, the pool was horrible.",
      "A nice bed, an awful bar, the pool was horrible.",
    ],
    ["positive", "polite", "Paul was polite but also wonderful.", "Paul was polite but also wonderful."],
    ["positive", "bar", "A fine bar, open daily, a horrible pool.", "A fine bar, open daily"],
    ["positive", "bar", "Good food, a fine bar, a horrible pool, a nice bed.", "Good food, a fine bar"],
  ] as const)("%s on %s · %s", (side, named, text, rest) => expect(kept(text, side, named)).toBe(rest));
});

test.each([
  ["the price was fair", "Nice folks, the price was fair, all told.", true],
  ["the price was fair", "Nice folks and the price was fair and so on.", true],
  ["the price was fair.", "Nice folks; the price was fair.", true],
  ["great price", "Great crew, great price, great lawn.", false],
  ["it was rushed", "The work before it was rushed, I think.", false],
  ["He said sorry even", "He said sorry even though it was late.", false],
])("a clause that says something by itself · %s · %s", (words, text, whole) =>
  expect(isWhole(text, rangeOf(text, words))).toBe(whole),
);

describe("the sentence around some words", () => {
  const sentenceOf = (text: string, words: string) => {
    const range = sentenceAround(prepareText(text), rangeOf(text, words));
    return range && text.slice(range.from, range.to);
  };
  test.each([
    ["Great location My husband and I stayed here.", "location", "Great location"],
    ["Great location My husband and I stayed here.", "stayed", "My husband and I stayed here."],
    [
      "Great location My husband and I stayed here.",
      "location My husband",
      "Great location My husband and I stayed here.",
    ],
    ["Ah! The pool at The grand was closed.", "closed", "The pool at The grand was closed."],
    ["We stayed at The Plaza.", "stayed", "We stayed at The Plaza."],
    ["Bargain, good beds Our family stayed here.", "beds", "Bargain, good beds"],
    ["Great Location Great location for shops.", "shops", "Great location for shops."],
    ["Nice, The room was clean.", "Nice", "Nice, The room was clean."],
  ])("leaves out a title that was run into it: %s · %s", (text, words, sentence) =>
    expect(sentenceOf(text, words)).toBe(sentence),
  );
});

describe("the quotes that make a verdict", () => {
  const text = "The price was fair and the price was high, they said.";
  const opinion = (words: string, polarity: Opinion["polarity"]): Opinion => ({
    ...rangeOf(text, words),
    polarity,
    target: rangeOf(text, words),
    why: "",
  });
  const quotes = (opinions: Opinion[], verdict: Opinion["polarity"]) =>
    decidingQuotes(text, opinions, verdict).map(({ from, to, polarity }) => [text.slice(from, to), polarity]);

  test("are those of its side, in order; of a mixture those of both, never of what is only named", () => {
    const all = [
      opinion("was high", "negative"),
      opinion("price was fair", "positive"),
      opinion("said", "neutral"),
    ];
    expect(quotes(all, "negative")).toEqual([["was high", "negative"]]);
    expect(quotes(all, "neutral")).toEqual([["said", "neutral"]]);
    expect(quotes(all, "mixed")).toEqual([
      ["price was fair", "positive"],
      ["was high", "negative"],
    ]);
  });
  test("become one where they overlap, mixed if they differ, and stay two where they meet", () => {
    const overlapping = [opinion("price was fair", "positive"), opinion("fair and", "positive")];
    expect(quotes(overlapping, "positive")).toEqual([["price was fair and", "positive"]]);
    const inner = [opinion("price was fair", "positive"), opinion("was", "negative")];
    expect(quotes(inner, "mixed")).toEqual([["price was fair", "mixed"]]);
    const meeting = [opinion("price ", "positive"), opinion("was fair", "positive")];
    expect(quotes(meeting, "positive")).toHaveLength(2);
  });
  test("cut no word in two", () =>
    expect(quotes([opinion("rice was fai", "positive")], "positive")).toEqual([
      ["price was fair", "positive"],
    ]));
});
