import { describe, expect, test } from "vitest";
import type { OwnerWords } from "../../src/insights/aspect-words.ts";
import type { SentenceScores, TermProbabilities } from "../../src/insights/network.ts";
import { subjects } from "../../src/insights/subjects.ts";
import {
  decide,
  groundsFor,
  groundsIn,
  pullOf,
  weigh,
  type SentenceGrounds,
  type VerdictTable,
} from "../../src/insights/verdict.ts";

const plain = { bias: 0, phrases: 1, network: 1, atWords: 0, stars: 2 };
const sides = { positive: plain, negative: plain };
const sure = { bias: 3, score: 0, other: 0 };
const table: VerdictTable = {
  weights: { named: sides, network: sides, "owner only": sides },
  mixed: 1,
  unsure: -1,
  confidence: { positive: sure, negative: sure, mixed: sure },
};

const withConfidence = (changes: Partial<VerdictTable["confidence"]>): VerdictTable => ({
  ...table,
  confidence: { ...table.confidence, ...changes },
});

const words = { first: 0, end: 1, from: 0, to: 5 };
const named: OwnerWords = { named: [words], phrases: [], ignored: false };
const phrase = (...verdicts: ("positive" | "negative")[]): OwnerWords => ({
  named: [],
  phrases: verdicts.map((verdict) => ({ ...words, verdict, why: "" })),
  ignored: false,
});
const sentence = (praise: number, blame: number, ownerWords: OwnerWords = named): SentenceGrounds => ({
  sentence: 0,
  ownerWords,
  praise,
  blame,
  atWords: { positive: -3, negative: -3 },
});
const verdictOf = (list: SentenceGrounds[], stars?: number, known: "named" | "network" = "named") =>
  decide(known, list, stars, table)?.verdict;

describe("a verdict", () => {
  test.each([
    ["praise", [sentence(2, -3)], "positive"],
    ["praise that just suffices", [sentence(0, -3)], "positive"],
    ["praise that just does not", [sentence(-0.01, -3)], "unsure"],
    ["blame", [sentence(-3, 2)], "negative"],
    ["a mere mention", [sentence(-3, -3)], "neutral"],
    ["a doubt at the limit", [sentence(-1, -3)], "unsure"],
    ["less than a doubt", [sentence(-1.01, -3)], "neutral"],
    ["both, outright", [sentence(1, -3), sentence(-3, 1)], "mixed"],
    ["both, one of them in doubt", [sentence(2, -3), sentence(-3, 0.99)], "positive"],
    ["the stronger side", [sentence(0.5, -3), sentence(-3, 0.9)], "negative"],
    ["the owner's phrase, whatever the network says", [sentence(-6, 0.5, phrase("positive"))], "positive"],
    ["phrases for both", [sentence(-6, -6, phrase("positive", "negative"))], "mixed"],
  ] as const)("%s", (_, list, verdict) => expect(verdictOf([...list])).toBe(verdict));

  test("of what only the network read is never a mere mention", () => {
    expect(verdictOf([sentence(0.2, -3)], undefined, "network")).toBe("positive");
    expect(verdictOf([sentence(-0.2, -3)], undefined, "network")).toBeUndefined();
  });

  test.each([
    ["at 0.27", -1, "unsure"],
    ["at 0.44", -0.25, "unsure"],
    ["at 0.46", -0.15, "positive"],
  ])("needs a confidence of 0.45: %s", (_, bias, verdict) => {
    const doubtful = withConfidence({ positive: { ...sure, bias } });
    expect(decide("named", [sentence(2, -3)], 3, doubtful)?.verdict).toBe(verdict);
    expect(decide("network", [sentence(2, -3)], 3, doubtful) === undefined).toBe(verdict === "unsure");
  });

  test("that is mixed rests on the weaker side, and stays mixed however unsure", () => {
    const mixed = { bias: -9, score: 2, other: -1 };
    const found = decide("named", [sentence(1.5, 2.5)], 3, withConfidence({ mixed }));
    expect(found).toMatchObject({ verdict: "mixed", scores: { positive: 1.5, negative: 2.5 } });
    expect(found?.confidence).toBeCloseTo(1 / (1 + Math.exp(9 - 2 * 1.5 + 2.5)), 10);
  });

  test("of two sides that are as strong is praise, and what is in doubt is as likely as not", () => {
    expect(verdictOf([sentence(0.5, 0.5)])).toBe("positive");
    expect(decide("named", [sentence(-0.5, -3)], 3, table)?.confidence).toBe(0.5);
    expect(decide("named", [sentence(-5, -5)], 3, table)?.confidence).toBe(0.5);
  });

  test("carries its confidence: the surer the score, the higher", () => {
    const rising = withConfidence({ positive: { bias: 0, score: 1, other: -1 } });
    const confidenceOf = (praise: number, blame: number) =>
      decide("named", [sentence(praise, blame)], 3, rising)!.confidence;
    expect(confidenceOf(2, -3)).toBeCloseTo(1 / (1 + Math.exp(-5)), 10);
    expect(confidenceOf(3, -3)).toBeGreaterThan(confidenceOf(2, -3));
    expect(confidenceOf(2, -2)).toBeLessThan(confidenceOf(2, -3));
  });
});

