import { z } from "zod";
import { isName } from "./names.ts";
import { Photo, PhotoEntry } from "./photo.ts";
import { Proof } from "./transparency-log.ts";
import { Day, Id, Line, Prose, WebAddress } from "./text.ts";

/** More than anybody looks at. */
export const maxReviewPhotos = 10;

const ReviewId = Id;

export const VerificationMethod = z.enum(["job_record", "invoice", "appointment", "invitation", "platform"]);

/** Why a review stays unpublished. There is no reason "negative", and there never will be. */
export const WithheldReason = z.enum([
  "unverified",
  "duplicate",
  "not-a-customer",
  "conflict-of-interest",
  "personal-data",
  "hate-or-threat",
  "off-topic",
  "legal-order",
]);
export type WithheldReason = z.infer<typeof WithheldReason>;

/** Kinds of personal data that a review may not hold unless its owner allows it there, with a reason. */
export const PersonalData = z.enum(["phone", "email", "street-address", "gate-code"]);
export type PersonalData = z.infer<typeof PersonalData>;

/** First name and last initial: "Karen M.", "Mary Ann K.", or a first name alone. */
const AuthorName = Line.pipe(
  z
    .string()
    .max(60, "must have at most 60 characters")
    .regex(
      /^(\S+|\S.*\s\p{L}\p{M}*\.?)$/u,
      'must be a first name with at most the initial of the last name, such as "Karen M."',
    )
    .refine(isName, 'must be a name and nothing else, such as "Karen M."'),
);

const verdict = z.enum(["positive", "negative", "mixed", "neutral", "unsure", "none"]);

/** The owner's entry for one review in content/reviews. Unknown keys are typos, so they fail. */
export const ReviewEntry = z.strictObject({
  id: ReviewId,
  date: Day,
  rating: z
    .int("must be a whole number from 1 to 5")
    .min(1, "must be a whole number from 1 to 5")
    .max(5, "must be a whole number from 1 to 5"),
  title: Line.optional(),
  text: Prose.default(""),
  author: AuthorName,
  source: z.strictObject({ name: Line, url: WebAddress.optional() }),
  verification: z.strictObject({ method: VerificationMethod, date: Day.optional() }).optional(),
  reply: z.strictObject({ date: Day, text: Prose.pipe(z.string().min(1, "must not be empty")) }).optional(),
  /** The customer's photos. */
  photos: z.array(PhotoEntry).max(maxReviewPhotos, `must be at most ${maxReviewPhotos} pictures`).optional(),
  updated: Day.optional(),
  /** The owner's corrections of what the text mentions; each names the words it rests on. */
  mentions: z
    .array(
      z.union([
        z.strictObject({ is: Id, words: z.string().min(1) }),
        z.strictObject({ is_not: Id, words: z.string().min(1) }),
      ]),
    )
    .optional(),
  /** The owner's corrections of verdicts, by aspect id; they are published as overruled. */
  verdicts: z.record(Id, verdict).optional(),
  /** Personal data that may stay in this review's text, each with the reason. */
  allow: z.partialRecord(PersonalData, Line).optional(),
  withheld: WithheldReason.optional(),
  /** Ids that it had before, and the day on which each was given up when copies of the data hold it. */
  formerly: z.array(z.strictObject({ id: ReviewId, until: Day.optional() })).optional(),
});
export type ReviewEntry = z.infer<typeof ReviewEntry>;

/** Why a review is withdrawn. There is no reason "negative" here either. */
const WithdrawalReason = z.enum(["erasure", "fraud", "court-order"]);

/**
 * What the owner writes in content/edits about one review that stands in a larger file, in a file of its own: an editor
 * then never writes that larger one. What it says counts, whatever the review says itself.
 */
