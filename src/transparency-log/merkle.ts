import { hash } from "node:crypto";
import { PlainError } from "../schema/errors.ts";

/** RFC 6962, section 2.1: the hash tree of an append-only log. */
type Hash = Buffer;

const sha256 = (...parts: Uint8Array[]): Hash => hash("sha256", Buffer.concat(parts), "buffer");

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

export const hashLeaf = (entry: Uint8Array): Hash => sha256(leafPrefix, entry);
const hashChildren = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right);
const emptyRoot: Hash = sha256();

/** The largest power of two below a size of at least two. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

export type Tree = ReturnType<typeof createMerkleTree>;

export function createMerkleTree(leaves: readonly Hash[]) {
  /** The hash over the leaves from `start` to before `end`. */
  const rangeHash = (start: number, end: number): Hash => {
    if (end - start > 1) {
      const middle = start + splitOf(end - start);
      return hashChildren(rangeHash(start, middle), rangeHash(middle, end));
    }
    const leaf = leaves[start];
    if (leaf === undefined) throw new RangeError(`the tree has no leaf ${start}`);
    return leaf;
  };

  const subproof = (oldSize: number, start: number, end: number, isWhole: boolean): Hash[] => {
    if (oldSize === end - start) return isWhole ? [] : [rangeHash(start, end)];
    const split = splitOf(end - start);
    return oldSize <= split
      ? [...subproof(oldSize, start, start + split, isWhole), rangeHash(start + split, end)]
      : [...subproof(oldSize - split, start + split, end, false), rangeHash(start, start + split)];
  };

  return {
    rangeHash,
    /** The root that the tree had at this size. */
    rootAt: (size: number) => (size === 0 ? emptyRoot : rangeHash(0, size)),
    /** RFC 6962, 2.1.2: what proves that the tree of the new size begins with that of the old one. */
    consistencyProof: (oldSize: number, size: number) =>
      oldSize === 0 || oldSize === size ? [] : subproof(oldSize, 0, size, true),
  };
}

/** C2SP tlog-tiles: the log as static files, 256 hashes or entries in each. */
const tileWidth = 256;

export interface LogFile {
  /** Below /log/. */
  path: string;
  bytes: Buffer;
}

/** 1234067 is x001/x234/067. */
function encodeIndex(index: number): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`${groups.length === 0 ? "" : "x"}${String(rest % 1000).padStart(3, "0")}`);
  return groups.join("/");
}

const withWidth = (path: string, width: number): string =>
  width === tileWidth ? path : `${path}.p/${width}`;

export const tilePath = (level: number, index: number, width: number): string =>
  withWidth(`tile/${level}/${encodeIndex(index)}`, width);

const bundlePath = (index: number, width: number): string =>
  withWidth(`tile/entries/${encodeIndex(index)}`, width);

/** Which tiles of a level, or bundles of entries at level 0, a tree of this size has: index and width. */
function tilesAt(level: number, size: number): { index: number; width: number }[] {
  const hashes = Math.floor(size / tileWidth ** level);
  const full = Math.floor(hashes / tileWidth);
  const tiles = Array.from({ length: full }, (_, index) => ({ index, width: tileWidth }));
  const rest = hashes % tileWidth;
  return rest > 0 ? [...tiles, { index: full, width: rest }] : tiles;
}

/** Every file of a tree of this size. */
export function buildTiles(entries: readonly Uint8Array[], tree: Tree, size = entries.length): LogFile[] {
  const files: LogFile[] = [];
  for (let level = 0; tileWidth ** level <= size; level += 1) {
    const span = tileWidth ** level;
    for (const { index, width } of tilesAt(level, size)) {
      const hashes: Hash[] = [];
      for (let at = 0; at < width; at += 1) {
        const start = (index * tileWidth + at) * span;
        hashes.push(tree.rangeHash(start, start + span));
      }
      files.push({ path: tilePath(level, index, width), bytes: Buffer.concat(hashes) });
    }
  }
  for (const { index, width } of tilesAt(0, size)) {
    const members = entries.slice(index * tileWidth, index * tileWidth + width);
    files.push({ path: bundlePath(index, width), bytes: Buffer.concat(members.map(toPrefixed)) });
  }
  return files;
}

/** An entry behind its length, two bytes, high byte first. */
function toPrefixed(entry: Uint8Array): Buffer {
  if (entry.length > 0xffff) throw new RangeError("an entry of the log has at most 65,535 bytes");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length);
  return Buffer.concat([length, entry]);
}

/** The bytes below /log/ of a deploy; undefined where there are none. */
export type ReadLogFile = (path: string) => Promise<Buffer | undefined>;

/** More than a business with 100,000 reviews ever has; what claims more is read up to here. */
const maxEntries = 1_000_000;
const maxEntryBytes = 256 * 1024 * 1024;
const maxRequests = 6;

/**
 * The entries of a log whose checkpoint claims this size, up to the first bundle that is missing: a checkpoint may
 * claim anything, and costs what is there. Throws when a bundle is malformed, and a PlainError beyond all measure.
 */
export async function readEntries(size: number, read: ReadLogFile): Promise<Buffer[]> {
  const entries: Buffer[] = [];
  let bytes = 0;
  for (let next = 0; next * tileWidth < size; next += maxRequests) {
    const bundles = await Promise.all(
      Array.from({ length: maxRequests }, (_, index) => readBundle(next + index, size, read)),
    );
    for (const bundle of bundles) {
      if (bundle === undefined) return entries;
      entries.push(...bundle);
      bytes += bundle.reduce((sum, { length }) => sum + length, 0);
      if (entries.length > maxEntries || bytes > maxEntryBytes)
        throw new PlainError(
          `the log has more than ${maxEntries} entries or ${maxEntryBytes / 1024 / 1024} MiB: too much to check`,
        );
    }
  }
  return entries;
}

async function readBundle(index: number, size: number, read: ReadLogFile): Promise<Buffer[] | undefined> {
  const width = Math.min(tileWidth, size - index * tileWidth);
  if (width <= 0) return undefined;
  const bytes = await read(bundlePath(index, width));
  if (bytes !== undefined) return parseBundle(bytes, width);
  // A partial bundle may have given way to the full one.
  const full = width === tileWidth ? undefined : await read(bundlePath(index, tileWidth));
  return full && parseBundle(full, tileWidth).slice(0, width);
}

/** Where the entry of this number stands in a log of this size. */
export const bundleOf = (entry: number, size: number): string => {
  const index = Math.floor(entry / tileWidth);
  return bundlePath(index, Math.min(tileWidth, size - index * tileWidth));
};

/** The entries of a bundle; throws when it is cut off or holds another number of them. */
function parseBundle(bytes: Buffer, width: number): Buffer[] {
  const entries: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at + 2;
    const end = start > bytes.length ? start : start + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new Error("a bundle of entries ends in the middle of one");
    if (entries.length === width) throw new Error(`a bundle of entries holds more than ${width}`);
    entries.push(bytes.subarray(start, end));
    at = end;
  }
  if (entries.length !== width)
    throw new Error(`a bundle of entries holds ${entries.length} in place of ${width}`);
  return entries;
}
