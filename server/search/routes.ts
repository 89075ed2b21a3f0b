import type { H3Event } from "h3";
import { endpoints } from "../../src/schema/endpoints.ts";
import { NoQuery, SearchQuery, SinceParams } from "../../src/schema/search.ts";
import { type ReadyAnswer, createAnswers, sendReady } from "../http/response.ts";
import { mergeIssues, type Parsed, parseQuery, parseValues } from "./parameters.ts";
import { invalidRequest } from "../http/problem.ts";
import type { Room } from "./room.ts";
import { searchBytes } from "./search.ts";
import type { Shelf } from "../http/response-cache.ts";
import { sinceBytes } from "./since.ts";
import type { Snapshot } from "../data/snapshot.ts";

const toAnswer = createAnswers({
  "Content-Type": "application/json",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
  Vary: "Accept-Encoding",
});

const targetOf = ({ runtime }: H3Event): string => runtime?.node?.req.url ?? "";

/** The answer to a search, or what is wrong with it. */
export type AnswerSearch = (target: string, parameters: URLSearchParams) => Parsed<ReadyAnswer>;

export function createSearch(current: () => Snapshot, shelf: Shelf, room: Room): AnswerSearch {
  return (target, parameters) => {
    const snapshot = current();
    const query = parseQuery(SearchQuery, parameters);
    if (!query.ok) return query;
    const isKept = shelf.wants(target);
    const { body, etag } = searchBytes(snapshot, query.value, isKept ? undefined : room.take);
    const value = toAnswer(body, etag, snapshot.lastModified);
    if (isKept) shelf.keep(target, value, body.length);
    return { ok: true, value };
  };
}

/** GET /api/reviews/search. */
export function createSearchRoute(search: AnswerSearch): (event: H3Event) => Response {
  return (event) => {
    const answer = search(targetOf(event), event.url.searchParams);
    if (!answer.ok) throw invalidRequest(answer.issues, answer.count);
    return sendReady(event, answer.value);
  };
}

const { path: searchPath } = endpoints.searchReviews;

/** The answer to a request target that is a search without faults. */
export function findSearch(search: AnswerSearch, target: string): ReadyAnswer | undefined {
  const end = searchPath.length;
  if (!target.startsWith(searchPath) || (target.length > end && target[end] !== "?")) return undefined;
  // No client sends a fragment; what a URL makes of one is the app's to say.
  if (target.includes("#")) return undefined;
  const answer = search(target, new URLSearchParams(target.slice(end + 1)));
  return answer.ok ? answer.value : undefined;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** GET /api/reviews/since/{date}. */
export function createSinceRoute(current: () => Snapshot, shelf: Shelf): (event: H3Event) => Response {
  return (event) => {
    const snapshot = current();
    const params = parseValues(SinceParams, { date: decoded(event.context.params?.["date"] ?? "") });
    const query = parseQuery(NoQuery, event.url.searchParams);
    if (!params.ok || !query.ok) throw invalidRequest(...mergeIssues(params, query));
    const target = targetOf(event);
    const { body, etag, own } = sinceBytes(snapshot, params.value.date);
    const answer = toAnswer(body, etag, snapshot.lastModified);
    if (shelf.wants(target)) shelf.keep(target, answer, own);
    return sendReady(event, answer);
  };
}
