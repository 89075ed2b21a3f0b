import { z } from "zod";
import { Tombstone } from "./review.ts";
import { Id } from "./text.ts";

/** What a build must know of the deploy that it follows. */
export const PreviousDeploy = z.object({
  /** Ids of reviews that it publishes, or that it or a deploy before it published. */
  published: z.array(Id),
  /** Its tombstones; the fingerprint knows an id again that content has replaced. */
  removed: z.array(Tombstone.extend({ fingerprint: z.string().optional() })),
  /** Its JSON Feed, as it was read. */
  feed: z.unknown().optional(),
});
export type PreviousDeploy = z.infer<typeof PreviousDeploy>;

/** When nothing was published before, or nothing is known of it. */
export const nothingBefore: PreviousDeploy = { published: [], removed: [] };
