import type { Review } from "../schema/review.ts";

/** For pipelines: one review a line. */
export const buildNdjson = (reviews: readonly Review[]): string =>
  reviews.map((review) => `${JSON.stringify(review)}\n`).join("");
