import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { Fault } from "../../src/content/fault.ts";
import { parseText } from "../../src/content/source.ts";
import { UsageError } from "../usage-error.ts";
import type { Parsed, TextFile } from "./draft.ts";
import { parseGoogle } from "./google.ts";
import { findJsonLdBlocks, parseJsonLd } from "./json-ld.ts";
import { parseTable, type TableOptions } from "./table.ts";
import { isZip, readZip } from "./zip.ts";

const mebibyte = 1024 * 1024;
const limits = { bytes: 64 * mebibyte, entries: 10_000, ratio: 200 };

const isReadable = (name: string) =>
  /\.(json|jsonld|csv|tsv|txt|html?)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);

/** The text files of an export: one file, those of a zip file, or those of a folder. */
export async function loadExport(path: string): Promise<TextFile[]> {
  const info = await stat(path).catch(() => {
    throw new UsageError(`${path}: there is no such file or folder`);
  });
  if (info.isDirectory()) return loadFolder(path);
  if (!info.isFile()) throw new UsageError(`${path} is neither a file nor a folder`);
  const bytes = await readBounded(path, info.size);
  if (!isZip(bytes)) return [toTextFile(basename(path), bytes)];
  return naming(path, () => readZip(bytes, isReadable, limits)).map((file) =>
    toTextFile(`${basename(path)}/${file.name}`, file.bytes),
  );
}

async function loadFolder(folder: string): Promise<TextFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > limits.entries) {
    throw new UsageError(
      `${folder} holds more than ${limits.entries} files: name the folder with the reviews`,
    );
  }
  const files: TextFile[] = [];
  let left = limits.bytes;
  for (const entry of entries.sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name);
    // A link may lead anywhere, so none is followed.
    if (!entry.isFile() || !(isReadable(entry.name) || entry.name.toLowerCase().endsWith(".zip"))) continue;
    const { size } = await lstat(path);
    left -= size;
    const bytes = await readBounded(path, left < 0 ? Infinity : size);
    if (isZip(bytes)) {
      const unpacked = naming(path, () => readZip(bytes, isReadable, limits));
      files.push(...unpacked.map((file) => toTextFile(`${entry.name}/${file.name}`, file.bytes)));
    } else files.push(toTextFile(relative(folder, path), bytes));
  }
  return files;
}

async function readBounded(path: string, size: number): Promise<Buffer> {
  if (size > limits.bytes) {
    const given = Number.isFinite(size) ? ` (${Math.round(size / mebibyte)} MB)` : "";
    throw new UsageError(
      `${path} is larger than ${limits.bytes / mebibyte} MB${given}: give only the part with the reviews`,
    );
  }
  return readFile(path);
}

export function toTextFile(name: string, bytes: Buffer): TextFile {
  const faults: Fault[] = [];
  const text = parseText(name, bytes, (fault) => faults.push(fault));
  const [fault] = faults;
  if (text === undefined || fault !== undefined)
    throw new UsageError(`${name}:${fault?.line ?? 1}: ${fault?.message ?? "cannot be read"}`);
  if (text.includes("\0")) throw new UsageError(`${name} is not text: give the export as it was downloaded`);
  return { name, text: text.replace(/^\uFEFF/, "") };
}

/** Names the file in a fault that its reader found. */
export function naming<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${name} ${error.message}`);
    throw error;
  }
}

/** The reviews in one file, found by what the file holds and not by its name; nothing when it holds none. */
export function parseExport({ name, text }: TextFile, options: TableOptions): Parsed | undefined {
  const start = text.trimStart()[0];
  if (start === "{" || start === "[") {
    const value = parseJson(name, text);
    return naming(name, () => parseGoogle(name, value)) ?? parseJsonLd(name, value, options.source);
  }
  if (start === "<") {
    const blocks = findJsonLdBlocks(text).map((block) =>
      parseJsonLd(name, parseJson(name, block), options.source),
    );
    const found = blocks.filter((block) => block !== undefined);
    return (
      found[0] && {
        format: found[0].format,
        drafts: found.flatMap(({ drafts }) => drafts),
        refused: found.flatMap(({ refused }) => refused),
        notes: [...new Set(found.flatMap(({ notes }) => notes))],
      }
    );
  }
  return naming(name, () => parseTable(name, text, options));
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(
      `${name} is not whole JSON (${(error as Error).message}): download or copy it again`,
    );
  }
}
