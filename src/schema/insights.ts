import { z } from "zod";
import { DataLicence } from "./business.ts";
import { Day, Id } from "./text.ts";

export const Polarity = z.enum(["positive", "negative", "mixed", "neutral", "unsure"]);
export type Polarity = z.infer<typeof Polarity>;

/** The origin of a verdict: the built-in reader, a person, or a language model. */
export const VerdictOrigin = z.enum(["reader", "person", "model"]);
export type VerdictOrigin = z.infer<typeof VerdictOrigin>;

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const Quote = z.object({ review_id: Id, quote: z.string(), start: count, end: count });

/** Words of a review; `text.slice(start, end) === quote`. */
export const Evidence = z
  .object({
    review_id: Id,
    polarity: Polarity,
    quote: z.string(),
    start: count.meta({ description: "Offset in the review's text, UTF-16" }),
    end: count,
    confidence: share.meta({
      description:
        "How likely the verdict is right; 2 decimals. 0.5 where none was reached: the verdict is neutral or unsure",
    }),
    origin: VerdictOrigin.meta({
      description: "Who gave the verdict: the built-in reader, a person, or a language model",
    }),
    overruled: z.literal(true).optional().meta({ description: "The owner corrected the verdict" }),
  })
  .meta({ id: "Evidence", description: "The words that a verdict rests on" });
export type Evidence = z.infer<typeof Evidence>;

/**
 * From this confidence on 97 of 100 of the quotes that are shown first are right (docs/decisions/reading-reviews.md). Few
 * complaints reach it.
 */
export const sure = { positive: 0.95, negative: 0.86 };
/** Whether a verdict may be shown first; those of people and language models have no doubt. */
export const isSure = ({ polarity, confidence }: Pick<Evidence, "polarity" | "confidence">): boolean =>
  confidence >= sure[polarity === "negative" ? "negative" : "positive"];

const counts = { positive: count, negative: count, mixed: count, neutral: count, unsure: count };

export const Aspect = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    review_count: count,
    ...counts,
    score: share.optional().meta({ description: "(positive + mixed / 2) / opinions, from 5 opinions on" }),
    interval: z.tuple([share, share]).optional().meta({ description: "Wilson 95 % interval of the score" }),
    trend: z.array(
      z.object({ period: z.string().regex(/^\d{4}-H[12]$/), review_count: count, score: share.optional() }),
    ),
    evidence: z.array(Evidence),
  })
  .meta({ id: "Aspect", description: "What customers say about one thing; counts are of reviews" });
export type Aspect = z.infer<typeof Aspect>;

export const Entity = z
  .object({
    id: Id,
    name: z.string(),
    review_count: count,
    mention_count: count,
    ...counts,
    average_rating: z.number().min(1).max(5).optional(),
    evidence: z.array(Evidence),
  })
  .meta({ id: "Entity", description: "A technician, a service or an area as the reviews mention it" });
export type Entity = z.infer<typeof Entity>;

export const Topic = z
  .object({
    id: Id,
    label: z.string(),
    kind: z.enum(["aspect", "service", "phrase"]),
    review_count: count,
    share: share.meta({ description: "Of all reviews" }),
    average_rating: z.number().min(1).max(5),
    review_ids: z.array(Id),
    examples: z.array(Quote),
  })
  .meta({ id: "Topic" });
export type Topic = z.infer<typeof Topic>;

export const Faq = z
  .object({
    id: Id,
    question: z.string(),
    answer: z.string(),
    answer_html: z.string(),
    review_ids: z.array(Id),
  })
  .meta({ id: "Faq", description: "A question answered by the owner with figures from the reviews" });
export type Faq = z.infer<typeof Faq>;

/** /insights.json: what can be learned from the reviews, every number traceable to quoted words. */
export const Insights = z
  .object({
    aspects: z.array(Aspect),
    entities: z.object({
      technicians: z.array(Entity),
      services: z.array(Entity),
      service_areas: z.array(Entity),
    }),
    topics: z.array(Topic),
    faq: z.array(Faq),
    summary: z.object({ text: z.string(), html: z.string(), updated: Day }),
    method: z.object({
      version: z.string(),
      description: z.string(),
      star_agreement: share.meta({
        description: "Of the reviews whose words lean one way and whose stars are not 3: how many agree",
      }),
      history: z
        .object({
          size: count,
          root: z.string().meta({ description: "Root hash of the Merkle tree, base64" }),
        })
        .optional()
        .meta({ description: "The signed history below /log/ that these reviews belong to" }),
      verdict_origins: z.object({ reader: count, person: count, model: count }).meta({
        description:
          "How many verdicts on aspects came from the built-in reader, from people, from language models",
      }),
      unsure_share: share.meta({ description: "Of all verdicts on aspects: how many are unsure" }),
      other_share: share.meta({ description: "Of all sentences of reviews: how many belong to no topic" }),
      measured: z
        .array(
          z.object({
            trade: z.string().meta({ description: "What the reviews are about" }),
            reviews: count,
            verdicts: count.meta({ description: "How many verdicts a careful reader gave" }),
            right: share.meta({ description: "Of the verdicts: how many are the reader's too" }),
            found: share.meta({ description: "Of the reader's verdicts: how many are found" }),
            complaints_right: share.meta({ description: "The same as right, of complaints" }),
          }),
        )
        .meta({
          description: "How true verdicts are in this business's trade; empty where nothing was measured",
        }),
      trade: z
        .object({ name: z.string(), measured: z.boolean() })
        .optional()
        .meta({ description: "This business's trade, and whether one of the measured sets is of it" }),
      data_licence: DataLicence.optional(),
    }),
  })
  .meta({ id: "Insights" });
export type Insights = z.infer<typeof Insights>;
