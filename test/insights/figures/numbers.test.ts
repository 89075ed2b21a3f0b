import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { checkInsights } from "../../../src/insights/figures/checks.ts";
import { compareWithStars } from "../../../src/insights/figures/method.ts";
import { halfYearOf, scoreOf, wilson } from "../../../src/insights/figures/tally.ts";
import type { Insights } from "../../../src/schema/insights.ts";
import { outcomesOf } from "../../tables.ts";
import { review, withReviews } from "../lawn-site.ts";

const good = "Great price.";
const bad = "An outrageous price.";
const site = withReviews([
  ...[good, good, good, bad].map((text, index) => review(text, { id: `a${index}`, date: "2026-06-30" })),
  ...[good, good, bad].map((text, index) => review(text, { id: `b${index}`, date: "2026-07-01" })),
  review("We asked about the price.", { id: "c", date: "2026-07-02" }),
]);
const price = analyse(site).insights.aspects.find(({ id }) => id === "price")!;

test("a score is (positive + mixed / 2) of the opinions, with its Wilson interval", () => {
  expect(price).toMatchObject({ review_count: 8, positive: 5, negative: 2, score: 0.714 });
  expect(price.interval).toEqual([0.359, 0.918]);
});

test("below five opinions there is neither score nor interval, in the trend too", () => {
  expect(scoreOf({ positive: 4, negative: 0, mixed: 0, neutral: 9, unsure: 9 })).toBeUndefined();
  expect(scoreOf({ positive: 4, negative: 0, mixed: 1, neutral: 0, unsure: 0 })).toEqual({
    score: 0.9,
    interval: wilson(0.9, 5),
  });
  expect(price.trend).toEqual([
    { period: "2026-H1", review_count: 4 },
    { period: "2026-H2", review_count: 4 },
  ]);
});

test("halves of a year part between June and July", () => {
  expect(["2026-06-30", "2026-07-01"].map(halfYearOf)).toEqual(["2026-H1", "2026-H2"]);
});

test("the trend goes from old to new, however the reviews stand", () => {
  const days = ["2026-07-01", "2024-02-03", "2025-12-31"];
  const trendOf = (dates: readonly string[]) =>
    analyse(withReviews(dates.map((date, at) => review(good, { id: `r${at}`, date })))).insights.aspects[1]!
      .trend;
  for (const dates of [days, days.toReversed()])
    expect(trendOf(dates).map(({ period }) => period)).toEqual(["2024-H1", "2025-H2", "2026-H2"]);
  const five = Array.from({ length: 5 }, () => "2026-07-01");
  expect(trendOf(five)).toEqual([{ period: "2026-H2", review_count: 5, score: 1 }]);
});

test("agreement with stars counts reviews that lean one way; disagreements are listed", () => {
  const { readings } = analyse(
    withReviews([
      review(good, { id: "agrees", rating: 5 }),
      review(bad, { id: "disagrees", rating: 4 }),
      review(bad, { id: "three", rating: 3 }),
      review("We moved here in May.", { id: "silent", rating: 1 }),
    ]),
  );
  expect(compareWithStars(readings)).toEqual({
    share: 0.5,
    disagreements: [{ review_id: "disagrees", rating: 4, polarity: "negative" }],
  });
});

const priceOf = ({ aspects }: Insights) => aspects.find(({ id }) => id === "price")!;
const faults: Record<string, (insights: Insights) => unknown> = {
  "nothing is wrong": () => {},
  "verdicts do not add up": (insights) => priceOf(insights).positive++,
  "a counted review is not quoted": (insights) => priceOf(insights).evidence.pop(),
  "a quote does not stand where it says": (insights) => priceOf(insights).evidence[0]!.start++,
  "a quote is empty": (insights) => {
    const [quote] = priceOf(insights).evidence;
    Object.assign(quote!, { quote: "", end: quote!.start });
  },
  "a quote is of no review": (insights) => (priceOf(insights).evidence[0]!.review_id = "none"),
  "the trend forgets a review": (insights) => priceOf(insights).trend.pop(),
  "two things are wrong": (insights) => [priceOf(insights).positive++, priceOf(insights).trend.pop()],
  "a score rests on too few opinions": (insights) => delete priceOf(insights).score,
  "a score is below its interval": (insights) => (priceOf(insights).score = 0.3),
  "a score is above it": (insights) => (priceOf(insights).score = 0.95),
  "a person is in more reviews than mentions": ({ entities: { technicians } }) =>
    Object.assign(technicians[0]!, { review_count: 1, neutral: 1, mention_count: 0 }),
  "a topic lists a review that is none": ({ topics }) => (topics[0]!.review_ids[0] = "none"),
  "a topic lists one twice": ({ topics }) => (topics[0]!.review_ids[0] = topics[0]!.review_ids[1]!),
  "a topic counts reviews it does not list": ({ topics }) => topics[0]!.review_ids.pop(),
  "an example does not stand where it says": ({ topics }) => topics[0]!.examples[0]!.start++,
};

