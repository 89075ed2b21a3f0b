import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../log.ts";
import type { Metrics } from "./metrics.ts";

/** What load balancers and operators ask for: never refused, and logged at debug only. */
export const health = new Set(["/healthz", "/readyz", "/metrics"]);

/** Few names for many addresses. */
function routeOf(path: string): string {
  if (path.startsWith("/api/reviews/search")) return "search";
  if (path.startsWith("/api/reviews/since/")) return "since";
  if (path.startsWith("/api/websub/")) return "hub";
  if (path === "/mcp") return "mcp";
  if (health.has(path)) return "health";
  if (path.startsWith("/data/")) return "data";
  if (/\.(json|xml|csv|ndjson)$/.test(path)) return "document";
  return "page";
}

const ids = new WeakMap<IncomingMessage, string>();
const prefix = randomBytes(6).toString("base64url");
let count = 0;

const newId = ({ headers }: IncomingMessage): string => {
  const given = headers["x-request-id"];
  if (typeof given === "string" && /^[\w.-]{1,64}$/.test(given)) return given;
  count += 1;
  return `${prefix}-${count}`;
};

/** The name of this request in the log: its own when a proxy gave it one, else ours. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) ids.set(request, (id = newId(request)));
  return id;
}

/** Makes each value once. Nested, it finds by several keys without joining them into one. */
function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"]);

/** Gives what counts and logs a request when its answer has left. */
export function createAccessLog(log: Log, metrics: Metrics) {
  const requests = metrics.counter("http_requests_total", "Requests answered, by route, method and status.");
  const seconds = metrics.histogram(
    "http_request_duration_seconds",
    "Time from a request's head to the end of its answer.",
    [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
  const times = memo((route: string) => seconds({ route }));
  const counts = memo((route: string) =>
    memo((method: string) => memo((status: number) => requests({ route, method, status: String(status) }))),
  );
  return (request: IncomingMessage, response: ServerResponse, path: string, spent: number): void => {
    const method = request.method ?? "GET";
    const route = routeOf(path);
    const status = response.statusCode;
    times(route)(spent / 1000);
    counts(route)(methods.has(method) ? method : "other")(status)();
    const level = status >= 500 ? "error" : route === "health" ? "debug" : "info";
    if (!log.wants(level)) return;
    log.request(level, {
      // It is over: nobody will ask for its name again.
      request_id: ids.get(request) ?? newId(request),
      method,
      path: path.length > 300 ? path.slice(0, 300) : path,
      status,
      ms: Math.round(spent * 100) / 100,
      aborted: response.writableFinished ? undefined : true,
    });
  };
}
