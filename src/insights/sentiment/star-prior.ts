import type { Scores } from "./linear.ts";

/** How far a review's stars move the log-odds of praise against blame: enough for doubt, too little for plain words. */
const strength = 0.85;
const pulls: Readonly<Record<number, number>> = { 1: -1, 2: -0.5, 3: 0, 4: 0.5, 5: 1 };

/** Which way a review's stars lean, from -1 to 1. */
export const pullOf = (rating: number | undefined): number => pulls[rating ?? 3] ?? 0;

/**
 * The words' odds with the stars weighed in. Neutral keeps its weight: stars tell which way an opinion leans,
 * hardly whether there is one.
 */
export function weighByStars([positive, neutral, negative]: Scores, rating: number | undefined): Scores {
  const shift = strength * pullOf(rating);
  const [up, down] = [positive * Math.exp(shift), negative * Math.exp(-shift)];
  const sum = up + neutral + down;
  return [up / sum, neutral / sum, down / sum];
}
