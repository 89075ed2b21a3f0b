import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { combine } from "../../../src/insights/sentiment/opinions.ts";
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
  expect(aspectOf("Lovely people.", "price")).toMatchObject({ review_count: 0, evidence: [], trend: [] });
});

test("the owner's phrases carry a verdict by themselves, and negation turns it", () => {
  expect(aspectOf("They left us waiting.", "punctuality").negative).toBe(1);
  expect(aspectOf("They never left us waiting.", "punctuality").positive).toBe(1);
});

test("a phrase to ignore raises nothing, though a trigger stands in it", () => {
  expect(aspectOf("In late summer it rained.", "punctuality").review_count).toBe(0);
  expect(aspectOf("They were late in summer.", "punctuality").review_count).toBe(1);
});

test("opposed opinions on one aspect make the review mixed, with both quoted", () => {
  const { mixed, evidence } = aspectOf(
    "Arrived on time in May. In June they left us waiting.",
    "punctuality",
  );
  expect(mixed).toBe(1);
  expect(evidence.map(({ polarity }) => polarity).sort()).toEqual(["negative", "positive"]);
});

test.each([
  [["positive", "neutral"], "positive"],
  [["positive", "negative"], "mixed"],
  [["mixed", "unsure"], "mixed"],
  [["neutral", "unsure"], "neutral"],
  [["unsure"], "unsure"],
] as const)("%j make the review %s", (polarities, verdict) => expect(combine(polarities)).toBe(verdict));

describe("a verdict overruled in content", () => {
  test("replaces the engine's, and is marked", () => {
    const aspect = aspectOf("The price was outrageous.", "price", { verdicts: { price: "positive" } });
    expect(aspect).toMatchObject({ positive: 1, negative: 0 });
    expect(aspect.evidence).toMatchObject([{ polarity: "positive", overruled: true }]);
  });
  test("none takes the review out of the aspect", () =>
    expect(aspectOf("The price was outrageous.", "price", { verdicts: { price: "none" } }).review_count).toBe(
      0,
    ));
  test("quotes the whole text when no trigger stands in it", () => {
    const [evidence] = aspectOf("Nothing to add.", "price", { verdicts: { price: "neutral" } }).evidence;
    expect(evidence).toMatchObject({ quote: "Nothing to add.", polarity: "neutral", overruled: true });
  });
  test("changes no other aspect", () => {
    const text = "The price was outrageous and they left us waiting.";
    expect(aspectOf(text, "punctuality", { verdicts: { price: "none" } })).toEqual(
      aspectOf(text, "punctuality"),
    );
  });
});

test("stars are no input: the same words get the same verdicts with one star and with five", () => {
  const texts = ["Great price.", "Late again.", "Will was polite.", "It was what it was."];
  const verdicts = (rating: number) => {
    const { aspects, entities } = analyse(
      withReviews(texts.map((text, index) => review(text, { id: `r${index}`, rating }))),
    ).insights;
    return [...aspects, ...entities.technicians].map(({ id, evidence }) => [id, evidence]);
  };
  expect(verdicts(1)).toEqual(verdicts(5));
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
