import { CsvError, type Options, parse } from "csv-parse/sync";
import { UsageError } from "../usage-error.ts";

export interface CsvRow {
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
  return parseRecords(text, options, line).flatMap((fields) => {
    const row = { line, fields };
    line += 1 + fields.reduce((sum, field) => sum + field.split("\n").length - 1, 0);
    return fields.some((value) => value.trim() !== "") ? [row] : [];
  });
}

function parseRecords(text: string, options: Options, firstLine: number): string[][] {
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
