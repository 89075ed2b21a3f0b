import { z } from "zod";
import { Day, Id, Line } from "./text.ts";

/** What one review says about one aspect, as somebody outside the engine may judge it. */
export const JudgedPolarity = z.enum(["positive", "negative", "mixed", "neutral"]);
export type JudgedPolarity = z.infer<typeof JudgedPolarity>;

const Quote = z.string().min(1, "must not be empty").max(2000, "must have at most 2,000 characters");

const judged = {
  verdict: JudgedPolarity.meta({
    description: "positive, negative, mixed (praised and criticised), or neutral (named, not judged)",
  }),
  quote: Quote.meta({
    description:
      "The words that the verdict rests on, copied from the review letter by letter; for mixed, the praise",
  }),
  criticism: Quote.optional().meta({
    description: "For mixed only: the words that criticise, copied letter by letter",
  }),
};

/** Who judged. */
export const Judge = z.union([
  z.strictObject({ model: Line.pipe(z.string().max(120)) }),
  z.strictObject({ person: Line.pipe(z.string().max(120)) }),
]);
export type Judge = z.infer<typeof Judge>;

/** One line of answers: the verdicts on a whole review. Aspects that it does not name are not raised there. */
export const VerdictAnswer = z
  .strictObject({
    review_id: Id,
    text_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits, as the question gives them")
      .optional()
      .meta({ description: "Repeated from the question, so that an edited review is noticed" }),
    verdicts: z.array(z.strictObject({ aspect: Id, ...judged })).max(100),
    judge: Judge.optional(),
  })
  .meta({ id: "VerdictAnswer" });
export type VerdictAnswer = z.infer<typeof VerdictAnswer>;

/** What stands in content/verdicts for one review. */
export const AcceptedVerdicts = z.strictObject({
  review: Id,
  /** The text that was judged: an edited review makes its verdicts stale. */
  text_sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits"),
  judge: Judge,
  accepted: Day,
  /** By aspect id. */
  verdicts: z.record(Id, z.strictObject(judged)).default({}),
  /** Aspects that were asked about and are not raised. */
  not_raised: z.array(Id).default([]),
});
export type AcceptedVerdicts = z.infer<typeof AcceptedVerdicts>;

/** Why a verdict and its quotes do not go together; undefined when they do. */
export function findQuoteIssue(
  { verdict, quote, criticism }: { verdict: JudgedPolarity; quote: string; criticism?: string | undefined },
  text: string,
): string | undefined {
  if (!text.includes(quote))
    return `quotes ${JSON.stringify(shorten(quote))}, which the review does not say letter by letter`;
  if (verdict !== "mixed")
    return criticism === undefined ? undefined : `has a "criticism", which only a mixed verdict has`;
  if (criticism === undefined) return `is mixed, so it needs a "criticism" beside the "quote" that praises`;
  return text.includes(criticism)
    ? undefined
    : `quotes ${JSON.stringify(shorten(criticism))}, which the review does not say letter by letter`;
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
