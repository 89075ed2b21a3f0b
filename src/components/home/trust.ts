import type { Words } from "../../messages/words.ts";
import type { Review } from "../../schema/review.ts";
import { buildAggregateRating } from "../../publish/reviews.ts";

// Figures beside the rating, counted from the reviews: how it changes, and how the owner answers.

const dayLength = 86_400_000;
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

export interface Trend {
  now: number;
  before: number;
  /** Only what chance would hardly make is called a change. */
  direction: "up" | "down" | "steady";
}

/** Below so many reviews in a year, an average says little. */
const minReviews = 10;

/** The year up to the newest review beside the year before it. */
export function measureTrend(reviews: readonly Pick<Review, "date" | "rating">[]): Trend | undefined {
  const newest = reviews
    .map(({ date }) => date)
    .sort()
    .at(-1);
  if (newest === undefined) return undefined;
  const [year, twoYears] = [yearBefore(newest), yearBefore(yearBefore(newest))];
  const now = reviews.filter(({ date }) => date > year);
  const before = reviews.filter(({ date }) => date > twoYears && date <= year);
  if (now.length < minReviews || before.length < minReviews) return undefined;
  const [{ rating_value: average }, { rating_value: earlier }] = [
    buildAggregateRating(now),
    buildAggregateRating(before),
  ];
  const square = (group: typeof now, mean: number) =>
    group.reduce((sum, { rating }) => sum + (rating - mean) ** 2, 0) / (group.length - 1) / group.length;
  const doubt = 2 * Math.sqrt(square(now, average) + square(before, earlier));
  const change = average - earlier;
  const direction = Math.abs(change) <= Math.max(doubt, 0.05) ? "steady" : change > 0 ? "up" : "down";
  return { now: average, before: earlier, direction };
}

export const toTrendWords = ({ direction, now, before }: Trend, words: Words): string =>
  words.t(`trust.${direction}`, { now: words.average(now), before: words.average(before) });

export interface Replies {
  complaints: number;
  answered: number;
  /** Within so many days at least three of four answers came; nothing where the days of most are not known. */
  days?: number;
}

/** How many reviews of one or two stars have an answer, and how soon; nothing where no complaint has one. */
export function measureReplies(
  reviews: readonly Pick<Review, "date" | "rating" | "reply">[],
): Replies | undefined {
  const complaints = reviews.filter(({ rating }) => rating <= 2);
  const answers = complaints.flatMap(({ date, reply }) => (reply ? { date, replied: reply.date } : []));
  if (answers.length === 0) return undefined;
  // A reply without a day of its own was imported with the review's.
  const waits = answers
    .filter(({ date, replied }) => replied > date)
    .map(({ date, replied }) => (Date.parse(replied) - Date.parse(date)) / dayLength)
    .sort((a, b) => a - b);
  const wait = waits[Math.ceil(waits.length * 0.75) - 1];
  const isKnown = wait !== undefined && waits.length * 2 > answers.length;
  return {
    complaints: complaints.length,
    answered: answers.length,
    ...(isKnown && { days: Math.round(wait) }),
  };
}
