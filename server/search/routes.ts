import type { H3Event } from "h3";
import { NoQuery, SearchQuery, SinceParams } from "../../src/schema/search.ts";
import type { BoundedCache } from "../data/bounded-cache.ts";
import type { Snapshot } from "../data/snapshot.ts";
import { invalidRequest } from "../http/problem.ts";
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

type Answers = BoundedCache<Resource>;

/** GET /api/reviews/search. */
export function createSearchRoute(current: () => Snapshot, answers: Answers) {
  const answer = (event: H3Event, target: string): Resource => {
    const snapshot = current();
    const query = parseQuery(SearchQuery, event.url.searchParams);
    if (!query.ok) throw invalidRequest(query.issues, query.count);
    const { body, etag } = searchBytes(snapshot, query.value);
    const resource = toResource(body, etag, snapshot.lastModified);
    answers.set(target, resource, bytesOf(resource, body.length, body.length));
    return resource;
  };
  return (event: H3Event) => {
    const target = targetOf(event);
    return sendResource(event, answers.get(target) ?? answer(event, target));
  };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** GET /api/reviews/since/{date}. */
export function createSinceRoute(current: () => Snapshot, answers: Answers) {
  const answer = (event: H3Event, target: string): Resource => {
    const snapshot = current();
    const params = parseValues(SinceParams, { date: decoded(event.context.params?.["date"] ?? "") });
    const query = parseQuery(NoQuery, event.url.searchParams);
    if (!params.ok || !query.ok) throw invalidRequest(...mergeIssues(params, query));
    const { body, etag, own } = sinceBytes(snapshot, params.value.date);
    const resource = toResource(body, etag, snapshot.lastModified);
    answers.set(target, resource, bytesOf(resource, own, sizeOf(body)));
    return resource;
  };
  return (event: H3Event) => {
    const target = targetOf(event);
    return sendResource(event, answers.get(target) ?? answer(event, target));
  };
}
