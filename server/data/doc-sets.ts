import { numberAt } from "./typed-arrays.ts";
import { type DocSet, isDense, setBit, wordsFor } from "./doc-set.ts";

/** Many sets of reviews in a few plain arrays: a sorted list of those in few reviews, a row of bits of the others. */
export interface DocSets {
  /** In how many reviews each is. */
  counts: Uint32Array;
  /** Of set i, the list is from offsets[i] to before offsets[i + 1]; empty when it has a row. */
  offsets: Uint32Array;
  docs: Uint32Array;
  /** Which sets have rows. */
  dense: Uint32Array;
  bits: Uint32Array;
}

/** Allocates sets of known sizes, and fills them: reviews in their order, each as often as wanted. */
export function createDocSets(counts: Uint32Array, all: number) {
  const offsets = new Uint32Array(counts.length + 1);
  const rows = new Map<number, number>();
  let listed = 0;
  for (const [set, count] of counts.entries()) {
    if (isDense(count, all)) rows.set(set, rows.size);
    else listed += count;
    offsets[set + 1] = listed;
  }
  const words = wordsFor(all);
  const docs = new Uint32Array(listed);
  const bits = new Uint32Array(rows.size * words);
  const cursor = offsets.slice(0, counts.length);

  const add = (set: number, doc: number): void => {
    const from = numberAt(offsets, set);
    const row = from === offsets[set + 1] ? rows.get(set) : undefined;
    if (row !== undefined) {
      setBit(bits, row * words, doc);
      return;
    }
    const next = numberAt(cursor, set);
    if (next > from && docs[next - 1] === doc) return;
    docs[next] = doc;
    cursor[set] = next + 1;
  };
  const sets: DocSets = { counts, offsets, docs, dense: Uint32Array.from(rows.keys()), bits };
  return { sets, add };
}

/** Reads them: one by itself, or many joined. */
export function createDocSetsReader({ counts, offsets, docs, dense, bits }: DocSets, all: number) {
  const words = wordsFor(all);
  const rows = new Map([...dense].map((set, row) => [set, bits.subarray(row * words, (row + 1) * words)]));

  const get = (set: number): DocSet => {
    const row = rows.get(set);
    const count = numberAt(counts, set);
    return row === undefined
      ? { count, docs: docs.subarray(offsets[set], offsets[set + 1]) }
      : { count, bits: row };
  };

  /** Marks the reviews of these sets. */
  const mark = (sets: Uint32Array, marks: Uint32Array): void => {
    for (const set of sets) {
      const from = numberAt(offsets, set);
      const to = numberAt(offsets, set + 1);
      const row = from === to ? rows.get(set) : undefined;
      if (row !== undefined) {
        for (let word = 0; word < words; word += 1) marks[word] = numberAt(marks, word) | numberAt(row, word);
      }
      for (let at = from; at < to; at += 1) setBit(marks, 0, numberAt(docs, at));
    }
  };

  /** How many reviews are in these sets, those in several counted for each. */
  const weigh = (sets: Uint32Array): number => {
    let weight = 0;
    for (const set of sets) weight += numberAt(counts, set);
    return weight;
  };

  /** The reviews of sets that have lists, in order and each once; `weight` is what these sets weigh. */
  const list = (sets: Uint32Array, weight: number): Uint32Array => {
    const found = new Uint32Array(weight);
    let end = 0;
    for (const set of sets) {
      const to = numberAt(offsets, set + 1);
      for (let at = numberAt(offsets, set); at < to; at += 1) found[end++] = numberAt(docs, at);
    }
    found.sort();
    let kept = 0;
    for (const doc of found) if (kept === 0 || found[kept - 1] !== doc) found[kept++] = doc;
    return found.subarray(0, kept);
  };
  return { get, mark, weigh, list };
}

export type DocSetsReader = ReturnType<typeof createDocSetsReader>;
