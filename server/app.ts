import type { IncomingMessage, RequestListener } from "node:http";
import { H3, type HTTPError, type H3Event, toNodeHandler } from "h3";
import { endpoints } from "../src/schema/endpoints.ts";
import { openHeaders } from "../src/schema/headers.ts";
import { type Headers, preflightAnswer, ProblemError, problemResponse, toResponse } from "./http/response.ts";
import { createSearchRoute, createSinceRoute } from "./search/routes.ts";
import type { ClientAddress } from "./http/client-address.ts";
import { hostname } from "node:os";
import { sha256 } from "./data/hashes.ts";
import type { Env } from "./env.ts";
import { requestId } from "./http/guard.ts";
import { hubPath } from "../src/schema/hub.ts";
import type { Hub } from "./hub/hub.ts";
import { type Log, errorFields } from "./log.ts";
import type { Metrics } from "./http/metrics.ts";
import type { SnapshotSource } from "./data/source.ts";
import { createPages, createStaticRoute } from "./http/static.ts";

/** The request as Node has it, from which h3's is made. */
const nodeRequest = ({ runtime }: H3Event): IncomingMessage => runtime?.node?.req as IncomingMessage;

type Handler = (event: H3Event) => Response | Promise<Response>;

export interface AppParts {
  env: Env;
  log: Log;
  metrics: Metrics;
  clientAddress: ClientAddress;
  source: SnapshotSource;
  /** The folder of the build, when this process serves its pages too. */
  folder?: string;
  hub: () => Promise<Pick<Hub, "handle" | "metrics" | "ready">>;
  mcp: (request: IncomingMessage) => Promise<Response>;
}

const text = (status: number, type: string, body: string, more: Headers = {}): Response => {
  const bytes = Buffer.from(body);
  const length = { "Content-Type": type, "Content-Length": String(bytes.length) };
  return toResponse(status, { ...openHeaders, "Cache-Control": "no-store", ...length, ...more }, bytes);
};

const json = (status: number, value: unknown): Response =>
  text(status, "application/json", JSON.stringify(value));

/** Tells replicas apart in public without the machine's name; the log says at start which is which. */
export const replicaName = (port: number | undefined): string => `${sha256(hostname()).slice(0, 8)}:${port}`;

/** All routes on one screen, as Node calls them. */
export function createApp(parts: AppParts): RequestListener {
  const { env, folder, hub, log, mcp, metrics, source } = parts;
  const address = (event: H3Event) => parts.clientAddress.of(nodeRequest(event));
  const app = new H3({
    allowMalformedURL: true,
    silent: true,
    onError: (error, event) => problemResponse(toKnown(error, event, log), env.BASE_URL, event.req.method),
  });
  const route = (path: string, method: "GET" | "POST", handler: Handler) => {
    const allowed = method === "GET" ? (["GET", "HEAD"] as const) : (["POST"] as const);
    // To the router a slash at the end makes no difference; to a cache it does.
    const exact: Handler = (event) => {
      if (event.url.pathname.endsWith("/")) throw new ProblemError("not-found", "nothing is here");
      return handler(event);
    };
    for (const each of allowed) app.on(each, path, exact);
    app.options(path, preflight);
    app.all(path, () => notAllowed(allowed));
  };

  const countKept = metrics.counter(
    "http_kept_answers_total",
    "Answers of search and since that were sent from the cache.",
  )({});
  route(endpoints.searchReviews.path, "GET", createSearchRoute(source.current, countKept));
  const sincePath = endpoints.getReviewsSince.path.replace("{date}", ":date");
  route(sincePath, "GET", createSinceRoute(source.current, countKept));
  app.all("/mcp", (event) => mcp(nodeRequest(event)));
  app.post(hubPath, async (event) => {
    const { handle } = await hub();
    const form = { headers: event.req.headers, body: nodeRequest(event) };
    const response = await handle(form, { address: address(event) });
    // The hub's answers are read by anyone, as all others are.
    for (const [name, value] of Object.entries(openHeaders)) response.headers.set(name, value);
    return response;
  });
  app.options(hubPath, preflight);
  // The hub speaks plain text, in its refusals too.
  app.all(hubPath, ({ req: { method } }) =>
    text(405, "text/plain; charset=utf-8", `This address takes POST, got ${method}\n`, { Allow: "POST" }),
  );
  route("/healthz", "GET", () => json(200, { status: "ok" }));
  // A balancer hides which one answers; an upload says by this name which one lags.
  route("/readyz", "GET", async (event) => {
    const isReady = await (await hub()).ready();
    const { version } = source.current();
    const replica = replicaName(nodeRequest(event).socket.localPort);
    return json(isReady ? 200 : 503, { status: isReady ? "ready" : "store unreachable", version, replica });
  });
  route("/metrics", "GET", async () =>
    text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text() + (await (await hub()).metrics())),
  );
  app.options("/**", preflight);
  const pages = folder === undefined ? undefined : createPages(folder, env.BASE_URL);
  app.all("/**", createStaticRoute(source.current, env.BASE_URL, pages));
  return toNodeHandler(app);
}

const preflight = () => toResponse(204, preflightAnswer, null);

const notAllowed = (allowed: readonly string[]): never => {
  const list = allowed.join(", ");
  throw new ProblemError("method-not-allowed", `this address takes ${list}`, { Allow: list });
};

/** Our own errors are logged whole and named to nobody. */
function toKnown(error: HTTPError, event: H3Event, log: Log): ProblemError {
  const cause = error.cause;
  if (cause instanceof ProblemError) return cause;
  if (!error.unhandled && error.status === 404) return new ProblemError("not-found", "nothing is here");
  const id = requestId(nodeRequest(event));
  log.error("unexpected error", { request_id: id, ...errorFields(cause instanceof Error ? cause : error) });
  return new ProblemError("internal-error", `An unexpected error; it has been logged as ${id}.`, {
    "X-Request-Id": id,
  });
}
