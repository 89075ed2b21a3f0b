import type { IncomingMessage, ServerResponse } from "node:http";
import { holdBody, skipBody } from "./body.ts";
import { createAccessLog, health } from "./access-log.ts";
import type { Connections } from "./connections.ts";
import { hostName, isLoopback } from "./host-name.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "./metrics.ts";
import { ProblemError, toProblem } from "./problem.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const longestTarget = 8 * 1024;
/** How long the event loop may go without a turn before new requests are sent away. */
const patience = 3000;

/**
 * On a loopback bind only names of this machine and of the public address are answered, so that a page on another
 * name that resolves here (DNS rebinding) gets nothing.
 */
export function createHostCheck({
  HOST,
  BASE_URL,
}: Pick<Env, "HOST" | "BASE_URL">): (host: string) => boolean {
  if (!isLoopback(hostName(HOST))) return () => true;
  const known = new Set([hostName(new URL(BASE_URL).host), hostName(HOST)]);
  const seen = new Map<string, boolean>();
  return (host) => {
    let allowed = seen.get(host);
    if (allowed === undefined) {
      const name = hostName(host);
      allowed = known.has(name) || isLoopback(name);
      if (seen.size < 100) seen.set(host, allowed);
    }
    return allowed;
  };
}

interface GuardParts {
  env: Env;
  connections: Connections;
  log: Log;
  metrics: Metrics;
}

/** Stands before the app: refuses what no route should see, counts and logs all. */
export function createGuard(app: Listener, { env, connections, log, metrics }: GuardParts): Listener {
  const isOurHost = createHostCheck(env);
  const report = createAccessLog(log, metrics);
  let lastTurn = performance.now();
  setInterval(() => (lastTurn = performance.now()), 250).unref();

  const refusal = (request: IncomingMessage, path: string, isSurplus: boolean): ProblemError | undefined => {
    const { url = "", headers } = request;
    if (url.length > longestTarget) {
      return new ProblemError("uri-too-long", `the address may have at most ${longestTarget} bytes`);
    }
    if (hasTwoHosts(request))
      return new ProblemError("invalid-request", "the request must name one Host, and names several");
    if (url[0] !== "/") return new ProblemError("invalid-request", "the request target must be a path");
    if (health.has(path)) return undefined;
    if (headers.host !== undefined && !isOurHost(headers.host)) {
      return new ProblemError("forbidden", `this server answers to ${new URL(env.BASE_URL).host} only`);
    }
    if (performance.now() - lastTurn > patience || isSurplus) {
      return new ProblemError(
        "unavailable",
        "too many requests at the moment; try again in a second",
        undefined,
        {
          "Retry-After": "1",
          ...(isSurplus && { Connection: "close" }),
        },
      );
    }
    return undefined;
  };

  const answer = (request: IncomingMessage, response: ServerResponse, isSurplus: boolean, start: number) => {
    toOriginForm(request);
    const { url = "" } = request;
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    if (hasBody(request)) holdBody(request);
    response.on("close", () => {
      if (hasBody(request)) skipBody(request);
      connections.end(request);
      report(request, response, path, performance.now() - start);
    });
    const refused = refusal(request, path, isSurplus);
    if (refused === undefined) {
      void app(request, response);
      return;
    }
    const { status, headers, body } = toProblem(refused, env.BASE_URL);
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : body);
  };

  // A piece of 64 KB can hold thousands of requests, so nothing but this is done before a request has its turn.
  return (request, response) => {
    const start = performance.now();
    connections.begin(request, (isSurplus) => answer(request, response, isSurplus, start));
  };
}

/** RFC 9112, 3.2: Node takes the first of several, and whatever stands before us may have taken the last. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** RFC 9112, 3.2.2: a whole URL as target counts like its path, and its host like the Host header. */
function toOriginForm(request: IncomingMessage): void {
  const { url = "", method } = request;
  if (url[0] === "/") return;
  if (url === "*" && method === "OPTIONS") {
    request.url = "/";
    return;
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { host, pathname, search } = new URL(url);
  request.headers.host = host;
  request.url = pathname + search;
}
