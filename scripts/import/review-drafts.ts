import { z } from "zod";
import { type Inviter, readInvitation } from "../invite/token.ts";
import { toCount } from "../../src/schema/text.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { chooseMeant, type Columns, MappingQuestion, type TableOptions, takes } from "./columns.ts";
import { toSignature } from "./confirmed-exports.ts";
import {
  findPlatform,
  findSource,
  findUnpublished,
  isCustomer,
  type Platform,
  ReviewField,
  toPlain,
} from "./platforms.ts";
import { naming, type TextFile } from "./export-files.ts";
import { toComparable } from "./fingerprints.ts";
import { readMails } from "./mails.ts";
import { decodeEntities, isEscaped, toPlainText } from "./schema-org.ts";
import { findTable, type Row, type Table } from "./tables.ts";
import {
  checkScores,
  type DayForm,
  type DayReading,
  findDayForm,
  isExcelDay,
  notBefore,
  parseDay,
  parseRating,
  RowError,
  type Scale,
  shortenName,
  toScale,
  unwrapTranslation,
} from "./field-values.ts";

/** A review as an export tells it, before content knows it. */
export interface Draft {
  /** The platform, as people call it. */
  source: string;
  /** The key that identifies the review in every export of its platform. */
  key: string;
  file: string;
  /** File and place, to find it again. */
  at: string;
  /** The kind of export that it came with. */
  format: string;
  date: string;
  rating: number;
  title?: string;
  text: string;
  /** First name and last initial. */
  author: string;
  url?: string;
  updated?: string;
  reply?: { date: string; text: string };
  /** The location that it is about, as the export names it. */
  location?: string;
  /** Why the platform hides it, in its own word: "spam", "pending". */
  unpublished?: string;
  /** Whether the platform says that a customer wrote it; nothing when it does not say. */
  isCustomer?: boolean | undefined;
  /** The job that its customer was invited to write about. */
  invitation?: { job: string; day: string };
  /** Pictures that came with it, unchecked. */
  pictures?: readonly Buffer<ArrayBuffer>[] | undefined;
  /** Who sent the mail that it came in, as the mail has it; only shown. */
  sender?: string | undefined;
  /** Only to find the job it is about; never written. */
  customer: { name: string; email?: string };
}

/** The platform of reviews that do not say where they were written, until the owner does. */
export const unnamedSource = "Imported";
const unnamedNote = `where these reviews were written is not said, so their source is called "${unnamedSource}": name the platform, such as --source Facebook, before you write them`;

/** The content of one file of an export. */
export interface ParsedExport {
  format: string;
  drafts: Draft[];
  /** The platforms of which it holds every review, so that one that it lacks is gone there. */
  isWholeOf: string[];
  refused: { at: string; why: string }[];
  notes: string[];
}

/** The reviews in one file; nothing when no column of it looks like stars. */
export async function parseExport(file: TextFile, options: TableOptions): Promise<ParsedExport | undefined> {
  const parsed = await naming(file.name, async () => {
    const table = file.bytes === undefined ? findTable(file.text) : await readMails(file.bytes);
    return table && parseReviews(file, table, options);
  });
  if (parsed && file.note !== undefined) parsed.notes.unshift(file.note);
  return parsed;
}

