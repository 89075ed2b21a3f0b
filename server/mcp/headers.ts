import type { IncomingHttpHeaders } from "node:http";
import { shown } from "../search/parameters.ts";
import type { RpcError } from "./responses.ts";

interface Message {
  method: string;
  params?: Record<string, unknown> | undefined;
}

/** A header without the blanks around it. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  // Node joins what is given more than once, but for Set-Cookie.
  (headers[name] as string | undefined)?.trim();

/** The header values of 2026-07-28 may be wrapped, as =?base64?…?=, when HTTP could not carry them plainly. */
function unwrapped(value: string): string | undefined {
  const wrapped = /^=\?base64\?(.*)\?=$/.exec(value);
  if (wrapped === null) return value;
  const [, base64 = ""] = wrapped;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined;
  return Buffer.from(base64, "base64").toString("utf8");
}

const mirrored: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const mismatch = (message: string): RpcError => ({
  status: 400,
  code: -32_020,
  message: `Header mismatch: ${message}`,
});

/** 2026-07-28: what intermediaries read in the headers must be what the body says. */
export function headerMismatch(
  headers: IncomingHttpHeaders,
  { method, params }: Message,
): RpcError | undefined {
  if (headers["mcp-protocol-version"] === undefined)
    return mismatch("the header MCP-Protocol-Version is missing");
  if (headers["mcp-method"] === undefined)
    return mismatch(`the header Mcp-Method is missing; the body says ${shown(method)}`);
  const field = mirrored[method];
  const inBody = field === undefined ? undefined : params?.[field];
  if (typeof inBody !== "string") return undefined;
  const name = headerOf(headers, "mcp-name");
  if (name === undefined)
    return mismatch(`the header Mcp-Name is missing; the body's ${field} is ${shown(inBody)}`);
  if (unwrapped(name) === inBody) return undefined;
  return mismatch(`Mcp-Name is ${shown(name)}, the body's ${field} is ${shown(inBody)}`);
}
