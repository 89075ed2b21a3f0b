import { z } from "zod";
import { probablyMeant } from "../../src/schema/names.ts";
import { keysOf } from "../../src/schema/json.ts";
import type { Inviter } from "../invite/token.ts";
import { UsageError } from "../../src/schema/errors.ts";
import type { KeptExport } from "./confirmed-exports.ts";
import {
  headersOf,
  isAverage,
  isManifold,
  isStatusWord,
  type Platform,
  ReviewField,
  toPlain,
} from "./platforms.ts";
import { toComparable } from "./fingerprints.ts";
import type { Row, Table } from "./tables.ts";
import { type DayForm, isExcelDay, parseDay, parseRating, RowError, toScale } from "./field-values.ts";

/** In which columns each field stands; of several, the first that is filled counts, but all that the owner calls text. */
export type Columns = Partial<Record<ReviewField, number[]>>;

/** The owner's choice of columns: `column=field`, from the command line or content/imports.yaml. */
type Mapping = readonly { column: string; field: ReviewField | "ignore" }[];

function parseMapping(given: readonly string[], headers: readonly string[]): Mapping {
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
    const known = z.enum([...ReviewField.options, "ignore"]).safeParse(field);
    if (!known.success) {
      throw new UsageError(
        `--map ${JSON.stringify(mapping)}: ${JSON.stringify(field)} must be one of ${ReviewField.options.join(", ")}, ignore`,
      );
    }
    return { column, field: known.data };
  });
}

/** The only fields taken from invited reviews: a sender can add others, such as "reply" or "url". */
const ofStrangers = new Set<ReviewField>([
  "rating",
  "title",
  "text",
  "author",
  "invitation",
  "date",
  "status",
]);

/** Chooses by the owner's mapping, then by the platform's headers, then by common headers. */
function chooseColumns(
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
  for (const field of keysOf(platform?.columns ?? {})) {
    for (const header of platform?.columns[field] ?? []) {
      const index = names.indexOf(header);
      if (index >= 0 && !taken.has(index) && !own.has(field)) take(field, index);
    }
  }
  for (const field of ReviewField.options) {
    if (platform?.is_invited && !ofStrangers.has(field)) continue;
    if (columns[field] !== undefined && !(isManifold(field) && !own.has(field))) continue;
    for (const header of headersOf[field]) {
      const index = names.findIndex((name, at) => isHeader(name, header, field) && !taken.has(at));
      if (index < 0 || (isAverage(header) && field === "rating")) continue;
      const isOther = (other: string) => other !== header && names.includes(other);
      const isDoubtful = field === "title" || (field === "author" && headersOf.author.some(isOther));
      if ((field === "author" || field === "title") && isBusinessName(rows, index, business, isDoubtful))
        continue;
      // A column "state" may hold Ohio.
      if (header === "state" && !rows.some(({ values }) => isStatusWord(values[index] ?? ""))) continue;
      take(field, index);
      if (!isManifold(field) && !(platform?.is_invited && field === "date")) break;
    }
  }
  return columns;
}

/** The header of a flag may begin with "review". */
const isHeader = (name: string, header: string, field: ReviewField): boolean =>
  name === header || (isManifold(field) && name === `review${header}`);

/** Whether every row of the column names the business, so that it holds neither authors nor titles. */
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
export function takes(read: (value: string) => unknown, value: string): boolean {
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
/** Half stars, or points up to 10, which are ratings only if the header suggests it. */
const isScore = (text: string): boolean => takes((score) => parseRating(score, toScale(10)), text);

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.filter(is).length / values.length;

/** How well the values of a column fit each field, from 0 to 1. */
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

/** Fields suggested by headers in other languages; the column's values must fit as well. */
const hints: Partial<Record<ReviewField, RegExp>> = {
  rating:
    /stern|stell|sterr|etoile|estrel|note|nota|voto|punt|calific|valuta|bewert|ocena|betyg|rating|score/,
  date: /dat|fecha|^tag$|zeit|erstellt|giorno|dia/,
  author: /name|nom|naam|autor|auteur|kunde|client|cliente|verfasser|person/,
  text: /text|bewert|avis|kommentar|coment|comment|resen|recens|opini|review|erfahrung|feedback|beoordeling/,
};

/** The columns in which a field may well stand, the likeliest first. */
function scoreColumns(
  { headers, rows }: Pick<Table, "headers" | "rows">,
  field: ReviewField,
  columns: Columns,
  platform?: Platform,
): { header: string; score: number }[] {
  const fit = fits[field];
  const taken = new Set(Object.values(columns).flat());
  return headers
    .map((header, index) => {
      const values = rows
        .slice(0, sampleSize)
        .map(({ values: cells }) => (cells[index] ?? "").trim())
        .filter(Boolean);
      const plain = toPlain(header);
      const isOpen = !taken.has(index) && !isAverage(plain) && !platform?.columns.ignore?.includes(plain);
      const score = fit && values.length > 0 && isOpen ? fit(values) : 0;
      return { header, score: score >= 0.2 && hints[field]?.test(plain) ? score + 0.5 : score };
    })
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score);
}

