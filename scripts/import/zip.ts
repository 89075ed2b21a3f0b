import { crc32, inflateRawSync } from "node:zlib";
import { UsageError } from "../usage-error.ts";

export interface ZipLimits {
  entries: number;
  /** Of all wanted entries together, unpacked. */
  bytes: number;
  /** How many times larger than its packed form an entry may be. */
  ratio: number;
}

/** A file of which any part can be read without reading all of it. */
export interface Source {
  size: number;
  read: (offset: number, length: number) => Promise<Buffer>;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const deflated = 8;
const stored = 0;
const mostDirectoryBytes = 64 * 1024 * 1024;

/** Whether the bytes start as a zip file does, an empty one included. */
export const isZip = (start: Buffer): boolean =>
  start.length >= 22 && [localSignature, endSignature].includes(start.readUInt32LE(0));

const broken = (why: string) => new UsageError(`is a broken zip file (${why}): download or copy it again`);

const toNumber = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken("its sizes are beyond any file");
  return Number(value);
};

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  local: number;
}

/** The directory of a zip file: what it holds and where. Only its end is read. */
export async function readDirectory(source: Source, limits: ZipLimits): Promise<Entry[]> {
  const tailLength = Math.min(source.size, 22 + 0xffff + 20);
  const tailAt = source.size - tailLength;
  const tail = await source.read(tailAt, tailLength);
  const end = findEnd(tail);
  if (end === undefined) throw broken("its end is missing");
  let count = tail.readUInt16LE(end + 10);
  let size = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  const locator = end - 20;
  if (locator >= 0 && tail.readUInt32LE(locator) === locator64Signature) {
    const at = toNumber(tail.readBigUInt64LE(locator + 8));
    const record = at + 56 <= source.size ? await source.read(at, 56) : Buffer.alloc(56);
    if (record.readUInt32LE(0) !== end64Signature) throw broken("its end is missing");
    count = toNumber(record.readBigUInt64LE(32));
    size = toNumber(record.readBigUInt64LE(40));
    offset = toNumber(record.readBigUInt64LE(48));
  }
  if (count > limits.entries) {
    throw new UsageError(
      `holds ${count} files, more than ${limits.entries}: unpack it and pass the folder with the reviews`,
    );
  }
  if (offset + size > tailAt + end || size > mostDirectoryBytes) throw broken("its directory is truncated");
  return parseDirectory(await source.read(offset, size), count);
}

function parseDirectory(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) {
      throw broken("its directory is truncated");
    }
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    entries.push(
      withLargeSizes(
        {
          name: directory.subarray(at + 46, at + 46 + nameLength).toString("utf8"),
          flags: directory.readUInt16LE(at + 8),
          method: directory.readUInt16LE(at + 10),
          crc: directory.readUInt32LE(at + 16),
          packed: directory.readUInt32LE(at + 20),
          size: directory.readUInt32LE(at + 24),
          local: directory.readUInt32LE(at + 42),
        },
        extra,
      ),
    );
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Sizes and places beyond 32 bits stand in an extra field, those that need it and in this order. */
function withLargeSizes(entry: Entry, extra: Buffer): Entry {
  const large = { ...entry };
  let at = 0;
  while (at + 4 <= extra.length) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + length);
      let from = 0;
      for (const key of ["size", "packed", "local"] as const) {
        if (entry[key] !== 0xffffffff || from + 8 > field.length) continue;
        large[key] = toNumber(field.readBigUInt64LE(from));
        from += 8;
      }
    }
    at += 4 + length;
  }
  return large;
}

/**
 * The entries of a zip file whose names are wanted; of the others no byte is read. Nothing is written to disk; sizes
 * are believed only as far as the unpacked bytes bear them out, and a file that tries to deceive is refused whole.
 */
export async function readZip(
  source: Source,
  isWanted: (name: string) => boolean,
  limits: ZipLimits,
): Promise<{ name: string; bytes: Buffer }[]> {
  let left = limits.bytes;
  const files: { name: string; bytes: Buffer }[] = [];
  for (const entry of await readDirectory(source, limits)) {
    const { name, size, packed } = entry;
    if (isOutside(name)) {
      throw new UsageError(
        `holds a file whose path leads out of its folder (${JSON.stringify(name.slice(0, 80))}): none of it was read`,
      );
    }
    if (name.endsWith("/") || !isWanted(name)) continue;
    if (entry.flags & 1) throw new UsageError("is encrypted: unpack it and pass the folder");
    if (size > left || size > packed * limits.ratio + 1024) {
      throw new UsageError(
        `unpacks to far more than a list of reviews (${name} to ${size} bytes): none of it was read`,
      );
    }
    const bytes = await readEntry(source, entry);
    left -= bytes.length;
    files.push({ name, bytes });
  }
  return files;
}

async function readEntry(source: Source, { name, method, crc, packed, size, local }: Entry): Promise<Buffer> {
  const head = local + 30 <= source.size ? await source.read(local, 30) : Buffer.alloc(30);
  if (head.readUInt32LE(0) !== localSignature) throw broken(`${name} is not where the directory says`);
  const start = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + packed > source.size) throw broken(`${name} is truncated`);
  const unpacked = unpack(await source.read(start, packed), method, size, () =>
    broken(`${name} does not unpack`),
  );
  if (crc32(unpacked) !== crc) throw broken(`${name} has a wrong checksum`);
  return unpacked;
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
    throw new UsageError("is compressed in an unusual way: unpack it and pass the folder");
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
