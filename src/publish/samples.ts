import type { ReviewsDataset, SinceResult, JsonFeed, SearchQuery, SearchResult } from "../schema/datasets.ts";
import { type endpoints, type Issue, type Problem, type ProblemName, problems } from "../schema/endpoints.ts";
import type { Aspect, Entity, Evidence, Insights, Topic } from "../schema/insights.ts";
import type { Review } from "../schema/review.ts";
import { buildChannel, buildJsonFeed } from "./feeds.ts";
import { buildAggregateRating } from "./reviews.ts";

// The examples of the API description are one real review and what would be known if it were the only one. So they
// look like this business, agree with each other and find something when they are tried out, and the description
// changes when the interface or that review does, not with every review.

/** How much there is to see on a review; of those that show the most, the newest is chosen. */
function richness({ text, title, mentions, reply }: Review): number {
  const parts = [
    mentions.technicians.length > 0,
    mentions.services.length > 0,
    text.length > 20 && text.length < 500,
    reply !== undefined,
    title !== undefined,
    mentions.areas.length > 0,
  ];
  // The first two outweigh all others: they are filters of search.
  return parts.reduce((sum, isThere, index) => sum + (isThere ? 2 ** (parts.length - index) : 0), 0);
}

function chooseReview(reviews: readonly Review[]): Review | undefined {
  let best: { review: Review; richness: number } | undefined;
  for (const review of reviews) {
    const found = richness(review);
    if (best === undefined || found > best.richness) best = { review, richness: found };
  }
  return best?.review;
}

/** Two words of the text that stand side by side, or the only one. */
const wordsOf = (text: string): string | undefined =>
  (/\p{L}{2,20} \p{L}{2,20}/u.exec(text) ?? /\p{L}{2,20}/u.exec(text))?.[0];

/** One value of each filter; together they find the review. */
function buildFilters(review: Review | undefined, { business }: ReviewsDataset): SearchQuery {
  const [year] = (review?.date ?? "2026").split("-");
  const { technicians, services } = review?.mentions ?? business;
  const query = review === undefined ? undefined : wordsOf(review.text);
  const rating = review?.rating ?? 5;
  return {
    rating,
    min_rating: Math.max(1, rating - 1),
    since: `${year}-01-01`,
    until: `${year}-12-31`,
    ...(query && { query }),
    ...(technicians[0] && { mentions_technician: technicians[0].name }),
    ...(services[0] && { mentions_service: services[0].id }),
    limit: 20,
  };
}

/** The business with as many of its lists as an example needs. */
function shortenBusiness(
  { business }: ReviewsDataset,
  review: Review | undefined,
): ReviewsDataset["business"] {
  const some = <T extends { id: string }>(
    all: readonly T[],
    mentioned: readonly { id: string }[] = [],
  ): T[] => {
    const found = all.filter(({ id }) => mentioned.some((one) => one.id === id));
    return found.length > 0 ? found : all.slice(0, 1);
  };
  return {
    ...business,
    technicians: some(business.technicians, review?.mentions.technicians),
    services: some(business.services, review?.mentions.services),
    service_areas: some(business.service_areas, review?.mentions.areas),
  };
}

const counts = { positive: 0, negative: 0, mixed: 0, neutral: 0, unsure: 0 };

/** One review's verdict on something, as if it were the only review. */
function countOne(all: readonly Evidence[], id: string) {
  const evidence = all.filter(({ review_id }) => review_id === id);
  const [first] = evidence;
  return first && { review_count: 1, ...counts, [first.polarity]: 1, evidence: [first] };
}

const buildEntities = (all: readonly Entity[], { id, rating }: Review): Entity[] =>
  all
    .flatMap(({ id: entity, name, evidence }) => {
      const one = countOne(evidence, id);
      return one ? [{ id: entity, name, ...one, mention_count: 1, average_rating: rating }] : [];
    })
    .slice(0, 1);

function buildAspects(all: readonly Aspect[], { id, date }: Review): Aspect[] {
  const period = `${date.slice(0, 4)}-H${date.slice(5, 7) <= "06" ? 1 : 2}`;
  return all
    .flatMap(({ id: aspect, name, description, evidence }) => {
      const one = countOne(evidence, id);
      return one ? [{ id: aspect, name, description, ...one, trend: [{ period, review_count: 1 }] }] : [];
    })
    .slice(0, 1);
}

