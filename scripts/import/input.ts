import { lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { z } from "zod";
import { messageOf } from "../../src/schema/errors.ts";
import { showControls } from "../terminal-text.ts";
import { UsageError } from "../usage-error.ts";
import { isGzip, isTar, isZip, readTar, readZip } from "./archives.ts";
import type { TableOptions } from "./columns.ts";
import type { Draft, ParsedExport, TextFile } from "./draft.ts";
import { parseGoogle } from "./google.ts";
import { toComparable } from "./identity.ts";
import { parseJsonLd, parsePage } from "./schema-org.ts";
import { parseLines, parseRecords, parseReviews, parseTable } from "./table.ts";

const mebibyte = 1024 * 1024;
/** Of an archive only the files that may hold reviews are read, so pictures do not count. */
const limits = { bytes: 256 * mebibyte, entries: 250_000, ratio: 200 };

const isReadable = (name: string) =>
  /\.(json|jsonl|ndjson|jsonld|csv|tsv|txt|html?)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);
const isArchive = (name: string) => /\.(zip|tar|tgz|gz)$/i.test(name);

/** The text files of an export: one file, those of an archive, or those of a folder. */
export async function loadExport(path: string): Promise<TextFile[]> {
  const info = await stat(path).catch(() => {
    throw new UsageError(`${path}: there is no such file or folder`);
  });
  if (info.isDirectory()) return loadFolder(path);
  if (!info.isFile()) throw new UsageError(`${path} is neither a file nor a folder`);
  return loadFile(path, basename(path), info.size, limits.bytes);
}

/** `left`: how many bytes may still be unpacked. */
async function loadFile(path: string, shown: string, size: number, left: number): Promise<TextFile[]> {
  const start = await readStart(path);
  if (isZip(start) || isGzip(start) || isTar(start)) {
    const bounds = { ...limits, bytes: left };
    const files = await naming(path, () =>
      isZip(start) ? readZip(path, isReadable, bounds) : readTar(path, isGzip(start), isReadable, bounds),
    );
    // A line of a summary is one line, whatever an archive calls its files.
    return files.map(({ name, bytes }) => decodeText(showControls(`${shown}/${name}`), bytes));
  }
  if (size > limits.bytes) {
    throw new UsageError(
      `${path} is larger than ${limits.bytes / mebibyte} MB (${Math.round(size / mebibyte)} MB): pass only the part with the reviews`,
    );
  }
  return [decodeText(showControls(shown), await readFile(path))];
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function loadFolder(folder: string): Promise<TextFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > limits.entries) {
    throw new UsageError(
      `${folder} holds more than ${limits.entries} files: name the folder with the reviews`,
    );
  }
  const paths = entries
    // A link may lead anywhere, so none is followed.
    .filter((entry) => entry.isFile() && (isReadable(entry.name) || isArchive(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files: TextFile[] = [];
  let left = limits.bytes;
  for (const path of paths) {
    const { size } = await lstat(path);
    if (!isArchive(path) && size > left) {
      throw new UsageError(
        `${folder} holds far more than a list of reviews: name the folder with the reviews`,
      );
    }
    const found = await loadFile(path, relative(folder, path), size, left);
    left -= found.reduce((sum, { text }) => sum + text.length, 0);
    files.push(...found);
  }
  return files;
}

/** Names the file in an issue that its reader found. */
export async function naming<T>(name: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError && !error.message.startsWith(name)) {
      error.message = `${name} ${error.message}`;
    }
    throw error;
  }
}

/** The reviews in one file, found by what the file holds and not by its name; nothing when it holds none. */
export async function parseExport(file: TextFile, options: TableOptions): Promise<ParsedExport | undefined> {
  const parsed = await naming(file.name, () => parseText(file, options));
  if (parsed && file.note !== undefined) parsed.notes.unshift(file.note);
  return parsed;
}

function parseText({ name, text }: TextFile, options: TableOptions): ParsedExport | undefined {
  const start = /\S/.exec(text)?.[0];
  if (start === "{" || start === "[") {
    const value = parseJson(text);
    const known = parseGoogle(name, value, options) ?? parseJsonLd(name, [value], options);
    if (known !== undefined) return known;
    const table = parseRecords(value);
    return table && parseReviews(name, "JSON", table, text, options);
  }
  if (start === "<") {
    const { blocks, items } = parsePage(text);
    // Pages often say the same twice; JSON-LD is the plainer one.
    return (
      parseJsonLd(name, blocks.map(parseBlock), options) ??
      parseJsonLd(name, items, options, "schema.org microdata")
    );
  }
  return parseTable(name, text, options);
}

/** A page may hold a block that is broken beside one that is not. */
function parseBlock(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Facebook's download writes each byte of a letter as a character of its own. */
const hasSplitLetters = (text: string) => /\\u00[c-f][\da-f]\\u00[89ab][\da-f]/i.test(text);

function joinLetters(value: unknown): unknown {
  // eslint-disable-next-line no-control-regex
  if (typeof value !== "string" || !/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value))
    return value;
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\uFFFD") ? value : text;
}

/** More levels than any export has; what reads the values goes into each. */
const maxLevels = 64;

/** Throws for JSON that nests its values too deeply, whole or in lines. */
function checkLevels(text: string): void {
  let levels = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "}" || character === "]") levels -= 1;
    else if (character === "{" || character === "[") {
      levels += 1;
      if (levels > maxLevels) {
        throw new UsageError(
          `nests its values more than ${maxLevels} levels deep, as no export of reviews does: pass only the part with the reviews`,
        );
      }
    }
  }
}

function parseJson(text: string): unknown {
  checkLevels(text);
  const revive = hasSplitLetters(text) ? (_: string, value: unknown) => joinLetters(value) : undefined;
  const parse = (part: string): unknown => JSON.parse(part, revive);
  try {
    return parse(text);
  } catch (error) {
    const lines = parseLines(text, parse);
    if (lines !== undefined) return lines;
    throw new UsageError(`is not whole JSON (${messageOf(error)}): download or copy it again`);
  }
}

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

const GoogleLocation = z.object({ name: z.string().regex(/locations\//), title: z.string().min(1) });

/** What the owner calls each of Google's locations: Takeout has it in a file beside the reviews. */
export function findTitles(files: readonly TextFile[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { name, text } of files) {
    if (!name.endsWith("data.json")) continue;
    try {
      const { name: path, title } = GoogleLocation.parse(JSON.parse(text));
      const id = /locations\/([^/]+)/.exec(path)?.[1];
      if (id !== undefined) titles.set(id, `${title} (${id})`);
    } catch {
      // Another file of that name says nothing of locations.
    }
  }
  return titles;
}

/** The reviews of one place of the business; reviews of several are never put together without a word. */
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
