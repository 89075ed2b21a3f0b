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

/** A spreadsheet runs a cell that starts like this as a formula, wide forms and leading space included. */
const startsFormula = /^\s*[=+\-@＝＋－＠\t\r]/;

/** One cell (RFC 4180); what could be a formula is marked as text with a leading apostrophe. */
function toCell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * For spreadsheets and programs. No byte order mark: it would be part of the first column's name for every program
 * that does not know it.
 */
export function buildCsv(reviews: readonly Review[]): string {
  const lines = reviews.map((review) =>
    Object.values(columns)
      .map((cell) => toCell(cell(review)))
      .join(","),
  );
  return [Object.keys(columns).join(","), ...lines, ""].join("\r\n");
}

/** The same for Excel, which takes a file that it opens for text of the system's code page unless a mark says UTF-8. */
export const buildExcelCsv = (reviews: readonly Review[]): string => `\uFEFF${buildCsv(reviews)}`;
