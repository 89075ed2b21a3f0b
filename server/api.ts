import type { H3Event } from "h3";
import { SearchQuery, SinceParams } from "../src/schema/search.ts";
import { createReadyAnswer, sendReady } from "./answer.ts";
import { parseQuery, parseValues, shown } from "./parameters.ts";
import { invalidRequest } from "./problem.ts";
import { searchBytes } from "./search.ts";
import type { Shelf } from "./shelf.ts";
import { sinceBytes } from "./since.ts";
import type { Snapshot } from "./snapshot.ts";

const headers = {
  "Content-Type": "application/json",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
  Vary: "Accept-Encoding",
};

const targetOf = ({ runtime }: H3Event): string => runtime?.node?.req.url ?? "";

/** GET /api/reviews/search. */
export function createSearchRoute(current: () => Snapshot, shelf: Shelf): (event: H3Event) => Response {
  return (event) => {
    const snapshot = current();
    const query = parseQuery(SearchQuery, event.url.searchParams);
    if (!query.ok) throw invalidRequest(query.issues);
    const { body, etag } = searchBytes(snapshot, query.value);
    const answer = createReadyAnswer(body, etag, snapshot.lastModified, headers);
    shelf.offer(targetOf(event), answer, body.length);
    return sendReady(event, answer);
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
export function createSinceRoute(current: () => Snapshot, shelf: Shelf): (event: H3Event) => Response {
  return (event) => {
    const snapshot = current();
    const params = parseValues(SinceParams, { date: decoded(event.context.params?.["date"] ?? "") });
    const unknown = [...event.url.searchParams].map(([name, received]) => ({
      path: [name],
      code: "unknown_parameter",
      message: `unknown parameter ${shown(name)}; this address takes none`,
      received,
    }));
    if (!params.ok) throw invalidRequest([...params.issues, ...unknown]);
    if (unknown.length > 0) throw invalidRequest(unknown);
    const { body, etag, own } = sinceBytes(snapshot, params.value.date);
    const answer = createReadyAnswer(body, etag, snapshot.lastModified, headers);
    shelf.offer(targetOf(event), answer, own);
    return sendReady(event, answer);
  };
}
