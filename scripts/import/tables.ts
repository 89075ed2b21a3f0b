import { CsvError, type Options, parse } from "csv-parse/sync";
import { UsageError, messageOf } from "../../src/schema/errors.ts";
import { handedOver } from "../../src/schema/invitation.ts";
import { isRecord, type JsonRecord, memberOf } from "../../src/schema/json.ts";
import { headersOf, toPlain } from "./platforms.ts";
import { parsePage, toSchemaTable } from "./schema-org.ts";

/** Rows under headers, whatever file they come from. */
export interface Table {
  /** The form that it had in the file. */
  kind: "CSV" | "JSON" | "schema.org JSON-LD" | "schema.org microdata" | "mail";
  headers: string[];
  rows: Row[];
  /** It is one page of several. */
  hasMore?: boolean;
  /** What its reader should know of it. */
  note?: string | undefined;
}

export interface Row {
  /** Where it stands in its file, to find it again. */
  at: string;
  values: string[];
  /** Why it is no review. */
  issue?: string;
  /** Who sent it, if it is a mail. */
  sender?: string | undefined;
  /** Pictures that came with it. */
  pictures?: readonly Buffer<ArrayBuffer>[];
}

/** The table in a file, found by what the file holds and not by its name; nothing when it holds none. */
export function findTable(text: string): Table | undefined {
  const start = /\S/.exec(text)?.[0];
  if (start === "<") {
    const { blocks, items } = parsePage(text);
    // Pages often say the same twice; JSON-LD is the plainer one.
    return (
      toSchemaTable(blocks.map(parseBlock), "schema.org JSON-LD") ??
      toSchemaTable(items, "schema.org microdata")
    );
  }
  if (start !== "{" && start !== "[") return parseTable(text);
  const value = parseJson(text);
  refuseOwnReviews(value);
  return toSchemaTable([value], "schema.org JSON-LD") ?? parseRecords(value);
}

interface CsvRow {
  /** The line on which it starts, from 1. */
  line: number;
  fields: string[];
}

/** RFC 4180, with the separators that spreadsheets use. Empty lines are left out. */
export function parseCsv(given: string): CsvRow[] {
  const [said = "", own] = separatorLine.exec(given) ?? [];
  const text = given.slice(said.length);
  const options = {
    delimiter: own ?? findSeparator(text),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  };
  let line = said === "" ? 1 : 2;
  return readRows(text, options, line).flatMap((fields) => {
    const row = { line, fields };
    line += 1 + fields.reduce((sum, field) => sum + field.split("\n").length - 1, 0);
    return fields.some((value) => value.trim() !== "") ? [row] : [];
  });
}

function readRows(text: string, options: Options, firstLine: number): string[][] {
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    throw new UsageError(
      `the row that begins on line ${findOpenRow(text, options) + firstLine}: a quote is opened and never closed`,
    );
  }
}

/** The line, from 0, on which the unclosed row begins. */
function findOpenRow(text: string, options: Options): number {
  let start = 0;
  try {
    parse(text, { ...options, on_record: (_, { lines }) => ((start = lines), null) });
  } catch {
    // Reported by the caller.
  }
  return start;
}

const separators = [",", ";", "\t", "|"];

/** The separator that stands most often, outside quotes, in the first line that has any. */
function findSeparator(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, "")
    .split("\n");
  const head = lines.find((line) => separators.some((one) => line.includes(one))) ?? "";
  const count = (separator: string) => head.split(separator).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

/** The line that Excel writes first to name its separator. */
const separatorLine = /^sep=(.)\n/i;

/** The header under which the place of a nested list is kept. */
const placeHeader = "location name";

const maxListDepth = 12;

/** Lists of which one entry counts: the business's replies, the locations. */
const single = new Set(["responses", "replies", "locations"]);

function flatten(value: JsonRecord, prefix: string, into: Map<string, string>, depth: number): void {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (isRecord(inner) && depth < 4) flatten(inner, name, into, depth + 1);
    else if (typeof inner === "string" || typeof inner === "number" || typeof inner === "boolean")
      into.set(name, String(inner));
    else if (inner === null) into.set(name, "");
    else if (Array.isArray(inner) && single.has(key) && isRecord(inner[0]) && depth < 4)
      flatten(inner.find(isStanding) ?? {}, name, into, depth + 1);
  }
}

/** A reply that the business has not deleted. */
const isStanding = (value: unknown): value is JsonRecord =>
  isRecord(value) && value["isDeleted"] !== true && value["deleted"] !== true;

function toRecord(value: JsonRecord): Map<string, string> {
  const record = new Map<string, string>();
  flatten(value, "", record, 0);
  return record;
}

const ratings = new Set<string>([
  ...headersOf.rating,
  "recommendationtype",
  "isrecommended",
  "recommendation",
]);
const others = new Set<string>([
  ...headersOf.text,
  ...headersOf.date,
  "originaltexttext",
  "texttext",
  "recommendationtype",
  "reviewdatetimeutc",
]);

const looksLikeReview = (value: JsonRecord): boolean => {
  const names = [...toRecord(unwrapForm(value)).keys()].map(toPlain);
  return names.some((name) => ratings.has(name)) && names.some((name) => others.has(name));
};

