import type { H3Event } from "h3";
import { NoQuery, SearchQuery, SinceParams } from "../../src/schema/search.ts";
import type { Snapshot } from "../data/snapshot.ts";
import { invalidRequest } from "../http/problem.ts";
import { createResponseCaches } from "../http/response-cache.ts";
import { sizeOf } from "../http/response.ts";
import { type Resource, createAnswers, sendResource } from "../http/resource.ts";
import { mergeIssues, parseQuery, parseValues } from "./parameters.ts";
import { searchBytes } from "./search.ts";
import { sinceBytes } from "./since.ts";

const toResource = createAnswers({
  "Content-Type": "application/json",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
});

/** The target as it was written: two ways to write a question are two answers, each kept for itself. */
const targetOf = ({ runtime, url }: H3Event): string => runtime?.node?.req.url ?? url.pathname + url.search;

const isMade = (resource: Resource) => resource.codings.length > 0;
/** What a resource takes of its own, with the compressed forms that it may get. */
const bytesOf = (resource: Resource, own: number, whole: number): number =>
  own + headerBytes + (isMade(resource) ? Math.ceil(whole * 0.7) : 0);
const headerBytes = 1000;

const mostBytes = 32 * 1024 * 1024;
const answersOf = createResponseCaches<Resource>(mostBytes, mostBytes);

/** Answers a target, from the cache when it can. */
const createRoute =
  (
    current: () => Snapshot,
    answer: (event: H3Event, snapshot: Snapshot) => { resource: Resource; bytes: number },
  ) =>
  (event: H3Event): Response | Promise<Response> => {
    const snapshot = current();
    const answers = answersOf(snapshot);
    const target = targetOf(event);
    const known = answers.get(target);
    if (known !== undefined) return sendResource(event, known);
    const { resource, bytes } = answer(event, snapshot);
    answers.offer(target, resource, bytes);
    return sendResource(event, resource);
  };

/** GET /api/reviews/search. */
export const createSearchRoute = (current: () => Snapshot) =>
  createRoute(current, (event, snapshot) => {
    const query = parseQuery(SearchQuery, event.url.searchParams);
    if (!query.ok) throw invalidRequest(query.issues, query.count);
    const { body, etag } = searchBytes(snapshot, query.value);
    const resource = toResource(body, etag, snapshot.lastModified);
    return { resource, bytes: bytesOf(resource, body.length, body.length) };
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** GET /api/reviews/since/{date}. */
export const createSinceRoute = (current: () => Snapshot) =>
  createRoute(current, (event, snapshot) => {
    const params = parseValues(SinceParams, { date: decoded(event.context.params?.["date"] ?? "") });
    const query = parseQuery(NoQuery, event.url.searchParams);
    if (!params.ok || !query.ok) throw invalidRequest(...mergeIssues(params, query));
    const { body, etag, own } = sinceBytes(snapshot, params.value.date);
    const resource = toResource(body, etag, snapshot.lastModified);
    return { resource, bytes: bytesOf(resource, own, sizeOf(body)) };
  });
