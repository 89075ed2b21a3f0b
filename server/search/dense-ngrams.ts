import { popcount, wordsFor } from "../data/doc-set.ts";
import type { DocSetsReader } from "../data/doc-sets.ts";
import { numberAt } from "../data/typed-arrays.ts";
import type { NgramIndex } from "./ngram-index.ts";

/**
 * One to three bytes that so many reviews hold that putting their set together takes long: it is made beforehand.
 */
export interface DenseNgrams {
  /** Length and bytes of each as one number, ascending. */
  codes: Uint32Array;
  counts: Uint32Array;
  /** One bit a review, row by row. */
  bits: Uint32Array;
}

const longestDense = 3;

const countBits = (bits: Uint32Array): number => {
  let count = 0;
  for (const word of bits) count += popcount(word);
  return count;
};

const code = (length: number, bytes: number): number => length * 0x100_0000 + bytes;

/** Whether a row of bytes can be part of a query: the mark of a token's edge and the padding cannot. */
const isText = (bytes: number, length: number): boolean => {
  for (let i = 0; i < length; i += 1) {
    const byte = (bytes >>> (8 * i)) & 0xff;
    if (byte === 0 || byte === 0xff) return false;
  }
  return true;
};

export function buildDenseNgrams(
  { keys, offsets, tokens }: NgramIndex,
  postings: DocSetsReader,
  count: number,
): DenseNgrams {
  const codes: number[] = [];
  const counts: number[] = [];
  const rows: Uint32Array[] = [];
  for (let length = 1; length <= longestDense; length += 1) {
    const shift = 8 * (4 - length);
    for (let from = 0; from < keys.length;) {
      const bytes = numberAt(keys, from) >>> shift;
      let to = from;
      while (to < keys.length && numberAt(keys, to) >>> shift === bytes) to += 1;
      const found = tokens.subarray(offsets[from], offsets[to]);
      from = to;
      if (postings.weigh(found) * 2 <= count || !isText(bytes, length)) continue;
      const bits = new Uint32Array(wordsFor(count));
      postings.mark(found, bits);
      codes.push(code(length, bytes));
      counts.push(countBits(bits));
      rows.push(bits);
    }
  }
  const words = wordsFor(count);
  const bits = new Uint32Array(rows.length * words);
  for (const [row, each] of rows.entries()) bits.set(each, row * words);
  return { codes: Uint32Array.from(codes), counts: Uint32Array.from(counts), bits };
}

/** Looks the dense n-grams up. */
export function createDenseLookup({ codes, counts, bits }: DenseNgrams, count: number) {
  const words = wordsFor(count);
  const rows = new Map([...codes].map((each, row) => [each, row]));
  return (pattern: Uint8Array): { count: number; bits: Uint32Array } | undefined => {
    if (pattern.length > longestDense) return undefined;
    let bytes = 0;
    for (const byte of pattern) bytes = bytes * 256 + byte;
    const row = rows.get(code(pattern.length, bytes));
    if (row === undefined) return undefined;
    return { count: numberAt(counts, row), bits: bits.subarray(row * words, (row + 1) * words) };
  };
}
