import { lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32, gunzipSync } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { UsageError, codeOf, messageOf } from "../../src/schema/errors.ts";
import { showControls } from "../run-command.ts";
import { adviceOnBinary } from "./platforms.ts";
import { isMailName } from "./mails.ts";

/** A file of the export whose bytes are known to be text. */
export interface TextFile {
  name: string;
  text: string;
  /** Notes on how the file was read, for its reader. */
  note?: string;
  /** Of mails, which say themselves how they are written. */
  bytes?: Buffer;
}

const mebibyte = 1024 * 1024;
/** Of an archive only the files that may hold reviews are read, so pictures do not count. */
const limits = { bytes: 256 * mebibyte, entries: 250_000 };

const isReadable = (name: string) =>
  (isMailName(name) || /\.(json|jsonl|ndjson|jsonld|csv|tsv|txt|html?)$/i.test(name)) &&
  !/(^|\/)(__MACOSX\/|\.)/.test(name);
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
    const files = await naming(path, () =>
      isZip(start) ? readZip(path, left) : readTar(path, isGzip(start), left),
    );
    // A name in an archive may hold line breaks.
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
    left -= found.reduce((sum, { text, bytes }) => sum + (bytes?.length ?? text.length), 0);
    files.push(...found);
  }
  return files;
}

/** Puts the file's name before a reader's error. */
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

/** Encodings by the mark at the beginning. */
const marks: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };

/** The text of a file, in whichever of the usual encodings it is written; which one is said unless it is UTF-8. */
export function decodeText(name: string, bytes: Uint8Array): TextFile {
  if (isMailName(name)) return { name, text: "", bytes: Buffer.from(bytes) };
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const advice = adviceOnBinary(start);
  if (advice !== undefined) throw new UsageError(`${name} ${advice}`);
  const marked = marks[start.slice(0, 4)];
  const { text, note } = marked
    ? {
        text: new TextDecoder(marked).decode(bytes),
        note: `${name} is written in UTF-16, and was read as that`,
      }
    : decodeBytes(name, bytes);
  if (text.includes("\0"))
    throw new UsageError(
      `${name} is not text, or not in UTF-8: pass the export as it was downloaded, or save it anew as UTF-8`,
    );
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
    return {
      text: new TextDecoder("windows-1252").decode(bytes),
      note: `${name} is not valid UTF-8, so it was read as Windows-1252 (cp1252), as Excel writes it: check that accents are right`,
    };
  }
}

interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** Excel, Numbers, OpenDocument and Word keep their parts under names of their own. */
const officePart = /^(?:(?:xl|word)\/|content\.xml$)|\.iwa$/;

/** Whether the bytes start as a zip file does, an empty one included. */
const isZip = (start: Buffer): boolean =>
  ["PK\x03\x04", "PK\x05\x06"].includes(start.subarray(0, 4).toString("latin1"));

const broken = (why: string, cause?: unknown) =>
  new UsageError(`is a broken zip file (${why}): download or copy it again`, { cause });

/**
 * The entries of a zip file whose names are wanted; of the others no byte is read. Nothing is written to disk;
 * declared sizes are checked against the unpacked bytes, and a file that lies is refused whole.
 */
async function readZip(path: string, bytesLeft: number): Promise<ArchivedFile[]> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { decodeStrings: false, autoClose: false });
    if (zip.entryCount > limits.entries) {
      throw new UsageError(
        `holds ${zip.entryCount} files, more than ${limits.entries}: unpack it and pass the folder with the reviews`,
      );
    }
    const entries: { name: string; entry: Entry }[] = [];
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (validateFileName(name) !== null) {
        throw new UsageError(
          `holds a file whose path leads out of its folder ("${showControls(name.slice(0, 80))}"): none of it was read`,
        );
      }
      entries.push({ name, entry });
    }
    if (entries.some(({ name }) => officePart.test(name)))
      throw new UsageError(
        "is a workbook: open it and save the sheet with the reviews as CSV (in Excel File, Save as, CSV UTF-8), then import that",
      );
    let left = bytesLeft;
    const files: ArchivedFile[] = [];
    for (const { name, entry } of entries) {
      if (name.endsWith("/") || !isReadable(name)) continue;
      left -= entry.uncompressedSize;
      if (left < 0) throw tooLarge(` (${showControls(name)})`);
      files.push({ name, bytes: await readEntry(zip, name, entry) });
    }
    return files;
  } catch (error) {
    throw error instanceof UsageError ? error : broken(messageOf(error), error);
  } finally {
    zip?.close();
  }
}

async function readEntry(zip: ZipFile, name: string, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw new UsageError("is encrypted: unpack it and pass the folder");
  if (!entry.canDecodeFileData())
    throw new UsageError("is compressed in an unusual way: unpack it and pass the folder");
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(bytes) !== entry.crc32) throw broken(`${showControls(name)} has a wrong checksum`);
  return bytes;
}

const block = 512;
/** Of a tar archive, which is read whole, pictures included. */
const maxUnpacked = 1024 * mebibyte;

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;
const isTar = (header: Buffer): boolean => header.subarray(257, 262).toString("latin1") === "ustar";

const textOf = (bytes: Buffer): string => bytes.toString("utf8").replace(/\0[^]*$/, "");

const tooLarge = (what: string) =>
  new UsageError(`unpacks to far more than a list of reviews${what}: none of it was read`);

/** The wanted files of a tar archive, gzipped or not, or the one file that was gzipped. */
async function readTar(path: string, isGzipped: boolean, left: number): Promise<ArchivedFile[]> {
  try {
    const bytes = await readFile(path);
    const unpacked = isGzipped ? gunzipSync(bytes, { maxOutputLength: maxUnpacked }) : bytes;
    if (isTar(unpacked)) return readEntries(unpacked, left);
    if (unpacked.length > left) throw tooLarge("");
    return [{ name: basename(path).replace(/\.gz$/i, ""), bytes: unpacked }];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (["ERR_BUFFER_TOO_LARGE", "ERR_FS_FILE_TOO_LARGE"].includes(codeOf(error) ?? ""))
      throw new UsageError("unpacks to more than 1 GB: unpack it and pass the folder with the reviews");
    const kind = isGzipped ? "gzip file" : "tar archive";
    throw new UsageError(`is a broken ${kind}: download or copy it again`, { cause: error });
  }
}

function readEntries(tar: Buffer, bytesLeft: number): ArchivedFile[] {
  const files: ArchivedFile[] = [];
  let left = bytesLeft;
  let longName: string | undefined;
  for (let at = 0; at + block <= tar.length && tar[at] !== 0;) {
    const field = (from: number, length: number) => textOf(tar.subarray(at + from, at + from + length));
    const size = Number.parseInt(field(124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("a size is no number");
    const [type, prefix] = [field(156, 1), field(345, 155)];
    const name = longName ?? (prefix === "" ? "" : `${prefix}/`) + field(0, 100);
    const bytes = tar.subarray(at + block, at + block + size);
    longName = undefined;
    if (type === "L") longName = textOf(bytes);
    else if (type === "x") longName = /^\d+ path=(.*)$/m.exec(bytes.toString("utf8"))?.[1];
    else if ((type === "0" || type === "") && isReadable(name)) {
      left -= size;
      if (left < 0) throw tooLarge(` (${showControls(name)})`);
      if (bytes.length < size) throw new Error("it is cut off");
      files.push({ name, bytes });
      if (files.length > limits.entries)
        throw new UsageError(`holds more than ${limits.entries} files: unpack it and pass the folder`);
    }
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}
