import { type DocSets, createDocSets, createDocSetsReader } from "../data/doc-sets.ts";
import { type NgramIndex, buildNgramIndex, edge } from "./ngram-index.ts";
import { type DenseNgrams, buildDenseNgrams } from "./dense-ngrams.ts";
import { buildBoundaryBigrams } from "./boundary-bigrams.ts";
import { fold } from "../../src/schema/text.ts";

/**
 * Finds reviews by any substring of their folded text. Texts are cut at each space into tokens, so a text is a row
 * of tokens joined by single spaces, and a query with k spaces is the end of one token, k - 1 whole ones and the
 * beginning of one more. All of it is plain arrays, so that a worker thread can hand it over without copying.
 */
export interface TextIndex {
  count: number;
  vocabulary: NgramIndex;
  /** Every text as token numbers, one after the other; text i is from starts[i] to before starts[i + 1]. */
  tokens: Uint32Array;
  starts: Uint32Array;
  /** In which reviews each token is. */
  postings: DocSets;
  dense: DenseNgrams;
  boundaries: DocSets;
}

export const space = 0x20;

const grown = <T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  array: T,
  needed: number,
  View: new (buffer: ArrayBuffer) => T,
): T => {
  if (needed <= array.length) return array;
  const length = Math.max(needed, Math.ceil(array.length * 1.6));
  return new View(array.buffer.transfer(length * array.BYTES_PER_ELEMENT));
};

/** Takes the texts one by one, newest first, and makes the index of them all. */
export function createTextIndexBuilder(count: number, textBytes: number) {
  const encoder = new TextEncoder();
  let scratch = new Uint8Array(65_536);
  let letters: Uint8Array<ArrayBuffer> = new Uint8Array(65_536).fill(edge, 0, 1);
  let lettersEnd = 1;
  let tokenStarts = new Uint32Array(4096);
  let hashes = new Uint32Array(4096);
  let frequencies = new Uint32Array(4096);
  let lastDoc = new Uint32Array(4096);
  let size = 0;
  let slots = new Uint32Array(16_384);
  let tokens = new Uint32Array(Math.max(1024, textBytes >>> 4));
  let end = 0;
  const starts = new Uint32Array(count + 1);
  let doc = 0;

  const isToken = (token: number, from: number, to: number): boolean => {
    let at = tokenStarts[token] as number;
    for (let i = from; i < to; i += 1, at += 1) if (letters[at] !== scratch[i]) return false;
    return letters[at] === edge;
  };
  const resize = () => {
    slots = new Uint32Array(slots.length * 2);
    for (let token = 0; token < size; token += 1) {
      let slot = (hashes[token] as number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = token + 1;
    }
  };
  const addToken = (hash: number, from: number, to: number): number => {
    tokenStarts = grown(tokenStarts, size + 2, Uint32Array);
    hashes = grown(hashes, size + 1, Uint32Array);
    frequencies = grown(frequencies, size + 1, Uint32Array);
    lastDoc = grown(lastDoc, size + 1, Uint32Array);
    letters = grown(letters, lettersEnd + to - from + 1, Uint8Array);
    tokenStarts[size] = lettersEnd;
    hashes[size] = hash;
    for (let i = from; i < to; i += 1) letters[lettersEnd++] = scratch[i] as number;
    letters[lettersEnd++] = edge;
    tokenStarts[size + 1] = lettersEnd;
    size += 1;
    return size - 1;
  };
  const tokenOf = (hash: number, from: number, to: number): number => {
    let slot = hash & (slots.length - 1);
    for (;;) {
      const taken = slots[slot] as number;
      if (taken === 0) break;
      if (hashes[taken - 1] === hash && isToken(taken - 1, from, to)) return taken - 1;
      slot = (slot + 1) & (slots.length - 1);
    }
    const token = addToken(hash, from, to);
    slots[slot] = token + 1;
    if (size * 2 > slots.length) resize();
    return token;
  };

  const add = (text: string): void => {
    const folded = fold(text);
    if (scratch.length < folded.length * 3) scratch = new Uint8Array(folded.length * 4);
    const length = encoder.encodeInto(folded, scratch).written;
    tokens = grown(tokens, end + length + 1, Uint32Array);
    let from = 0;
    let hash = 0x811c9dc5;
    for (let i = 0; i <= length; i += 1) {
      const byte = scratch[i] as number;
      if (i < length && byte !== space) {
        hash = Math.imul(hash ^ byte, 0x01000193);
        continue;
      }
      hash ^= hash >>> 15;
      const token = tokenOf(hash >>> 0, from, i);
      tokens[end++] = token;
      if (lastDoc[token] !== doc + 1) {
        lastDoc[token] = doc + 1;
        frequencies[token] = (frequencies[token] as number) + 1;
      }
      from = i + 1;
      hash = 0x811c9dc5;
    }
    doc += 1;
    starts[doc] = end;
  };

  const finish = (): TextIndex => {
    tokens = new Uint32Array(tokens.buffer.transfer(end * 4));
    const { sets: postings, add: post } = createDocSets(frequencies.slice(0, size), count);
    for (let i = 0; i < count; i += 1) {
      for (let at = starts[i] as number; at < (starts[i + 1] as number); at += 1)
        post(tokens[at] as number, i);
    }
    const vocabulary = buildNgramIndex(letters.slice(0, lettersEnd), tokenStarts.slice(0, size + 1));
    const dense = buildDenseNgrams(vocabulary, createDocSetsReader(postings, count), count);
    const boundaries = buildBoundaryBigrams({ tokens, starts, vocabulary });
    return { count, vocabulary, tokens, starts, postings, dense, boundaries };
  };
  return { add, finish };
}
