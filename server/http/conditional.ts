const rfc1123 = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc850 = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Milliseconds of a date in one of the three forms of RFC 9110, 5.6.7; undefined for any other text. */
export function parseHttpDate(text: string): number | undefined {
  const isKnown = rfc1123.test(text) || rfc850.test(text) || asctime.test(text);
  const date = isKnown ? Date.parse(asctime.test(text) ? `${text} GMT` : text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

/** Milliseconds that a Retry-After header asks to wait: a number of seconds, or a date. Infinity when it overflows. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  return Math.max(0, (parseHttpDate(text) ?? now) - now);
}

const opaque = (tag: string) => (tag.startsWith("W/") ? tag.slice(2) : tag);

/** The entity tags of a list, without marks of weakness. */
const tagsOf = (list: string): string[] => (list.match(/(?:W\/)?"[^"]*"/g) ?? []).map(opaque);

interface Validators {
  /** The tag of every representation: whoever holds one of them is up to date. */
  etags: () => readonly string[];
  lastModified: Date;
}

/** Whether the client already has this answer (RFC 9110, 13.2.2): tags win over dates. */
export function isNotModified(headers: Pick<Headers, "get">, { etags, lastModified }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    // Most name one tag, as they got it.
    const ours = etags();
    if (ours.includes(tags) || tags.trim() === "*") return true;
    return tagsOf(tags).some((tag) => ours.includes(tag));
  }
  const since = headers.get("if-modified-since");
  const date = since === null ? undefined : parseHttpDate(since);
  return date !== undefined && lastModified.getTime() <= date;
}

/** Whether a Range may be answered in part: If-Range must name exactly these bytes, or their exact date. */
export function isRangeCurrent(headers: Pick<Headers, "get">, etag: string, lastModified: Date): boolean {
  const condition = headers.get("if-range");
  if (condition === null) return true;
  return condition.includes('"')
    ? condition.trim() === etag
    : parseHttpDate(condition) === lastModified.getTime();
}

/** The part of `size` bytes that a Range header asks for; undefined when it is to be ignored. */
export function parseRange(
  header: string,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.replaceAll(" ", ""));
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}
