import type { Columns } from "./columns.ts";
import { type DayReading, notBefore, parseDay } from "./days.ts";
import {
  type NewDraft,
  parseRating,
  RowError,
  type Scale,
  shortenName,
  unnamedSource,
  unwrapTranslation,
} from "./draft.ts";
import type { ReviewField } from "./fields.ts";
import { decodeEntities, toPlainText } from "./html.ts";
import type { Platform } from "./platform.ts";
import type { Row } from "./records.ts";
import { findSource } from "./sources.ts";
import { findUnpublished, isCustomer } from "./status.ts";

/** How the rows of a table are read. */
export interface TableReading {
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

export const cellsOf = (
  { values }: Row,
  { columns, headers }: Pick<TableReading, "columns" | "headers">,
  field: ReviewField,
): Cell[] =>
  (columns[field] ?? []).map((index) => ({
    header: headers[index] ?? "",
    value: (values[index] ?? "").trim(),
  }));

/** The review in a row; throws what is wrong with the row. */
export function toDraft(row: Row, reading: TableReading): NewDraft {
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
  return reading.platform?.saysWhoIsCustomer || reading.columns.verified ? false : undefined;
}
