import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { judgementsOn } from "../../../src/insights/figures/evidence.ts";
import { chooseEvidence, chooseWhole, createSureness } from "../../../src/insights/figures/quotes.ts";
import type { Review } from "../../../src/schema/review.ts";
import { review, withReviews } from "../lawn-site.ts";

const reviews = [
  review("Good price.", { id: "short", rating: 5 }),
  review("The price was excellent for what they did.", { id: "low-stars", rating: 2 }),
  review("Honestly the price was excellent, the best in town.", { id: "best", rating: 5 }),
  review("The price was excellent. Later the price was an outrageous rip off.", { id: "both", rating: 3 }),
  review("The price they charged was simply outrageous.", { id: "blame", rating: 1 }),
];
const chosen = chooseEvidence(judgementsOn(analyse(withReviews(reviews)).readings, "price"), 3);

test("whole, sure clauses whose stars agree come first", () => {
  expect(chosen.praise.map(({ review_id }) => review_id)).toEqual(["best", "short", "low-stars"]);
  expect(chosen.criticism.map(({ review_id }) => review_id)).toEqual(["blame"]);
});

test("no review stands for and against", () => {
  const ids = [...chosen.praise, ...chosen.criticism].map(({ review_id }) => review_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain("both");
});

test("quotes are the published words", () => {
  for (const { review_id, quote, start, end } of [...chosen.praise, ...chosen.criticism])
    expect(reviews.find(({ id }) => id === review_id)!.text.slice(start, end)).toBe(quote);
});

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
