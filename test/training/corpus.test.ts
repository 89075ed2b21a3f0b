import { describe, expect, it } from "vitest";
import {
  corpusLines,
  loadCorpus,
  parseReview,
  toTrainingLines,
} from "../../scripts/training/corpus/parse.ts";

describe("a line of the training corpus", () => {
  it("is read as stars, plain text and marks whose spans hold their terms", () => {
    const review = parseReview("4|Our [furnace|0] had died. [Mike|+] fixed it, the [bill|-] hurt.");
    expect(review.stars).toBe(4);
    expect(review.text).toBe("Our furnace had died. Mike fixed it, the bill hurt.");
    expect(review.marks.map(({ term, polarity }) => [term, polarity])).toEqual([
      ["furnace", "neutral"],
      ["Mike", "positive"],
      ["bill", "negative"],
    ]);
    for (const { term, from, to } of review.marks) expect(review.text.slice(from, to)).toBe(term);
  });

  it.each([
    ["6|[Mike|+] came."],
    ["Mike came."],
    ["5|Mike came."],
    ["5|[Mike|x] came."],
    ["5|[Mike|+] came] back."],
    ["5|The  [price|+] is fair."],
  ])("is refused when malformed: %s", (line) => {
    expect(() => parseReview(line)).toThrow();
  });

  it("gives each mark its own sentence, and the one before when it opens with a pronoun", () => {
    const review = parseReview("5|We called Ann. She was [on time|+]! The [price|+] was fair.");
    expect(toTrainingLines("x", review)).toEqual([
      {
        id: "x-0",
        text: "We called Ann. She was on time!",
        term: "on time",
        from: 23,
        to: 30,
        polarity: "positive",
      },
      { id: "x-1", text: "The price was fair.", term: "price", from: 4, to: 9, polarity: "positive" },
    ]);
  });
});

describe("the training corpus", () => {
  const corpus = loadCorpus();
  const lines = corpusLines(corpus);

  it("has every span right, in every training line", () => {
    for (const { text, term, from, to } of lines) expect(text.slice(from, to)).toBe(term);
  });

  it("never labels the same words of the same sentence in two ways", () => {
    const labels = Map.groupBy(lines, ({ text, from, to }) => `${text.toLowerCase()} ${from} ${to}`);
    const torn = [...labels].filter(([, same]) => new Set(same.map(({ polarity }) => polarity)).size > 1);
    expect(torn.map(([key]) => key)).toEqual([]);
  });

  it("never says the same review twice", () => {
    const texts = corpus.flatMap(({ reviews }) => reviews.map(({ text }) => text.toLowerCase()));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it.each(corpus.map(({ trade, reviews }) => ({ trade, reviews })))(
    "has reviews of every star and terms of every polarity for $trade",
    ({ reviews }) => {
      expect(reviews.length).toBeGreaterThanOrEqual(12);
      expect(new Set(reviews.map(({ stars }) => stars))).toEqual(new Set([1, 2, 3, 4, 5]));
      const count = Map.groupBy(
        reviews.flatMap(({ marks }) => marks),
        ({ polarity }) => polarity,
      );
      const total = reviews.reduce((sum, { marks }) => sum + marks.length, 0);
      for (const polarity of ["positive", "negative", "neutral"] as const)
        expect((count.get(polarity)?.length ?? 0) / total).toBeGreaterThan(0.15);
    },
  );
});
