/** As much HTML as the doctor reads: attributes of start tags, as the build writes them or as others add them. */
export const tags = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

export const attribute = (tag: string, name: string): string | undefined => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag) ?? [];
  return (double ?? single ?? bare)?.replaceAll("&amp;", "&");
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The reviews that a page, feed, table or JSON document holds or leads to; tombstones are none. */
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
  return new Set([
    ...ids,
    ...idsOn(body),
    ...[...body.matchAll(/\/reviews\/([a-z0-9][a-z0-9-]{0,63})\/(?=["'#?<])/g)].map(([, id = ""]) => id),
    ...[...body.matchAll(/^([a-z0-9][a-z0-9-]{0,63}),\d{4}-\d\d-\d\d,/gm)].map(([, id = ""]) => id),
  ]);
}

/** The reviews that a page shows in full. */
export const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);
