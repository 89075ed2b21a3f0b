import type { Columns } from "./columns.ts";
import { toSignature } from "./confirmed-exports.ts";
import { parseCsv } from "./csv.ts";
import { type DayForm, findDayForm, isExcelDay, parseDay } from "./days.ts";
import { checkScores, collect, type ParsedExport, toScale, unnamedNote, unnamedSource } from "./draft.ts";
import { fieldNames, type ReviewField, toPlain } from "./fields.ts";
import { isEscaped } from "./html.ts";
import { chooseMeant, MappingQuestion, type TableOptions } from "./mapping.ts";
import { platforms } from "./platforms.ts";
import type { Row, Table } from "./records.ts";
import { cellsOf, type TableReading, toDraft } from "./row.ts";

const mostLinesBefore = 10;

/** The rows of a CSV file under its headers, or nothing when it is no table. */
export function parseTable(file: string, text: string, options: TableOptions): ParsedExport | undefined {
  const all = parseCsv(text);
  // Some exports begin with lines of their own: what it is, when it was made.
  const start = all.findIndex(({ fields: cells }) => cells.filter((cell) => cell.trim() !== "").length > 1);
  const head = all[start];
  if (head === undefined || start > mostLinesBefore) return undefined;
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
  const platform = platforms.find(({ recognise }) => recognise(new Set(plainHeaders), text));
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
    source: options.source ?? (platform?.isCollector ? undefined : (platform?.source ?? platform?.name)),
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
    isWholeOf: platform?.isPart ? [] : platform?.isCollector ? [...sources] : [reading.source ?? []].flat(),
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
  const shown = fieldNames.flatMap((field) =>
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
