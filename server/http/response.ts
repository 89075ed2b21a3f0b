import { type ServerResponse, STATUS_CODES } from "node:http";
import { FastResponse } from "srvx";
import { openHeaders, preflightHeaders } from "../../src/schema/headers.ts";
import { type Issue, type Problem, type ProblemName, problems } from "../../src/schema/endpoints.ts";
import type { Encoding } from "../data/snapshot.ts";
import { isNotModified, isRangeCurrent, parseRange } from "./conditional.ts";
import {
  compressAnswer,
  type ContentCoding,
  contentCodings,
  isCompressibleSize,
  negotiateEncoding,
} from "./encoding.ts";
import { withCoding } from "../data/hashes.ts";
import type { H3Event } from "h3";

export type Headers = Record<string, string>;

/** Names in lower case and values, in the form that FastResponse passes on without looking at them twice. */
export type HeaderPairs = [name: string, value: string][];

/** Ready bytes; in pieces when joining them would mean copying a lot. */
export type Body = Uint8Array | readonly Uint8Array[];

/** The headers of an answer to OPTIONS. */
export const preflightAnswer: Headers = {
  ...openHeaders,
  ...preflightHeaders,
  "Cache-Control": "public, max-age=86400",
};

const isWhole = (body: Body): body is Uint8Array => body instanceof Uint8Array;

export const sizeOf = (body: Body): number =>
  isWhole(body) ? body.length : body.reduce((size, piece) => size + piece.length, 0);

const toBytes = (body: Body): Uint8Array => (isWhole(body) ? body : Buffer.concat(body));

export const toPairs = (headers: Headers): HeaderPairs =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

/** Sends the body; pieces one after the other as they lie in memory. */
function writeBody(response: ServerResponse, body: Body): void {
  if (isWhole(body)) {
    response.end(body);
    return;
  }
  response.cork();
  for (const piece of body) if (piece.length > 0) response.write(piece);
  response.end();
  response.uncork();
}

/** An answer with these bytes, or none. Its headers say how long it is. */
export function toResponse(status: number, headers: HeaderPairs | Headers, body: Body | null): Response {
  const statusText = STATUS_CODES[status] ?? "";
  const init = { status, statusText, headers: Array.isArray(headers) ? headers : toPairs(headers) };
  // srvx writes and ends whatever is bytes, in two steps; it pipes whatever has a `pipe`, which does it in one.
  const sent = body && { pipe: (response: ServerResponse) => writeBody(response, body) };
  // TypeScript's Response knows no such body.
  return new FastResponse(sent as unknown as BodyInit | null, init);
}

/** An answer that is an error; thrown anywhere, answered in one place. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly issues: Issue[] | undefined;
  readonly headers: Headers;
  /** How many issues there are, when not all are listed. */
  readonly issueCount: number | undefined;
  constructor(
    problem: ProblemName,
    detail: string,
    issues?: Issue[],
    headers: Headers = {},
    issueCount?: number,
  ) {
    super(detail);
    this.problem = problem;
    this.issues = issues;
    this.headers = headers;
    this.issueCount = issueCount;
  }
}

/** What is wrong with a request's parameters, all at once: the first issues, and how many there are. */
export function invalidRequest(issues: Issue[], count = issues.length): ProblemError {
  const more = count - issues.length;
  const messages = issues.map(({ message }) => message);
  const detail = (more > 0 ? [...messages, `and ${more} more`] : messages).join("; ");
  return new ProblemError("invalid-request", detail, issues, {}, more > 0 ? count : undefined);
}

/** RFC 9457, as the bytes and headers of an answer. */
export function toProblem(
  error: ProblemError,
  baseUrl: string,
): { status: number; headers: Headers; body: string } {
  const { status, title } = problems[error.problem];
  const body: Problem = {
    type: `${baseUrl}/problems/${error.problem}/`,
    title,
    status,
    detail: error.message,
    ...(error.issues && { issues: error.issues }),
    ...(error.issueCount !== undefined && { issue_count: error.issueCount }),
  };
  const text = JSON.stringify(body);
  return {
    status,
    body: text,
    headers: {
      ...openHeaders,
      ...error.headers,
      "Content-Type": "application/problem+json",
      "Content-Length": String(Buffer.byteLength(text)),
      "Cache-Control": "no-store",
    },
  };
}

export function problemResponse(error: ProblemError, baseUrl: string, method = "GET"): Response {
  const { status, headers, body } = toProblem(error, baseUrl);
  return toResponse(status, headers, method === "HEAD" ? null : Buffer.from(body));
}

/** The headers that representations have in common, apart from those of their own bytes. */
interface SharedHeaders {
  /** Those of the 304 that says that the bytes are still right. */
  unchanged: HeaderPairs;
  whole: HeaderPairs;
}

/** One form of a resource: ready bytes with their headers. */
interface Representation {
  body: Body;
  etag: string;
  headers: SharedHeaders;
}

/** One resource in all its representations. */
export interface HttpResource {
  identity: Representation;
  /** Its content codings, the best first. */
  codings: readonly ContentCoding[];
  encoded: Partial<Record<ContentCoding, Representation>>;
  /** The headers of those that are made when they are first asked for. A file has all of its own. */
  pending?: Record<ContentCoding, SharedHeaders>;
  lastModified: Date;
}

