import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { randomBytes } from "node:crypto";
import type { Log } from "../log.ts";
import type { Metrics } from "./metrics.ts";
import type { Connections } from "./connections.ts";
import { hostName, isLoopback } from "./client-address.ts";
import type { Env } from "../env.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { openHeaders } from "../../src/schema/headers.ts";
import { ProblemError, toProblem } from "./response.ts";

/** How much of a body that nobody wants is read past, so that its client sees our answer. */
const skippedBytes = 8 * 1024 * 1024;
/** A body may come in so many pieces, and in one more for each of so many bytes: a piece of one byte costs as much as any. */
const maxPieces = 1000;
const bytesOfPiece = 256;

/** Says of each piece whether the body is within bounds so far. */
function createBounds(maxBytes: number) {
  let bytes = 0;
  let pieces = 0;
  return (piece: Buffer): boolean => {
    bytes += piece.length;
    pieces += 1;
    return bytes <= maxBytes && pieces <= maxPieces + bytes / bytesOfPiece;
  };
}

/**
 * All bytes of a body; undefined when they are, or by its Content-Length will be, too many, or come in too many pieces.
 * Rejects when it breaks off.
 */
export function readBody(
  body: Readable,
  limit: number,
  contentLength?: string | null,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(contentLength ?? 0) > limit) return resolve(undefined);
    // Node ends the stream of a request that can have no body before anyone can read it.
    if (body.readableEnded) return resolve(Buffer.alloc(0));
    if (body.destroyed) reject(new Error("the client went away"));
    const chunks: Buffer[] = [];
    const isWithin = createBounds(limit);
    const read = (chunk: Buffer) => {
      if (isWithin(chunk)) chunks.push(chunk);
      else {
        body.off("data", read).pause();
        resolve(undefined);
      }
    };
    body.on("data", read);
    body.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    body.on("error", reject);
  });
}

/** Keeps Node from reading past a body that nobody reads, which it does without bounds. */
const holdBody = (request: IncomingMessage): unknown => request.read(0);

/** Once a request is answered, reads past what is left of its body, within bounds. */
function skipBody(request: IncomingMessage): void {
  if (request.readableEnded) return;
  const isWithin = createBounds(skippedBytes);
  request.on("data", (chunk: Buffer) => {
    if (!isWithin(chunk)) request.socket.destroy();
  });
  request.resume();
}

// Never refused, and logged at debug only.
const health = new Set(["/healthz", "/readyz", "/metrics"]);

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