export const EditEntry = z.strictObject({
  review: ReviewId,
  reply: ReviewEntry.shape.reply,
  mentions: ReviewEntry.shape.mentions,
  photos: ReviewEntry.shape.photos,
  withheld: ReviewEntry.shape.withheld,
  withdrawn: z.strictObject({ on: Day, reason: WithdrawalReason }).optional(),
});
export type EditEntry = z.infer<typeof EditEntry>;

/** The entry in content/reviews in place of a withdrawn review: no text, no name. */
export const RemovedEntry = z.strictObject({
  id: ReviewId,
  removed_at: Day,
  reason: WithdrawalReason.optional(),
  /** It was never on the site, so nobody holds a copy and its tombstone is not published. */
  never_published: z.literal(true).optional(),
  /** Keyed hashes by which imports and builds know the review again and leave it out; never published. */
  fingerprints: z
    .array(
      z.string().regex(/^([0-9a-f]{8}-)?[0-9a-f]{24}$/, "must be hex digits, as npm run redact writes them"),
    )
    .optional(),
});
export type RemovedEntry = z.infer<typeof RemovedEntry>;

export const Tombstone = z
  .object({
    id: ReviewId.meta({ description: "The id of the withdrawn review; it is never used again" }),
    removed_at: Day.meta({ description: "The day on which it was withdrawn" }),
  })
  .meta({ id: "Tombstone", description: "What remains of a review that was withdrawn" });
export type Tombstone = z.infer<typeof Tombstone>;

export const Mentions = z
  .object({
    technicians: z.array(z.object({ id: Id, name: z.string() })),
    services: z.array(z.object({ id: Id, name: z.string() })),
    areas: z.array(z.object({ id: Id, name: z.string() })),
  })
  .meta({ id: "Mentions", description: "Who, what and where the review's own text mentions" });
export type Mentions = z.infer<typeof Mentions>;

/** A review as every output shows it. */
export const Review = z
  .object({
    id: ReviewId.meta({ description: "Unique, never reused" }),
    url: z.url().meta({ description: "A page for people that shows this review" }),
    date: Day.meta({ description: "The day the review was written" }),
    rating: z.int().min(1).max(5).meta({ description: "Stars, from 1 to 5" }),
    title: z.string().optional(),
    text: z.string().meta({
      description: "The customer's own words, untrusted plain text; empty when only stars were given",
    }),
    author: z.object({ name: z.string().meta({ description: "First name and last initial" }) }),
    source: z
      .object({ name: z.string(), url: z.url().optional() })
      .meta({ description: "Where the review was first written" }),
    verification: z
      .object({ method: VerificationMethod, date: Day.optional() })
      .meta({ description: "How we know that a customer wrote it" }),
    verified: z.literal(true),
    mentions: Mentions,
    reply: z
      .object({ date: Day, text: z.string() })
      .optional()
      .meta({ description: "The owner's public answer" }),
    photos: z.array(Photo).optional().meta({ description: "What the customer photographed" }),
    updated: Day.optional().meta({ description: "The day the customer's words were last changed" }),
    published: Day.optional().meta({
      description: "The day the review first stood here, where that is later than `date`",
    }),
    changed: Day.optional().meta({
      description:
        "The day on which anything of it last changed here, where that is later than all its other days",
    }),
    proof: Proof.optional(),
  })
  .meta({ id: "Review", description: "One verified review" });
export type Review = z.infer<typeof Review>;

/** The newest day that a review names: nobody who holds a copy knows a later one from it. */
export const lastChange = ({ date, updated, reply, published, changed }: DatedReview): string =>
  [updated, reply?.date, published, changed]
    .filter((day) => day !== undefined)
    .reduce((latest, day) => (day > latest ? day : latest), date);
type DatedReview = Pick<Review, "date" | "updated" | "published" | "changed"> & {
  reply?: { date: string } | undefined;
};

/** The order of reviews everywhere: by date, then id, both descending. */
export const newestFirst = (a: { date: string; id: string }, b: { date: string; id: string }): number =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
