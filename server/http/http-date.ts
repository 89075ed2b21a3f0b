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
