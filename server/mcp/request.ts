import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { readBody } from "../http/guard.ts";
import type { RpcError } from "./responses.ts";
import { shown } from "../search/parameters.ts";
import { z } from "zod";
import { type JsonRecord, isRecord } from "../../src/schema/json.ts";

const maxBodyBytes = 256 * 1024;
const maxDepth = 64;
/** Far more than any message needs, and few enough to parse and check in a millisecond. */
const maxValues = 2000;

type Read<T> = { ok: true; value: T } | { ok: false; failure: RpcError };

const refused = (status: number, code: number, message: string): { ok: false; failure: RpcError } => ({
  ok: false,
  failure: { status, code, message },
});
const tooLarge = refused(
  413,
  -32_000,
  `The body must have at most ${maxBodyBytes} bytes, and not come in tiny pieces`,
);
const tooDeep = refused(
  400,
  -32_600,
  `Invalid request: the body may have at most ${maxDepth} levels of objects and arrays`,
);
const tooMany = refused(400, -32_600, `Invalid request: the body may have at most ${maxValues} values`);
const notJson = refused(400, -32_700, "Parse error: the body is not valid JSON in UTF-8");

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether the text is too costly to parse: levels that something would recurse into, or very many values. */
function findCost(text: string): ReturnType<typeof refused> | undefined {
  let depth = 0;
  let values = 1;
  let signs = 0;
  // Whole strings, with whatever they hold, and the signs outside of them.
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[{}[\],]/g)) {
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === ",") values += 1;
    if (depth > maxDepth) return tooDeep;
    // A value has at most a name, a comma and two brackets.
    if (values > maxValues || (signs += 1) > 5 * maxValues) return tooMany;
  }
  return undefined;
}

/** The text of a request's body, within bounds. */
export async function readText(request: IncomingMessage): Promise<Read<string>> {
  try {
    const bytes = await readBody(request, maxBodyBytes, request.headers["content-length"]);
    return bytes === undefined ? tooLarge : { ok: true, value: utf8.decode(bytes) };
  } catch {
    return notJson;
  }
}

/** Its JSON value, of bounded depth and number of values. */
export function parseBody(text: string): Read<unknown> {
  const cost = findCost(text);
  if (cost) return cost;
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return notJson;
  }
}

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

const text = z.string("must be text");
// Not a record: that would look at every value, and there may be very many.
const values = z.custom<JsonRecord>(isRecord, "must be an object of named values");
/** Names and addresses; no longer one exists, and messages repeat them. */
const label = text.max(1000, "must have at most 1,000 characters");
const page = z.looseObject({ cursor: text.nullish() }).optional();
const named = z.looseObject({ name: label, arguments: values.nullish() });
const reference = z.discriminatedUnion(
  "type",
  [
    z.looseObject({ type: z.literal("ref/prompt"), name: label }),
    z.looseObject({ type: z.literal("ref/resource"), uri: label }),
  ],
  "must be a ref/prompt with a name or a ref/resource with a uri",
);

/** What the server answers, by method, and the parameters each method must have. */
export const methods = {
  "tools/list": page,
  "tools/call": named,
  "resources/list": page,
  "resources/templates/list": page,
  "resources/read": z.looseObject({ uri: label }),
  "prompts/list": page,
  "prompts/get": named,
  "completion/complete": z.looseObject({
    ref: reference,
    argument: z.looseObject({ name: label, value: text }),
    context: z.looseObject({ arguments: z.looseObject({ part: text.nullish() }).nullish() }).nullish(),
  }),
};
export type Method = keyof typeof methods;
const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);
export type Params<M extends Method> = z.infer<(typeof methods)[M]>;

/** The SDK answers it by itself. */
const initialize = z.looseObject({
  protocolVersion: text,
  capabilities: values,
  clientInfo: z.looseObject({ name: text, version: text }, "must name the client, with name and version"),
});

/** What is wrong with a request's parameters, in one sentence; nothing for methods that we do not serve. */
export function paramsIssue(method: string, params: unknown, opensSession: boolean): string | undefined {
  const schema = opensSession ? initialize : isMethod(method) ? methods[method] : undefined;
  const issues = schema?.safeParse(params ?? {}).error?.issues;
  if (issues === undefined) return undefined;
  return `${method}: ${issues.map(({ path, message }) => `${["params", ...path].join(".")} ${message}`).join("; ")}`;
}
