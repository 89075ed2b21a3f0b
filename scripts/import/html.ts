const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  euro: "€",
  pound: "£",
  copy: "©",
  reg: "®",
  deg: "°",
  frac12: "½",
  eacute: "é",
  egrave: "è",
  ecirc: "ê",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  ccedil: "ç",
  ntilde: "ñ",
  oacute: "ó",
  ocirc: "ô",
  iacute: "í",
  icirc: "î",
  uacute: "ú",
  aring: "å",
  oslash: "ø",
  aelig: "æ",
  middot: "·",
  bull: "•",
};

/** What character references stand for; those that nobody knows stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,12}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** Whether the texts were taken from a web page's source: every ampersand in them begins a reference. */
export function isEscaped(texts: Iterable<string>): boolean {
  let found = false;
  for (const text of texts) {
    if (!text.includes("&")) continue;
    if (/&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z]{2,12}\d{0,2};)/.test(text)) return false;
    found = true;
  }
  return found;
}

const hasMarkup = (text: string) => /<(?:br|p|div|b|i|em|strong|span|a)\b[^<>]{0,300}>/i.test(text);

/**
 * Text as a reader of the page sees it: line breaks for <br> and paragraphs, no tags, references decoded. With "markup
 * only", text without a tag stays as it is, because its author may have typed "&lt;".
 */
export function toPlainText(text: string, mode?: "markup only"): string {
  if (mode === "markup only" && !hasMarkup(text)) return text;
  return decodeEntities(
    text
      .replace(/<br\b[^<>]{0,100}>\n?/gi, "\n")
      .replace(/<\/(?:p|div|li)>/gi, "\n\n")
      .replace(/<\/?[a-z][^<>]{0,2000}>/gi, ""),
  )
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The JSON-LD blocks of a web page. */
export const findJsonLdBlocks = (html: string): string[] =>
  html.split(/<script\b/i).flatMap((part) => {
    const end = part.indexOf(">");
    if (end < 0 || !/type\s*=\s*["']?application\/ld\+json/i.test(part.slice(0, Math.min(end, 500))))
      return [];
    const close = part.search(/<\/script/i);
    return close < 0 ? [] : [part.slice(end + 1, close)];
  });
