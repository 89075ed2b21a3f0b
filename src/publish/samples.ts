import { analyse } from "../insights/analyse.ts";
import type { ReviewsDataset, SinceResult, JsonFeed, SearchQuery, SearchResult } from "../schema/datasets.ts";
import { type endpoints, type Issue, type Problem, type ProblemName, problems } from "../schema/endpoints.ts";
import type { Insights } from "../schema/insights.ts";
import type { Review } from "../schema/review.ts";
import type { Site } from "../schema/site.ts";
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

const chooseReview = (reviews: readonly Review[]): Review | undefined =>
  reviews.toSorted((a, b) => richness(b) - richness(a))[0];

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

/** What is known when this is the only review. */
function buildInsights(site: Site, review: Review | undefined): Insights {
  const said =
    review === undefined ? "There is no review yet." : `One review gives ${review.rating} of 5 stars.`;
  const body = { text: said, file: "", line: 1 };
  const { insights } = analyse({
    ...site,
    reviews: site.reviews.filter(({ id }) => id === review?.id),
    faq: site.faq.slice(0, 1).map((one) => ({ ...one, answer: body })),
    summary: { updated: review?.date ?? "2026-01-01", body },
  });
  const { aspects, entities, topics } = insights;
  const first = <T extends { review_count: number }>(all: readonly T[]): T[] =>
    all.filter(({ review_count }) => review_count > 0).slice(0, 1);
  return {
    ...insights,
    aspects: first(aspects),
    entities: {
      technicians: first(entities.technicians),
      services: first(entities.services),
      service_areas: first(entities.service_areas),
    },
    topics: first(topics),
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

export type Samples = ReturnType<typeof buildSamples>;

/** An answer of each endpoint, and to what is invalid, by operation. */
export function buildSamples(site: Site, all: ReviewsDataset, baseUrl: string, hasSidecar = true) {
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
  const results: Record<string, unknown> = {
    getReviews: dataset,
    getInsights: buildInsights(site, review),
    getFeed: feed,
    searchReviews: found,
    getReviewsSince: since,
    getOpenApi: { openapi: "3.1.0", info: { title: "Reviews API", version: "1.0.0" }, paths: {} },
  } satisfies Record<keyof typeof endpoints, unknown>;
  const invalid: Record<string, Problem> = {
    searchReviews: problem("invalid-request", unknownParameter.message, [unknownParameter]),
    getReviewsSince: problem("invalid-request", wrongDay.message, [wrongDay]),
  };
  return {
    /** A value of each filter of search; those that this business has no value for are missing. */
    filters,
    results,
    invalid,
    methodNotAllowed: problem("method-not-allowed", "POST is not possible here; use GET, HEAD or OPTIONS"),
    unavailable: problem("unavailable", "The data is not loaded yet; ask again in a few seconds"),
  };
}
