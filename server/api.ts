import type { H3Event } from "h3";
import { SearchQuery, SinceParams } from "../src/schema/search.ts";
import { type ReadyAnswer, createReadyAnswer, sendReady } from "./answer.ts";
import { parseQuery, parseValues, shown } from "./parameters.ts";
import { invalidRequest } from "./problem.ts";
import { searchBytes } from "./search.ts";
import { sinceBytes } from "./since.ts";
import type { Snapshot } from "./snapshot.ts";

const headers = {
  "Content-Type": "application/json",
  "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
  Vary: "Accept-Encoding",
};

const keptBytes = 32 * 1024 * 1024;

/** Answers that were asked for before, by the query as it was written; the oldest go first. */
function createAnswerCache() {
  const kept = new Map<string, { answer: ReadyAnswer; size: number }>();
  let bytes = 0;
  return {
    get: (key: string) => kept.get(key)?.answer,
    /** `own` is how many bytes of the answer are not the dataset's own. */
    keep: (key: string, answer: ReadyAnswer, own: number) => {
      // A rough guess of what the headers and the map take.
      const size = own + key.length * 2 + 1024;
      bytes += size;
      kept.set(key, { answer, size });
      for (const [oldest, entry] of kept) {
        if (bytes <= keptBytes) break;
        kept.delete(oldest);
        bytes -= entry.size;
      }
    },
  };
}

/** GET /api/reviews/search. Ready answers are kept as long as their snapshot; `caching` is off in measurements only. */
export function createSearchRoute(current: () => Snapshot, caching = true): (event: H3Event) => Response {
  const caches = new WeakMap<Snapshot, ReturnType<typeof createAnswerCache>>();
  return (event) => {
    const snapshot = current();
    let cache = caches.get(snapshot);
    if (cache === undefined) caches.set(snapshot, (cache = createAnswerCache()));
    const { search } = event.url;
    const known = cache.get(search);
    if (known !== undefined) return sendReady(event, known);
    const query = parseQuery(SearchQuery, event.url.searchParams);
    if (!query.ok) throw invalidRequest(query.issues);
    const { body, etag } = searchBytes(snapshot, query.value);
    const answer = createReadyAnswer(body, etag, snapshot.lastModified, headers);
    if (caching) cache.keep(search, answer, body.length);
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
export function createSinceRoute(current: () => Snapshot): (event: H3Event) => Response {
  const caches = new WeakMap<Snapshot, ReturnType<typeof createAnswerCache>>();
  return (event) => {
    const snapshot = current();
    let cache = caches.get(snapshot);
    if (cache === undefined) caches.set(snapshot, (cache = createAnswerCache()));
    const { pathname, search } = event.url;
    const known = search === "" ? cache.get(pathname) : undefined;
    if (known !== undefined) return sendReady(event, known);
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
    cache.keep(pathname, answer, own);
    return sendReady(event, answer);
  };
}
