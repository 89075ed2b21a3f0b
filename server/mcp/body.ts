import type { Failure } from "./answers.ts";

const maxBodyBytes = 256 * 1024;
const maxDepth = 64;

export type Body = { ok: true; value: unknown } | { ok: false; failure: Failure };

const tooLarge: Failure = {
  status: 413,
  code: -32_000,
  message: `The body must have at most ${maxBodyBytes} bytes`,
};
const tooDeep: Failure = {
  status: 400,
  code: -32_600,
  message: `Invalid request: the body may have at most ${maxDepth} levels of objects and arrays`,
};
const notJson: Failure = {
  status: 400,
  code: -32_700,
  message: "Parse error: the body is not valid JSON in UTF-8",
};

/** The body as text; undefined when it is too large. Throws when it is not UTF-8. */
async function readText(request: Request): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > maxBodyBytes) return undefined;
    const text = await request.text();
    // What is not UTF-8 was replaced, which shows in the length.
    if (text.includes("\uFFFD") && Buffer.byteLength(text) !== Number(declared)) throw new Error("not UTF-8");
    return text;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

const quote = '"'.charCodeAt(0);
const backslash = "\\".charCodeAt(0);
const openers = new Set(["{", "["].map((character) => character.charCodeAt(0)));
const closers = new Set(["}", "]"].map((character) => character.charCodeAt(0)));

/** Whether the text opens more levels than allowed; looked at before anything recurses into them. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (openers.has(code)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (closers.has(code)) depth -= 1;
  }
  return false;
}

/** The JSON value of a request's body, within bounds. */
export async function readBody(request: Request): Promise<Body> {
  try {
    const text = await readText(request);
    if (text === undefined) return { ok: false, failure: tooLarge };
    if (isTooDeep(text)) return { ok: false, failure: tooDeep };
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, failure: notJson };
  }
}
