import type { HttpAnswer } from "./client.ts";

/** The media type without its parameters. */
export const mediaType = (answer: HttpAnswer): string =>
  (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Root elements of XML documents for programs. */
const dataRoots = new Set(["feed", "urlset", "sitemapindex", "svg", "rss"]);

/**
 * Whether it is a web page: its type says so, and its body does not say otherwise. Data that is only sent as a page is
 * data with a wrong type.
 */
export function isPage(answer: HttpAnswer): boolean {
  if (mediaType(answer) !== "text/html") return false;
  const start = answer.body.subarray(0, 2000).toString("utf8");
  const [, root] = /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*)*<!?([a-z]+)/i.exec(start) ?? [];
  return start === "" || (root !== undefined && !dataRoots.has(root.toLowerCase()));
}

/** Whether a build wrote the page: each has this in its head. */
export const isOwnPage = (answer: HttpAnswer): boolean =>
  mediaType(answer) === "text/html" && answer.body.includes(`rel="service-desc"`);

/** The names of a header's list, in lower case. */
export const toNames = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** `rel` → addresses of a Link header. */
export function parseLinks(header: string | undefined): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const [, address = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:\s*;[^,<]*)*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    for (const rel of (quoted ?? bare ?? "").toLowerCase().split(/\s+/).filter(Boolean))
      links.set(rel, [...(links.get(rel) ?? []), address]);
  }
  return links;
}

export const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** The start tags of that name. The doctor reads no more HTML than these and their attributes. */
export const tags = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

export function attribute(tag: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, bare] = pattern.exec(tag) ?? [];
  return (double ?? single ?? bare)?.replaceAll("&amp;", "&");
}

/** The addresses that a sitemap lists. */
export const sitemapAddresses = (xml: string): string[] =>
  [...xml.matchAll(/<loc>\s*([^<\s]*)\s*<\/loc>/g)].map(([, address = ""]) => address);

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reviews that a page shows in full. */
export const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);

/** The reviews that a page, feed, table or JSON document holds or links to; tombstones are none. */
export function reviewsIn(body: string): Set<string> {
  const lines = body.trimEnd().split("\n");
  const waiting = [parseJson(body) ?? (body.startsWith("{") ? lines.map(parseJson) : undefined)];
  const ids: string[] = [];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const isId = name === "review_id" || (name === "id" && "rating" in value);
      if (typeof member === "object") waiting.push(member);
      if (typeof member === "string" && (isId || name === "ids")) ids.push(...member.split("\n"));
      if (name === "review_ids" && Array.isArray(member)) ids.push(...member.map(String));
    }
  }
  const links = body.matchAll(/\/reviews\/([a-z0-9][a-z0-9-]{0,63})\/(?=["'#?<])/g);
  const rows = body.matchAll(/^([a-z0-9][a-z0-9-]{0,63}),\d{4}-\d\d-\d\d,/gm);
  return new Set([...ids, ...idsOn(body), ...[...links, ...rows].map(([, id = ""]) => id)]);
}
