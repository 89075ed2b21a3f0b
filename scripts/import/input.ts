import { lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { UsageError } from "../usage-error.ts";
import type { ParsedExport, TextFile } from "./draft.ts";
import { decodeText } from "./encoding.ts";
import { parseGoogle } from "./google.ts";
import { parsePage } from "./html.ts";
import { parseJsonLd } from "./json-ld.ts";
import { parseLines, parseRecords } from "./records.ts";
import type { TableOptions } from "./mapping.ts";
import { parseReviews, parseTable } from "./table.ts";
import { isGzip, isTar, readTar } from "./tar.ts";
import { isZip, readZip } from "./zip.ts";
import { showControls } from "../terminal-text.ts";
import { messageOf } from "../../src/schema/errors.ts";

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
  return loadFile(path, basename(path), info.size);
}

async function loadFile(path: string, shown: string, size: number): Promise<TextFile[]> {
  const start = await readStart(path);
  if (isZip(start) || isGzip(start) || isTar(start)) {
    const files = await naming(path, () =>
      isZip(start) ? readZip(path, isReadable, limits) : readTar(path, isGzip(start), isReadable, limits),
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
    if (!isArchive(path)) left -= size;
    if (left < 0)
      throw new UsageError(
        `${folder} holds far more than a list of reviews: name the folder with the reviews`,
      );
    files.push(...(await loadFile(path, relative(folder, path), size)));
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
