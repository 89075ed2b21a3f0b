import type { ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { FastResponse } from "srvx";
import { isNotModified } from "./conditional.ts";

export type Headers = Record<string, string>;

/** On every answer, whatever it is: anyone may read it, and no browser guesses its type. */
export const openHeaders: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
  "X-Content-Type-Options": "nosniff",
};

export const preflightHeaders: Headers = {
  ...openHeaders,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, If-None-Match, If-Modified-Since, If-Range, Range, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "public, max-age=86400",
};

/** Ready bytes with their headers; in pieces when joining them would mean copying a lot. */
export interface ReadyAnswer {
  body: Uint8Array | readonly Uint8Array[];
  headers: Headers;
  /** Headers of the 304 that says these bytes are still right. */
  unchanged: Headers;
  etag: string;
  lastModified: Date;
}

const isSingle = (body: ReadyAnswer["body"]): body is Uint8Array => body instanceof Uint8Array;

/** Sends the body; pieces one after the other as they lie in memory. */
export function writeBody(response: ServerResponse, body: ReadyAnswer["body"]): void {
  if (isSingle(body)) {
    response.end(body);
    return;
  }
  response.cork();
  for (const piece of body) if (piece.length > 0) response.write(piece);
  response.end();
  response.uncork();
}

const sizeOf = (body: ReadyAnswer["body"]): number =>
  isSingle(body) ? body.length : body.reduce((size, piece) => size + piece.length, 0);

export function createReadyAnswer(
  body: ReadyAnswer["body"],
  etag: string,
  lastModified: Date,
  headers: Headers,
): ReadyAnswer {
  const {
    "Content-Type": type = "application/json",
    "Content-Encoding": encoding,
    ...shared
  }: Headers = {
    ...openHeaders,
    ...headers,
    ETag: etag,
    "Last-Modified": lastModified.toUTCString(),
  };
  return {
    body,
    etag,
    lastModified,
    unchanged: shared,
    headers: {
      ...shared,
      "Content-Type": type,
      ...(encoding !== undefined && { "Content-Encoding": encoding }),
      "Content-Length": String(sizeOf(body)),
    },
  };
}

/** Sends ready bytes, or says that the asker has them; `etags` are those of all their representations. */
export function sendReady(
  { req }: H3Event,
  ready: ReadyAnswer,
  etags: readonly string[] = [ready.etag],
): Response {
  if (isNotModified(req.headers, { etags, lastModified: ready.lastModified })) {
    return new FastResponse(null, { status: 304, headers: ready.unchanged });
  }
  if (req.method === "HEAD") return new FastResponse(null, { headers: ready.headers });
  // srvx pipes whatever has a `pipe`.
  const body = isSingle(ready.body)
    ? ready.body
    : { pipe: (response: ServerResponse) => writeBody(response, ready.body) };
  return new FastResponse(body as unknown as BodyInit, { headers: ready.headers });
}
