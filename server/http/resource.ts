import type { H3Event } from "h3";
import { openHeaders } from "../../src/schema/headers.ts";
import type { Encoding } from "../data/snapshot.ts";
import { isNotModified, isRangeCurrent, parseRange } from "./conditional.ts";
import {
  type ContentCoding,
  compress,
  contentCodings,
  isCompressible,
  negotiateEncoding,
} from "./encoding.ts";
import { ProblemError } from "./problem.ts";
import { withCoding } from "../data/etag.ts";
import {
  type Body,
  type HeaderPairs,
  type Headers,
  sizeOf,
  toBytes,
  toPairs,
  toResponse,
} from "./response.ts";

/** One form of a resource: ready bytes with their headers. */
interface Representation {
  body: Body;
  etag: string;
  headers: HeaderPairs;
  /** How many of them, the first ones, the 304 has that says these bytes are still right. */
  validators: number;
}

/** One resource in all its representations. */
export interface Resource {
  identity: Representation;
  /** Its content codings, the best first. */
  codings: readonly ContentCoding[];
  encoded: Partial<Record<ContentCoding, Representation>>;
  /** Makes a representation when it is first asked for; undefined when there is no time for it. Files have them all. */
  encode?: (coding: ContentCoding) => Representation | Promise<Representation> | undefined;
  /** The tags of all representations: whoever holds one of them is up to date. */
  etags: () => readonly string[];
  lastModified: Date;
}

/** Gives what makes the representations that share these headers. */
function createRepresentations(headers: Headers) {
  const { "Content-Type": type = "application/json", ...rest } = { ...openHeaders, ...headers };
  const shared = toPairs(rest);
  return (body: Body, etag: string, lastModified: Date, coding?: ContentCoding): Representation => {
    const own: HeaderPairs = [
      ...shared,
      ["etag", etag],
      ["last-modified", lastModified.toUTCString()],
      ["content-type", type],
      ["content-length", String(sizeOf(body))],
    ];
    if (coding !== undefined) own.push(["content-encoding", coding]);
    return { body, etag, headers: own, validators: shared.length + 2 };
  };
}

/** A file, whose representations are all ready; each has its own tag. */
export function toFileResource(
  bodies: { identity: Uint8Array; gzip?: Uint8Array; br?: Uint8Array },
  tags: Record<Encoding, string>,
  lastModified: Date,
  headers: Headers,
): Resource {
  const represent = createRepresentations({ ...headers, Vary: "Accept-Encoding", "Accept-Ranges": "bytes" });
  const codings: ContentCoding[] = [];
  const encoded: Resource["encoded"] = {};
  for (const coding of contentCodings) {
    const body = bodies[coding];
    if (body === undefined) continue;
    codings.push(coding);
    encoded[coding] = represent(body, tags[coding], lastModified, coding);
  }
  const etags = [tags.identity, ...codings.map((coding) => tags[coding])];
  const identity = represent(bodies.identity, tags.identity, lastModified);
  return { identity, codings, encoded, etags: () => etags, lastModified };
}

const none: readonly ContentCoding[] = [];

/** Gives what makes resources of answers, which are compressed when a client first accepts it. */
export function createAnswers(headers: Headers) {
  const represent = createRepresentations({ ...headers, Vary: "Accept-Encoding" });
  return (body: Body, etag: string, lastModified: Date): Resource => {
    const codings = isCompressible(sizeOf(body)) ? contentCodings : none;
    const encode = (coding: ContentCoding) => {
      const keep = (bytes: Uint8Array) =>
        (resource.encoded[coding] = represent(bytes, withCoding(etag, coding), lastModified, coding));
      const bytes = compress(toBytes(body), coding);
      return bytes instanceof Promise ? bytes.then(keep) : bytes && keep(bytes);
    };
    const etags = () => [etag, ...codings.map((coding) => withCoding(etag, coding))];
    const identity = represent(body, etag, lastModified);
    const resource: Resource = { identity, codings, encoded: {}, encode, etags, lastModified };
    return resource;
  };
}

const unchanged = ({ headers, validators }: Representation): HeaderPairs => headers.slice(0, validators);

/** Answers with the representation, or the part of it, that suits the request. */
export function sendResource(event: H3Event, resource: Resource): Response | Promise<Response> {
  const { headers } = event.req;
  const accepted = headers.get("accept-encoding");
  const coding = accepted === null ? "identity" : negotiateEncoding(accepted, resource.codings);
  // An answer that is made for this request comes as it is to whoever takes none of its codings.
  if (coding === undefined && resource.encode === undefined) {
    throw new ProblemError(
      "not-acceptable",
      `Accept-Encoding must allow one of identity, ${resource.codings.join(", ")}`,
    );
  }
  const isKnown = isNotModified(headers, resource);
  if (coding === undefined || coding === "identity") return send(event, resource, resource.identity, isKnown);
  const ready = resource.encoded[coding];
  if (ready === undefined && isKnown) {
    const { etag } = resource.identity;
    const headers = unchanged(resource.identity).filter(([name]) => name !== "etag");
    return toResponse(304, [...headers, ["etag", withCoding(etag, coding)]], null);
  }
  const representation = ready ?? resource.encode?.(coding);
  if (representation instanceof Promise)
    return representation.then((made) => send(event, resource, made, isKnown));
  return send(event, resource, representation ?? resource.identity, isKnown);
}

function send(
  event: H3Event,
  resource: Resource,
  representation: Representation,
  isKnown: boolean,
): Response {
  const { headers, method } = event.req;
  const { body } = representation;
  if (isKnown) return toResponse(304, unchanged(representation), null);
  if (method === "HEAD") return toResponse(200, representation.headers, null);
  const range = resource.encode === undefined ? headers.get("range") : null;
  if (range === null || !(body instanceof Uint8Array)) return toResponse(200, representation.headers, body);
  if (!isRangeCurrent(headers, representation.etag, resource.lastModified))
    return toResponse(200, representation.headers, body);
  const size = body.length;
  const part = parseRange(range, size);
  if (part === undefined) return toResponse(200, representation.headers, body);
  if (part === "unsatisfiable") {
    throw new ProblemError("range-not-satisfiable", `the document has ${size} bytes`, undefined, {
      "Content-Range": `bytes */${size}`,
    });
  }
  const { start, end } = part;
  return toResponse(
    206,
    [
      ...representation.headers.filter(([name]) => name !== "content-length"),
      ["content-range", `bytes ${start}-${end - 1}/${size}`],
      ["content-length", String(end - start)],
    ],
    body.subarray(start, end),
  );
}