function shareHeaders(headers: Headers, lastModified: Date, coding?: ContentCoding): SharedHeaders {
  const { "Content-Type": type = "application/json", ...rest } = { ...openHeaders, ...headers };
  const unchanged: HeaderPairs = [...toPairs(rest), ["last-modified", lastModified.toUTCString()]];
  const whole: HeaderPairs = [...unchanged, ["content-type", type]];
  if (coding !== undefined) whole.push(["content-encoding", coding]);
  return { unchanged, whole };
}

/** A file, whose representations are all ready; each has its own tag. */
export function toFileResource(
  bodies: { identity: Uint8Array; gzip?: Uint8Array; br?: Uint8Array },
  tags: Record<Encoding, string>,
  lastModified: Date,
  headers: Headers,
): HttpResource {
  const all = { ...headers, Vary: "Accept-Encoding", "Accept-Ranges": "bytes" };
  const represent = (body: Uint8Array, etag: string, coding?: ContentCoding): Representation => ({
    body,
    etag,
    headers: shareHeaders(all, lastModified, coding),
  });
  const codings: ContentCoding[] = [];
  const encoded: HttpResource["encoded"] = {};
  for (const coding of contentCodings) {
    const body = bodies[coding];
    if (body === undefined) continue;
    codings.push(coding);
    encoded[coding] = represent(body, tags[coding], coding);
  }
  return { identity: represent(bodies.identity, tags.identity), codings, encoded, lastModified };
}

const none: readonly ContentCoding[] = [];

/** Gives what makes resources of answers, which are compressed when a client first accepts it. */
export function createAnswers(headers: Headers, lastModified: Date) {
  const share = (coding?: ContentCoding) =>
    shareHeaders({ ...headers, Vary: "Accept-Encoding" }, lastModified, coding);
  const plain = share();
  const pending = { br: share("br"), gzip: share("gzip") };
  // In memory, many answers lie far apart: each has of its own what no other has, and all else together.
  return (body: Body, etag: string): HttpResource => ({
    identity: { body, etag, headers: plain },
    codings: isCompressibleSize(sizeOf(body)) ? contentCodings : none,
    encoded: {},
    pending,
    lastModified,
  });
}

/** The tag that the representation in a coding has, or will have. */
const tagOf = ({ identity, encoded }: HttpResource, coding: ContentCoding): string =>
  encoded[coding]?.etag ?? withCoding(identity.etag, coding);

/** Makes a representation that nobody asked for before; undefined when there is no time for it. */
function encode(
  resource: HttpResource,
  coding: ContentCoding,
  headers: SharedHeaders,
): Representation | Promise<Representation> | undefined {
  const etag = tagOf(resource, coding);
  const keep = (body: Uint8Array) => (resource.encoded[coding] = { body, etag, headers });
  const bytes = compressAnswer(toBytes(resource.identity.body), coding);
  return bytes instanceof Promise ? bytes.then(keep) : bytes && keep(bytes);
}

const notModified = ({ unchanged }: SharedHeaders, etag: string): Response =>
  toResponse(304, [...unchanged, ["etag", etag]], null);

/** Answers with the representation, or the part of it, that suits the request. */
export function sendResource(event: H3Event, resource: HttpResource): Response | Promise<Response> {
  const { headers } = event.req;
  const { identity, codings, encoded, pending, lastModified } = resource;
  const accepted = headers.get("accept-encoding");
  const coding = accepted === null ? "identity" : negotiateEncoding(accepted, codings);
  // An answer that is made for this request comes as it is to whoever takes none of its codings.
  if (coding === undefined && pending === undefined) {
    throw new ProblemError(
      "not-acceptable",
      `Accept-Encoding must allow one of identity, ${codings.join(", ")}`,
    );
  }
  // Whoever holds one representation is up to date.
  const etags = () => [identity.etag, ...codings.map((each) => tagOf(resource, each))];
  const isKnown = isNotModified(headers, { etags, lastModified });
  if (coding === undefined || coding === "identity") {
    return isKnown ? notModified(identity.headers, identity.etag) : send(event, resource, identity);
  }
  if (isKnown) return notModified(identity.headers, tagOf(resource, coding));
  const representation = encoded[coding] ?? (pending && encode(resource, coding, pending[coding]));
  if (representation instanceof Promise) return representation.then((made) => send(event, resource, made));
  return send(event, resource, representation ?? identity);
}

function send(
  event: H3Event,
  resource: HttpResource,
  { body, etag, headers: shared }: Representation,
): Response {
  const { headers, method } = event.req;
  const size = sizeOf(body);
  const whole: HeaderPairs = [...shared.whole, ["etag", etag], ["content-length", String(size)]];
  if (method === "HEAD") return toResponse(200, whole, null);
  const range = resource.pending === undefined ? headers.get("range") : null;
  if (range === null || !(body instanceof Uint8Array)) return toResponse(200, whole, body);
  if (!isRangeCurrent(headers, etag, resource.lastModified)) return toResponse(200, whole, body);
  const part = parseRange(range, size);
  if (part === undefined) return toResponse(200, whole, body);
  if (part === "unsatisfiable") {
    throw new ProblemError("range-not-satisfiable", `the document has ${size} bytes`, undefined, {
      "Content-Range": `bytes */${size}`,
    });
  }
  const { start, end } = part;
  const partial: HeaderPairs = [
    ...shared.whole,
    ["etag", etag],
    ["content-range", `bytes ${start}-${end - 1}/${size}`],
    ["content-length", String(end - start)],
  ];
  return toResponse(206, partial, body.subarray(start, end));
}
