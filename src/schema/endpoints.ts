import type { z } from "zod";
import { ReviewsDataset, SinceResult } from "./datasets.ts";
import { JsonFeed } from "./feed.ts";
import { Insights } from "./insights.ts";
import { SearchQuery, SearchResult, SinceParams } from "./search.ts";

export const apiVersion = "1.0.0";

interface Endpoint {
  path: string;
  /** Static documents come from the build, whoever serves them. */
  servedBy: "static" | "sidecar";
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The OpenAPI document itself has no schema of ours. */
  result?: z.ZodType;
  /** The MCP tool that answers the same question. */
  tool?: string;
}

/** The public HTTP interface: routing, validation, OpenAPI and MCP tools are made from this table. */
export const endpoints = {
  getReviews: {
    path: "/reviews.json",
    servedBy: "static",
    summary: "The business, its aggregate rating and every review",
    description:
      "The whole dataset, newest review first. Rebuilt at each deploy; ask conditionally with If-None-Match.",
    result: ReviewsDataset,
  },
  getInsights: {
    path: "/insights.json",
    servedBy: "static",
    summary: "What customers say, with the words it rests on",
    description: "Aspects, entities, topics, FAQ and editorial summary, derived from the reviews at build.",
    result: Insights,
  },
  getFeed: {
    path: "/api/feed.json",
    servedBy: "static",
    summary: "The 50 newest reviews as JSON Feed 1.1",
    description: "For feed readers; names a WebSub hub that pushes changes.",
    result: JsonFeed,
  },
  searchReviews: {
    path: "/api/reviews/search",
    servedBy: "sidecar",
    summary: "Find reviews",
    description:
      "Filters combine with AND. `total` is the exact number of matches; `reviews` are the newest of them.",
    query: SearchQuery,
    result: SearchResult,
    tool: "search_reviews",
  },
  getReviewsSince: {
    path: "/api/reviews/since/{date}",
    servedBy: "sidecar",
    summary: "What has changed since a day",
    description:
      "New reviews, older ones that were edited, answered or first published since, and withdrawals. Asked with the newest day that a copy names anywhere (date, updated, published, changed, reply.date, removed_at), or an earlier one, the answer turns that copy into today's reviews.",
    params: SinceParams,
    result: SinceResult,
  },
  getOpenApi: {
    path: "/.well-known/openapi.json",
    servedBy: "static",
    summary: "This description",
    description: "OpenAPI 3.1.0, made from the schemas that the server checks requests with.",
  },
} as const satisfies Record<string, Endpoint>;
