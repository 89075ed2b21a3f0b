import { hash } from "node:crypto";

/** RFC 6962, section 2.1: the hash tree of an append-only log. */
export type Hash = Buffer;

const sha256 = (...parts: Uint8Array[]): Hash => hash("sha256", Buffer.concat(parts), "buffer");

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

export const hashLeaf = (entry: Uint8Array): Hash => sha256(leafPrefix, entry);
const hashChildren = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right);
const emptyRoot: Hash = sha256();

/** The largest power of two below a size of at least two. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

export interface Tree {
  size: number;
  /** The hash over the leaves from `start` to before `end`. */
  rangeHash: (start: number, end: number) => Hash;
  /** The root that the tree had at this size. */
  rootAt: (size: number) => Hash;
  /** RFC 6962, 2.1.1: what proves that the entry is in the tree of this size. */
  inclusionProof: (index: number, size: number) => Hash[];
  /** RFC 6962, 2.1.2: what proves that the tree of the new size begins with that of the old one. */
  consistencyProof: (oldSize: number, size: number) => Hash[];
}

export function createMerkleTree(leaves: readonly Hash[]): Tree {
  // Complete subtrees are hashed once: levels[2][1] is over the leaves 4 to 7.
  const levels: Hash[][] = [[...leaves]];
  for (let below = levels[0]; below !== undefined && below.length > 1; below = levels.at(-1)) {
    const nodes: Hash[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) {
      const [left, right] = below.slice(at, at + 2);
      if (left !== undefined && right !== undefined) nodes.push(hashChildren(left, right));
    }
    levels.push(nodes);
  }

  const rangeHash = (start: number, end: number): Hash => {
    const size = end - start;
    if (size <= 0 || end > leaves.length) throw new RangeError(`no leaves from ${start} to ${end}`);
    const level = Math.log2(size);
    const known = Number.isInteger(level) && start % size === 0 ? levels[level]?.[start / size] : undefined;
    if (known !== undefined) return known;
    const middle = start + splitOf(size);
    return hashChildren(rangeHash(start, middle), rangeHash(middle, end));
  };

  const path = (index: number, start: number, end: number): Hash[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...path(index, start, middle), rangeHash(middle, end)]
      : [...path(index, middle, end), rangeHash(start, middle)];
  };

  const subproof = (oldSize: number, start: number, end: number, isWhole: boolean): Hash[] => {
    if (oldSize === end - start) return isWhole ? [] : [rangeHash(start, end)];
    const split = splitOf(end - start);
    return oldSize <= split
      ? [...subproof(oldSize, start, start + split, isWhole), rangeHash(start + split, end)]
      : [...subproof(oldSize - split, start + split, end, false), rangeHash(start, start + split)];
  };

  return {
    size: leaves.length,
    rangeHash,
    rootAt: (size) => (size === 0 ? emptyRoot : rangeHash(0, size)),
    inclusionProof: (index, size) => path(index, 0, size),
    consistencyProof: (oldSize, size) =>
      oldSize === 0 || oldSize === size ? [] : subproof(oldSize, 0, size, true),
  };
}
