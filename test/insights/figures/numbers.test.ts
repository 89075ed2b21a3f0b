import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { checkInsights } from "../../../src/insights/figures/checks.ts";
import { compareWithStars } from "../../../src/insights/figures/method.ts";
import { halfYearOf, scoreOf } from "../../../src/insights/figures/tally.ts";
import { wilson } from "../../../src/insights/figures/tally.ts";
import type { Insights } from "../../../src/schema/insights.ts";
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
const checking = (change: (insights: Insights) => void) => () => {
  const { insights } = analyse(site);
  change(insights);
  checkInsights(insights, site.reviews);
};

describe("the build stops when", () => {
  test("nothing is wrong: it does not", () => expect(checking(() => {})).not.toThrow());
  test("two things are wrong: each has its line", () =>
    expect(
      checking((insights) => {
        priceOf(insights).positive++;
        priceOf(insights).trend.pop();
      }),
    ).toThrow(/analysis:\naspects price: verdicts add up.*\naspects price: the trend counts 4/));
  test("verdicts do not add up", () =>
    expect(checking((insights) => priceOf(insights).positive++)).toThrow(
      /aspects price: verdicts add up to 9/,
    ));
  test("a counted review is not quoted", () =>
    expect(checking((insights) => priceOf(insights).evidence.pop())).toThrow(
      /7 reviews are quoted, but 8 counted/,
    ));
  test("a quote does not stand where it says", () =>
    expect(checking((insights) => priceOf(insights).evidence[0]!.start++)).toThrow(/does not stand at/));
  test("the trend forgets a review", () =>
    expect(checking((insights) => priceOf(insights).trend.pop())).toThrow(/the trend counts 4 of 8/));
  test("a score rests on too few opinions", () =>
    expect(checking((insights) => delete priceOf(insights).score)).toThrow(
      /a score needs exactly 5 opinions/,
    ));
  test("a score lies outside its interval", () => {
    for (const score of [0.3, 0.95])
      expect(checking((insights) => (priceOf(insights).score = score))).toThrow(/outside its interval/);
  });
  test("a quote is empty, or of no review", () => {
    const change = (one: object) =>
      checking((insights) => void Object.assign(priceOf(insights).evidence[0]!, one));
    expect(change({ quote: "", end: priceOf(analyse(site).insights).evidence[0]!.start })).toThrow(
      /does not stand/,
    );
    expect(change({ review_id: "none" })).toThrow(/does not stand/);
  });
  test("a person is in more reviews than mentions", () =>
    expect(
      checking(({ entities }) => {
        const [will] = entities.technicians;
        Object.assign(will!, { ...will, review_count: 1, neutral: 1, mention_count: 0 });
      }),
    ).toThrow(/technicians will: fewer mentions than reviews/));
  test("a topic lists a review that is none, or one twice", () => {
    expect(checking(({ topics }) => (topics[0]!.review_ids[0] = "none"))).toThrow(/8 reviews are listed/);
    expect(checking(({ topics }) => (topics[0]!.review_ids[0] = topics[0]!.review_ids[1]!))).toThrow(
      /topic price/,
    );
  });
  test("an example of a topic does not stand where it says", () =>
    expect(checking(({ topics }) => topics[0]!.examples[0]!.start++)).toThrow(/does not stand at/));
  test("a topic counts reviews it does not list", () =>
    expect(checking(({ topics }) => topics[0]!.review_ids.pop())).toThrow(/topic price: review_count is 8/));
});

test("a share's interval stays between 0 and 1, and narrows with more cases", () => {
  expect(wilson(1, 5)).toEqual([0.566, 1]);
  expect(wilson(0, 5)).toEqual([0, 0.434]);
  expect(wilson(0.5, 100)).toEqual([0.404, 0.596]);
});

test("what is unsure, and whose verdicts are counted, is told of all aspects", () => {
  const { insights } = analyse(
    withReviews([
      review(good, { id: "own" }),
      review("We asked about the price.", { id: "person", verdicts: { price: "negative" } }),
      review("The price was late.", { id: "unsure", verdicts: { price: "unsure", punctuality: "none" } }),
    ]),
  );
  expect(insights.method).toMatchObject({
    unsure_share: 0.333,
    verdict_origins: { reader: 1, person: 2, model: 0 },
  });
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
  expect(overruled).toEqual({
    ...quoted,
    review_id: "overruled",
    polarity: "positive",
    confidence: 1,
    origin: "person",
    overruled: true,
  });
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
