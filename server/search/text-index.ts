import { type DocSets, createDocSets, createDocSetsReader } from "../data/doc-sets.ts";
import { type NgramIndex, buildNgramIndex } from "./ngram-index.ts";
import { type DenseNgrams, buildDenseNgrams } from "./dense-ngrams.ts";
import { buildBoundaryBigrams } from "./boundary-bigrams.ts";
import { byteAt, grown, numberAt } from "../data/typed-arrays.ts";
import { createTokenTable } from "./token-table.ts";
import { fold } from "../../src/schema/fold.ts";

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

/** Takes the texts one by one, newest first, and makes the index of them all. */
export function createTextIndexBuilder(count: number, textBytes: number) {
  const encoder = new TextEncoder();
  let scratch = new Uint8Array(65_536);
  const table = createTokenTable();
  /** In how many reviews each token is, and the last of them + 1. */
  let frequencies = new Uint32Array(4096);
  let lastDoc = new Uint32Array(4096);
  let tokens = new Uint32Array(Math.max(1024, textBytes >>> 4));
  let end = 0;
  const starts = new Uint32Array(count + 1);
  let doc = 0;

  const addToken = (token: number): void => {
    tokens[end++] = token;
    if (token >= lastDoc.length) {
      frequencies = grown(frequencies, token + 1, Uint32Array);
      lastDoc = grown(lastDoc, token + 1, Uint32Array);
    }
    if (lastDoc[token] === doc + 1) return;
    lastDoc[token] = doc + 1;
    frequencies[token] = numberAt(frequencies, token) + 1;
  };

  const add = (text: string): void => {
    const folded = fold(text);
    if (scratch.length < folded.length * 3) scratch = new Uint8Array(folded.length * 4);
    const length = encoder.encodeInto(folded, scratch).written;
    tokens = grown(tokens, end + length + 1, Uint32Array);
    let from = 0;
    let hash = 0x811c9dc5;
    for (let i = 0; i <= length; i += 1) {
      const byte = i < length ? byteAt(scratch, i) : space;
      if (byte !== space) {
        hash = Math.imul(hash ^ byte, 0x01000193);
        continue;
      }
      hash ^= hash >>> 15;
      addToken(table.numberOf(hash >>> 0, scratch, from, i));
      from = i + 1;
      hash = 0x811c9dc5;
    }
    doc += 1;
    starts[doc] = end;
  };

  const finish = (): TextIndex => {
    tokens = new Uint32Array(tokens.buffer.transfer(end * 4));
    const { sets: postings, add: post } = createDocSets(frequencies.slice(0, table.size()), count);
    for (let i = 0; i < count; i += 1)
      for (const token of tokens.subarray(starts[i], starts[i + 1])) post(token, i);
    const { letters, tokenStarts } = table.finish();
    const vocabulary = buildNgramIndex(letters, tokenStarts);
    const dense = buildDenseNgrams(vocabulary, createDocSetsReader(postings, count), count);
    const boundaries = buildBoundaryBigrams({ tokens, starts, vocabulary });
    return { count, vocabulary, tokens, starts, postings, dense, boundaries };
  };
  return { add, finish };
}
