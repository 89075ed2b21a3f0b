import { z } from "zod";
import { Day, Id, Line } from "./text.ts";

const Quote = z.string().min(1, "must not be empty").max(2000, "must have at most 2,000 characters");

const mixedNeedsBoth = 'is mixed, so it needs a "criticism" beside the "quote" that praises';

/** The schema itself says that a mixed verdict quotes both sides, so that a model cannot leave one out. */
const OneSided = z.strictObject(
  {
    verdict: z
      .enum(["positive", "negative", "neutral"])
      .meta({ description: "positive, negative, or neutral (named, not judged)" }),
    quote: Quote.meta({
      description: "The words that the verdict rests on, copied from the review letter by letter",
    }),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys" && issue.keys.includes("criticism")
        ? 'has a "criticism", which only a mixed verdict has'
        : undefined,
  },
);
const Mixed = z.strictObject({
  verdict: z.literal("mixed").meta({ description: "Praised and criticized in one review" }),
  quote: Quote.meta({ description: "The words that praise, copied letter by letter" }),
  criticism: z
    .string(mixedNeedsBoth)
    .min(1, mixedNeedsBoth)
    .max(2000, "must have at most 2,000 characters")
    .meta({ description: "The words that criticize, copied letter by letter" }),
});
const Judgement = z.discriminatedUnion("verdict", [OneSided, Mixed]);
type Judgement = z.infer<typeof Judgement>;
const aspect = { aspect: Id };
const AspectJudgement = z.discriminatedUnion("verdict", [OneSided.extend(aspect), Mixed.extend(aspect)]);

/** The judge. */
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
      .regex(/^[0-9a-f]{8,64}$/, "must be the hex digits that the question gives")
      .optional()
      .meta({ description: "Repeated from the question, so that an edited review is noticed" }),
    verdicts: z.array(AspectJudgement).max(100),
    judge: Judge.optional(),
  })
  .meta({ id: "VerdictAnswer" });
export type VerdictAnswer = z.infer<typeof VerdictAnswer>;

/** One review's entry in content/verdicts. */
export const AcceptedVerdicts = z.strictObject({
  review: Id,
  /** The text that was judged: an edited review makes its verdicts stale. */
  text_sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits"),
  judge: Judge,
  accepted: Day,
  /** By aspect id. */
  verdicts: z.record(Id, Judgement).default({}),
  /** Aspects that were asked about and are not raised. */
  not_raised: z.array(Id).default([]),
});
export type AcceptedVerdicts = z.infer<typeof AcceptedVerdicts>;

/** Why the quotes of a verdict prove nothing; undefined when the review says them. */
export function findQuoteIssue(judgement: Judgement, text: string): string | undefined {
  const quotes = judgement.verdict === "mixed" ? [judgement.quote, judgement.criticism] : [judgement.quote];
  const missing = quotes.find((quote) => !text.includes(quote));
  return missing === undefined
    ? undefined
    : `quotes ${JSON.stringify(shorten(missing))}, which the review does not say letter by letter`;
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
