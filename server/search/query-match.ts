import type { ReviewTable, TextIndexer } from "../data/dataset.ts";
import type { Indexing } from "../data/load.ts";
import { type DocSet, wordsFor } from "../data/doc-set.ts";
import { type DocSetsReader, createDocSetsReader } from "../data/doc-sets.ts";
import { oncePer } from "../data/once-per.ts";
import { byteAt, numberAt } from "../data/typed-arrays.ts";
import { edge, tokensContaining } from "./ngram-index.ts";
import { createDenseLookup } from "./dense-ngrams.ts";
import { type QueryPiece, anyToken, createRowSearch } from "./scan.ts";
import { boundary } from "./boundary-bigrams.ts";
import { fold } from "../../src/schema/fold.ts";
import { type TextIndex, space } from "./text-index.ts";

/** Which reviews have the text of a query, case aside: the sets that they must be in, and a last look at the text. */
interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };

const allBytes = Uint32Array.from({ length: 256 }, (_, byte) => byte);

/** `most` is how many reviews the other filters leave at most: when they are few, each is looked through. */
export type QueryMatch = (query: string, most: number) => TextFilter;

/** The sets of reviews behind tokens and bigrams. Its scratch buffers are for one query at a time. */
function createSets(index: TextIndex) {
  const { vocabulary, count } = index;
  const words = wordsFor(count);
  const postings = createDocSetsReader(index.postings, count);
  const boundaries = createDocSetsReader(index.boundaries, count);
  const scratch: Uint32Array[] = [];
  let taken = 0;

  const join = (sets: DocSetsReader, which: Uint32Array, weight: number): DocSet => {
    const bits = (scratch[taken] ??= new Uint32Array(words)).fill(0);
    taken += 1;
    sets.mark(which, bits);
    return { count: Math.min(weight, count), bits };
  };
  return {
    /** Frees the buffers of the query before. */
    begin: (): void => void (taken = 0),
    toPiece: (pattern: Uint8Array) => {
      const tokens = tokensContaining(vocabulary, pattern);
      return { tokens, weight: postings.weigh(tokens) };
    },
    ofToken: postings.get,
    /** The reviews of these tokens. Few are sorted, many are marked. */
    ofTokens: (tokens: Uint32Array, weight: number): DocSet => {
      if (tokens.length === 1) return postings.get(numberAt(tokens, 0));
      if (weight >= words >>> 5) return join(postings, tokens, weight);
      const docs = postings.list(tokens, weight);
      return { count: docs.length, docs };
    },
    ofBoundary: (last: number, first: number): DocSet => boundaries.get(boundary(last, first)),
    ofBoundaries: (which: Uint32Array): DocSet => join(boundaries, which, boundaries.weigh(which)),
    /** What it costs to join sets of this weight, as a number of reviews that are marked. */
    costOf: (weight: number): number => weight + (words >>> 2),
  };
}

/** To look through a review takes as long as to mark some fifty. */
const marksPerLook = 50;

/** The folded query, its spaces marked as the edges of tokens. */
function toPattern(query: string): { bytes: Uint8Array; edges: number[] } {
  const bytes = Buffer.from(fold(query), "utf8");
  const edges: number[] = [];
  for (let i = bytes.indexOf(space); i >= 0; i = bytes.indexOf(space, i + 1)) {
    bytes[i] = edge;
    edges.push(i);
  }
  return { bytes, edges };
}

/** Answers substrings from the index, one query at a time. */
function createQueryMatch(index: TextIndex): QueryMatch {
  const { count } = index;
  const sets = createSets(index);
  const dense = createDenseLookup(index.dense, count);
  const searchRow = createRowSearch(index);

  const findWithin = (bytes: Uint8Array): TextFilter => {
    if (bytes.length === 0) return { sets: [] };
    const known = dense(bytes);
    if (known !== undefined) return { sets: [known] };
    const { tokens, weight } = sets.toPiece(bytes);
    return tokens.length === 0 ? nothing : { sets: [sets.ofTokens(tokens, weight)] };
  };

  /** One byte, or none, on each side of a space. */
  const findAtBoundary = (last: number | undefined, first: number | undefined): TextFilter => {
    if (last !== undefined && first !== undefined) return { sets: [sets.ofBoundary(last, first)] };
    if (last === undefined && first === undefined)
      return { sets: [], accepts: searchRow([anyToken, anyToken]) };
    return { sets: [sets.ofBoundaries(allBytes.map((byte) => boundary(last ?? byte, first ?? byte)))] };
  };

  /** `edges` are the places of the spaces. */
  const findAcross = (bytes: Uint8Array, edges: number[], most: number): TextFilter => {
    const [only = 0] = edges;
    if (edges.length === 1 && only <= 1 && bytes.length - only <= 2)
      return findAtBoundary(bytes[only - 1], bytes[only + 1]);
    const pieces: QueryPiece[] = [];
    const found: DocSet[] = [];
    let from = 0;
    for (const to of [...edges, bytes.length - 1]) {
      const piece = from === to ? anyToken : sets.toPiece(bytes.subarray(from, to + 1));
      if (piece.tokens?.length === 0) return nothing;
      if (piece.tokens?.length === 1) found.push(sets.ofToken(numberAt(piece.tokens, 0)));
      if (from > 0 && piece !== anyToken && pieces.at(-1) !== anyToken)
        found.push(sets.ofBoundary(byteAt(bytes, from - 1), byteAt(bytes, from + 1)));
      pieces.push(piece);
      from = to;
    }
    let rest = Math.min(most, ...found.map((set) => set.count));
    // Joining tokens pays when it leaves out enough reviews.
    for (const { tokens, weight } of pieces.toSorted((a, b) => a.weight - b.weight)) {
      if (tokens === undefined || tokens.length === 1) continue;
      const left = rest * Math.min(1, weight / count);
      if (sets.costOf(weight) > (rest - left) * marksPerLook) break;
      found.push(sets.ofTokens(tokens, weight));
      rest = Math.min(left, weight);
    }
    return { sets: found, accepts: searchRow(pieces) };
  };

  return (query, most) => {
    // Half a surrogate pair is no character: UTF-8 cannot hold it and no text has it.
    if (!query.isWellFormed()) return nothing;
    sets.begin();
    const { bytes, edges } = toPattern(query);
    return edges.length === 0 ? findWithin(bytes) : findAcross(bytes, edges, most);
  };
}

/** Takes the texts for a search without an index, for the first moments of a process. */
const collectTexts: TextIndexer = () => {
  const texts: string[] = [];
  return { add: (text) => void texts.push(fold(text)), finish: () => texts };
};

const createScanMatch =
  (texts: readonly string[]): QueryMatch =>
  (query) => {
    const folded = fold(query);
    return { sets: [], accepts: (doc) => texts[doc]?.includes(folded) === true };
  };

/** How texts become searchable, for whoever loads them. */
export const indexing: Indexing = {
  collectTexts,
  worker: new URL("load-worker.ts", import.meta.url),
};

/** How the texts of these reviews are searched: by the index, or, while none is made, by reading them all. */
export const queryMatchOf = oncePer((table: ReviewTable): QueryMatch => {
  // What is there was made by one of the two indexers of this folder.
  const text = table.text as TextIndex | string[];
  return Array.isArray(text) ? createScanMatch(text) : createQueryMatch(text);
});
