import { createReadStream } from "node:fs";
import { lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { UsageError } from "../usage-error.ts";
import type { ParsedExport, TextFile } from "./draft.ts";
import { decodeText, findOfficeKind, toOfficeAdvice } from "./encoding.ts";
import { parseGoogle } from "./google.ts";
import { findJsonLdBlocks } from "./html.ts";
import { parseJsonLd } from "./json-ld.ts";
import { parseMicrodata } from "./microdata.ts";
import { parseLines, parseRecords } from "./records.ts";
import type { TableOptions } from "./mapping.ts";
import { parseReviews, parseTable } from "./table.ts";
import { isGzip, readGzip } from "./tar.ts";
import { isZip, readDirectory, readZip, type Source } from "./zip.ts";
import { messageOf } from "../../src/schema/errors.ts";

const mebibyte = 1024 * 1024;
/** Of an archive only the files that may hold reviews are read, so pictures do not count. */
const limits = { bytes: 256 * mebibyte, entries: 250_000, ratio: 200 };

const isReadable = (name: string) =>
  /\.(json|jsonl|ndjson|jsonld|csv|tsv|txt|html?)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);
const isArchive = (name: string) => /\.(zip|tgz|gz)$/i.test(name);

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
  const file = await open(path);
  try {
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    const start = await read(0, Math.min(size, 512));
    if (isZip(start)) return await naming(path, () => loadZip(shown, { size, read }));
    if (isGzip(start)) {
      const files = await naming(path, () => readGzip(shown, createReadStream(path), isReadable, limits));
      return files.map(({ name, bytes }) => decodeText(`${shown}/${name}`, bytes));
    }
  } finally {
    await file.close();
  }
  if (size > limits.bytes) {
    throw new UsageError(
      `${path} is larger than ${limits.bytes / mebibyte} MB (${Math.round(size / mebibyte)} MB): pass only the part with the reviews`,
    );
  }
  return [decodeText(shown, await readFile(path))];
}

async function loadZip(shown: string, source: Source): Promise<TextFile[]> {
  const kind = findOfficeKind((await readDirectory(source, limits)).map(({ name }) => name));
  if (kind !== undefined) throw new UsageError(toOfficeAdvice(kind));
  const files = await readZip(source, isReadable, limits);
  return files.map(({ name, bytes }) => decodeText(`${shown}/${name}`, bytes));
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
    const value = parseJson(name, text);
    const google =
      parseGoogle(name, value, options.timeZone) ??
      parseJsonLd(name, value, options.source, { timeZone: options.timeZone });
    if (google !== undefined) return google;
    const table = parseRecords(name, value);
    return table && parseReviews(name, "JSON", table, text, options);
  }
  if (start === "<") return parsePage(name, text, options);
  return parseTable(name, text, options);
}

function parsePage(name: string, html: string, { source, timeZone }: TableOptions): ParsedExport | undefined {
  const blocks = findJsonLdBlocks(html).map((block) => {
    try {
      return parseJsonLd(name, JSON.parse(block), source, { timeZone });
    } catch (error) {
      // A page may hold a block that is broken beside one that is not.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  });
  const marked = parseJsonLd(name, parseMicrodata(html), source, {
    format: "schema.org microdata",
    timeZone,
  });
  // Pages often say the same twice; JSON-LD is the plainer one.
  const found = blocks.filter((block) => block !== undefined);
  if (found.length === 0) return marked;
  return (
    found[0] && {
      format: found[0].format,
      drafts: found.flatMap(({ drafts }) => drafts),
      refused: found.flatMap(({ refused }) => refused),
      notes: [...new Set(found.flatMap(({ notes }) => notes))],
    }
  );
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

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text, hasSplitLetters(text) ? (_, value) => joinLetters(value) : undefined);
  } catch (error) {
    const lines = parseLines(text);
    if (lines !== undefined) return lines;
    throw new UsageError(`${name} is not whole JSON (${messageOf(error)}): download or copy it again`);
  }
}
