import { expect, test } from "vitest";
import { createMerkleTree, hashLeaf } from "../../src/transparency-log/merkle.ts";
import { buildTiles, bundlePath, parseBundle, tilePath } from "../../src/transparency-log/merkle.ts";
import { isConsistent, rootOfInclusion } from "./proofs.ts";
import { auditPath, consistency, readEntries, treeHash } from "./reference.ts";

// The leaves and roots that Certificate Transparency's implementations test with.
const known = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test("roots are those that every implementation of RFC 6962 has", () => {
  const tree = createMerkleTree(known.map((hex) => hashLeaf(Buffer.from(hex, "hex"))));
  expect(roots.map((_, index) => tree.rootAt(index + 1).toString("hex"))).toEqual(roots);
  expect(tree.rootAt(0).toString("hex")).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

test("proofs are those of the specification, hold, and hold for nothing else", () => {
  const entries = Array.from({ length: 21 }, (_, index) => Buffer.from(`entry ${index}`));
  const leaves = entries.map(hashLeaf);
  const tree = createMerkleTree(leaves);
  for (let size = 1; size <= entries.length; size += 1) {
    const part = entries.slice(0, size);
    const root = tree.rootAt(size);
    expect(root).toEqual(treeHash(part));
    for (const [index, leaf] of leaves.slice(0, size).entries()) {
      const proof = tree.inclusionProof(index, size);
      expect(proof).toEqual(auditPath(index, part));
      expect(rootOfInclusion(leaf, index, size, proof)).toEqual(root);
      expect(rootOfInclusion(hashLeaf(Buffer.from("another")), index, size, proof)).not.toEqual(root);
      expect(rootOfInclusion(leaf, index, size, [...proof, leaf])).not.toEqual(root);
      expect(rootOfInclusion(leaf, size, size, proof)).toBeUndefined();
    }
    for (let old = 1; old <= size; old += 1) {
      const proof = tree.consistencyProof(old, size);
      expect(proof).toEqual(consistency(old, part));
      expect(isConsistent(old, tree.rootAt(old), size, root, proof)).toBe(true);
      expect(isConsistent(old, hashLeaf(Buffer.from("fork")), size, root, proof)).toBe(false);
      if (old < size) expect(isConsistent(old, tree.rootAt(old), size, tree.rootAt(old), proof)).toBe(false);
    }
  }
});

test("tiles have the names and bytes of tlog-tiles, and give every entry back", () => {
  expect(tilePath(2, 1_234_067, 256)).toBe("tile/2/x001/x234/067");
  expect(bundlePath(0, 7)).toBe("tile/entries/000.p/7");
  for (const size of [1, 255, 256, 257, 600, 256 * 256 + 1]) {
    const entries = Array.from({ length: size }, (_, index) => Buffer.from(String(index)));
    const tree = createMerkleTree(entries.map(hashLeaf));
    const files = new Map(buildTiles(entries, tree).map(({ path, bytes }) => [path, bytes]));
    const read = (path: string) => {
      const bytes = files.get(path);
      if (bytes === undefined) throw new Error(`no ${path}`);
      return bytes;
    };
    expect(readEntries(read, size)).toEqual(entries);
    const rest = size % 256;
    const last =
      rest === 0 ? read(tilePath(0, size / 256 - 1, 256)) : read(tilePath(0, Math.floor(size / 256), rest));
    expect(last.subarray(-32)).toEqual(hashLeaf(entries.at(-1) ?? Buffer.alloc(0)));
    if (size > 256)
      expect(
        read("tile/1/000" + (size < 65_536 ? `.p/${Math.floor(size / 256)}` : "")).subarray(0, 32),
      ).toEqual(tree.rangeHash(0, 256));
    if (size > 65_536) expect(read("tile/2/000.p/1")).toEqual(tree.rangeHash(0, 65_536));
  }
});

test("a bundle that was truncated is refused", () => {
  const [bundle] = buildTiles([Buffer.from("one")], createMerkleTree([hashLeaf(Buffer.from("one"))])).slice(
    -1,
  );
  const bytes = bundle?.bytes ?? Buffer.alloc(0);
  expect(parseBundle(bytes, 1)).toEqual([Buffer.from("one")]);
  expect(() => parseBundle(bytes.subarray(0, -1), 1)).toThrow("in the middle");
  expect(() => parseBundle(bytes, 2)).toThrow("holds 1 in place of 2");
});
