import type { Review } from "../schema/review.ts";

const names = (entities: readonly { name: string }[]) => entities.map(({ name }) => name).join("; ");

const columns = {
  id: ({ id }) => id,
  date: ({ date }) => date,
  rating: ({ rating }) => String(rating),
  author: ({ author }) => author.name,
  source: ({ source }) => source.name,
  verification: ({ verification }) => verification.method,
  title: ({ title }) => title ?? "",
  text: ({ text }) => text,
  technicians: ({ mentions }) => names(mentions.technicians),
  services: ({ mentions }) => names(mentions.services),
  areas: ({ mentions }) => names(mentions.areas),
  reply_date: ({ reply }) => reply?.date ?? "",
  reply: ({ reply }) => reply?.text ?? "",
  url: ({ url }) => url,
} satisfies Record<string, (review: Review) => string>;

/**
 * A sign that begins a formula where a cell may begin. A spreadsheet whose list separator is not the comma splits inside
 * our cells, and our quotes and line breaks mean nothing to it: so every line, and whatever follows a separator in use
 * anywhere, may begin a cell. After a space, a sign with a space behind it (" - ") is prose. The sign comes first here, so
 * that only signs look back: a run of blanks would cost the square of its length.
 */
const formulaStart = /[=+\-@＝＋－＠](?:(?<=(?:^|[,;:|~^\t\r\n])[\s"]*.)|(?<= "*.)(?!\s))/g;

/** One cell (RFC 4180); an apostrophe before each sign that could begin a formula marks it as text. */
export function toCsvCell(text: string): string {
  const safe = text.replace(formulaStart, "'$&");
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * For spreadsheets and programs. No byte order mark: it would be part of the first column's name for every program
 * that does not know it.
 */
export function buildCsv(reviews: readonly Review[]): string {
  const lines = reviews.map((review) =>
    Object.values(columns)
      .map((cell) => toCsvCell(cell(review)))
      .join(","),
  );
  return [Object.keys(columns).join(","), ...lines, ""].join("\r\n");
}

/** For pipelines: one review a line. */
export const buildNdjson = (reviews: readonly Review[]): string =>
  reviews.map((review) => `${JSON.stringify(review)}\n`).join("");
