import { analysis, baseUrl, dataset } from "../../site.ts";
import type { Evidence, Polarity } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import { buildListPages, buildReviewLists, type ReviewList } from "../../publish/review-lists.ts";
import type { Span } from "./passages.ts";

export const reviewsById: ReadonlyMap<string, Review> = new Map(
  dataset.reviews.map((review) => [review.id, review]),
);

export const hasReplies = dataset.reviews.some(({ reply }) => reply !== undefined);

/** The address of a review's page from the root. */
export const toPath = ({ url }: Review): string => url.slice(baseUrl.length);

/** The name of quoted words on the page of their review. */
export const toAnchor = (reviewId: string, { start, end }: Span): string => `${reviewId}.${start}-${end}`;

/** Where people read quoted words in their review, marked. */
export const toQuotePath = (review: Review, span: Span): string =>
  `${toPath(review)}#${toAnchor(review.id, span)}`;

/** Words of a review that a figure rests on, and what they were read as. */
export interface QuotedSpan extends Span {
  polarity?: Polarity;
}

const { aspects, entities, topics } = analysis.insights;
const spansById = new Map<string, QuotedSpan[]>();
const addSpan = (reviewId: string, { start, end, polarity }: QuotedSpan) => {
  const spans = spansById.get(reviewId) ?? [];
  if (!spans.some((span) => span.start === start && span.end === end))
    spans.push({ start, end, ...(polarity && { polarity }) });
  spansById.set(reviewId, spans);
};
for (const { evidence } of [
  ...aspects,
  ...entities.technicians,
  ...entities.services,
  ...entities.service_areas,
])
  for (const entry of evidence) addSpan(entry.review_id, entry);
for (const { examples } of topics)
  for (const { review_id, start, end } of examples) addSpan(review_id, { start, end });

/** Every span of a review that some figure rests on. */
export const quotedSpans = (reviewId: string): readonly QuotedSpan[] => spansById.get(reviewId) ?? [];

/** What was read in a review about one aspect. */
export interface AspectReading {
  id: string;
  name: string;
  quotes: Evidence[];
}

const readingsById = new Map<string, AspectReading[]>();
for (const { id, name, evidence } of aspects) {
  for (const entry of evidence) {
    const readings = readingsById.get(entry.review_id) ?? [];
    const last = readings.at(-1);
    if (last?.id === id) last.quotes.push(entry);
    else readings.push({ id, name, quotes: [entry] });
    readingsById.set(entry.review_id, readings);
  }
}

/** What was read in a review, aspect by aspect. */
export const readingsOf = (reviewId: string): readonly AspectReading[] => readingsById.get(reviewId) ?? [];

export const reviewLists: readonly ReviewList[] = buildReviewLists(dataset, analysis.insights);
export const listPages = buildListPages(reviewLists);

const judgedBy = { praise: "positive", criticism: "negative" } as const;

/** The words of a review that put it on a list of praise or criticism. */
export function quotesInList({ kind, id }: ReviewList, reviewId: string): Span[] {
  if (kind !== "praise" && kind !== "criticism") return [];
  return readingsOf(reviewId)
    .filter((reading) => reading.id === id)
    .flatMap(({ quotes }) => quotes.filter(({ polarity }) => polarity === judgedBy[kind]));
}
