import { expect, test } from "vitest";
import {
  buildTiles,
  bundleOf,
  createMerkleTree,
  hashLeaf,
  readEntries,
  tilePath,
} from "../../src/transparency-log/merkle.ts";
import { consistency, readEntries as readReference, treeHash } from "./reference.ts";

const toEntries = (size: number) => Array.from({ length: size }, (_, index) => Buffer.from(`entry ${index}`));
const treeOf = (entries: readonly Buffer[]) => createMerkleTree(entries.map(hashLeaf));
const largest = toEntries(65_537);
const largestTree = treeOf(largest);
/** The files of a log of the first so many entries, from the tree of all: a tree holds those of smaller sizes. */
const filesOfFirst = (size: number) =>
  new Map(buildTiles(largest, largestTree, size).map(({ path, bytes }) => [path, bytes]));
const filesOf = (entries: readonly Buffer[]) =>
  new Map(buildTiles(entries, treeOf(entries)).map(({ path, bytes }) => [path, bytes]));

test("roots are those that Certificate Transparency's implementations test with", () => {
  const leaves = "- 00 10 2021 3031 40414243 5051525354555657 606162636465666768696a6b6c6d6e6f".split(" ");
  const tree = treeOf(leaves.map((hex) => Buffer.from(hex, "hex")));
  expect([0, 1, 2, 3, 8].map((size) => tree.rootAt(size).toString("hex"))).toEqual([
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]);
  expect(() => tree.rootAt(9)).toThrow(new RangeError("the tree has no leaf 8"));
});

test("roots and consistency proofs are those of the specification, for every size up to 21 and about 256", () => {
  const entries = toEntries(257);
  const tree = treeOf(entries);
  for (const size of [...Array.from({ length: 21 }, (_, index) => index + 1), 255, 256, 257]) {
    const part = entries.slice(0, size);
    expect(tree.rootAt(size)).toEqual(treeHash(part));
    const all = Array.from({ length: size + 1 }, (_, index) => index);
    for (const at of size > 21 ? [0, 1, 127, 128, 129, size - 1, size] : all) {
      expect(tree.consistencyProof(at, size), `${at} to ${size}`).toEqual(
        at === 0 ? [] : consistency(at, part),
      );
    }
  }
});

test.each([
  [0, []],
  [1, ["tile/0/000.p/1", "tile/entries/000.p/1"]],
  [255, ["tile/0/000.p/255", "tile/entries/000.p/255"]],
  [256, ["tile/0/000", "tile/1/000.p/1", "tile/entries/000"]],
  [257, ["tile/0/000", "tile/0/001.p/1", "tile/1/000.p/1", "tile/entries/000", "tile/entries/001.p/1"]],
])("a log of %i entries has these files", (size, paths) => {
  expect([...filesOf(toEntries(size)).keys()].toSorted()).toEqual(paths);
});

test.each([
  [65_535, ["tile/0/255.p/255", "tile/1/000.p/255"], ["tile/2/000.p/1"]],
  [65_536, ["tile/0/255", "tile/1/000", "tile/2/000.p/1"], ["tile/0/256.p/1", "tile/1/001.p/1"]],
  [65_537, ["tile/0/256.p/1", "tile/1/000", "tile/2/000.p/1"], ["tile/1/001.p/1"]],
])("a log of %i entries has tiles of three levels, and no empty one", (size, there, missing) => {
  const entries = largest.slice(0, size);
  const files = filesOfFirst(size);
  expect(there.filter((path) => !files.has(path))).toEqual([]);
  expect(missing.filter((path) => files.has(path))).toEqual([]);
  expect([...files.keys()].filter((path) => path.startsWith("tile/0/"))).toHaveLength(Math.ceil(size / 256));
  expect(files.get(there[1] ?? "")?.subarray(0, 32)).toEqual(treeHash(entries.slice(0, 256)));
  expect(files.get("tile/2/000.p/1")).toEqual(size < 65_536 ? undefined : treeHash(entries.slice(0, 65_536)));
  expect(readReference((path) => files.get(path) ?? Buffer.alloc(0), size)).toEqual(entries);
});

test("long numbers of tiles are written in groups of three digits", () => {
  expect(tilePath(2, 1_234_067, 256)).toBe("tile/2/x001/x234/067");
  expect([999, 1000].map((index) => tilePath(0, index, 255))).toEqual([
    "tile/0/999.p/255",
    "tile/0/x001/000.p/255",
  ]);
  expect(bundleOf(256_000, 256_001)).toBe("tile/entries/x001/000.p/1");
});

const read =
  (files: ReadonlyMap<string, Buffer>, asked: string[] = []) =>
  (path: string) => {
    asked.push(path);
    return Promise.resolve(files.get(path));
  };

test.each([0, 1, 255, 256, 257, 1535, 1536, 1537])("all of %i entries are read back", async (size) => {
  const entries = largest.slice(0, size);
  const asked: string[] = [];
  expect(await readEntries(size, read(filesOfFirst(size), asked))).toEqual(entries);
  expect(asked).toHaveLength(Math.ceil(size / 256));
  // Files of a log that has grown since: partial bundles have given way to full ones.
  const grown = filesOfFirst(2048);
  expect(await readEntries(size, read(grown))).toEqual(entries);
});

test("entries are read up to the first bundle that is missing, with no more than a few requests after it", async () => {
  const files = filesOfFirst(2048);
  files.delete("tile/entries/001");
  const asked: string[] = [];
  expect(await readEntries(65_537, read(files, asked))).toEqual(largest.slice(0, 256));
  expect(asked.length).toBeLessThanOrEqual(6);
});

test("a bundle that is cut off, or holds fewer or more entries, is refused", async () => {
  const [one, two] = [filesOf(toEntries(1)), filesOf(toEntries(2))];
  const bundle = (files: ReadonlyMap<string, Buffer>, width: number) =>
    files.get(`tile/entries/000.p/${width}`) ?? Buffer.alloc(0);
  const readOne = (bytes: Buffer) => readEntries(1, read(new Map([["tile/entries/000.p/1", bytes]])));
  await expect(readOne(bundle(one, 1).subarray(0, -1))).rejects.toThrow("in the middle");
  await expect(readOne(bundle(one, 1).subarray(0, 1))).rejects.toThrow("in the middle");
  await expect(readOne(Buffer.alloc(0))).rejects.toThrow("holds 0 in place of 1");
  await expect(readOne(bundle(two, 2))).rejects.toThrow("holds more than 1");
});

test.each([
  ["entries", 0, 3906],
  ["bytes", 65_535, 16],
])("a log of more %s than any business has is not read to its end", async (_, length, bundles) => {
  const full = Buffer.alloc(256 * (length + 2));
  for (let entry = 0; entry < 256; entry += 1) full.writeUInt16BE(length, entry * (length + 2));
  const read = () => Promise.resolve(full);
  expect(await readEntries(bundles * 256, read)).toHaveLength(bundles * 256);
  await expect(readEntries((bundles + 1) * 256, read)).rejects.toThrow(
    "the log has more than 1000000 entries or 256 MiB: too much to check",
  );
});

test("an entry of 65,535 bytes is the longest", async () => {
  const longest = [Buffer.alloc(65_535, 1)];
  expect(await readEntries(1, read(filesOf(longest)))).toEqual(longest);
  expect(() => filesOf([Buffer.alloc(65_536)])).toThrow("at most 65,535 bytes");
});
