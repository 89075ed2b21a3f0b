import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createGunzip } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { messageOf } from "../../src/schema/errors.ts";
import { showControls } from "../terminal-text.ts";
import { UsageError } from "../usage-error.ts";

export interface ArchiveLimits {
  entries: number;
  /** Of all wanted entries together, unpacked. */
  bytes: number;
  /** How many times larger than its packed form an entry may be. */
  ratio: number;
}

export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** What a zip file is that is no export but an office document. */
function findOfficeKind(names: readonly string[]): string | undefined {
  if (names.some((name) => name.startsWith("xl/"))) return "an Excel workbook";
  if (names.includes("Index/Document.iwa") || names.some((name) => name.endsWith(".iwa")))
    return "a Numbers document";
  if (names.includes("mimetype") && names.includes("content.xml")) return "an OpenDocument spreadsheet";
  if (names.some((name) => name.startsWith("word/"))) return "a Word document";
  return undefined;
}

const toOfficeAdvice = (kind: string): string =>
  `is ${kind}: open it and save the sheet with the reviews as CSV (in Excel File, Save as, CSV UTF-8), then import that`;

/** Whether the bytes start as a zip file does, an empty one included. */
export const isZip = (start: Buffer): boolean =>
  ["PK\x03\x04", "PK\x05\x06"].includes(start.subarray(0, 4).toString("latin1"));

const broken = (why: string, cause?: unknown) =>
  new UsageError(`is a broken zip file (${why}): download or copy it again`, { cause });

/**
 * The entries of a zip file whose names are wanted; of the others no byte is read. Nothing is written to disk; sizes
 * are believed only as far as the unpacked bytes bear them out, and a file that tries to deceive is refused whole.
 */
export async function readZip(
  path: string,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchivedFile[]> {
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
    const office = findOfficeKind(entries.map(({ name }) => name));
    if (office !== undefined) throw new UsageError(toOfficeAdvice(office));
    let left = limits.bytes;
    const files: ArchivedFile[] = [];
    for (const { name, entry } of entries) {
      if (name.endsWith("/") || !isWanted(name)) continue;
      const { uncompressedSize: size, compressedSize: packed } = entry;
      if (size > left || size > packed * limits.ratio + 1024) {
        throw new UsageError(
          `unpacks to far more than a list of reviews (${showControls(name)} to ${size} bytes): none of it was read`,
        );
      }
      left -= size;
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
/** More than any export unpacks to; what flows past is dropped, so memory is no concern. */
const maxUnpacked = 64 * 1024 ** 3;

export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;
export const isTar = (header: Buffer): boolean => header.subarray(257, 262).toString("latin1") === "ustar";

const textOf = (header: Buffer, from: number, length: number): string =>
  header
    .subarray(from, from + length)
    .toString("utf8")
    .replace(/\0[\s\S]*$/, "");

/** Bytes of a stream, as many at a time as are asked for. */
function createReader(chunks: AsyncIterator<Buffer>) {
  let rest: Uint8Array = new Uint8Array(0);
  let seen = 0;
  /** Hands the next bytes on, piece by piece; how many are still missing at the end of the stream. */
  const pass = async (length: number, use: (part: Uint8Array) => void): Promise<number> => {
    let left = length;
    while (left > 0) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) return left;
        seen += value.length;
        if (seen > maxUnpacked) {
          throw new UsageError("unpacks to far more than an export: none of it was read");
        }
        rest = value;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      use(part);
    }
    return 0;
  };
  return {
    /** Fewer bytes than asked for only at the end. */
    async take(length: number): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      await pass(length, (part) => parts.push(part));
      return Buffer.concat(parts);
    },
    skip: (length: number) => pass(length, () => {}),
  };
}

const tooLarge = (what: string) =>
  new UsageError(`unpacks to far more than a list of reviews${what}: none of it was read`);

/** The wanted files of a tar archive, gzipped or not, or the one file that was gzipped. */
export async function readTar(
  path: string,
  isGzipped: boolean,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchivedFile[]> {
  const stream = createReadStream(path);
  const unpacked = isGzipped ? pipeline(stream, createGunzip(), () => {}) : stream;
  const reader = createReader(unpacked[Symbol.asyncIterator]());
  try {
    const header = await reader.take(block);
    if (isTar(header)) return await readEntries(header, reader, isWanted, limits);
    const rest = await reader.take(limits.bytes + 1);
    if (rest.length > limits.bytes) throw tooLarge("");
    return [{ name: basename(path).replace(/\.gz$/i, ""), bytes: Buffer.concat([header, rest]) }];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const kind = isGzipped ? "gzip file" : "tar archive";
    throw new UsageError(`is a broken ${kind}: download or copy it again`, { cause: error });
  } finally {
    stream.destroy();
  }
}

async function readEntries(
  first: Buffer,
  reader: ReturnType<typeof createReader>,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  let left = limits.bytes;
  let longName: string | undefined;
  let header = first;
  for (let index = 0; header.length === block && !header.every((byte) => byte === 0); index += 1) {
    if (index > limits.entries)
      throw new UsageError(`holds more than ${limits.entries} files: unpack it and pass the folder`);
    const size = Number.parseInt(textOf(header, 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("a size is no number");
    const type = textOf(header, 156, 1);
    const prefix = textOf(header, 345, 155);
    const name = longName ?? (prefix === "" ? "" : `${prefix}/`) + textOf(header, 0, 100);
    longName = undefined;
    const isName = type === "L" || type === "x";
    if (isName || ((type === "0" || type === "") && isWanted(name))) {
      left -= size;
      if (left < 0) throw tooLarge(` (${showControls(name)})`);
      const bytes = await reader.take(size);
      if (bytes.length < size) throw new Error("it is cut off");
      if (!isName) files.push({ name, bytes });
      else if (type === "L") longName = bytes.toString("utf8").replace(/\0[\s\S]*$/, "");
      else longName = /^\d+ path=(.*)$/m.exec(bytes.toString("utf8"))?.[1];
    } else await reader.skip(size);
    await reader.skip((block - (size % block)) % block);
    header = await reader.take(block);
  }
  return files;
}
