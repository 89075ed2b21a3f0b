import { crc32, inflateRawSync } from "node:zlib";
import { UsageError } from "../usage-error.ts";

export interface ZipLimits {
  entries: number;
  /** Of all entries together, unpacked. */
  bytes: number;
  /** How many times larger than its packed form an entry may be. */
  ratio: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const deflated = 8;
const stored = 0;

/** Whether the bytes start as a zip file does, an empty one included. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.length >= 22 && [localSignature, endSignature].includes(bytes.readUInt32LE(0));

const broken = (why: string) => new UsageError(`is a broken zip file (${why}): download or copy it again`);

/**
 * The entries of a zip file whose names are wanted. Nothing is written to disk; sizes are believed only as far as the
 * unpacked bytes bear them out, and a file that tries to deceive is refused whole.
 */
export function readZip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  limits: ZipLimits,
): { name: string; bytes: Buffer }[] {
  const end = findEnd(bytes);
  if (end === undefined) throw broken("its end is missing");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) {
    throw new UsageError("is a zip file of the 64-bit form: unpack it and give the folder");
  }
  if (count > limits.entries) {
    throw new UsageError(
      `holds ${count} files, more than ${limits.entries}: unpack it and give the folder with the reviews`,
    );
  }
  let left = limits.bytes;
  const files: { name: string; bytes: Buffer }[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) throw broken("its directory is cut");
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const crc = bytes.readUInt32LE(at + 16);
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (isOutside(name)) {
      throw new UsageError(
        `holds a file that wants out of its folder (${JSON.stringify(name.slice(0, 80))}): nothing of it is read`,
      );
    }
    if (name.endsWith("/") || !isWanted(name)) continue;
    if (flags & 1) throw new UsageError("is encrypted: unpack it and give the folder");
    if (size > left || size > packed * limits.ratio + 1024) {
      throw new UsageError(
        `unpacks to far more than a list of reviews (${name} to ${size} bytes): nothing of it is read`,
      );
    }
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localSignature) {
      throw broken(`${name} is not where the directory says`);
    }
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (start + packed > bytes.length) throw broken(`${name} is cut`);
    const unpacked = unpack(bytes.subarray(start, start + packed), method, size, () =>
      broken(`${name} does not unpack`),
    );
    if (crc32(unpacked) !== crc) throw broken(`${name} has a wrong checksum`);
    left -= unpacked.length;
    files.push({ name, bytes: unpacked });
  }
  return files;
}

function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}

const isOutside = (name: string): boolean =>
  name.startsWith("/") || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes("..") || name.includes("\0");

function unpack(packed: Buffer, method: number, size: number, broken: () => Error): Buffer {
  if (method !== stored && method !== deflated) {
    throw new UsageError("is packed in an unusual way: unpack it and give the folder");
  }
  let unpacked = packed;
  if (method === deflated) {
    try {
      unpacked = inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
    } catch {
      throw broken();
    }
  }
  if (unpacked.length !== size) throw broken();
  return unpacked;
}
