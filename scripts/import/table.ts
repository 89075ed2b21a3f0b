import type { Columns } from "./columns.ts";
import { parseCsv } from "./csv.ts";
import { type DayOrder, type DayReading, guessDayOrder, notBefore, parseDay } from "./days.ts";
import {
  collect,
  type Draft,
  parseRating,
  type Parsed,
  RowError,
  shortenName,
  unnamedNote,
  unnamedSource,
  unwrapTranslation,
} from "./draft.ts";
import { type Field, fieldNames, toPlain } from "./fields.ts";
import { decodeEntities, isEscaped, toPlainText } from "./html.ts";
import type { Platform } from "./platform.ts";
import { platforms } from "./platforms.ts";
import type { Row, Table } from "./records.ts";
import { findSource } from "./sources.ts";
import { toSignature } from "./kept.ts";
import { chooseMeant, type TableOptions } from "./mapping.ts";
import { findUnpublished, isCustomer } from "./status.ts";

const mostLinesBefore = 10;

/** The rows of a CSV file under its headers, or nothing when it is no table. */
export function parseTable(file: string, text: string, options: TableOptions): Parsed | undefined {
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
): Parsed | undefined {
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
  const reading: Reading = {
    columns,
    headers,
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

interface Reading {
  columns: Columns;
  headers: readonly string[];
  platform: Platform | undefined;
  /** Its words are those of a web page's source, with "&amp;" for "&". */
  isEscaped: boolean;
  source: string | undefined;
  days: DayReading;
}

function toDraft({ values }: Row, at: string, reading: Reading): Draft {
  const { columns, headers, platform, source, days } = reading;
  if (values.length > headers.length && values.slice(headers.length).some((value) => value.trim() !== "")) {
    throw new RowError(
      `has ${values.length} fields where the first line has ${headers.length}: text with a comma must stand in quotes`,
    );
  }
  const cells = (field: Field) =>
    (columns[field] ?? []).map((index) => ({
      header: toPlain(headers[index] ?? ""),
      value: (values[index] ?? "").trim(),
    }));
  const get = (field: Field) => cells(field).find(({ value }) => value !== "")?.value ?? "";
  const toWords = (text: string) => {
    const plain = toPlainText(unwrapTranslation(text), "markup only");
    return reading.isEscaped ? decodeEntities(plain) : plain;
  };
  const date = parseDay(get("date"), days);
  const first = decodeEntities(get("author"));
  // A family name alone would be published whole.
  const name = first === "" ? "" : `${first} ${get("last_name")}`.trim();
  const url = /^https?:\/\/\S+$/.test(get("url")) ? get("url") : undefined;
  const from = source ?? findSource(get("source"), url) ?? unnamedSource;
  if (/^(?:true|yes|1|(?:not )?recommended)$/i.test(get("recommendation")))
    throw new RowError("is a recommendation: it has no stars, and those beside it are made up");
  const updated = get("updated") === "" ? date : parseDay(get("updated"), days);
  const isPrivate = cells("reply_private").some(({ header, value }) =>
    /public/.test(header) ? /^(false|no|0)$/i.test(value) : /^(true|yes|1)$/i.test(value),
  );
  const reply = isPrivate ? "" : toWords(get("reply"));
  const replied = get("reply_date") === "" ? date : parseDay(get("reply_date"), days);
  const unpublished = cells("status")
    .map(({ header, value }) => findUnpublished(header, value))
    .find((why) => why !== undefined);
  const said = cells("verified")
    .map(({ header, value }) => isCustomer(header, value))
    .filter((one) => one !== undefined);
  const customer =
    said.length > 0
      ? said.every(Boolean)
      : platform?.saysWhoIsCustomer || columns.verified
        ? false
        : undefined;
  return {
    source: from,
    key: get("id") || JSON.stringify([shortenName(name), get("date"), get("item")]),
    at,
    date,
    rating: parseRating(get("rating")),
    ...(get("title") && { title: toWords(get("title")) }),
    text: toWords(get("text")),
    author: shortenName(name),
    ...(url !== undefined && { url }),
    ...(updated > date && { updated }),
    ...(reply && { reply: { date: notBefore(replied, date), text: reply } }),
    ...(get("location") && { location: get("location").slice(0, 200) }),
    ...(unpublished !== undefined && { unpublished }),
    ...(customer !== undefined && { isCustomer: customer }),
    customer: { name, ...(get("email") && { email: get("email") }) },
  };
}
