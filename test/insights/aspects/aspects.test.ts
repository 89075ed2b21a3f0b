import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { addUp, combine } from "../../../src/insights/sentiment/opinions.ts";
import type { Scores } from "../../../src/insights/sentiment/linear.ts";
import { polarityOf } from "../../../src/insights/sentiment/polarity.ts";
import { weighByStars } from "../../../src/insights/sentiment/star-prior.ts";
import type { Polarity } from "../../../src/schema/insights.ts";
import type { PublishedEntry } from "../../../src/schema/site.ts";
import { review, withReviews } from "../lawn-site.ts";

const aspectOf = (text: string, id: string, changes: Partial<PublishedEntry> = {}) =>
  analyse(withReviews([review(text, changes)])).insights.aspects.find((aspect) => aspect.id === id)!;

test("a trigger raises its aspect, and the words around it decide", () => {
  const price = aspectOf("The price was outrageous.", "price");
  expect(price).toMatchObject({ review_count: 1, negative: 1, positive: 0 });
  expect(price.evidence).toMatchObject([{ review_id: "r1", polarity: "negative" }]);
  expect(price.evidence[0]!.quote).toContain("price");
});

test("an aspect that no word raises is not counted", () => {
  expect(aspectOf("Lovely people.", "price")).toMatchObject({
    review_count: 0,
    evidence: [],
    trend: [],
  });
});

test("the owner's phrases carry a verdict by themselves, and negation turns it", () => {
  expect(aspectOf("They left us waiting.", "punctuality").negative).toBe(1);
  expect(aspectOf("They never left us waiting.", "punctuality").positive).toBe(1);
  expect(aspectOf("When it didn't rain they left us waiting.", "punctuality").negative).toBe(1);
});

test.each([
  ["I wish they would not have left us waiting.", "negative"],
  ["They should not have left us waiting.", "negative"],
  ["I wish they had arrived on time.", "negative"],
  ["The crew should have arrived on time.", "negative"],
  ["They used to be on time.", "negative"],
  ["It used to be that you'd see them here on time, now they come whenever.", "negative"],
  ["I am used to them being on time.", "positive"],
  ["You should not think they left us waiting.", "positive"],
  ["Everybody should be on time as they are.", "positive"],
  ["They should win a prize for how they arrived on time.", "positive"],
] as const)("what is wished for or past is not so: %s", (text, side) => {
  const { positive, negative } = aspectOf(text, "punctuality");
  expect({ positive, negative }).toEqual({ positive: 0, negative: 0, [side]: 1 });
});

test("blame of the past is told, not counted", () => {
  expect(aspectOf("They used to be late again all summer.", "punctuality")).toMatchObject({
    neutral: 1,
    negative: 0,
  });
});

test("the clause around an owner's phrase is quoted, without the word that joins it", () => {
  const { evidence } = aspectOf(
    "Nice folks, but on a cold Monday they left us waiting, sadly.",
    "punctuality",
  );
  expect(evidence).toMatchObject([{ polarity: "negative", quote: "on a cold Monday they left us waiting" }]);
});

test("a phrase to ignore raises nothing, though a trigger stands in it", () => {
  expect(aspectOf("In late summer it rained.", "punctuality").review_count).toBe(0);
  expect(aspectOf("They were late in summer.", "punctuality").review_count).toBe(1);
});

test("opposed opinions on one aspect make the review mixed, with both quoted", () => {
  const { mixed, evidence } = aspectOf(
    "Arrived on time in May. In June they left us waiting.",
    "punctuality",
    { rating: 3 },
  );
  expect(mixed).toBe(1);
  expect(evidence.map(({ polarity }) => polarity).sort()).toEqual(["negative", "positive"]);
});

const praise = { polarity: "positive", odds: [0.9, 0.06, 0.04] } as const;
const blame = { polarity: "negative", odds: [0.04, 0.06, 0.9] } as const;
const doubtfulBlame = { polarity: "negative", odds: [0.3, 0.2, 0.5] } as const;
const liftedBlame = {
  polarity: "negative",
  words: [0.2, 0.25, 0.55] as Scores,
  odds: [0.12, 0.18, 0.7],
} as const;
const mention = { polarity: "neutral", odds: [0.1, 0.8, 0.1] } as const;
const doubt = { polarity: "unsure", odds: [0.33, 0.34, 0.33] } as const;
test.each([
  ["praise beside a mere mention", [praise, mention], "positive"],
  ["praise and blame, both outright", [praise, blame], "mixed"],
  ["praise outright, blame in doubt", [praise, doubtfulBlame], "positive"],
  ["the mixture of two, and a doubt", [praise, blame, doubt], "mixed"],
  ["a mention and a doubt", [mention, doubt], "neutral"],
  ["a doubt alone", [doubt], "unsure"],
  ["praise, and blame that only the stars make sure", [praise, liftedBlame], "positive"],
] as const)("%s", (_, opinions, verdict) =>
  expect(
    combine(
      opinions.map((one) => ({
        words: [...one.odds],
        ...one,
        odds: [...one.odds],
      })),
    ),
  ).toBe(verdict),
);

test.each([
  ["praise and one complaint", 5, [praise, blame], "positive"],
  ["praise and two complaints", 5, [praise, blame, blame], "mixed"],
  ["complaints alone", 5, [blame], "negative"],
  ["a complaint and one concession", 1, [praise, blame], "negative"],
  ["a complaint and more praise", 1, [praise, praise, blame], "mixed"],
  ["a complaint and one concession", 2, [praise, blame], "mixed"],
] as const)("%s at %i stars", (_, stars, list, verdict) => {
  const opinions = list.map(({ polarity, odds }) => ({
    polarity,
    words: [...odds] as Scores,
    odds: weighByStars([...odds], stars),
  }));
  expect(combine(opinions, stars)).toBe(verdict);
});

