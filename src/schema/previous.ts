import { z } from "zod";
import { Review, Tombstone } from "./review.ts";
import { Day, Id } from "./text.ts";

/** The transparency log of the deploy before, not checked yet. */
export const PreviousLog = z.object({
  checkpoint: z.string(),
  entries: z.array(z.string()),
  /** The salt of each of its reviews. */
  salts: z.record(Id, z.string()),
  /** Its reviews with a reply, which tell a reply that was changed from words that were. */
  replied: z.array(Review),
});
export type PreviousLog = z.infer<typeof PreviousLog>;

/** What counts of a review in the deploy before: its days, and all that it said, to compare. */
export const PreviousReview = z.object({
  id: Id,
  /** The latest of all its days. */
  newest: Day,
  published: Day.optional(),
  changed: Day.optional(),
  content: z.string(),
});
export type PreviousReview = z.infer<typeof PreviousReview>;

/** What a build must know of the deploy that it follows. */
export const PreviousDeploy = z.object({
  /** Ids of reviews that it publishes, or that it or a deploy before it published. */
  published: z.array(Id),
  /** Its reviews; nothing when there was no deploy. */
  reviews: z.array(PreviousReview).optional(),
  /** Its tombstones; the fingerprint knows an id again that content has replaced. */
  removed: z.array(Tombstone.extend({ fingerprint: z.string().optional() })),
  /** Its JSON Feed, as it was read. */
  feed: z.unknown().optional(),
  log: PreviousLog.optional(),
});
export type PreviousDeploy = z.infer<typeof PreviousDeploy>;

/** When nothing was published before, or nothing is known of it. */
export const nothingBefore: PreviousDeploy = { published: [], removed: [] };
