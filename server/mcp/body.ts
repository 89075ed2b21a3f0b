import type { IncomingMessage } from "node:http";
import { readBody } from "../http/body.ts";
import type { RpcError } from "./responses.ts";

const maxBodyBytes = 256 * 1024;
const maxDepth = 64;
/** Far more than any message needs, and few enough to parse and check in a millisecond. */
const maxValues = 2000;

type Read<T> = { ok: true; value: T } | { ok: false; failure: RpcError };

const tooLarge: RpcError = {
  status: 413,
  code: -32_000,
  message: `The body must have at most ${maxBodyBytes} bytes, and not come in tiny pieces`,
};
const tooDeep: RpcError = {
  status: 400,
  code: -32_600,
  message: `Invalid request: the body may have at most ${maxDepth} levels of objects and arrays`,
};
const tooMany: RpcError = {
  status: 400,
  code: -32_600,
  message: `Invalid request: the body may have at most ${maxValues} values`,
};
const notJson: RpcError = {
  status: 400,
  code: -32_700,
  message: "Parse error: the body is not valid JSON in UTF-8",
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const quote = '"'.charCodeAt(0);
const backslash = "\\".charCodeAt(0);
const [openBrace, closeBrace, openBracket, closeBracket] = Array.from("{}[]", (character) =>
  character.charCodeAt(0),
);

const comma = ",".charCodeAt(0);

/** What makes the text too costly to parse: levels that something would recurse into, or very many values. */
function tooCostly(text: string): RpcError | undefined {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > maxDepth) return tooDeep;
    } else if (code === comma) {
      values += 1;
      if (values > maxValues) return tooMany;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return undefined;
}

/** The text of a request's body, within bounds. */
export async function readText(request: IncomingMessage): Promise<Read<string>> {
  try {
    const bytes = await readBody(request, maxBodyBytes, request.headers["content-length"]);
    return bytes === undefined ? { ok: false, failure: tooLarge } : { ok: true, value: utf8.decode(bytes) };
  } catch {
    return { ok: false, failure: notJson };
  }
}

/** Its JSON value, of bounded depth and number of values. */
export function parseBody(text: string): Read<unknown> {
  const failure = tooCostly(text);
  if (failure) return { ok: false, failure };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, failure: notJson };
  }
}
