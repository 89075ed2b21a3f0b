import type { H3Event } from "h3";
import { NoQuery, SearchQuery, SinceParams } from "../../src/schema/datasets.ts";
import { createBoundedCache, memoizeOnce } from "../data/bounded-map.ts";
import type { Snapshot } from "../data/snapshot.ts";
import {
  type Body,
  type HttpResource,
  invalidRequest,
  sendResource,
  shareHeaders,
  sizeOf,
  toAnswer,
} from "../http/response.ts";
import { mergeIssues, parseQuery, parseValues } from "./parameters.ts";
import { searchBytes, sinceBytes } from "./search.ts";

/** The target as it was written: two ways to write a question are two answers, each kept for itself. */
const targetOf = ({ runtime, url }: H3Event): string => runtime?.node?.req.url ?? url.pathname + url.search;

/** The size of a resource, with the compressed forms it may get. */
const bytesOf = ({ codings, identity }: HttpResource, own: number): number =>
  own + objectBytes + (codings.length > 0 ? Math.ceil(sizeOf(identity.body) * 0.7) : 0);
const objectBytes = 1000;

const headers = {
  "Content-Type": "application/json",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
};
/** Kept answers take at most this much: room for the usual answers to 2,000 different questions. */
const maxBytes = 48 * 1024 * 1024;
const answersOf = memoizeOnce(({ lastModified }: Snapshot) => ({
  cache: createBoundedCache<HttpResource>(maxBytes),
  shared: shareHeaders(headers, lastModified, true),
}));

/** Answers a target: with what is kept, which is counted, when it can. `own` counts the bytes that are not shared with the dataset. */
const createRoute =
  (
    current: () => Snapshot,
    countKept: () => void,
    answer: (event: H3Event, snapshot: Snapshot) => { body: Body; etag: string; own: number },
  ) =>
  (event: H3Event): Response | Promise<Response> => {
    const snapshot = current();
    const { cache, shared } = answersOf(snapshot);
    const target = targetOf(event);
    const known = cache.get(target);
    if (known !== undefined) {
      countKept();
      return sendResource(event, known);
    }
    const { body, etag, own } = answer(event, snapshot);
    const resource = toAnswer(body, etag, shared);
    cache.set(target, resource, bytesOf(resource, own));
    return sendResource(event, resource);
  };

/** GET /api/reviews/search. */
export const createSearchRoute = (current: () => Snapshot, countKept: () => void) =>
  createRoute(current, countKept, (event, snapshot) => {
    const query = parseQuery(SearchQuery, event.url.searchParams);
    if (!query.ok) throw invalidRequest(query.issues, query.count);
    const { body, etag } = searchBytes(snapshot, query.value);
    return { body, etag, own: body.length };
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** GET /api/reviews/since/{date}. */
export const createSinceRoute = (current: () => Snapshot, countKept: () => void) =>
  createRoute(current, countKept, (event, snapshot) => {
    const params = parseValues(SinceParams, { date: decoded(event.context.params?.["date"] ?? "") });
    const query = parseQuery(NoQuery, event.url.searchParams);
    if (!params.ok || !query.ok) throw invalidRequest(...mergeIssues(params, query));
    return sinceBytes(snapshot, params.value.date);
  });
