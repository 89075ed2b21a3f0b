import { UsageError } from "../usage-error.ts";
import type { TextFile } from "./draft.ts";

/** Files that are no text, by their first bytes in hex, and what to do with them. */
const binaries: readonly [string, string][] = [
  ["504b0304", "is an archive in an archive: unpack it and pass the folder"],
  [
    "d0cf11e0",
    "is an old Excel or Office file: open it and save it as CSV (File, Save as, CSV UTF-8), then import that",
  ],
  ["25504446", "is a PDF: export the reviews as CSV or JSON where they come from"],
  ["53514c697465", "is a database: export its table of reviews as CSV"],
  ["89504e47", "is a picture: export the reviews as CSV or JSON where they come from"],
  ["ffd8ff", "is a picture: export the reviews as CSV or JSON where they come from"],
  ["47494638", "is a picture: export the reviews as CSV or JSON where they come from"],
  ["377abcaf", "is an archive that is not read here: unpack it and pass the folder"],
  ["52617221", "is an archive that is not read here: unpack it and pass the folder"],
  ["50415231", "is a Parquet file: export it as CSV or JSON"],
];

/** What a zip file is that is no export but an office document. */
export function findOfficeKind(names: readonly string[]): string | undefined {
  if (names.some((name) => name.startsWith("xl/"))) return "an Excel workbook";
  if (names.includes("Index/Document.iwa") || names.some((name) => name.endsWith(".iwa")))
    return "a Numbers document";
  if (names.includes("mimetype") && names.includes("content.xml")) return "an OpenDocument spreadsheet";
  if (names.some((name) => name.startsWith("word/"))) return "a Word document";
  return undefined;
}

export const toOfficeAdvice = (kind: string): string =>
  `is ${kind}: open it and save the sheet with the reviews as CSV (in Excel File, Save as, CSV UTF-8), then import that`;

function decodeAs(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 without a mark: nearly every other byte is zero. */
function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 2000);
  if (sample.length < 4) return undefined;
  const zeros = [...sample.entries()].filter(([, byte]) => byte === 0);
  const even = zeros.filter(([at]) => at % 2 === 0).length;
  const odd = zeros.length - even;
  if (odd > sample.length * 0.3 && even < sample.length * 0.05) return "utf-16le";
  if (even > sample.length * 0.3 && odd < sample.length * 0.05) return "utf-16be";
  return undefined;
}

/** The text of a file, in whichever of the usual encodings it is written; which one is said unless it is UTF-8. */
export function decodeText(name: string, bytes: Uint8Array): TextFile {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const binary = binaries.find(([first]) => start.startsWith(first));
  if (binary) throw new UsageError(`${name} ${binary[1]}`);
  const marked = start.startsWith("fffe")
    ? "utf-16le"
    : start.startsWith("feff")
      ? "utf-16be"
      : findUtf16(bytes);
  const { text, note } = marked
    ? { text: decodeAs(bytes, marked), note: `${name} is written in UTF-16, and was read as that` }
    : decodeBytes(name, bytes);
  if (text.includes("\0")) throw new UsageError(`${name} is not text: pass the export as it was downloaded`);
  return {
    name,
    text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"),
    ...(note !== undefined && { note }),
  };
}

function decodeBytes(name: string, bytes: Uint8Array): { text: string; note?: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    if (bytes.includes(0)) throw new UsageError(`${name} is not text: pass the export as it was downloaded`);
    return {
      text: decodeAs(bytes, "windows-1252"),
      note: `${name} is not valid UTF-8, so it was read as Windows-1252 (cp1252), as Excel writes it: check that accents are right`,
    };
  }
}
