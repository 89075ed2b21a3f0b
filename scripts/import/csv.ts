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
  const separator = own ?? findSeparator(text);
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let line = said === "" ? 1 : 2;
  let start = line;
  for (let at = 0; at <= text.length;) {
    let field = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote === -1) throw new UsageError(`line ${line}: a quote is opened and never closed`);
        const part = text.slice(at, quote);
        field += part;
        line += part.split("\n").length - 1;
        at = quote + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    const rest = nextBreak(text, at, separator);
    field += text.slice(at, rest);
    fields.push(field);
    at = rest + 1;
    if (text[rest] === separator) continue;
    if (text[rest] === "\r" && text[rest + 1] === "\n") at += 1;
    if (fields.some((value) => value.trim() !== "")) rows.push({ line: start, fields });
    fields = [];
    line += 1;
    start = line;
  }
  return rows;
}

function nextBreak(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === separator || character === "\n" || character === "\r") return at;
  }
  return text.length;
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
