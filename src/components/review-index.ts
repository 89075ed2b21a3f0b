import { analysis, baseUrl, dataset } from "../site.ts";
import type { Review } from "../schema/review.ts";

export interface Span {
  start: number;
  end: number;
}

export const reviewsById: ReadonlyMap<string, Review> = new Map(
  dataset.reviews.map((review) => [review.id, review]),
);

/** The address of a review's page from the root, with its anchor. */
export const toPath = ({ url }: Review): string => url.slice(baseUrl.length);

/** The name of quoted words on the page of their review. */
export const toAnchor = (reviewId: string, { start, end }: Span): string => `${reviewId}.${start}-${end}`;

/** Where people read quoted words in their review, marked. */
export const toQuotePath = (review: Review, span: Span): string =>
  toPath(review).replace(/#.*$/, `#${toAnchor(review.id, span)}`);

const { aspects, entities, topics } = analysis.insights;
const spansById = new Map<string, Span[]>();
for (const { review_id, start, end } of [
  ...[...aspects, ...entities.technicians, ...entities.services, ...entities.service_areas].flatMap(
    ({ evidence }) => evidence,
  ),
  ...topics.flatMap(({ examples }) => examples),
]) {
  const spans = spansById.get(review_id) ?? [];
  if (!spans.some((span) => span.start === start && span.end === end)) spans.push({ start, end });
  spansById.set(review_id, spans);
}

/** Every span of a review that some figure rests on. */
export const quotedSpans = (reviewId: string): readonly Span[] => spansById.get(reviewId) ?? [];
