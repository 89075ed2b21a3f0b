import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface RequestKey {
  /** The id to answer to, as JSON. */
  id: string;
  /** Names all of the request but its id; a digest, so that nothing of who asks is kept. */
  key: string;
}

const longest = 2000;
const anyId = String.raw`"id":(0|[1-9]\d{0,14}|"[\w-]{1,64}")`;
const [first, last] = [new RegExp(String.raw`^\{"jsonrpc":"2\.0",${anyId},`), new RegExp(`,${anyId}\\}$`)];

/**
 * What a request asks, apart from who asks, for those that have their id where clients put it. Whoever asks it again
 * in the same words is served the same result, with nothing to parse: an id of this form spoils no JSON.
 */
export function requestKeyOf(headers: IncomingHttpHeaders, text: string): RequestKey | undefined {
  if (text.length > longest) return undefined;
  const found = first.exec(text) ?? last.exec(text);
  if (found === null) return undefined;
  const [{ length }, id = ""] = found;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + length)];
  if (before.includes('"id"') || after.includes('"id"')) return undefined;
  const mirrored = ["mcp-protocol-version", "mcp-method", "mcp-name"].map((name) => headers[name]);
  const key = hash("sha256", JSON.stringify([mirrored, before, after]), "base64");
  return { id, key };
}
