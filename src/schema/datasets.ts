import { z } from "zod";
import { AggregateRating, Business } from "./business.ts";
import { Review, Tombstone } from "./review.ts";
import { Day } from "./text.ts";

/** /reviews.json: everything that is published about the business and by its customers. */
export const ReviewsDataset = z
  .object({
    business: Business,
    aggregate_rating: AggregateRating,
    reviews: z
      .array(Review)
      .meta({ description: "Every published review, newest first (date, then id, descending)" }),
    removed: z
      .array(Tombstone)
      .meta({ description: "Reviews that were withdrawn: drop them from your copy" }),
  })
  .meta({ id: "ReviewsDataset" });
export type ReviewsDataset = z.infer<typeof ReviewsDataset>;

/** What /api/reviews/since/{date} answers. */
export const SinceResult = z
  .object({
    since: Day,
    count: z.int().min(0).meta({ description: "How many entries `reviews` has" }),
    reviews: z.array(Review).meta({ description: "Every review written on or after that day" }),
    updated: z.array(Review).meta({
      description: "Older reviews that were edited, answered or first published on or after that day",
    }),
    removed: z.array(Tombstone).meta({ description: "Reviews that were withdrawn on or after that day" }),
  })
  .meta({ id: "SinceResult" });
export type SinceResult = z.infer<typeof SinceResult>;
