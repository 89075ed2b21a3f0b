import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { readBody } from "../../http/body.ts";
import { Refusal } from "./refusal.ts";

const bodyLimit = 16_384;
const mostFields = 100;

/** A Request, or as much of one as is read here: Node's own stream costs less than one of the web made from it. */
export interface FormRequest {
  headers: Headers;
  body: Request["body"] | Readable;
}

/** Reads a form of at most 16 KiB. */
export const readForm = async (request: FormRequest): Promise<Map<string, string[]>> => {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new Refusal(415, "Content-Type must be application/x-www-form-urlencoded");
  }
  const charset = parameters.map(charsetOf).find(Boolean);
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Refusal(415, `The form must be in UTF-8, got the charset ${charset.slice(0, 40)}`);
  }
  return parseForm(await readBytes(request));
};

/** A pattern would try each space between the value and what follows it in turn. */
const charsetOf = (parameter: string): string | undefined => {
  const equals = parameter.indexOf("=");
  if (parameter.slice(0, equals).trim().toLowerCase() !== "charset") return undefined;
  return parameter
    .slice(equals + 1)
    .trim()
    .replaceAll('"', "");
};

const readBytes = async ({ headers, body }: FormRequest): Promise<Uint8Array> => {
  if (body === null) return new Uint8Array(0);
  const stream = body instanceof Readable ? body : Readable.fromWeb(body as ReadableStream);
  const bytes = await readBody(stream, bodyLimit, headers.get("content-length")).catch(() => {
    throw new Refusal(400, "The request body ended early");
  });
  if (bytes === undefined)
    throw new Refusal(413, "The request body must have at most 16 KiB, and not come in tiny pieces");
  return bytes;
};

/** Takes a form apart. URLSearchParams would put U+FFFD in place of bytes that are not UTF-8, and change a secret. */
const parseForm = (bytes: Uint8Array): Map<string, string[]> => {
  const form = new Map<string, string[]>();
  const pairs = Buffer.from(bytes)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "");
  if (pairs.length > mostFields) {
    throw new Refusal(400, `The form must have at most ${mostFields} fields, got ${pairs.length}`);
  }
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), "a parameter's name");
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1), name);
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return form;
};

const decode = (text: string, name: string): string => {
  const bytes = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw new Refusal(400, `${name} must be UTF-8, percent-encoded`);
  }
};