describe("the stars", () => {
  test("lean from one to five, evenly, and three lean nowhere", () =>
    expect([1, 2, 3, 4, 5, undefined].map(pullOf)).toEqual([-1, -0.5, 0, 0.5, 1, 0]));
  test("weigh a doubtful reading", () => {
    expect(verdictOf([sentence(-0.5, -0.6)], 3)).toBe("unsure");
    expect(verdictOf([sentence(-0.5, -0.6)], 5)).toBe("positive");
    expect(verdictOf([sentence(-0.5, -0.6)], 1)).toBe("negative");
  });
  test("lift a score by one at most, where no phrase speaks", () => {
    const stars = (praise: number, list = [sentence(praise, -9)]) => decide("named", list, 5, table)?.scores;
    expect(stars(-1)).toMatchObject({ positive: 0 });
    expect(stars(-4, [sentence(-4, -4, phrase("positive"))])?.positive).toBe(2);
    expect(stars(3, [sentence(3, -4, phrase("positive"))])?.positive).toBe(6);
  });
  test("make none: what the words do not say at all, no star lifts", () => {
    for (const stars of [1, 5]) {
      expect(["neutral", "unsure"]).toContain(verdictOf([sentence(-1.1, -1.1)], stars));
      expect(verdictOf([sentence(-1.1, -1.1)], stars, "network")).toBeUndefined();
    }
  });
  test("turn no plain words", () => {
    expect(verdictOf([sentence(4, -4)], 1)).toBe("positive");
    expect(verdictOf([sentence(-4, 4)], 5)).toBe("negative");
  });
});

test("the grounds of a side are the most that any sentence says for it", () => {
  const list = [sentence(1, -2, phrase("positive")), sentence(0, 3, phrase("positive", "negative"))];
  expect(groundsFor("positive", list, 0.5)).toMatchObject({ phrases: 2, network: 1, stars: 0.5 });
  expect(groundsFor("negative", list, 0.5)).toMatchObject({ phrases: 1, network: 3, stars: -0.5 });
  expect(weigh({ ...plain, bias: 0.25 }, groundsFor("negative", [sentence(0, 1)], 0))).toBe(1.25);
});

const scores = (
  praise: Record<string, number>,
  blame: Record<string, number>,
  term: TermProbabilities = [0, 1, 0],
): SentenceScores => {
  const side = (of: Record<string, number>) => Float32Array.from(subjects, (subject) => of[subject] ?? -5);
  return { praise: side(praise), blame: side(blame), term: () => term };
};
const [price, staff] = [subjects.indexOf("price"), subjects.indexOf("staff")];

describe("what may speak of an aspect", () => {
  const said = [scores({ price: 2, staff: 3 }, {}), scores({}, { price: 1 }, [0.1, 0.1, 0.8])];
  test("is every sentence where the network knows it and no other aspect shares it", () => {
    const found = groundsIn({ indexes: [price], alone: true }, said, [undefined, named]);
    expect(found?.source).toBe("named");
    expect(found?.sentences.map(({ praise, blame }) => [praise, blame])).toEqual([
      [2, -5],
      [-5, 1],
    ]);
    expect(found!.sentences[1]!.atWords.negative).toBeGreaterThan(1);
    const unnamed = groundsIn({ indexes: [price], alone: true }, said, [undefined, undefined]);
    expect(unnamed?.source).toBe("network");
  });
  test("is taken for no more than six either way, and nothing at words for a little less than even", () => {
    const wild = [scores({ price: 9 }, { price: -9 })];
    const [found] = groundsIn({ indexes: [price], alone: true }, wild, [])!.sentences;
    const atWords = { positive: -3, negative: -3 };
    expect(found).toEqual({ sentence: 0, ownerWords: undefined, praise: 6, blame: -6, atWords });
    expect(groundsFor("positive", [], 0)).toEqual({ phrases: 0, network: -6, atWords: -3, stars: 0 });
    expect(groundsFor("negative", [{ ...found!, blame: -8 }], 1)).toMatchObject({ network: -6, stars: -1 });
  });
  test("names the aspect by the owner's phrase, too", () =>
    expect(groundsIn({ indexes: [], alone: true }, said, [phrase("positive"), undefined])).toMatchObject({
      source: "owner only",
      sentences: [{ sentence: 0, praise: 3 }],
    }));
  test("is of several subjects the one that says most", () =>
    expect(groundsIn({ indexes: [price, staff], alone: true }, said, [])?.sentences[0]?.praise).toBe(3));
  test.each([
    ["shares its subject", { indexes: [price], alone: false }, -5],
    ["is of the trade's own", { indexes: [], alone: true }, -5],
  ])("is a sentence with the owner's words where it %s", (_, of, praise) => {
    const found = groundsIn(of, said, [undefined, named]);
    expect(found?.source).toBe("owner only");
    expect(found?.sentences.map((one) => [one.sentence, one.praise])).toEqual([[1, praise]]);
    expect(groundsIn(of, said, [undefined, undefined])).toBeUndefined();
  });
  test("is no sentence in which the owner ignores the word", () => {
    const ignored: OwnerWords = { named: [], phrases: [], ignored: true };
    const found = groundsIn({ indexes: [price], alone: true }, said, [ignored, named]);
    expect(found?.sentences.map((one) => one.sentence)).toEqual([1]);
  });
});