/**
 * Form services nest the submitted fields. Only those of our form are taken, because a sender can add others, such as
 * the date.
 */
function unwrapForm(value: JsonRecord): JsonRecord {
  const { data } = value;
  if (!isRecord(data) || !("invitation" in data)) return value;
  return { ...value, ...Object.fromEntries(handedOver.map((name) => [name, data[name]])) };
}

interface FoundItems {
  items: JsonRecord[];
  place: string | undefined;
}

const nameOf = (value: JsonRecord): string | undefined => {
  const display = isRecord(value["displayName"]) ? value["displayName"]["text"] : value["displayName"];
  const names = [value["title"], value["name"], display, value["place_id"], value["placeId"], value["id"]];
  return names.find((name): name is string => typeof name === "string" && name !== "");
};

/** Every list of reviews in the value: at its root, in places, in pages of an interface's answers. */
function findLists(value: unknown, place: string | undefined, depth: number): FoundItems[] {
  if (depth > maxListDepth || typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.values(value).flatMap((inner) =>
      findLists(inner, isRecord(value) && Array.isArray(inner) ? (nameOf(value) ?? place) : place, depth + 1),
    );
  }
  // Outscraper's interface answers with a list for each question.
  if (value.length > 0 && value.every(Array.isArray))
    return value.flatMap((inner) => findLists(inner, place, depth + 1));
  const items = value.filter(isRecord);
  const nested = items.flatMap((item) => findLists(item, nameOf(item) ?? place, depth + 1));
  if (nested.length > 0) return nested;
  return items.some(looksLikeReview) ? [{ items, place }] : [];
}

/** The reviews of a JSON document as a table, or nothing when it holds no list that looks like reviews. */
function parseRecords(value: unknown): Table | undefined {
  const lists = findLists(value, undefined, 0);
  if (lists.length === 0 && isRecord(value) && "starRating" in value)
    lists.push({ items: [value], place: undefined });
  if (lists.length === 0) return undefined;
  const records = lists.flatMap(({ items, place }) =>
    items.map((item) => {
      const record = toRecord(unwrapForm(item));
      if (place !== undefined && !record.has(placeHeader)) record.set(placeHeader, place);
      return record;
    }),
  );
  const headers = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const lastPage = Array.isArray(value) ? value.at(-1) : value;
  return {
    kind: "JSON",
    headers,
    hasMore: Boolean(memberOf(lastPage, "nextPageToken")),
    rows: records.map((record, index) => ({
      at: `review ${index + 1}`,
      values: headers.map((header) => record.get(header) ?? ""),
    })),
  };
}

/** One JSON object a line. */
function parseLines(text: string, parse: (line: string) => unknown): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      values.push(parse(line));
    } catch {
      return undefined;
    }
  }
  return values.length > 1 ? values : undefined;
}

/** Facebook's download writes each byte of a letter as a character of its own. */
const hasSplitLetters = (text: string) => /\\u00[c-f][\da-f]\\u00[89ab][\da-f]/i.test(text);

function joinLetters(value: unknown): unknown {
  // eslint-disable-next-line no-control-regex
  if (typeof value !== "string" || !/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value))
    return value;
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\uFFFD") ? value : text;
}

function parseJson(text: string): unknown {
  const revive = hasSplitLetters(text) ? (_: string, value: unknown) => joinLetters(value) : undefined;
  const parse = (part: string): unknown => JSON.parse(part, revive);
  try {
    return parse(text);
  } catch (error) {
    const lines = parseLines(text, parse);
    if (lines !== undefined) return lines;
    throw new UsageError(`is not whole JSON (${messageOf(error)}): download or copy it again`);
  }
}

const maxLinesBefore = 10;

/** The rows of a CSV file under its headers, or nothing when it is no table. */
function parseTable(text: string): Table | undefined {
  const all = parseCsv(text);
  // Some exports begin with lines of their own: what it is, when it was made.
  const start = all.findIndex(({ fields: cells }) => cells.filter((cell) => cell.trim() !== "").length > 1);
  const head = all[start];
  if (head === undefined || start > maxLinesBefore) return undefined;
  return {
    kind: "CSV",
    headers: head.fields.map((header) => header.trim()),
    rows: all.slice(start + 1).map(({ line, fields: values }) => ({ at: `line ${line}`, values })),
  };
}

/** A page may hold a block that is broken beside one that is not. */
function parseBlock(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

const isOwnReview = (feature: unknown) =>
  Object.keys(memberOf(feature, "properties") ?? {}).some((key) => /review|star_rating/i.test(key));

/** "Maps (your places)" in Takeout holds a Reviews.json too: reviews that the account's owner wrote about others. */
function refuseOwnReviews(value: unknown): void {
  const features = memberOf(value, "features");
  if (memberOf(value, "type") !== "FeatureCollection" || !Array.isArray(features)) return;
  if (!features.some(isOwnReview)) return;
  throw new UsageError(
    "holds the reviews that you wrote about other places (Takeout: Maps), not those that customers wrote about you: in Takeout choose Google Business Profile instead",
  );
}