/** The same, for the owner to choose from. */
const proposeColumns = (...given: Parameters<typeof scoreColumns>): string[] =>
  scoreColumns(...given).map(({ header }) => header);

/** The column of a list in which a field stands, as far as one is likelier than all others. */
export function guessColumn(
  table: Parameters<typeof scoreColumns>[0],
  field: ReviewField,
): string | undefined {
  const [first, second] = scoreColumns(table, field, {});
  return first && first.score > (second?.score ?? 0) ? first.header : undefined;
}

export interface TableOptions {
  source?: string | undefined;
  dates?: DayForm | undefined;
  /** The best score; stars are then rounded. */
  scale?: number | undefined;
  /** `column=field`, as typed or as kept. */
  map: readonly string[];
  /** The owner says that the export has no words. */
  isStarsOnly?: boolean;
  /** The owner confirms what is proposed from the data. */
  isConfirmed?: boolean;
  /** Whose invitations count; nobody's where there is no key yet. */
  inviter?: Inviter | undefined;
  /** Where the business's clocks are, whose days count. */
  timeZone?: string | undefined;
  /** The business's name, which is neither an author nor a title. */
  business?: string;
  /** Earlier confirmations, by columns. */
  kept?: readonly KeptExport[];
  /** Called with each confirmed export, to remember it. */
  onConfirmed?: (known: KeptExport) => void;
}

const needed = ["rating", "date", "author", "text"] as const;

interface Meant {
  columns: Columns;
  /** The choice made on the command line or by confirming. */
  map: readonly string[];
}

/** The columns, when those that every review needs are known, or confirmed as proposed. */
export function chooseMeant(
  table: Table,
  platform: Platform | undefined,
  options: TableOptions,
): Meant | undefined {
  const { headers } = table;
  const choose = (map: readonly string[]): Meant => ({
    columns: chooseColumns(table, platform, parseMapping(map, headers), options.business ?? ""),
    map,
  });
  const given = choose(options.map);
  const { columns } = given;
  if (columns.rating === undefined && platform?.without_stars !== undefined)
    throw new UsageError(platform.without_stars);
  const missing = needed.filter(
    (field) => columns[field] === undefined && !(field === "text" && options.isStarsOnly),
  );
  if (missing.length === 0 || platform?.is_exact) return given;
  const candidates = new Map(
    missing.map((field) => [field, proposeColumns(table, field, columns, platform)]),
  );
  const looksLikeReviews =
    options.map.length > 0 ||
    columns.rating !== undefined ||
    ((candidates.get("rating") ?? []).length > 0 &&
      (columns.text ?? candidates.get("text")?.[0]) !== undefined);
  if (!looksLikeReviews) return undefined;
  // Some exports have no authors at all.
  const proposed: string[] = [];
  for (const field of missing) {
    const header = candidates
      .get(field)
      ?.find((one) => !proposed.some((known) => known.startsWith(`${one}=`)));
    if (header !== undefined) proposed.push(`${header}=${field}`);
  }
  const open = missing.filter((field) => !proposed.some((mapping) => mapping.endsWith(`=${field}`)));
  const isNameless = platform !== undefined && open.length === 1 && open[0] === "author";
  if (proposed.length === 0 && isNameless) return given;
  if (options.isConfirmed && open.length === 0) return choose([...options.map, ...proposed]);
  throw toQuestion(headers, missing, candidates, proposed, open);
}

/** Guesses at the columns of an export, for the owner to confirm. */
export class MappingQuestion extends UsageError {
  readonly proposed: readonly string[];
  /** Whether nothing else is missing. */
  readonly isWhole: boolean;
  constructor(message: string, proposed: readonly string[], isWhole: boolean) {
    super(message);
    this.proposed = proposed;
    this.isWhole = isWhole;
  }
}

function toQuestion(
  headers: readonly string[],
  missing: readonly ReviewField[],
  candidates: ReadonlyMap<ReviewField, readonly string[]>,
  proposed: readonly string[],
  open: readonly ReviewField[],
): MappingQuestion {
  const named = missing.map((field) => {
    const list = candidates.get(field) ?? [];
    return list.length === 0
      ? `no column looks like the ${field}`
      : `the ${field} may be in ${list.slice(0, 3).join(" or ")}`;
  });
  const typed = proposed.map((mapping) => `--map ${JSON.stringify(mapping)}`).join(" ");
  const ways = [
    ...(proposed.length > 0 && open.length === 0 ? [`confirm this with --confirm, or with ${typed}`] : []),
    ...(open.length > 0 ? [`name it with --map "column=${open[0]}"`] : []),
    ...(missing.includes("text") ? ["say --stars-only if the export has no words"] : []),
  ];
  return new MappingQuestion(
    `does not say plainly what its columns are: ${named.join("; ")}. Nothing is assumed: ${ways.join(", or ")}. The columns are ${headers.join(", ")}`,
    proposed,
    proposed.length > 0 && open.length === 0,
  );
}
