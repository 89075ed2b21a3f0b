import { probablyMeant } from "../../src/schema/names.ts";
import { UsageError } from "../usage-error.ts";
import { isExcelDay, parseDay } from "./days.ts";
import { parseRating, RowError, toScale } from "./draft.ts";
import { type ReviewField, fieldNames, fields, isAverage, isField, isManifold, toPlain } from "./fields.ts";
import { toComparable } from "./identity.ts";
import type { Platform } from "./platform.ts";
import type { Row, Table } from "./records.ts";
import { isStatusWord } from "./status.ts";

/** In which columns each field stands; of several, the first that is filled counts. */
export type Columns = Partial<Record<ReviewField, number[]>>;

/** What the owner said of columns: `column=field`, from the command line or from content/imports.yaml. */
export type Mapping = readonly { column: string; field: ReviewField | "ignore" }[];

export function parseMapping(given: readonly string[], headers: readonly string[]): Mapping {
  return given.map((mapping) => {
    const cut = mapping.lastIndexOf("=");
    const [header, field] = [mapping.slice(0, cut).trim(), mapping.slice(cut + 1).trim()];
    const column = headers.find((known) => known === header || toPlain(known) === toPlain(header));
    if (cut < 1 || column === undefined) {
      const meant = probablyMeant(header, headers);
      throw new UsageError(
        `--map ${JSON.stringify(mapping)}: there is no such column${meant ? `; did you mean ${meant}?` : ""} The columns are ${headers.join(", ")}`,
      );
    }
    if (field !== "ignore" && !isField(field)) {
      throw new UsageError(
        `--map ${JSON.stringify(mapping)}: ${JSON.stringify(field)} must be one of ${fieldNames.join(", ")}, ignore`,
      );
    }
    return { column, field };
  });
}

/** Chooses by what the owner said, then by what the platform means, then by the headers alone. */
export function chooseColumns(
  { headers, rows }: Table,
  platform: Platform | undefined,
  mapping: Mapping,
  business: string,
): Columns {
  const columns: Columns = {};
  const taken = new Set<number>();
  const take = (field: ReviewField | "ignore", index: number) => {
    taken.add(index);
    if (field !== "ignore") columns[field] = [...(columns[field] ?? []), index];
  };
  for (const { column, field } of mapping) take(field, headers.indexOf(column));
  const own = new Set(Object.keys(columns));
  const names = headers.map(toPlain);
  for (const [header, field] of Object.entries(platform?.columns ?? {})) {
    const index = names.indexOf(header);
    if (index >= 0 && field !== undefined && !taken.has(index) && !own.has(field)) take(field, index);
  }
  for (const field of fieldNames) {
    if (columns[field] !== undefined && !(isManifold(field) && !own.has(field))) continue;
    for (const header of fields[field]) {
      const index = names.findIndex((name, at) => isHeader(name, header, field) && !taken.has(at));
      if (index < 0 || (isAverage(header) && field === "rating")) continue;
      const isOther = (other: string) => other !== header && names.includes(other);
      const isDoubtful = field === "title" || (field === "author" && fields.author.some(isOther));
      if ((field === "author" || field === "title") && isBusinessName(rows, index, business, isDoubtful))
        continue;
      // A state may be one of a country as well as one of a review.
      if (header === "state" && !rows.some(({ values }) => isStatusWord(values[index] ?? ""))) continue;
      take(field, index);
      if (!isManifold(field)) break;
    }
  }
  return columns;
}

/** A flag may say in its own header that it is the review's. */
const isHeader = (name: string, header: string, field: ReviewField): boolean =>
  name === header || (isManifold(field) && name === `review${header}`);

/** Whether the column says in every row who the reviews are about, rather than who wrote them or how they call it. */
function isBusinessName(rows: readonly Row[], index: number, business: string, isDoubtful: boolean): boolean {
  const values = new Set(
    rows.slice(0, 1000).map(({ values: cells }) => toComparable((cells[index] ?? "").slice(0, 200))),
  );
  values.delete("");
  if (values.size !== 1) return false;
  const [only = ""] = values;
  return (isDoubtful && rows.length >= 5) || (business !== "" && only === toComparable(business));
}

const sampleSize = 200;

/** Whether a reader takes the value. */
function takes(read: (value: string) => unknown, value: string): boolean {
  try {
    read(value);
    return true;
  } catch (error) {
    if (error instanceof RowError) return false;
    throw error;
  }
}

const isDay = (text: string): boolean =>
  !/^\d{1,8}$/.test(text) &&
  ["mdy" as const, "dmy" as const].some((form) => takes((day) => parseDay(day, { form }), text));
const isStars = (text: string): boolean => takes(parseRating, text);
/** Stars with halves, or points up to 10: only the header makes it likely that these are stars. */
const isScore = (text: string): boolean => takes((score) => parseRating(score, toScale(10)), text);

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.filter(is).length / values.length;

/** How well each kind of field fits what stands in a column, from 0 to 1. */
const fits: Partial<Record<ReviewField, (values: readonly string[]) => number>> = {
  rating: (values) => Math.max(share(values, isStars), share(values, isScore) / 2),
  // A postal code may have as many digits as Excel's days.
  date: (values) => Math.max(share(values, isDay), share(values, isExcelDay) / 2),
  text: (values) => {
    if (values.some((value) => /^https?:\/\//.test(value)) || share(values, isDay) > 0.5) return 0;
    const words = values.map((value) => value.slice(0, 2000).split(" ").length);
    return Math.min(1, words.reduce((sum, count) => sum + count, 0) / values.length / 6);
  },
  author: (values) => {
    const named = share(values, (value) =>
      /^\p{L}[\p{L}\p{M}.'’-]*( \p{L}[\p{L}\p{M}.'’-]*){0,3}$/u.test(value.slice(0, 80)),
    );
    return named * (new Set(values).size / values.length > 0.5 ? 1 : 0.4);
  },
};

/** What headers in other languages hint at; what stands in the column must fit none the less. */
const hints: Partial<Record<ReviewField, RegExp>> = {
  rating:
    /stern|stell|sterr|etoile|estrel|note|nota|voto|punt|calific|valuta|bewert|ocena|betyg|rating|score/,
  date: /dat|fecha|^tag$|zeit|erstellt|giorno|dia/,
  author: /name|nom|naam|autor|auteur|kunde|client|cliente|verfasser|person/,
  text: /text|bewert|avis|kommentar|coment|comment|resen|recens|opini|review|erfahrung|feedback|beoordeling/,
};

/** The columns in which a field may well stand, the likeliest first: what the owner is asked to confirm. */
export function proposeColumns(
  { headers, rows }: Table,
  field: ReviewField,
  columns: Columns,
  platform?: Platform,
): string[] {
  const fit = fits[field];
  const taken = new Set(Object.values(columns).flat());
  return headers
    .map((header, index) => {
      const values = rows
        .slice(0, sampleSize)
        .map(({ values: cells }) => (cells[index] ?? "").trim())
        .filter(Boolean);
      const plain = toPlain(header);
      const isOpen = !taken.has(index) && !isAverage(plain) && platform?.columns?.[plain] !== "ignore";
      const score = fit && values.length > 0 && isOpen ? fit(values) : 0;
      return { header, score: score >= 0.2 && hints[field]?.test(plain) ? score + 0.5 : score };
    })
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score)
    .map(({ header }) => header);
}
