import { z } from "zod";
import { PlainError } from "./errors.ts";
import { keysOf } from "./json.ts";
import { ReviewsDataset, SinceResult, JsonFeed, SearchQuery, SearchResult, SinceParams } from "./datasets.ts";
import { Insights } from "./insights.ts";

const isBase = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    /^(?:\/[a-z\d~._-]+)*\/?$/i.test(url.pathname) &&
    url.search + url.hash + url.username + url.password === ""
  );
};

/** BASE_URL, the deploy's public address, as every absolute URL begins: a scheme, a host, perhaps a path, and no slash at the end. */
export const BaseUrl = z
  .string()
  .refine(isBase, "must be an address such as https://reviews.example.com or https://example.com/reviews")
  .transform((text) => new URL(text).href.replace(/\/+$/, ""))
  .default("http://localhost:3000");

/** The path below which the whole site lies: "/reviews"; empty where it has a host of its own. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, "");

/** Parses `BASE_URL` alone; an empty one is not given. Throws a line that says what to fix. */
export function parseBaseUrl(given: string | undefined): string {
  const result = BaseUrl.safeParse(given || undefined);
  if (result.success) return result.data;
  throw new PlainError(`BASE_URL ${result.error.issues[0]?.message}, got ${JSON.stringify(given)}`);
}

/** Throws when the address of a public deploy is one that nobody else can open. */
export function assertPublic(baseUrl: string): void {
  const { hostname, protocol } = new URL(baseUrl);
  const isLocal =
    /^(localhost|.*\.(localhost|local|internal|test|example|invalid)|0\.0\.0\.0|\[::1?\])$/.test(hostname) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  if (isLocal || protocol !== "https:") {
    throw new PlainError(
      `BASE_URL must be the https address at which everybody reads the site, such as https://reviews.example.com, got ${baseUrl}: every link, feed and canonical address is made from it. Set BASE_URL, or build without --public`,
    );
  }
}

/** Whether a build promises what only a sidecar answers: search, changes, MCP and hub. SIDECAR=none says that none is there. */
export function parseSidecar(given: string | undefined): boolean {
  if (!given || given === "none") return given !== "none";
  throw new PlainError(`SIDECAR must be none, or not set, got ${JSON.stringify(given)}`);
}

/** Every kind of problem that an answer can name; each has a page at /problems/<name>/. */
export const problems = {
  "invalid-request": { status: 400, title: "The request is not valid" },
  forbidden: { status: 403, title: "This server does not answer to that name" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "method-not-allowed": { status: 405, title: "This address does not take that method" },
  "not-acceptable": { status: 406, title: "No form of this answer is acceptable to you" },
  "too-large": { status: 413, title: "The request is too large" },
  "uri-too-long": { status: 414, title: "The address is too long" },
  "unsupported-media-type": { status: 415, title: "The request's content type is not supported" },
  "range-not-satisfiable": { status: 416, title: "That part of the document does not exist" },
  "internal-error": { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service is not ready or too busy" },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemName = keyof typeof problems;
export const problemNames = keysOf(problems);

/** The most issues that an answer lists; of more, it says how many there are. */
export const maxIssues = 20;

/** One issue with an input; its message says what would be accepted. */
export const Issue = z
  .object({
    path: z.array(z.string()).meta({ description: "Where the issue is" }),
    code: z.string().meta({ description: "What kind of issue it is" }),
    message: z.string().meta({ description: "What is wrong and what would be accepted" }),
    received: z.unknown().optional().meta({ description: "What was received" }),
  })
  .meta({ id: "Issue" });
export type Issue = z.infer<typeof Issue>;

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.url().meta({ description: "A page that explains this kind of problem" }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "What happened this time and what to do" }),
    issues: z
      .array(Issue)
      .max(maxIssues)
      .optional()
      .meta({ description: "What is wrong with an invalid input, all at once" }),
    issue_count: z
      .int()
      .optional()
      .meta({ description: "How many issues there are, when not all are listed" }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const apiVersion = "1.0.0";

/** The versions of MCP that /mcp speaks, the newest first: in sessions, and without. */
export const mcpVersions = {
  session: ["2025-11-25", "2025-06-18", "2025-03-26"],
  stateless: ["2026-07-28"],
};

/** The name of the MCP server among all others: the domain backwards, then where on it. */
export function toServerName(address: string): string {
  const { hostname, pathname } = new URL(address);
  const domain = hostname.split(".").filter(Boolean).toReversed().join(".");
  const place = pathname.split("/").findLast(Boolean) ?? "reviews";
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  return `${plain(domain)}/${plain(place)}`.slice(0, 200);
}

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
    description: "For feed readers; the hub that it names, if any, pushes changes.",
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
    summary: "Everything changed since a date",
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