/** A topic has no examples of every review, so that of an aspect is made from the aspect. */
const toTopics = (aspects: readonly Aspect[], { id, rating }: Review): Topic[] =>
  aspects.map(({ id: aspect, name: label, evidence }) => ({
    id: aspect,
    label,
    kind: "aspect",
    review_count: 1,
    share: 1,
    average_rating: rating,
    review_ids: [id],
    examples: evidence.map(({ review_id, quote, start, end }) => ({ review_id, quote, start, end })),
  }));

function buildInsights({ aspects, entities, faq, method }: Insights, review: Review | undefined): Insights {
  const found = review === undefined ? [] : buildAspects(aspects, review);
  const entitiesOf = (all: readonly Entity[]) => (review === undefined ? [] : buildEntities(all, review));
  const said =
    review === undefined ? "There is no review yet." : `One review gives ${review.rating} of 5 stars.`;
  const review_ids = review === undefined ? [] : [review.id];
  return {
    aspects: found,
    entities: {
      technicians: entitiesOf(entities.technicians),
      services: entitiesOf(entities.services),
      service_areas: entitiesOf(entities.service_areas),
    },
    topics: review === undefined ? [] : toTopics(found, review),
    faq: faq
      .slice(0, 1)
      .map(({ id, question }) => ({ id, question, answer: said, answer_html: `<p>${said}</p>`, review_ids })),
    summary: { text: said, html: `<p>${said}</p>`, updated: review?.date ?? "2026-01-01" },
    method: {
      ...method,
      star_agreement: 1,
      verdict_origins: { reader: found.length, person: 0, model: 0 },
      unsure_share: 0,
      other_share: 0,
    },
  };
}

const unknownParameter: Issue = {
  path: ["minrating"],
  code: "unknown_parameter",
  message: "unknown parameter minrating, did you mean min_rating?",
  received: "4",
};
const wrongDay: Issue = {
  path: ["date"],
  code: "invalid_format",
  message: "date must be a real day, written YYYY-MM-DD, got 2026-02-30",
  received: "2026-02-30",
};

export interface Samples {
  /** A value of each filter of search; those that this business has no value for are missing. */
  filters: SearchQuery;
  /** By operation. */
  results: Record<string, unknown>;
  /** The answer to an invalid parameter, by operation. */
  invalid: Record<string, Problem>;
  methodNotAllowed: Problem;
  unavailable: Problem;
}

/** An answer of each endpoint. */
export function buildSamples(
  all: ReviewsDataset,
  insights: Insights,
  baseUrl: string,
  hasSidecar = true,
): Samples {
  const review = chooseReview(all.reviews);
  const reviews = review === undefined ? [] : [review];
  const filters = buildFilters(review, all);
  const { limit, ...given } = filters;
  const dataset: ReviewsDataset = {
    business: shortenBusiness(all, review),
    aggregate_rating: buildAggregateRating(reviews),
    reviews,
    removed: all.removed.slice(0, 1),
  };
  const count = reviews.length;
  const found: SearchResult = { total: count, count, limit, filters: given, reviews };
  const day = filters.since ?? "2026-01-01";
  const since: SinceResult = {
    since: day,
    count,
    reviews,
    updated: [],
    removed: dataset.removed.filter(({ removed_at }) => removed_at >= day),
  };
  const feed: JsonFeed = buildJsonFeed(buildChannel(dataset, baseUrl, day, { hasSidecar }), baseUrl);
  const problem = (name: ProblemName, detail: string, issues?: Issue[]): Problem => ({
    type: `${baseUrl}/problems/${name}/`,
    title: problems[name].title,
    status: problems[name].status,
    detail,
    ...(issues && { issues }),
  });
  return {
    filters,
    results: {
      getReviews: dataset,
      getInsights: buildInsights(insights, review),
      getFeed: feed,
      searchReviews: found,
      getReviewsSince: since,
      getOpenApi: { openapi: "3.1.0", info: { title: "Reviews API", version: "1.0.0" }, paths: {} },
    } satisfies Record<keyof typeof endpoints, unknown>,
    invalid: {
      searchReviews: problem("invalid-request", unknownParameter.message, [unknownParameter]),
      getReviewsSince: problem("invalid-request", wrongDay.message, [wrongDay]),
    },
    methodNotAllowed: problem("method-not-allowed", "POST is not possible here; use GET, HEAD or OPTIONS"),
    unavailable: problem("unavailable", "The data is not loaded yet; ask again in a few seconds"),
  };
}
