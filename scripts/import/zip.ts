import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { messageOf } from "../../src/schema/errors.ts";
import { showControls } from "../terminal-text.ts";
import { UsageError } from "../usage-error.ts";
import { findOfficeKind, toOfficeAdvice } from "./encoding.ts";

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
