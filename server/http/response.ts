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
    headers: Headers = {},
    issues?: Issue[],
    issueCount?: number,
  ) {
    super(detail);
    this.problem = problem;
    this.issues = issues;
    this.headers = headers;
    this.issueCount = issueCount;
  }
}

/** All faults in a request's parameters at once: the first issues, and how many there are. */
export function invalidRequest(issues: Issue[], count = issues.length): ProblemError {
  const more = count - issues.length;
  const messages = issues.map(({ message }) => message);
  const detail = (more > 0 ? [...messages, `and ${more} more`] : messages).join("; ");
  return new ProblemError("invalid-request", detail, {}, issues, more > 0 ? count : undefined);
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

/** One form of a resource: ready bytes and their tag. */
interface Form {
  body: Body;
  etag: string;
}

/** One resource in all its forms. */
export interface HttpResource {
  identity: Form;
  /** Its content codings, the best first. */
  codings: readonly ContentCoding[];
  /** A file has all of them; an answer those that a client has accepted before. */
  encoded: Partial<Record<ContentCoding, Form>>;
  /** Those that all forms have in common, and that a 304 has too. */
  headers: HeaderPairs;
  type: string;
  lastModified: Date;
  /** Whether it was made for a request: compressed when a client first accepts that, and sent whole. */
  isDynamic: boolean;
}

/** The headers that resources of one kind and age share. */
export function shareHeaders(
  { "Content-Type": type = "application/json", ...headers }: Headers,
  lastModified: Date,
  isDynamic: boolean,
): Pick<HttpResource, "headers" | "type" | "lastModified" | "isDynamic"> {
  const all = {
    ...openHeaders,
    ...headers,
    Vary: "Accept-Encoding",
    ...(!isDynamic && { "Accept-Ranges": "bytes" }),
    "Last-Modified": lastModified.toUTCString(),
  };
  return { headers: toPairs(all), type, lastModified, isDynamic };
}

export function toFileResource(
  bodies: { identity: Uint8Array; gzip?: Uint8Array; br?: Uint8Array },
  tags: Record<Encoding, string>,
  lastModified: Date,
  headers: Headers,
): HttpResource {
  const codings = contentCodings.filter((coding) => bodies[coding] !== undefined);
  const toForm = (coding: Encoding): Form => ({
    body: bodies[coding] ?? bodies.identity,
    etag: tags[coding],
  });
  return {
    identity: toForm("identity"),
    codings,
    encoded: Object.fromEntries(codings.map((coding) => [coding, toForm(coding)])),
    ...shareHeaders(headers, lastModified, false),
  };
}

/** An answer; `shared` is made once for many. */
export const toAnswer = (
  body: Body,
  etag: string,
  shared: ReturnType<typeof shareHeaders>,
): HttpResource => ({
  identity: { body, etag },
  codings: isCompressibleSize(sizeOf(body)) ? contentCodings : [],
  encoded: {},
  ...shared,
});

/** The tag that the form in a coding has, or will have. */
const tagOf = ({ identity, encoded }: HttpResource, coding: ContentCoding): string =>
  encoded[coding]?.etag ?? withCoding(identity.etag, coding);

/** Makes a form that nobody asked for before; undefined when there is no time for it. */
function encode(resource: HttpResource, coding: ContentCoding): Form | Promise<Form> | undefined {
  const etag = tagOf(resource, coding);
  const keep = (body: Uint8Array): Form => (resource.encoded[coding] = { body, etag });
  const bytes = compressAnswer(toBytes(resource.identity.body), coding);
  return bytes instanceof Promise ? bytes.then(keep) : bytes && keep(bytes);
}

/** Answers with the form, or the part of it, that suits the request. */
export function sendResource(event: H3Event, resource: HttpResource): Response | Promise<Response> {
  const { headers } = event.req;
  const { identity, codings, encoded, isDynamic, lastModified } = resource;
  const accepted = headers.get("accept-encoding");
  const coding = accepted === null ? "identity" : negotiateEncoding(accepted, codings);
  // An answer that is made for this request comes as it is to whoever takes none of its codings.
  if (coding === undefined && !isDynamic)
    throw new ProblemError(
      "not-acceptable",
      `Accept-Encoding must allow one of identity, ${codings.join(", ")}`,
    );
  const isPlain = coding === undefined || coding === "identity";
  // Whoever holds one form is up to date.
  const etags = () => [identity.etag, ...codings.map((each) => tagOf(resource, each))];
  if (isNotModified(headers, { etags, lastModified })) {
    const etag = isPlain ? identity.etag : tagOf(resource, coding);
    return toResponse(304, [...resource.headers, ["etag", etag]], null);
  }
  if (isPlain) return send(event, resource, identity);
  const form = encoded[coding] ?? encode(resource, coding);
  if (form instanceof Promise) return form.then((made) => send(event, resource, made, coding));
  return form === undefined ? send(event, resource, identity) : send(event, resource, form, coding);
}

function send(
  event: H3Event,
  { headers: shared, isDynamic, lastModified, type }: HttpResource,
  { body, etag }: Form,
  coding?: ContentCoding,
): Response {
  const { headers, method } = event.req;
  const size = sizeOf(body);
  const common: HeaderPairs = [...shared, ["content-type", type], ["etag", etag]];
  if (coding !== undefined) common.push(["content-encoding", coding]);
  const whole = (sent: Body | null) => toResponse(200, [...common, ["content-length", String(size)]], sent);
  if (method === "HEAD") return whole(null);
  const range = isDynamic ? null : headers.get("range");
  if (range === null || !(body instanceof Uint8Array)) return whole(body);
  const part = isRangeCurrent(headers, etag, lastModified) ? parseRange(range, size) : undefined;
  if (part === undefined) return whole(body);
  if (part === "unsatisfiable") {
    throw new ProblemError("range-not-satisfiable", `the document has ${size} bytes`, {
      "Content-Range": `bytes */${size}`,
    });
  }
  const { start, end } = part;
  const partial: HeaderPairs = [
    ...common,
    ["content-range", `bytes ${start}-${end - 1}/${size}`],
    ["content-length", String(end - start)],
  ];
  return toResponse(206, partial, body.subarray(start, end));
}