function parseReviews(
  { name: file, text }: TextFile,
  table: Table,
  given: TableOptions,
): ParsedExport | undefined {
  const { kind, headers, rows, hasMore, note } = table;
  const plainHeaders = headers.map(toPlain);
  const platform = findPlatform(kind, plainHeaders, text);
  const options = platform?.is_exact ? { ...given, map: [] } : withKept(given, headers);
  const meant = chooseMeant(table, platform, options);
  if (meant === undefined) return undefined;
  const { columns, map } = meant;
  const read = { columns, headers: plainHeaders };
  const scale = toScale(options.scale);
  // Anybody can send mail, so a bad one must not stop the others.
  if (!platform?.is_invited) checkColumn(table, read, scale);
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
  const reading: Reading = {
    ...read,
    platform,
    isEscaped: isEscaped(wordsOf(rows, columns)),
    source: options.source ?? (platform?.is_collector ? undefined : (platform?.source ?? platform?.name)),
    days: { form: findDayForm(daysOf(rows, read), dates) ?? platform?.dates, timeZone: options.timeZone },
    scale,
    inviter: options.inviter,
    isTextInParts: map.filter((one) => one.endsWith("=text")).length > 1,
  };
  const format = toFormat(kind, platform);
  const found = readRows({ file, format }, rows, reading);
  const sources = new Set(found.drafts.map(({ source }) => source));
  const isPart = hasMore || platform?.is_part;
  return {
    format,
    ...found,
    isWholeOf: isPart ? [] : platform?.is_collector ? [...sources] : [reading.source ?? []].flat(),
    notes: [
      ...(sources.has(unnamedSource) ? [unnamedNote] : []),
      ...(note === undefined ? [] : [`${file}: ${note}`]),
      ...(platform?.note ? [`${file}: ${platform.note}`] : []),
      ...(hasMore
        ? [
            `${file} is one page of several (it has a nextPageToken): the reviews of later pages are not in it`,
          ]
        : []),
      ...(platform?.is_exact ? [] : toColumnNotes(file, headers, columns)),
      ...toRoundedNotes(file, rows, reading),
    ],
  };
}

/** Throws where the column of stars holds other scores. */
function checkColumn({ headers, rows }: Table, read: Read, scale: Scale): void {
  const named = (read.columns.rating ?? []).map((index) => headers[index]).join(", ");
  const scores = rows.map((row) => ({ at: row.at, score: firstOf(row, read, "rating") }));
  checkScores(scores, scale, `the column ${named}`);
}

function toFormat(kind: string, platform: Platform | undefined): string {
  if (platform === undefined || kind.startsWith(platform.name)) return kind;
  return platform.is_exact ? platform.name : `${platform.name} ${kind}`;
}

/** Reads reviews one by one; an issue in one is reported with its place and leaves the others alone. */
function readRows(
  origin: { file: string; format: string },
  rows: readonly Row[],
  reading: Reading,
): Pick<ParsedExport, "drafts" | "refused"> {
  const drafts: Draft[] = [];
  const refused: ParsedExport["refused"] = [];
  for (const row of rows) {
    const at = `${origin.file}, ${row.at}`;
    try {
      drafts.push({ ...toDraft(row, reading), ...origin, at });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      refused.push({ at, why: error.message });
    }
  }
  return { drafts, refused };
}

/** Options missing from the command line are taken from the confirmed export with these columns. */
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

type Read = Pick<Reading, "columns" | "headers">;

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

function toColumnNotes(file: string, headers: readonly string[], columns: Columns): string[] {
  const shown = ReviewField.options.flatMap((field) =>
    (columns[field] ?? []).map((index) => `${headers[index]} → ${field}`),
  );
  const used = new Set(Object.values(columns).flat());
  const unused = headers.filter((_, index) => !used.has(index));
  const rest = unused.length > 0 ? `; not used: ${unused.join(", ")}` : "";
  const email = columns.email === undefined ? "" : "; email only finds jobs and is never written";
  return [
    ...(columns.text === undefined ? [`${file}: stars only, as you say: no text is imported`] : []),
    `${file}: ${shown.join(", ")}${rest}${email}`,
  ];
}

/** Notes how many scores were rounded to whole stars. */
function toRoundedNotes(file: string, rows: readonly Row[], reading: Reading): string[] {
  const { scale } = reading;
  const isRounded = (score: string) =>
    takes((one) => parseRating(one, scale), score) &&
    !takes((one) => parseRating(one, { ...scale, isRounded: false }), score);
  const scores = scale.isRounded ? rows.map((row) => firstOf(row, reading, "rating")).filter(isRounded) : [];
  const [first] = scores;
  if (first === undefined) return [];
  return [
    `${file}: ${toCount(scores.length, "score is", "scores are")} rounded to whole stars, halves up, such as ${first.slice(0, 20)} to ${parseRating(first, scale)}; content keeps the stars alone`,
  ];
}

function* wordsOf(rows: readonly Row[], columns: Columns): Generator<string> {
  for (const { values } of rows) {
    for (const field of ["text", "title", "reply"] as const) {
      for (const column of columns[field] ?? []) yield values[column] ?? "";
    }
  }
}

