import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import {
  chooseQuotes,
  chooseWhole,
  createOutspokenness,
  createSureness,
} from "../../../src/insights/figures/quotes.ts";
import type { Review } from "../../../src/schema/review.ts";
import { review, withReviews } from "../lawn-site.ts";

test("a reading that only the stars lift above doubt is no showcase, though it may count", () => {
  const site = withReviews([
    review("The price was excellent.", { id: "sure", rating: 5 }),
    review("The price was what it was that week.", { id: "doubtful", rating: 5 }),
  ]);
  const { insights, readings } = analyse(site);
  const isSure = createSureness(readings);
  const evidence = insights.aspects.flatMap((aspect) => aspect.evidence);
  expect(evidence.filter(isSure).map(({ review_id }) => review_id)).toEqual(["sure"]);
  const judged = evidence.map((entry) => ({ ...entry, origin: "person" as const }));
  expect(judged.every(isSure)).toBe(true);
});

const published = (text: string, { id, rating }: Pick<Review, "id" | "rating">): Review => ({
  id,
  url: `http://localhost:3000/reviews/${id}/`,
  date: "2026-05-04",
  rating,
  text,
  author: { name: "Dana L." },
  source: { name: "Own website" },
  verification: { method: "platform" },
  verified: true,
  mentions: { technicians: [], services: [], areas: [] },
});

test("the home page quotes what says outright that it is good, before what only counts as good", () => {
  const texts = {
    counted: "The price stayed what it had been for all of the season.",
    outspoken: "The price was excellent for what they did for all of us.",
    both: "The price was excellent but the crew was terribly rude to us.",
  };
  const site = withReviews(Object.entries(texts).map(([id, text]) => review(text, { id, rating: 5 })));
  const { readings } = analyse(site);
  const isOutspoken = createOutspokenness(readings);
  const shown = Object.entries(texts).map(([id, text]) => ({
    review: published(text, { id, rating: 5 }),
    polarity: "positive" as const,
    start: 0,
    end: text.length,
    marks: [],
  }));
  expect(shown.filter(isOutspoken).map((quote) => quote.review.id)).toEqual(["outspoken"]);
});

test("a sentence that needs no other to be understood is quoted before one that does", () => {
  const texts = {
    back: "They said that the price was excellent, and it was just that.",
    preface: "I called around first and their price was excellent by far, too.",
    alone: "The price was excellent for what they did to our old front yard.",
  };
  const site = withReviews(Object.entries(texts).map(([id, text]) => review(text, { id, rating: 5 })));
  const { insights, readings } = analyse(site);
  const byId = new Map(Object.entries(texts).map(([id, text]) => [id, published(text, { id, rating: 5 })]));
  const price = insights.aspects.filter(({ id }) => id === "price");
  const [quote] = chooseQuotes(
    price,
    "positive",
    1,
    byId,
    new Set(),
    () => true,
    createOutspokenness(readings),
  );
  expect(quote?.review.id).toBe("alone");
});

test("of reviews in languages that are not judged, the newest short one of five stars is quoted whole", () => {
  const spanish = "La habitación era amplia y muy limpia, el desayuno excelente.";
  const quote = chooseWhole([
    published("The price was excellent for what they did.", { id: "english", rating: 5 }),
    published("אוכל מעולה, שירות אדיב מאוד, אבל יקר מדי.", { id: "four-stars", rating: 4 }),
    published(spanish.repeat(4), { id: "long", rating: 5 }),
    published(spanish, { id: "whole", rating: 5 }),
    published("אוכל מעולה, שירות אדיב מאוד, תודה רבה.", { id: "older", rating: 5 }),
  ]);
  expect(quote).toMatchObject({ review: { id: "whole" }, start: 0, end: spanish.length, marks: [] });
  expect(
    chooseWhole([published("The price was excellent for what they did.", { id: "e", rating: 5 })]),
  ).toBeUndefined();
});
