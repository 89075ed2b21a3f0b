import { permalinkPath } from "./review-paths.ts";
import type { Business } from "../schema/business.ts";
import type { ReviewsDataset, SinceResult } from "../schema/datasets.ts";
import type { JsonFeed } from "../schema/feed.ts";
import type { endpoints } from "../schema/endpoints.ts";
import type { Evidence, Insights, Polarity } from "../schema/insights.ts";
import type { Issue, Problem, ProblemName } from "../schema/problem.ts";
import { problems } from "../schema/problem.ts";
import type { Review } from "../schema/review.ts";
import type { SearchQuery, SearchResult } from "../schema/search.ts";
import { buildChannel, buildJsonFeed } from "./feeds.ts";
import { buildAggregateRating } from "./reviews.ts";

// The examples in the API description. They are made up and fixed, so that the description changes when the
// interface does and not with every review.

const day = "2026-05-14";
const text = "Will came on time and left the edges clean. The price was fair.";

const buildReview = (baseUrl: string): Review => ({
  id: "2026-05-14-1",
  url: baseUrl + permalinkPath("2026-05-14-1"),
  date: day,
  rating: 5,
  title: "On time and tidy",
  text,
  author: { name: "Karen M." },
  source: { name: "Own website" },
  verification: { method: "job_record", date: "2026-05-12" },
  verified: true,
  mentions: {
    technicians: [{ id: "will-turner", name: "Will Turner" }],
    services: [{ id: "edging", name: "Edging" }],
    areas: [],
  },
  reply: { date: "2026-05-15", text: "Thank you, Karen. Will was glad to hear it." },
});

const buildBusiness = (baseUrl: string): Business => ({
  name: "Example Lawn Care",
  description: "Lawn care for homes in Example Valley.",
  url: `${baseUrl}/`,
  telephone: "+1 555 010 0100",
  email: "hello@lawn.example",
  address: { street: "1 Example Way", city: "Exampleton", region: "OH", postal_code: "43004", country: "US" },
  opening_hours: [{ days: ["Mo", "Tu", "We", "Th", "Fr"], opens: "08:00", closes: "17:00" }],
  same_as: [],
  fictional: true,
  services: [{ id: "edging", name: "Edging", description: "A clean line along paths and beds." }],
  technicians: [{ id: "will-turner", name: "Will Turner", role: "Crew lead" }],
  service_areas: [{ id: "exampleton", name: "Exampleton", region: "Ohio" }],
});

const counts = { positive: 0, negative: 0, mixed: 0, neutral: 0, unsure: 0 };

function evidence(quote: string, polarity: Polarity): Evidence {
  const start = text.indexOf(quote);
  return {
    review_id: "2026-05-14-1",
    polarity,
    quote,
    start,
    end: start + quote.length,
    origin: "reader",
  };
}

const insights: Insights = {
  aspects: [
    {
      id: "punctuality",
      name: "Punctuality",
      description: "Whether the crew comes when it said it would.",
      review_count: 1,
      ...counts,
      positive: 1,
      trend: [{ period: "2026-H1", review_count: 1 }],
      evidence: [evidence("Will came on time", "positive")],
    },
  ],
  entities: {
    technicians: [
      {
        id: "will-turner",
        name: "Will Turner",
        review_count: 1,
        mention_count: 1,
        ...counts,
        positive: 1,
        average_rating: 5,
        evidence: [evidence("Will came on time", "positive")],
      },
    ],
    services: [],
    service_areas: [],
  },
  topics: [
    {
      id: "punctuality",
      label: "Punctuality",
      kind: "aspect",
      review_count: 1,
      share: 1,
      average_rating: 5,
      review_ids: ["2026-05-14-1"],
      examples: [{ review_id: "2026-05-14-1", quote: "on time", start: 10, end: 17 }],
    },
  ],
  faq: [
    {
      id: "on-time",
      question: "Do you come on time?",
      answer: "1 of 1 customers who mention it says yes.",
      answer_html: "<p>1 of 1 customers who mention it says yes.</p>",
      review_ids: ["2026-05-14-1"],
    },
  ],
  summary: {
    text: "Customers praise punctuality.",
    html: "<p>Customers praise punctuality.</p>",
    updated: day,
  },
  method: {
    version: "1",
    description: "Rules over each sentence's own words; star ratings are not an input.",
    star_agreement: 0.9,
    verdict_origins: { reader: 40, person: 1, model: 0 },
    unsure_share: 0.08,
    other_share: 0.2,
    accuracy: 0.9,
    macro_f1: 0.88,
    labelled_sentences: 400,
  },
};

/** One value of each filter, for the parameters. */
export const sampleQuery: Required<SearchQuery> = {
  rating: 5,
  min_rating: 4,
  since: "2026-01-01",
  until: "2026-06-30",
  query: "on time",
  mentions_technician: "Will Turner",
  mentions_service: "edging",
  limit: 20,
};

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
  /** By operation. */
  results: Record<string, unknown>;
  /** What an invalid parameter gets, by operation. */
  invalid: Record<string, Problem>;
  methodNotAllowed: Problem;
  unavailable: Problem;
}

/** An answer of each endpoint. */
export function buildSamples(baseUrl: string): Samples {
  const review = buildReview(baseUrl);
  const dataset: ReviewsDataset = {
    business: buildBusiness(baseUrl),
    aggregate_rating: buildAggregateRating([review]),
    reviews: [review],
    removed: [{ id: "2024-08-02-1", removed_at: "2026-03-01" }],
  };
  const found: SearchResult = {
    total: 1,
    count: 1,
    limit: 20,
    filters: { min_rating: 4, query: "on time" },
    reviews: [review],
  };
  const since: SinceResult = {
    since: "2026-01-01",
    count: 1,
    reviews: [review],
    updated: [],
    removed: dataset.removed,
  };
  const feed: JsonFeed = buildJsonFeed(buildChannel(dataset, baseUrl, day), baseUrl);
  const problem = (name: ProblemName, detail: string, issues?: Issue[]): Problem => ({
    type: `${baseUrl}/problems/${name}/`,
    title: problems[name].title,
    status: problems[name].status,
    detail,
    ...(issues && { issues }),
  });
  return {
    results: {
      getReviews: dataset,
      getInsights: insights,
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
