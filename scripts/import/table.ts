import type { Columns } from "./columns.ts";
import { parseCsv } from "./csv.ts";
import {
  collect,
  type DayOrder,
  type DayReading,
  type Draft,
  guessDayOrder,
  notBefore,
  parseDay,
  parseRating,
  type Parsed,
  RowError,
  shortenName,
  unnamedNote,
  unnamedSource,
  unwrapTranslation,
} from "./draft.ts";
import { type Field, fieldNames, toPlain } from "./fields.ts";
import { toPlainText } from "./html.ts";
import { type Platform, platforms } from "./platforms.ts";
import type { Row, Table } from "./records.ts";
import { toSourceName } from "./sources.ts";
import { toSignature } from "./kept.ts";
import { chooseMeant, type TableOptions } from "./mapping.ts";
import { findUnpublished, isCustomer } from "./status.ts";

/** The rows of a CSV file under its headers, or nothing when it is no table. */
export function parseTable(file: string, text: string, options: TableOptions): Parsed | undefined {
  const [head, ...rows] = parseCsv(text);
  if (head === undefined || head.fields.length < 2) return undefined;
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
  const isUnnamed = options.source === undefined && platform === undefined && columns.source === undefined;
  const reading: Reading = {
    columns,
    headers,
    platform,
    source: options.source ?? (platform?.isCollector ? undefined : (platform?.source ?? platform?.name)),
    days: {
      order: options.dates ?? guessOrder(rows, columns.date) ?? platform?.dates,
      timeZone: options.timeZone,
    },
  };
  return {
    format: platform ? `${platform.name} ${kind}` : kind,
    ...collect(
      rows,
      ({ at }) => at,
      (row, at) => toDraft(row, at, reading),
    ),
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
  source: string | undefined;
  days: DayReading;
}

function toDraft({ values }: Row, at: string, { columns, headers, platform, source, days }: Reading): Draft {
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
  if (/^(?:true|yes|1)$/i.test(get("recommendation")))
    throw new RowError("is a recommendation: it has no stars, and those beside it are made up");
  const date = parseDay(get("date"), days);
  const name = [get("author"), get("last_name")].filter(Boolean).join(" ");
  const from = source ?? toSourceName(get("source") || unnamedSource);
  const updated = get("updated") === "" ? date : parseDay(get("updated"), days);
  const isPrivate = cells("reply_private").some(({ header, value }) =>
    /public/.test(header) ? /^(false|no|0)$/i.test(value) : /^(true|yes|1)$/i.test(value),
  );
  const reply = isPrivate ? "" : toPlainText(unwrapTranslation(get("reply")), "markup only");
  const replied = get("reply_date") === "" ? date : parseDay(get("reply_date"), days);
  const url = /^https?:\/\/\S+$/.test(get("url")) ? get("url") : undefined;
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
    ...(get("title") && { title: get("title") }),
    text: unwrapTranslation(get("text")),
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
