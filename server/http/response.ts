import type { ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { FastResponse } from "srvx";
import { openHeaders, preflightHeaders } from "../../src/schema/headers.ts";
import { isNotModified } from "./conditional.ts";

export type Headers = Record<string, string>;

/** The headers of an answer to OPTIONS. */
export const preflightAnswer: Headers = {
  ...openHeaders,
  ...preflightHeaders,
  "Cache-Control": "public, max-age=86400",
};

/** Names and values in turn, as Node takes them fastest; the names as h3 writes them, in lower case. */
export type HeaderList = string[];

/** Ready bytes with their headers; in pieces when joining them would mean copying a lot. */
export interface ReadyAnswer {
  body: Uint8Array | readonly Uint8Array[];
  headers: HeaderList;
  /** Headers of the 304 that says these bytes are still right. */
  unchanged: HeaderList;
  etag: string;
  /** The tags of all representations of the same thing: whoever holds one of them is up to date. */
  etags: readonly string[];
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

const toList = (headers: Headers): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value]);

let lastDate: Date | undefined;
let lastDateText = "";
/** One after the other, answers have the date of one snapshot. */
const dateText = (date: Date): string => {
  if (date !== lastDate) {
    lastDate = date;
    lastDateText = date.toUTCString();
  }
  return lastDateText;
};

/** Gives what makes the answers that share these headers. */
export function createAnswers(headers: Headers) {
  const {
    "Content-Type": type = "application/json",
    "Content-Encoding": encoding,
    ...rest
  }: Headers = {
    ...openHeaders,
    ...headers,
  };
  const shared = toList(rest);
  const ofBody = toList({
    "Content-Type": type,
    ...(encoding !== undefined && { "Content-Encoding": encoding }),
  });
  return (
    body: ReadyAnswer["body"],
    etag: string,
    lastModified: Date,
    etags: readonly string[] = [etag],
  ): ReadyAnswer => {
    const unchanged = [...shared, "etag", etag, "last-modified", dateText(lastModified)];
    const size = String(sizeOf(body));
    return {
      body,
      etag,
      etags,
      lastModified,
      unchanged,
      headers: [...unchanged, ...ofBody, "content-length", size],
    };
  };
}

/** The same list as pairs, as web standards take them. */
export const toPairs = (list: readonly string[]): [string, string][] =>
  Array.from({ length: list.length / 2 }, (_, at) => [list[at * 2] as string, list[at * 2 + 1] as string]);

/** Sends ready bytes through h3, or says that the asker has them. */
export function sendReady({ req }: H3Event, ready: ReadyAnswer): Response {
  if (isNotModified(req.headers, ready)) {
    return new FastResponse(null, { status: 304, headers: toPairs(ready.unchanged) });
  }
  const headers = toPairs(ready.headers);
  if (req.method === "HEAD") return new FastResponse(null, { headers });
  // srvx pipes whatever has a `pipe`.
  const body = isSingle(ready.body)
    ? ready.body
    : { pipe: (response: ServerResponse) => writeBody(response, ready.body) };
  return new FastResponse(body as unknown as BodyInit, { headers });
}
