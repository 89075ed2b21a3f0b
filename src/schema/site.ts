import { z } from "zod";
import type { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "./business.ts";
import type { PhotoFacts } from "./photo.ts";
import { type RemovedEntry, type ReviewEntry, Review, Tombstone } from "./review.ts";
import { Day, Id, Line, Prose } from "./text.ts";
import type { AcceptedVerdicts } from "./verdicts.ts";

/** An entry of content/aspects.yaml: a thing customers judge, and the words that raise it. */
export const AspectEntry = z.strictObject({
  id: Id,
  name: Line,
  description: Prose,
  /** Words and phrases that raise the aspect. */
  triggers: z.array(Line).min(1),
  /** Phrases of the trade that carry a verdict by themselves. */
  positive: z.array(Line).default([]),
  negative: z.array(Line).default([]),
  /** Phrases with a trigger in them that speak of something else, such as "for what it's worth". */
  ignore: z.array(Line).default([]),
});
export type AspectEntry = z.infer<typeof AspectEntry>;

/** The front matter of content/faq/<id>.md and of content/summary.md. */
export const FaqFrontMatter = z.strictObject({ question: Line, order: z.int().default(100) });
/** That of content/pages/<id>.md: the owner's own pages, such as imprint and privacy. */
export const PageFrontMatter = z.strictObject({ title: Line, order: z.int().default(100) });
export const SummaryFrontMatter = z.strictObject({ updated: Day });

/** Markdown of the owner, and where its first line stands. */
export interface Markdown {
  text: string;
  file: string;
  line: number;
}

/** A picture of the owner's. */
export interface SitePhoto extends PhotoFacts {
  /** Where its file lies. */
  path: string;
  /** Faults that show only when the pixels are read, as an error that names the place in content. */
  toError: (message: string) => Error;
}

/** Everything in content/, checked: what the whole build starts from. */
export interface Site {
  business: BusinessEntry;
  technicians: TechnicianEntry[];
  services: ServiceEntry[];
  areas: AreaEntry[];
  aspects: AspectEntry[];
  faq: { id: string; question: string; answer: Markdown }[];
  summary: { updated: string; body: Markdown };
  /** The owner's own pages, in the order of the footer. */
  pages: { id: string; title: string; body: Markdown }[];
  /** Published reviews, newest first. */
  reviews: (ReviewEntry & { verification: NonNullable<ReviewEntry["verification"]> })[];
  withheld: ReviewEntry[];
  /** Newest first; those that are carried over stand in the previous deploy and not in content. */
  removed: (RemovedEntry & { carried?: true })[];
  /** Verdicts of people and language models on the text that each review has now. */
  verdicts: AcceptedVerdicts[];
  /** Ids of reviews that were edited after they were judged. */
  stale_verdicts: string[];
  /** Reviews that content/edits withdraws while their words still stand in content: id and where. */
  unerased: { id: string; place: string; reason: string }[];
  /** The pictures that are published, by the name of their file. */
  photos: ReadonlyMap<string, SitePhoto>;
}
export type PublishedEntry = Site["reviews"][number];

/** The transparency log of the previous deploy, not checked yet. */
export const PreviousLog = z.object({
  checkpoint: z.string(),
  entries: z.array(z.string()),
  /** The salt of each of its reviews. */
  salts: z.record(Id, z.string()),
  /** Its reviews with a reply, which tell a reply that was changed from words that were. */
  replied: z.array(Review),
});
export type PreviousLog = z.infer<typeof PreviousLog>;

/** A review in the previous deploy: its days, and its words for comparison. */
export const PreviousReview = z.object({
  id: Id,
  /** The latest of all its days. */
  newest: Day,
  published: Day.optional(),
  changed: Day.optional(),
  content: z.string(),
});
export type PreviousReview = z.infer<typeof PreviousReview>;

/** The facts about the previous deploy that a build needs. */
export const PreviousDeploy = z.object({
  /** Ids of reviews that it publishes, or that it or an earlier deploy published. */
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
