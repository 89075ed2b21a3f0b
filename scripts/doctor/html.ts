/** As much HTML as the doctor reads: attributes of start tags, as the build writes them or as others add them. */
export const tags = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

export const attribute = (tag: string, name: string): string | undefined => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag) ?? [];
  return (double ?? single ?? bare)?.replaceAll("&amp;", "&");
};

/** The reviews that a page shows in full. */
export const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);