/** How the rows of a table are read. */
interface Reading {
  columns: Columns;
  /** In the form in which they are compared. */
  headers: readonly string[];
  platform: Platform | undefined;
  /** Its texts are escaped as in HTML: "&amp;" stands for "&". */
  isEscaped: boolean;
  source: string | undefined;
  days: DayReading;
  scale: Scale;
  inviter: Inviter | undefined;
  /** The owner named several columns of words, such as those for praise and for criticism: all of them are the text. */
  isTextInParts: boolean;
}

const cellsOf = ({ values }: Row, { columns, headers }: Read, field: ReviewField) =>
  (columns[field] ?? []).map((index) => ({
    header: headers[index] ?? "",
    value: (values[index] ?? "").trim(),
  }));

/** Google's own path of a review or a place, the same but for the account under every account that manages it. */
const googlePath = /(?:^|\/)locations\/([^/]+)(?:\/reviews\/([^/]+))?$/;

/** The review in a row; throws what is wrong with the row. */
function toDraft(row: Row, reading: Reading): Omit<Draft, "file" | "at" | "format"> {
  if (row.issue !== undefined) throw new RowError(row.issue);
  checkLength(row, reading);
  const get = (field: ReviewField) => firstOf(row, reading, field);
  if (/^(?:true|yes|1|(?:not )?recommended)$/i.test(get("recommendation")))
    throw new RowError("is a recommendation: it has no stars, and those beside it are made up");
  const isExact = reading.platform?.is_exact === true;
  const toWords = (text: string) => {
    const words = unwrapTranslation(text);
    if (isExact) return words;
    const plain = toPlainText(words, "markup only");
    return reading.isEscaped ? decodeEntities(plain) : plain;
  };
  const date = findDay(row, reading);
  const first = isExact ? get("author") : decodeEntities(get("author"));
  // A last name alone would be published in full.
  const name = first === "" ? "" : `${first} ${get("last_name")}`.trim();
  const author = shortenName(name);
  const url = /^https?:\/\/\S+$/.test(get("url")) ? get("url") : undefined;
  const dayOr = (field: "updated" | "reply_date") =>
    get(field) === "" ? date : parseDay(get(field), reading.days);
  const updated = dayOr("updated");
  const unpublished = whyUnpublished(row, reading);
  const customer = whetherCustomer(row, reading);
  const [title, email] = [toWords(get("title")), get("email")];
  const reply = isReplyPrivate(row, reading) ? "" : toWords(get("reply"));
  const invitation = reading.platform?.is_invited
    ? checkInvitation(get("invitation"), date, reading.inviter)
    : undefined;
  const [, place = get("location")] = cellsOf(row, reading, "id").flatMap(
    ({ value }) => googlePath.exec(value) ?? [],
  );
  const parts = reading.isTextInParts
    ? cellsOf(row, reading, "text").map(({ value }) => toWords(value))
    : [toWords(get("text"))];
  return {
    source:
      (invitation && reading.inviter?.business) ??
      reading.source ??
      findSource(get("source"), url) ??
      unnamedSource,
    key:
      invitation?.job ||
      (googlePath.exec(get("id"))?.[2] ?? get("id")) ||
      JSON.stringify(isExact ? [author, date] : [author, get("date"), get("item")]),
    date,
    rating: parseRating(get("rating"), reading.scale),
    ...(title && { title }),
    text: parts.filter((part) => part !== "").join("\n\n"),
    author,
    ...(url !== undefined && { url }),
    ...(updated > date && { updated }),
    ...(reply && { reply: { date: notBefore(dayOr("reply_date"), date), text: reply } }),
    ...(place && { location: place.slice(0, 200) }),
    ...(unpublished !== undefined && { unpublished }),
    ...(customer !== undefined && { isCustomer: customer }),
    ...(invitation && { invitation, pictures: row.pictures, sender: row.sender }),
    customer: { name, ...(email && { email }) },
  };
}

/** The day of a review; for invited ones the latest of their dates, because a sender can make up an earlier one. */
function findDay(row: Row, reading: Reading): string {
  const first = firstOf(row, reading, "date");
  if (!reading.platform?.is_invited) return parseDay(first, reading.days);
  const days = cellsOf(row, reading, "date").flatMap(({ value }) => {
    try {
      return [parseDay(value, reading.days)];
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      return [];
    }
  });
  return days.sort().at(-1) ?? parseDay(first, reading.days);
}

