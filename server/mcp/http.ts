import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { openHeaders } from "../../src/schema/headers.ts";
import type { Env } from "../env.ts";
import { hostName, isLoopback } from "../http/client-address.ts";
import { parseAccept } from "../http/encoding.ts";
import { readBody } from "../http/guard.ts";
import { type Headers, toPairs, toResponse } from "../http/response.ts";
import { shown } from "../search/parameters.ts";

export type MessageId = string | number | null;

/** An answer that is an error: HTTP's status, and JSON-RPC's code and message. */
export class RpcError extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly headers: Headers;
  constructor(status: number, code: number, message: string, data?: unknown, headers: Headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.headers = headers;
  }
}

export const answerHeaders = { ...openHeaders, "Cache-Control": "no-store" };
const json = toPairs({ ...answerHeaders, "Content-Type": "application/json" });

function send(status: number, message: object, headers: Headers): Response {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  return toResponse(status, [...json, ...toPairs(headers), ["content-length", String(body.length)]], body);
}

export const sendResult = (id: MessageId, result: unknown, headers: Headers = {}): Response =>
  send(200, { id, result }, headers);

export function sendError({ status, code, message, data, headers }: RpcError, id: MessageId): Response {
  return send(status, { id, error: { code, message, ...(data !== undefined && { data }) } }, headers);
}

/** JSON-RPC leaves -32000 to servers; it stands for whatever HTTP's status already says. */
const transportError = -32_000;

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/**
 * A server bound to this machine answers pages of this machine only; other names that lead here (DNS rebinding) never
 * come past the guard. A client that asks by a public BASE_URL asks a public deploy behind a proxy, whose answers are
 * for all.
 */
export function createOriginCheck({
  HOST,
  BASE_URL,
}: Pick<Env, "HOST" | "BASE_URL">): (request: IncomingMessage) => void {
  const base = new URL(BASE_URL);
  const publicName = hostName(base.host);
  const isPublic = !isLoopback(publicName);
  if (!isLoopback(hostName(HOST))) return () => {};
  return ({ headers, socket }) => {
    // Only HTTP/1.0 knows requests without Host, and no browser sends them.
    const { host = `localhost:${socket.localPort}`, origin } = headers;
    if (isPublic && hostName(host) === publicName) return;
    if (origin === undefined || origin === base.origin) return;
    const [from, asked] = [URL.parse(origin), URL.parse(`http://${host}`)];
    const isNear = from !== null && isLoopback(hostName(from.host));
    // Where this machine is not the public address, only the page that the server itself shows here is ours.
    if (isNear && (!isPublic || (asked !== null && portOf(from) === portOf(asked)))) return;
    throw new RpcError(
      403,
      transportError,
      `Origin ${origin.slice(0, 100)} may not ask a server that is meant for this machine: set BASE_URL to its public address`,
    );
  };
}

/** Refuses what HTTP itself must refuse before the body is looked at. */
export function checkHead({ headers, method }: IncomingMessage): void {
  const refuse = (status: number, message: string, more: Headers = {}): never => {
    throw new RpcError(status, transportError, message, undefined, more);
  };
  if (method !== "POST")
    refuse(
      405,
      `${method} is not allowed: send JSON-RPC by POST; there are no streams to open and no sessions to end`,
      { Allow: "POST" },
    );
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";", 1);
  if (type.trim() !== "application/json")
    refuse(415, `Content-Type must be application/json, got ${type.trim().slice(0, 100) || "none"}`);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    refuse(415, `Content-Encoding must be absent, got ${encoding.slice(0, 100)}`);
  const accepted = parseAccept(headers.accept ?? "");
  const missing = ["application/json", "text/event-stream"].filter((needed) => !accepted.get(needed));
  if (missing.length > 0)
    refuse(
      406,
      `Accept must list application/json and text/event-stream, ${missing.join(" and ")} is missing`,
    );
}

const maxBodyBytes = 256 * 1024;
const maxDepth = 64;
/** Far more than any message needs, and few enough to parse and check in a millisecond. */
const maxValues = 2000;

const notJson = () => new RpcError(400, -32_700, "Parse error: the body is not valid JSON in UTF-8");
export const invalidRequest = (message: string) => new RpcError(400, -32_600, `Invalid request: ${message}`);

/** Refuses text that is too costly to parse: levels that something would recurse into, or very many values. */
function checkCost(text: string): void {
  let depth = 0;
  let values = 1;
  let signs = 0;
  // Whole strings, with whatever they hold, and the signs outside of them.
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[{}[\],]/g)) {
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === ",") values += 1;
    if (depth > maxDepth)
      throw invalidRequest(`the body may have at most ${maxDepth} levels of objects and arrays`);
    // A value has at most a name, a comma and two brackets.
    if (values > maxValues || (signs += 1) > 5 * maxValues)
      throw invalidRequest(`the body may have at most ${maxValues} values`);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON value of a request's body, of bounded size, depth and number of values. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, maxBodyBytes, request.headers["content-length"]).catch(() => {
    throw notJson();
  });
  if (bytes === undefined) {
    const message = `The body must have at most ${maxBodyBytes} bytes, and not come in tiny pieces`;
    throw new RpcError(413, transportError, message);
  }
  try {
    const text = utf8.decode(bytes);
    checkCost(text);
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof RpcError ? error : notJson();
  }
}

/** A header without the blanks around it. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  // Node joins what is given more than once, but for Set-Cookie.
  (headers[name] as string | undefined)?.trim();

/** The header values of 2026-07-28 may be wrapped, as =?base64?…?=, when HTTP could not carry them plainly. */
function unwrapped(value: string): string | undefined {
  const [wrapped, base64 = ""] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  if (wrapped === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined;
  return Buffer.from(base64, "base64").toString("utf8");
}

const mirrored: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** 2026-07-28: what intermediaries read in the headers must be what the body says. */
export function checkMirrored(
  headers: IncomingHttpHeaders,
  { method, params }: { method: string; params?: Record<string, unknown> | undefined },
): void {
  const mismatch = (message: string) => new RpcError(400, -32_020, `Header mismatch: ${message}`);
  if (headers["mcp-protocol-version"] === undefined)
    throw mismatch("the header MCP-Protocol-Version is missing");
  if (headers["mcp-method"] === undefined)
    throw mismatch(`the header Mcp-Method is missing; the body says ${shown(method)}`);
  const field = mirrored[method];
  const inBody = field === undefined ? undefined : params?.[field];
  if (typeof inBody !== "string") return;
  const name = headerOf(headers, "mcp-name");
  const said = `the body's ${field} is ${shown(inBody)}`;
  if (name === undefined) throw mismatch(`the header Mcp-Name is missing; ${said}`);
  if (unwrapped(name) !== inBody) throw mismatch(`Mcp-Name is ${shown(name)}, ${said}`);
}
