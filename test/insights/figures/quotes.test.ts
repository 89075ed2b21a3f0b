import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { chooseQuotes, chooseWhole, createOutspokenness } from "../../../src/insights/figures/quotes.ts";
import { isSure, sure, type Evidence } from "../../../src/schema/insights.ts";
import type { Review } from "../../../src/schema/review.ts";
import { review, withReviews } from "../lawn-site.ts";

test.each(["positive", "negative"] as const)(
  "only verdicts that are right in 97 of 100 are shown first: %s",
  (polarity) => {
    const evidence = (confidence: number) => ({ polarity, confidence }) as Evidence;
    const around = [sure[polarity] - 0.01, sure[polarity], 1];
    expect(around.map((confidence) => isSure(evidence(confidence)))).toEqual([false, true, true]);
  },
);

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
  const price = insights.aspects
    .filter(({ id }) => id === "price")
    .map(({ name, evidence }) => ({ name, evidence: evidence.map((one) => ({ ...one, confidence: 1 })) }));
  const [quote] = chooseQuotes(price, "positive", 1, byId, new Set(), createOutspokenness(readings));
  expect(quote?.review.id).toBe("alone");
});

test("where nothing is surely praise, the newest short review of five stars is quoted whole", () => {
  const spanish = "La habitación era amplia y muy limpia, el desayuno excelente.";
  const quote = chooseWhole(
    [
      published("The price was excellent\nfor what they did.", { id: "lines", rating: 5 }),
      published("אוכל מעולה, שירות אדיב מאוד, אבל יקר מדי.", { id: "four-stars", rating: 4 }),
      published(spanish.repeat(4), { id: "long", rating: 5 }),
      published(spanish, { id: "whole", rating: 5 }),
      published("אוכל מעולה, שירות אדיב מאוד, תודה רבה.", { id: "older", rating: 5 }),
    ],
    "positive",
  );
  expect(quote).toMatchObject({ review: { id: "whole" }, start: 0, end: spanish.length, marks: [] });
  const english = published("The price was excellent for what they did.", { id: "e", rating: 5 });
  expect(chooseWhole([english], "positive")?.review).toBe(english);
  expect(chooseWhole([{ ...english, rating: 4 }], "positive")).toBeUndefined();
  expect(chooseWhole([english, { ...english, rating: 3 }], "negative")).toBeUndefined();
  expect(chooseWhole([english, { ...english, rating: 2 }], "negative")).toMatchObject({
    review: { rating: 2 },
    polarity: "negative",
  });
});