test("the build stops when figures contradict each other, and says which", () => {
  const said = outcomesOf(faults, (change) => {
    const { insights } = analyse(site);
    change(insights);
    return checkInsights(insights, site.reviews);
  });
  expect(said).toMatchInlineSnapshot(`
    "nothing is wrong: undefined
    verdicts do not add up: The insights contradict themselves; this is an error of the analysis:
    aspects price: verdicts add up to 9, but review_count is 8
    a counted review is not quoted: The insights contradict themselves; this is an error of the analysis:
    aspects price: 7 reviews are quoted, but 8 counted
    a quote does not stand where it says: The insights contradict themselves; this is an error of the analysis:
    review a0: "Great price." does not stand at 1 to 12
    a quote is empty: The insights contradict themselves; this is an error of the analysis:
    review a0: "" does not stand at 0 to 0
    a quote is of no review: The insights contradict themselves; this is an error of the analysis:
    review none: "Great price." does not stand at 0 to 12
    the trend forgets a review: The insights contradict themselves; this is an error of the analysis:
    aspects price: the trend counts 4 of 8 reviews
    two things are wrong: The insights contradict themselves; this is an error of the analysis:
    aspects price: verdicts add up to 9, but review_count is 8
    aspects price: the trend counts 4 of 8 reviews
    a score rests on too few opinions: The insights contradict themselves; this is an error of the analysis:
    aspects price: a score needs exactly 5 opinions or more
    a score is below its interval: The insights contradict themselves; this is an error of the analysis:
    aspects price: the score lies outside its interval
    a score is above it: The insights contradict themselves; this is an error of the analysis:
    aspects price: the score lies outside its interval
    a person is in more reviews than mentions: The insights contradict themselves; this is an error of the analysis:
    technicians will: 0 reviews are quoted, but 1 counted
    technicians will: fewer mentions than reviews
    a topic lists a review that is none: The insights contradict themselves; this is an error of the analysis:
    topic price: review_count is 8, but 8 reviews are listed
    a topic lists one twice: The insights contradict themselves; this is an error of the analysis:
    topic price: review_count is 8, but 8 reviews are listed
    a topic counts reviews it does not list: The insights contradict themselves; this is an error of the analysis:
    topic price: review_count is 8, but 7 reviews are listed
    an example does not stand where it says: The insights contradict themselves; this is an error of the analysis:
    review a0: "Great price." does not stand at 1 to 12"
  `);
});

test("a share's interval stays between 0 and 1, and narrows with more cases", () => {
  expect(wilson(1, 5)).toEqual([0.566, 1]);
  expect(wilson(0, 5)).toEqual([0, 0.434]);
  expect(wilson(0.5, 100)).toEqual([0.404, 0.596]);
});

test("what is unsure, and whose verdicts are counted, is told of all aspects", () => {
  const reviews = [
    review(good, { id: "own" }),
    review("We asked about the price.", { id: "person", verdicts: { price: "negative" } }),
    review("The price was late.", { id: "unsure", verdicts: { price: "unsure", punctuality: "none" } }),
  ];
  const verdict_origins = { reader: 1, person: 2, model: 0 };
  const { method } = analyse(withReviews(reviews)).insights;
  expect(method).toMatchObject({ unsure_share: 0.333, verdict_origins });
  expect(analyse(withReviews([])).insights.method).toMatchObject({ unsure_share: 0, star_agreement: 0 });
});

test("a quote tells who judged, and whether the reader was overruled", () => {
  const { aspects } = analyse(
    withReviews([
      review("The price was outrageous.", { id: "overruled", verdicts: { price: "positive" } }),
      review("The price was outrageous.", { id: "read" }),
    ]),
  ).insights;
  const [overruled, read] = aspects[1]!.evidence;
  const quoted = { quote: "The price was outrageous.", start: 0, end: 25 };
  const byPerson = { confidence: 1, origin: "person", overruled: true };
  expect(overruled).toEqual({ ...quoted, ...byPerson, review_id: "overruled", polarity: "positive" });
  expect(read).toMatchObject({ ...quoted, review_id: "read", polarity: "negative", origin: "reader" });
  expect(read).not.toHaveProperty("overruled");
  expect(read!.confidence * 100).toBe(Math.round(read!.confidence * 100));
});

test("no reviews at all are no issue", () => {
  const { insights } = analyse(withReviews([]));
  expect(insights.aspects.map(({ review_count }) => review_count)).toEqual([0, 0]);
  expect(insights.topics).toEqual([]);
});

test("the same content gives the same bytes", () => {
  expect(JSON.stringify(analyse(site).insights)).toBe(JSON.stringify(analyse(site).insights));
});
