import { STATUS_CODES, type ServerResponse } from "node:http";
import { FastResponse } from "srvx";
import { openHeaders, preflightHeaders } from "../../src/schema/headers.ts";

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

export const toBytes = (body: Body): Uint8Array => (isWhole(body) ? body : Buffer.concat(body));

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
