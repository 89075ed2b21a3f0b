import type { Columns } from "./columns.ts";
import { parseCsv } from "./csv.ts";
import { type DayOrder, guessDayOrder } from "./days.ts";
import { collect, type ParsedExport, unnamedNote, unnamedSource } from "./draft.ts";
import { fieldNames, toPlain } from "./fields.ts";
import { isEscaped } from "./html.ts";
import { toSignature } from "./confirmed-exports.ts";
import { chooseMeant, type TableOptions } from "./mapping.ts";
import { platforms } from "./platforms.ts";
import type { Row, Table } from "./records.ts";
import { type TableReading, toDraft } from "./row.ts";

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
    rows: rows.map(({ line, fields: values }) => ({ at: `${file}, line ${line}`, values })),
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
  const known = (given.kept ?? []).find(
    ({ columns: columnsKept }) => toSignature(columnsKept) === toSignature(headers),
  );
  const options =
    known === undefined
      ? given
      : {
          ...given,
          map: given.map.length > 0 ? given.map : known.map,
          source: given.source ?? known.source,
          dates: given.dates ?? known.dates,
        };
  const plainHeaders = new Set(headers.map(toPlain));
  const platform = platforms.find(({ recognise }) => recognise(plainHeaders, text));
  const columns = chooseMeant(table, platform, options);
  if (columns === undefined) return undefined;
  const reading: TableReading = {
    columns,
    headers: headers.map(toPlain),
    platform,
    isEscaped: isEscaped(wordsOf(rows, columns)),
    source: options.source ?? (platform?.isCollector ? undefined : (platform?.source ?? platform?.name)),
    days: {
      order: options.dates ?? guessOrder(rows, columns.date) ?? platform?.dates,
      timeZone: options.timeZone,
    },
  };
  const found = collect(
    rows,
    ({ at }) => at,
    (row, at) => toDraft(row, at, reading),
  );
  const isUnnamed = found.drafts.some((draft) => draft.source === unnamedSource);
  return {
    format: platform ? `${platform.name} ${kind}` : kind,
    ...found,
    notes: [
      ...(isUnnamed ? [unnamedNote] : []),
      ...(platform?.note ? [`${file}: ${platform.note}`] : []),
      ...(columns.text === undefined ? [`${file}: stars only, as you say: no text is imported`] : []),
      toColumnNote(file, headers, columns),
    ],
  };
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

function guessOrder(rows: readonly Row[], columns: readonly number[] | undefined): DayOrder | undefined {
  for (const { values } of rows) {
    for (const column of columns ?? []) {
      const order = guessDayOrder((values[column] ?? "").slice(0, 60));
      if (order !== undefined) return order;
    }
  }
  return undefined;
}