/** The request's id in the log: the one that a proxy gave it, else ours. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) ids.set(request, (id = newId(request)));
  return id;
}

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"]);

/** Gives what counts and logs a request when its answer has left. */
function createAccessLog(log: Log, metrics: Metrics) {
  const requests = metrics.counter("http_requests_total", "Requests answered, by route, method and status.");
  const seconds = metrics.histogram(
    "http_request_duration_seconds",
    "Time from a request's head to the end of its answer.",
    [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
  const times = new Map<string, (seconds: number) => void>();
  const counts = new Map<string, () => void>();
  return (request: IncomingMessage, response: ServerResponse, path: string, spent: number): void => {
    const { method = "GET" } = request;
    const route = routeOf(path);
    const { statusCode: status } = response;
    if (!times.has(route)) times.set(route, seconds({ route }));
    times.get(route)?.(spent / 1000);
    const known = methods.has(method) ? method : "other";
    const key = `${route} ${known} ${status}`;
    if (!counts.has(key)) counts.set(key, requests({ route, method: known, status: String(status) }));
    counts.get(key)?.();
    const level = status >= 500 ? "error" : route === "health" ? "debug" : "info";
    if (!log.wants(level)) return;
    log.request(level, {
      // The request is over, so a new id need not be remembered.
      request_id: ids.get(request) ?? newId(request),
      method,
      path: path.length > 300 ? path.slice(0, 300) : path,
      status,
      ms: Math.round(spent * 100) / 100,
      aborted: response.writableFinished ? undefined : true,
    });
  };
}

const maxTarget = 8 * 1024;
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
  return (host) => {
    const name = hostName(host);
    return known.has(name) || isLoopback(name);
  };
}

/** Wraps the app: refuses what no route should see, and counts and logs every request. */
export function createGuard(
  app: RequestListener,
  { env, connections, log, metrics }: { env: Env; connections: Connections; log: Log; metrics: Metrics },
): RequestListener {
  const isOurHost = createHostCheck(env);
  const basePath = basePathOf(env.BASE_URL);
  const report = createAccessLog(log, metrics);
  let lastTurn = performance.now();
  setInterval(() => (lastTurn = performance.now()), 250).unref();

  const refusal = (
    request: IncomingMessage,
    path: string,
    { isOutside, isSurplus }: { isOutside: boolean; isSurplus: boolean },
  ): ProblemError | undefined => {
    const broken = findBroken(request);
    if (broken !== undefined || health.has(path)) return broken;
    const { host } = request.headers;
    if (host !== undefined && !isOurHost(host))
      return new ProblemError("forbidden", `this server answers to ${new URL(env.BASE_URL).host} only`);
    if (isOutside) return new ProblemError("not-found", `the site is at ${env.BASE_URL}/`);
    if (performance.now() - lastTurn > patience || isSurplus)
      return new ProblemError("unavailable", "too many requests at the moment; try again in a second", {
        "Retry-After": "1",
        ...(isSurplus && { Connection: "close" }),
      });
    return undefined;
  };

  const answer = (request: IncomingMessage, response: ServerResponse, isSurplus: boolean, start: number) => {
    toOriginForm(request, basePath);
    const place = stripBasePath(request, basePath);
    const { url = "" } = request;
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    if (hasBody(request)) holdBody(request);
    response.on("close", () => {
      if (hasBody(request)) skipBody(request);
      connections.end(request);
      report(request, response, path, performance.now() - start);
    });
    const refused = refusal(request, path, { isOutside: place === "outside", isSurplus });
    if (refused === undefined) {
      if (place === "entrance") redirectToHome(response, url, basePath);
      else app(request, response);
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

function findBroken(request: IncomingMessage): ProblemError | undefined {
  const { url = "" } = request;
  if (url.length > maxTarget)
    return new ProblemError("uri-too-long", `the address may have at most ${maxTarget} bytes`);
  if (hasTwoHosts(request))
    return new ProblemError("invalid-request", "the request must name one Host, and names several");
  if (url[0] !== "/") return new ProblemError("invalid-request", "the request target must be a path");
  return undefined;
}

/** Redirects the site's path without its last slash to the home page. */
function redirectToHome(response: ServerResponse, url: string, basePath: string): void {
  const Location = `${basePath}/${url.slice(basePath.length)}`;
  response.writeHead(301, { ...openHeaders, Location, "Cache-Control": "public, max-age=300" }).end();
}

/**
 * Where the site has a path, everything behind the guard sees addresses below it, alike wherever the site lies. Health
 * answers at the root of the host too, for those who ask a process and not a site.
 */
function stripBasePath(request: IncomingMessage, basePath: string): "below" | "entrance" | "outside" {
  const { url = "" } = request;
  if (basePath === "" || health.has(url)) return "below";
  if (url === basePath || url.startsWith(`${basePath}?`)) return "entrance";
  if (!url.startsWith(`${basePath}/`)) return "outside";
  request.url = url.slice(basePath.length);
  return "below";
}

/** RFC 9112, 3.2.2: a whole URL as target counts like its path, and its host like the Host header. */
function toOriginForm(request: IncomingMessage, basePath: string): void {
  const { url = "", method } = request;
  if (url[0] === "/") return;
  if (url === "*" && method === "OPTIONS") {
    request.url = `${basePath}/`;
    return;
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { host, pathname, search } = new URL(url);
  request.headers.host = host;
  request.url = pathname + search;
}