describe("complaints of which none is sure", () => {
  const opinion = (polarity: Polarity, odds: Scores) => ({
    polarity,
    odds,
    words: odds,
    ...span,
    target: span,
  });
  const span = { from: 0, to: 1 };
  const doubtful = opinion("unsure", [0.1, 0.4, 0.5]);
  const verdictOf = (...opinions: ReturnType<typeof opinion>[]) => combine(addUp(opinions));
  test("make one together, and are its quotes", () => {
    expect(verdictOf(doubtful)).toBe("unsure");
    expect(verdictOf(doubtful, doubtful)).toBe("negative");
    expect(addUp([doubtful, doubtful])[0]?.why).toMatch(/add up/);
    expect(
      addUp([doubtful, opinion("neutral", [0, 1, 0]), doubtful]).map(({ polarity }) => polarity),
    ).toEqual(["negative", "neutral", "negative"]);
  });
  test("give way to praise, sure or as doubtful", () => {
    expect(verdictOf(doubtful, doubtful, opinion("unsure", [0.5, 0.4, 0.1]))).toBe("unsure");
    expect(verdictOf(doubtful, doubtful, opinion("positive", [0.6, 0.3, 0.1]))).toBe("positive");
  });
});

test("blame needs more certainty than praise: in a review of one star every fact leans towards it", () => {
  expect(polarityOf([0.55, 0.4, 0.05])).toBe("positive");
  expect(polarityOf([0.05, 0.4, 0.55])).toBe("unsure");
  expect(polarityOf([0.05, 0.3, 0.65])).toBe("negative");
});

describe("a verdict overruled in content", () => {
  test("replaces the engine's, and is marked", () => {
    const aspect = aspectOf("The price was outrageous.", "price", {
      verdicts: { price: "positive" },
    });
    expect(aspect).toMatchObject({ positive: 1, negative: 0 });
    expect(aspect.evidence).toMatchObject([{ polarity: "positive", overruled: true }]);
  });
  test("none takes the review out of the aspect", () =>
    expect(
      aspectOf("The price was outrageous.", "price", {
        verdicts: { price: "none" },
      }).review_count,
    ).toBe(0));
  test("quotes the whole text when no trigger stands in it", () => {
    const [evidence] = aspectOf("Nothing to add.", "price", {
      verdicts: { price: "neutral" },
    }).evidence;
    expect(evidence).toMatchObject({
      quote: "Nothing to add.",
      polarity: "neutral",
      overruled: true,
    });
  });
  test("changes no other aspect", () => {
    const text = "The price was outrageous and they left us waiting.";
    expect(aspectOf(text, "punctuality", { verdicts: { price: "none" } })).toEqual(
      aspectOf(text, "punctuality"),
    );
  });
});

describe("the stars of a review", () => {
  const verdictsOf = (text: string, rating: number) => {
    const { aspects, entities } = analyse(withReviews([review(text, { rating })])).insights;
    return [...aspects, ...entities.technicians].map(({ positive, negative, mixed }) => ({
      positive,
      negative,
      mixed,
    }));
  };
  test.each(["Great price.", "The price was outrageous.", "They left us waiting.", "Will was rude."])(
    "do not turn plain words: %s",
    (text) => expect(verdictsOf(text, 1)).toEqual(verdictsOf(text, 5)),
  );
  test("make no verdict where nothing is said", () => {
    for (const rating of [1, 5])
      expect(aspectOf("We asked about the price.", "price", { rating })).toMatchObject({
        positive: 0,
        negative: 0,
        mixed: 0,
      });
  });
  test("weigh odds that the words leave open, five as much as one, two and four less, three not", () => {
    const open = [0.4, 0.2, 0.4] as const;
    const by = (rating: number) => weighByStars([...open], rating);
    expect(by(3)).toEqual(open);
    expect(by(5)[0]).toBeCloseTo(by(1)[2], 10);
    expect(by(5)[0]).toBeGreaterThan(by(4)[0]);
    expect(by(4)[0]).toBeGreaterThan(by(3)[0]);
    expect(by(1)[2]).toBeGreaterThan(by(2)[2]);
  });
  test("are left out where words are compared with stars", () => {
    const agreement = (rating: number) =>
      analyse(withReviews([review("The price was outrageous.", { rating })])).insights.method.star_agreement;
    expect([agreement(5), agreement(1)]).toEqual([0, 1]);
  });
});

test("a place is counted and quoted, never judged", () => {
  const [fernwick] = analyse(withReviews([review("They are the worst company in Fernwick.", { rating: 1 })]))
    .insights.entities.service_areas;
  expect(fernwick).toMatchObject({
    review_count: 1,
    positive: 0,
    negative: 0,
    mixed: 0,
    neutral: 1,
  });
  expect(fernwick!.evidence).toMatchObject([{ polarity: "neutral", quote: "Fernwick" }]);
});

const evidenceOf = (list: PublishedEntry[]) =>
  analyse(withReviews(list)).insights.aspects.flatMap(({ evidence }) =>
    evidence.filter(({ review_id }) => review_id === "r2"),
  );

test("the verdict on one review does not depend on the others or their order", () => {
  const texts = ["Great price.", "Late again.", "Will was polite but the cost hurt."];
  const reviews = texts.map((text, index) => review(text, { id: `r${index}` }));
  expect(evidenceOf(reviews)).toEqual(evidenceOf(reviews.toReversed()));
  expect(evidenceOf(reviews)).toEqual(evidenceOf(reviews.slice(2)));
  expect(evidenceOf(reviews)).toHaveLength(1);
});
