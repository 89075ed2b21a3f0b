import type { ReviewTable, TextIndexer } from "../data/dataset.ts";
import type { Indexing } from "../data/load.ts";
import { type DocSet, wordsFor } from "../data/doc-set.ts";
import { type DocSetsReader, createDocSetsReader } from "../data/doc-sets.ts";
import { edge, tokensContaining } from "./ngram-index.ts";
import { createDenseLookup } from "./dense-ngrams.ts";
import { type Piece, createRowSearch } from "./scan.ts";
import { boundary } from "./boundary-bigrams.ts";
import { fold } from "../../src/schema/text.ts";
import { type TextIndex, space } from "./text-index.ts";

/** What a substring asks of the reviews: sets that they must be in, and a last look at the text. */
interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };

/** Before the first space of a query, or after its last, where there is nothing. */
const any: Piece = { tokens: undefined, weight: Number.POSITIVE_INFINITY };

const allBytes = Uint32Array.from({ length: 256 }, (_, byte) => byte);

/** `most` is how many reviews the other filters leave at most: when they are few, each is looked through. */
export type FindText = (query: string, most: number) => TextFilter;

/** Answers substrings from the index; one query at a time, as its scratch buffers are for one. */
function createTextSearch(index: TextIndex): FindText {
  const { vocabulary, count } = index;
  const { offsets, docs } = index.postings;
  const words = wordsFor(count);
  const postings = createDocSetsReader(index.postings, count);
  const boundaries = createDocSetsReader(index.boundaries, count);
  const dense = createDenseLookup(index.dense, count);
  const searchRow = createRowSearch(index);

  /** Scratch buffers for the joined sets of one query. */
  const scratch: Uint32Array[] = [];
  let taken = 0;
  const join = (sets: DocSetsReader, which: Uint32Array, weight: number): DocSet => {
    const bits = (scratch[taken] ??= new Uint32Array(words)).fill(0);
    taken += 1;
    sets.mark(which, bits);
    return { count: Math.min(weight, count), bits };
  };

  /** The reviews of these tokens. Few are sorted, many are marked. */
  const union = (tokens: Uint32Array, weight: number): DocSet => {
    if (tokens.length === 1) return postings.get(tokens[0] as number);
    if (weight >= words >>> 5) return join(postings, tokens, weight);
    const found = new Uint32Array(weight);
    let end = 0;
    for (const token of tokens) {
      for (let i = offsets[token] as number; i < (offsets[token + 1] as number); i += 1)
        found[end++] = docs[i] as number;
    }
    found.sort();
    let kept = 0;
    for (const doc of found) if (kept === 0 || found[kept - 1] !== doc) found[kept++] = doc;
    return { count: kept, docs: found.subarray(0, kept) };
  };

  const toPiece = (pattern: Uint8Array): Piece & { tokens: Uint32Array } => {
    const tokens = tokensContaining(vocabulary, pattern);
    return { tokens, weight: postings.weigh(tokens) };
  };

  const findWithin = (bytes: Uint8Array): TextFilter => {
    if (bytes.length === 0) return { sets: [] };
    const known = dense(bytes);
    if (known !== undefined) return { sets: [known] };
    const { tokens, weight } = toPiece(bytes);
    return tokens.length === 0 ? nothing : { sets: [union(tokens, weight)] };
  };

  /** One byte, or none, on each side of a space. */
  const findAtBoundary = (last: number | undefined, first: number | undefined): TextFilter => {
    if (last !== undefined && first !== undefined) return { sets: [boundaries.get(boundary(last, first))] };
    if (last === undefined && first === undefined) return { sets: [], accepts: searchRow([any, any]) };
    const which = allBytes.map((byte) => boundary(last ?? byte, first ?? byte));
    return { sets: [join(boundaries, which, boundaries.weigh(which))] };
  };

  /** `edges` are the places of the spaces, marked as the edges of tokens. */
  const findAcross = (bytes: Uint8Array, edges: number[], most: number): TextFilter => {
    const [only = 0] = edges;
    if (edges.length === 1 && only <= 1 && bytes.length - only <= 2)
      return findAtBoundary(bytes[only - 1], bytes[only + 1]);
    const pieces: Piece[] = [];
    const sets: DocSet[] = [];
    let rest = most;
    const narrow = (set: DocSet) => {
      sets.push(set);
      rest = Math.min(rest, set.count);
    };
    for (let at = 0; at <= edges.length; at += 1) {
      const from = at === 0 ? 0 : (edges[at - 1] as number);
      const to = at === edges.length ? bytes.length : (edges[at] as number) + 1;
      const piece = to - from === 1 ? any : toPiece(bytes.subarray(from, to));
      if (piece.tokens?.length === 0) return nothing;
      if (piece.tokens?.length === 1) narrow(postings.get(piece.tokens[0] as number));
      if (at > 0 && piece !== any && pieces[at - 1] !== any)
        narrow(boundaries.get(boundary(bytes[from - 1] as number, bytes[from + 1] as number)));
      pieces.push(piece);
    }
    // To look through a review takes as long as to mark some fifty, so joining tokens pays when it leaves out enough.
    for (const { tokens, weight } of pieces.toSorted((a, b) => a.weight - b.weight)) {
      if (tokens === undefined || tokens.length === 1) continue;
      const left = rest * Math.min(1, weight / count);
      if (weight + (words >>> 2) > (rest - left) * 50) break;
      sets.push(union(tokens, weight));
      rest = Math.min(left, weight);
    }
    return { sets, accepts: searchRow(pieces) };
  };

  return (query, most) => {
    // Half a surrogate pair is no character: UTF-8 cannot hold it and no text has it.
    if (!query.isWellFormed()) return nothing;
    taken = 0;
    const bytes = Buffer.from(fold(query), "utf8");
    const edges: number[] = [];
    for (let i = bytes.indexOf(space); i >= 0; i = bytes.indexOf(space, i + 1)) {
      bytes[i] = edge;
      edges.push(i);
    }
    return edges.length === 0 ? findWithin(bytes) : findAcross(bytes, edges, most);
  };
}

/** Takes the texts for a search without an index, for the first moments of a process. */
const collectTexts: TextIndexer = () => {
  const texts: string[] = [];
  return { add: (text) => void texts.push(fold(text)), finish: () => texts };
};

const createTextScan =
  (texts: readonly string[]): FindText =>
  (query) => {
    const folded = fold(query);
    return { sets: [], accepts: (doc) => texts[doc]?.includes(folded) === true };
  };

/** How texts become searchable, for whoever loads them. */
export const indexing: Indexing = {
  collectTexts,
  worker: new URL("load-worker.ts", import.meta.url),
};

const finders = new WeakMap<ReviewTable, FindText>();

/** How the texts of these reviews are searched: by the index, or, while none is made, by reading them all. */
export function textSearchOf(table: ReviewTable): FindText {
  let find = finders.get(table);
  if (find === undefined) {
    // What is there was made by one of the two indexers of this folder.
    const text = table.text as TextIndex | string[];
    find = Array.isArray(text) ? createTextScan(text) : createTextSearch(text);
    finders.set(table, find);
  }
  return find;
}