/** A review's invitation; throws why it is not valid. */
function checkInvitation(given: string, date: string, inviter: Inviter | undefined): Draft["invitation"] {
  if (given.trim() === "")
    throw new RowError("came without an invitation, so nothing says that a customer wrote it");
  if (inviter === undefined) {
    throw new RowError(
      "came with an invitation, and this computer has no key to check it with: put the one of npm run invite into .data/fingerprint.key or the variable FINGERPRINT_KEY",
    );
  }
  const read = readInvitation(given, inviter);
  if ("refused" in read) throw new RowError(read.refused);
  if (date < read.day) throw new RowError(`is dated ${date}, before the job of ${read.day} that it is about`);
  if (date > read.until)
    throw new RowError(`came on ${date}, and its invitation could be used until ${read.until}`);
  return { job: read.job, day: read.day };
}

function checkLength({ values }: Row, { headers }: Reading): void {
  if (values.length <= headers.length || values.slice(headers.length).every((value) => value.trim() === ""))
    return;
  throw new RowError(
    `has ${values.length} fields where the first line has ${headers.length}: text with a comma must stand in quotes`,
  );
}

const isReplyPrivate = (row: Row, reading: Reading): boolean =>
  cellsOf(row, reading, "reply_private").some(({ header, value }) =>
    /public/.test(header) ? /^(false|no|0)$/i.test(value) : /^(true|yes|1)$|pending|rejected/i.test(value),
  );

const whyUnpublished = (row: Row, reading: Reading): string | undefined =>
  cellsOf(row, reading, "status")
    .map(({ header, value }) => findUnpublished(header, value))
    .find((why) => why !== undefined);

/** Whether the row says that a customer wrote it; where other rows of the export do, an empty cell means no. */
function whetherCustomer(row: Row, reading: Reading): boolean | undefined {
  const said = cellsOf(row, reading, "verified")
    .map(({ header, value }) => isCustomer(header, value))
    .filter((one) => one !== undefined);
  if (said.length > 0) return said.every(Boolean);
  return reading.platform?.says_who_is_customer || reading.columns.verified ? false : undefined;
}
const GoogleLocation = z.object({ name: z.string().regex(/locations\//), title: z.string().min(1) });

/** The owner's name for each Google location: Takeout keeps it in a file beside the reviews. */
export function findTitles(files: readonly TextFile[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { name, text } of files) {
    if (!name.endsWith("data.json")) continue;
    try {
      const { name: path, title } = GoogleLocation.parse(JSON.parse(text));
      const id = /locations\/([^/]+)/.exec(path)?.[1];
      if (id !== undefined) titles.set(id, `${title} (${id})`);
    } catch {
      // Not every data.json describes a location.
    }
  }
  return titles;
}

/** The reviews of one location; those of several are never merged silently. */
export function chooseLocation(
  drafts: readonly Draft[],
  given: string | undefined,
  titles: ReadonlyMap<string, string> = new Map(),
): { drafts: readonly Draft[]; notes: string[] } {
  const places = Map.groupBy(
    drafts.filter(({ location }) => location !== undefined),
    ({ location = "" }) => titles.get(location) ?? location,
  );
  const list = () =>
    [...places].map(([name, { length }]) => `${JSON.stringify(name)} (${length})`).join(", ");
  if (given === undefined) {
    if (places.size < 2) return { drafts, notes: [] };
    throw new UsageError(
      `The export holds reviews of ${places.size} locations, and they are never merged: say which with --location, one of ${list()}; if that column is not about your locations, leave it out with --map "column=ignore"`,
    );
  }
  const exact = [...places.keys()].filter((name) => toComparable(name) === toComparable(given));
  const near =
    exact.length > 0
      ? exact
      : [...places.keys()].filter((name) => toComparable(name).includes(toComparable(given)));
  const [name] = near;
  if (name === undefined || near.length > 1) {
    throw new UsageError(
      `--location ${JSON.stringify(given)} names ${near.length === 0 ? "none" : "several"} of the locations in the export: ${list() || "it names none"}`,
    );
  }
  const chosen = places.get(name) ?? [];
  const others = drafts.length - chosen.length;
  return { drafts: chosen, notes: others > 0 ? [`${others} reviews of other locations are left out`] : [] };
}
