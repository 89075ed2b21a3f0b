import { hash } from "node:crypto";

// What a client of the log does with our proofs: the algorithms of RFC 9162, apart from those that make the proofs.

type Hash = Buffer;

const hashChildren = (left: Hash, right: Hash): Hash =>
  hash("sha256", Buffer.concat([Buffer.of(1), left, right]), "buffer");

/** The root that follows from an inclusion proof (RFC 9162, 2.1.3.2); undefined when the proof has a wrong length. */
export function rootOfInclusion(
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
): Hash | undefined {
  if (index < 0 || index >= size) return undefined;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      hash = hashChildren(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      hash = hashChildren(hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether a proof shows that the tree of the new size and root begins with that of the old ones (RFC 9162, 2.1.4.2). */
export function isConsistent(
  oldSize: number,
  oldRoot: Hash,
  size: number,
  root: Hash,
  proof: readonly Hash[],
): boolean {
  if (oldSize > size) return false;
  if (oldSize === size) return proof.length === 0 && oldRoot.equals(root);
  if (oldSize === 0) return proof.length === 0;
  const isPowerOfTwo = Number.isInteger(Math.log2(oldSize));
  const [first, ...rest] = isPowerOfTwo ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [node, last] = [oldSize - 1, size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      before = hashChildren(hash, before);
      after = hashChildren(hash, after);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      after = hashChildren(after, hash);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && before.equals(oldRoot) && after.equals(root);
}
