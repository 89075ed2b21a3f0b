import { type DocSet, isDense, wordsFor } from "./doc-set.ts";

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
  for (let set = 0; set < counts.length; set += 1) {
    const count = counts[set] as number;
    if (isDense(count, all)) rows.set(set, rows.size);
    offsets[set + 1] = (offsets[set] as number) + (rows.has(set) ? 0 : count);
  }
  const words = wordsFor(all);
  const docs = new Uint32Array(offsets[counts.length] as number);
  const bits = new Uint32Array(rows.size * words);
  const cursor = offsets.slice(0, counts.length);

  const add = (set: number, doc: number): void => {
    const from = offsets[set] as number;
    if (from === offsets[set + 1]) {
      const word = (rows.get(set) as number) * words + (doc >>> 5);
      bits[word] = (bits[word] as number) | (1 << (doc & 31));
      return;
    }
    const next = cursor[set] as number;
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
    const count = counts[set] as number;
    return row === undefined
      ? { count, docs: docs.subarray(offsets[set], offsets[set + 1]) }
      : { count, bits: row };
  };

  /** Marks the reviews of these sets. */
  const mark = (sets: Uint32Array, marks: Uint32Array): void => {
    for (let i = 0; i < sets.length; i += 1) {
      const set = sets[i] as number;
      const to = offsets[set + 1] as number;
      const row = offsets[set] === to ? rows.get(set) : undefined;
      if (row !== undefined) {
        for (let word = 0; word < words; word += 1)
          marks[word] = (marks[word] as number) | (row[word] as number);
      }
      for (let at = offsets[set] as number; at < to; at += 1) {
        const doc = docs[at] as number;
        marks[doc >>> 5] = (marks[doc >>> 5] as number) | (1 << (doc & 31));
      }
    }
  };

  /** How many reviews are in these sets, those in several counted for each. */
  const weigh = (sets: Uint32Array): number => {
    let weight = 0;
    for (let i = 0; i < sets.length; i += 1) weight += counts[sets[i] as number] as number;
    return weight;
  };
  return { get, mark, weigh };
}

export type DocSetsReader = ReturnType<typeof createDocSetsReader>;
