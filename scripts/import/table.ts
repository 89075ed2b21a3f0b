import { CsvError, type Options, parse } from "csv-parse/sync";
import { isRecord, type JsonRecord } from "../../src/schema/json.ts";
import { UsageError } from "../usage-error.ts";
import {
  chooseMeant,
  type Columns,
  MappingQuestion,
  type Row,
  type Table,
  type TableOptions,
} from "./columns.ts";
import { toSignature } from "./confirmed-exports.ts";
import { type DayForm, type DayReading, findDayForm, isExcelDay, notBefore, parseDay } from "./days.ts";
import {
  checkScores,
  collect,
  type NewDraft,
  type ParsedExport,
  parseRating,
  RowError,
  type Scale,
  shortenName,
  toScale,
  unnamedNote,
  unnamedSource,
  unwrapTranslation,
} from "./draft.ts";
import {
  findPlatform,
  findSource,
  findUnpublished,
  headersOf,
  isCustomer,
  type Platform,
  ReviewField,
  toPlain,
} from "./exports.ts";
import { decodeEntities, isEscaped, toPlainText } from "./schema-org.ts";

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

/** On which line, from 0, the row begins that never ends. */
function findOpenRow(text: string, options: Options): number {
  let start = 0;
  try {
    parse(text, { ...options, on_record: (_, { lines }) => ((start = lines), null) });
  } catch {
    // As before.
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

/** What Excel writes before the first line, to say which separator it took. */
const separatorLine = /^sep=(.)\n/i;

/** The header under which the place of a nested list is kept. */
const placeHeader = "location name";

const maxListDepth = 12;

/** Lists of which a review has one entry, or one that counts: the business's answer, the place. */
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

/** Not an answer that the business has taken back. */
const isStanding = (value: unknown): value is JsonRecord =>
  isRecord(value) && value["isDeleted"] !== true && value["deleted"] !== true;

function toRecord(value: JsonRecord): Map<string, string> {
  const record = new Map<string, string>();
  flatten(value, "", record, 0);
  return record;
}

const ratings = new Set<string>([...headersOf.rating, "recommendationtype"]);
const others = new Set<string>([
  ...headersOf.text,
  ...headersOf.date,
  "originaltexttext",
  "texttext",
  "recommendationtype",
  "reviewdatetimeutc",
]);

const looksLikeReview = (value: JsonRecord): boolean => {
  const names = [...toRecord(value).keys()].map(toPlain);
  return names.some((name) => ratings.has(name)) && names.some((name) => others.has(name));
};

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
export function parseRecords(value: unknown): Table | undefined {
  const lists = findLists(value, undefined, 0);
  if (lists.length === 0) return undefined;
  const records = lists.flatMap(({ items, place }) =>
    items.map((item) => {
      const record = toRecord(item);
      if (place !== undefined && !record.has(placeHeader)) record.set(placeHeader, place);
      return record;
    }),
  );
  const headers = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return {
    headers,
    rows: records.map((record, index) => ({
      at: `review ${index + 1}`,
      values: headers.map((header) => record.get(header) ?? ""),
    })),
  };
}

/** One JSON object a line. */
export function parseLines(text: string, parse: (line: string) => unknown): unknown[] | undefined {
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

const maxLinesBefore = 10;

/** The rows of a CSV file under its headers, or nothing when it is no table. */
export function parseTable(file: string, text: string, options: TableOptions): ParsedExport | undefined {
  const all = parseCsv(text);
  // Some exports begin with lines of their own: what it is, when it was made.
  const start = all.findIndex(({ fields: cells }) => cells.filter((cell) => cell.trim() !== "").length > 1);
  const head = all[start];
  if (head === undefined || start > maxLinesBefore) return undefined;
  const rows = all.slice(start + 1);
  const headers = head.fields.map((header) => header.trim());
  const table = {
    headers,
    rows: rows.map(({ line, fields: values }) => ({ at: `line ${line}`, values })),
  };
  return parseReviews(file, "CSV", table, text, options);
}

/** The reviews of a table, or nothing when no column looks like stars. */
export function parseReviews(
  file: string,
  kind: "CSV" | "JSON",
  table: Table,
  text: string,
  given: TableOptions,
): ParsedExport | undefined {
  const { headers, rows } = table;
  const options = withKept(given, headers);
  const plainHeaders = headers.map(toPlain);
  const platform = findPlatform(plainHeaders, text);
  const meant = chooseMeant(table, platform, options);
  if (meant === undefined) return undefined;
  const { columns, map } = meant;
  const read = { columns, headers: plainHeaders };
  const scale = toScale(options.scale);
  const named = (columns.rating ?? []).map((index) => headers[index]).join(", ");
  checkScores(
    rows.map((row) => ({ at: row.at, score: firstOf(row, read, "rating") })),
    scale,
    `the column ${named}`,
  );
  const dates = chooseDates(rows, read, options);
  if (map.length > 0 || dates !== options.dates) {
    const { source } = options;
    options.onConfirmed?.({
      columns: headers,
      map: [...map],
      ...(source !== undefined && { source }),
      ...(dates !== undefined && { dates }),
      ...(options.scale !== undefined && { scale: options.scale }),
    });
  }
  const reading: TableReading = {
    ...read,
    platform,
    isEscaped: isEscaped(wordsOf(rows, columns)),
    source: options.source ?? (platform?.is_collector ? undefined : (platform?.source ?? platform?.name)),
    days: { form: findDayForm(daysOf(rows, read), dates) ?? platform?.dates, timeZone: options.timeZone },
    scale,
  };
  const found = collect(
    file,
    rows,
    ({ at }) => at,
    (row) => toDraft(row, reading),
  );
  const sources = new Set(found.drafts.map(({ source }) => source));
  return {
    format: platform ? `${platform.name} ${kind}` : kind,
    ...found,
    isWholeOf: platform?.is_part ? [] : platform?.is_collector ? [...sources] : [reading.source ?? []].flat(),
    notes: [
      ...(sources.has(unnamedSource) ? [unnamedNote] : []),
      ...(platform?.note ? [`${file}: ${platform.note}`] : []),
      ...(columns.text === undefined ? [`${file}: stars only, as you say: no text is imported`] : []),
      toColumnNote(file, headers, columns),
    ],
  };
}

/** What is not said on the command line is as it was confirmed for an export with these columns. */
function withKept(given: TableOptions, headers: readonly string[]): TableOptions {
  const known = (given.kept ?? []).find(({ columns }) => toSignature(columns) === toSignature(headers));
  return {
    ...given,
    map: given.map.length > 0 ? given.map : (known?.map ?? []),
    source: given.source ?? known?.source,
    dates: given.dates ?? known?.dates,
    scale: given.scale ?? known?.scale,
  };
}

type Read = Pick<TableReading, "columns" | "headers">;

const firstOf = (row: Row, read: Read, field: ReviewField): string =>
  cellsOf(row, read, field).find(({ value }) => value !== "")?.value ?? "";

function* daysOf(rows: readonly Row[], read: Read): Generator<{ at: string; day: string }> {
  for (const row of rows) {
    for (const field of ["date", "updated", "reply_date"] as const)
      yield { at: row.at, day: firstOf(row, read, field) };
  }
}

/** The form of days that was said, or else Excel's where it is confirmed that most days are in it. */
function chooseDates(
  rows: readonly Row[],
  read: Read,
  { dates, isConfirmed }: TableOptions,
): DayForm | undefined {
  if (dates !== undefined) return dates;
  const days = rows.map((row) => ({ at: row.at, day: firstOf(row, read, "date") }));
  const counted = days.filter(({ day }) => isExcelDay(day));
  const [first] = counted;
  if (first === undefined || counted.length * 2 < days.length) return undefined;
  if (isConfirmed) return "excel";
  const { at, day } = first;
  throw new MappingQuestion(
    `holds days as Excel counts them: ${day} (${at}) would be ${parseDay(day, { form: "excel" })}. Nothing is assumed: confirm this with --confirm, or say --dates excel`,
    [`days such as ${day} = ${parseDay(day, { form: "excel" })}`],
    true,
  );
}

function toColumnNote(file: string, headers: readonly string[], columns: Columns): string {
  const shown = ReviewField.options.flatMap((field) =>
    (columns[field] ?? []).map((index) => `${headers[index]} → ${field}`),
  );
  const used = new Set(Object.values(columns).flat());
  const unused = headers.filter((_, index) => !used.has(index));
  return `${file}: ${shown.join(", ")}${unused.length > 0 ? `; not used: ${unused.join(", ")}` : ""}${columns.email === undefined ? "" : "; email only finds jobs and is never written"}`;
}

function* wordsOf(rows: readonly Row[], columns: Columns): Generator<string> {
  for (const { values } of rows) {
    for (const field of ["text", "title", "reply"] as const) {
      for (const column of columns[field] ?? []) yield values[column] ?? "";
    }
  }
}

/** How the rows of a table are read. */
interface TableReading {
  columns: Columns;
  /** In the form in which they are compared. */
  headers: readonly string[];
  platform: Platform | undefined;
  /** Its words are those of a web page's source, with "&amp;" for "&". */
  isEscaped: boolean;
  source: string | undefined;
  days: DayReading;
  scale: Scale;
}

interface Cell {
  header: string;
  value: string;
}

const cellsOf = (
  { values }: Row,
  { columns, headers }: Pick<TableReading, "columns" | "headers">,
  field: ReviewField,
): Cell[] =>
  (columns[field] ?? []).map((index) => ({
    header: headers[index] ?? "",
    value: (values[index] ?? "").trim(),
  }));

/** The review in a row; throws what is wrong with the row. */
function toDraft(row: Row, reading: TableReading): NewDraft {
  checkLength(row, reading);
  const get = (field: ReviewField) =>
    cellsOf(row, reading, field).find(({ value }) => value !== "")?.value ?? "";
  if (/^(?:true|yes|1|(?:not )?recommended)$/i.test(get("recommendation")))
    throw new RowError("is a recommendation: it has no stars, and those beside it are made up");
  const toWords = (text: string) => {
    const plain = toPlainText(unwrapTranslation(text), "markup only");
    return reading.isEscaped ? decodeEntities(plain) : plain;
  };
  const date = parseDay(get("date"), reading.days);
  const first = decodeEntities(get("author"));
  // A family name alone would be published whole.
  const name = first === "" ? "" : `${first} ${get("last_name")}`.trim();
  const author = shortenName(name);
  const url = /^https?:\/\/\S+$/.test(get("url")) ? get("url") : undefined;
  const updated = get("updated") === "" ? date : parseDay(get("updated"), reading.days);
  const unpublished = whyUnpublished(row, reading);
  const customer = whetherCustomer(row, reading);
  const [title, location, email] = [toWords(get("title")), get("location"), get("email")];
  const reply = isReplyPrivate(row, reading) ? "" : toWords(get("reply"));
  const replied = get("reply_date") === "" ? date : parseDay(get("reply_date"), reading.days);
  return {
    source: reading.source ?? findSource(get("source"), url) ?? unnamedSource,
    key: get("id") || JSON.stringify([author, get("date"), get("item")]),
    date,
    rating: parseRating(get("rating"), reading.scale),
    ...(title && { title }),
    text: toWords(get("text")),
    author,
    ...(url !== undefined && { url }),
    ...(updated > date && { updated }),
    ...(reply && { reply: { date: notBefore(replied, date), text: reply } }),
    ...(location && { location: location.slice(0, 200) }),
    ...(unpublished !== undefined && { unpublished }),
    ...(customer !== undefined && { isCustomer: customer }),
    customer: { name, ...(email && { email }) },
  };
}

function checkLength({ values }: Row, { headers }: TableReading): void {
  if (values.length <= headers.length || values.slice(headers.length).every((value) => value.trim() === ""))
    return;
  throw new RowError(
    `has ${values.length} fields where the first line has ${headers.length}: text with a comma must stand in quotes`,
  );
}

const isReplyPrivate = (row: Row, reading: TableReading): boolean =>
  cellsOf(row, reading, "reply_private").some(({ header, value }) =>
    /public/.test(header) ? /^(false|no|0)$/i.test(value) : /^(true|yes|1)$/i.test(value),
  );

const whyUnpublished = (row: Row, reading: TableReading): string | undefined =>
  cellsOf(row, reading, "status")
    .map(({ header, value }) => findUnpublished(header, value))
    .find((why) => why !== undefined);

/** Whether the row says that a customer wrote it; where others of its kind say it, silence is a no. */
function whetherCustomer(row: Row, reading: TableReading): boolean | undefined {
  const said = cellsOf(row, reading, "verified")
    .map(({ header, value }) => isCustomer(header, value))
    .filter((one) => one !== undefined);
  if (said.length > 0) return said.every(Boolean);
  return reading.platform?.says_who_is_customer || reading.columns.verified ? false : undefined;
}
