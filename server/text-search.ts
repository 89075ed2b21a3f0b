import { type DocSet, wordsFor } from "./doc-set.ts";
import { createDocSetsReader } from "./doc-sets.ts";
import { tokensContaining } from "./gram-index.ts";
import { createHeavyLookup } from "./heavy-grams.ts";
import { type Piece, type RowSearch, createRowSearch } from "./row-search.ts";
import { seam } from "./seams.ts";
import { type TextIndex, fold } from "./text-index.ts";

/** What a substring asks of the reviews: sets that they must be in, and a last look at the text. */
interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };

/** A look through a whole review costs about as much as this many at one place. */
const wholeReview = 4;

const allBytes = Uint32Array.from({ length: 256 }, (_, byte) => byte);

/** `most` is how many reviews the other filters leave at most: when they are few, each is looked through. */
export type FindText = (query: string, most: number) => TextFilter;

/** Answers substrings from the index; one query at a time, as it keeps room for one. */
export function createTextSearch(index: TextIndex): FindText {
  const { vocabulary, places, count } = index;
  const { offsets, docs } = index.postings;
  const words = wordsFor(count);
  const scratch = new Uint32Array(words);
  const postings = createDocSetsReader(index.postings, count);
  const seams = createDocSetsReader(index.seams, count);
  const isDense = new Uint8Array(index.postings.counts.length);
  for (const token of index.postings.dense) isDense[token] = 1;
  const heavy = createHeavyLookup(index.heavy, count);
  const searchRow = createRowSearch(index);

  const noteInScratch = (doc: number) => {
    scratch[doc >>> 5] = (scratch[doc >>> 5] as number) | (1 << (doc & 31));
  };
  const isMany = (weight: number): boolean => weight >= words >>> 2;
  const inScratch = (weight: number): DocSet => ({ count: Math.min(weight, count), bits: scratch });
  const toSet = (found: Uint32Array): DocSet => {
    found.sort();
    let kept = 0;
    for (const doc of found) if (kept === 0 || found[kept - 1] !== doc) found[kept++] = doc;
    return { count: kept, docs: found.subarray(0, kept) };
  };

  /** The reviews of these tokens. Few are sorted, many are marked. */
  const union = (tokens: Uint32Array): DocSet => {
    if (tokens.length === 1) return postings.get(tokens[0] as number);
    const weight = postings.weigh(tokens);
    if (isMany(weight)) {
      scratch.fill(0);
      postings.mark(tokens, scratch);
      return inScratch(weight);
    }
    const all = new Uint32Array(weight);
    let at = 0;
    for (const token of tokens) {
      for (let i = offsets[token] as number; i < (offsets[token + 1] as number); i += 1)
        all[at++] = docs[i] as number;
    }
    return toSet(all);
  };

  /** The reviews that have the row where this piece is; dense tokens have no places, so all of theirs are taken. */
  const follow = (tokens: Uint32Array, weight: number, piece: number, row: RowSearch): DocSet => {
    const few: number[] = [];
    const note = isMany(weight) ? noteInScratch : (doc: number) => void few.push(doc);
    if (isMany(weight)) {
      scratch.fill(0);
      postings.mark(
        tokens.filter((token) => isDense[token] === 1),
        scratch,
      );
    }
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as number;
      const end = offsets[token + 1] as number;
      for (let i = offsets[token] as number; i < end; i += 1) {
        const doc = docs[i] as number;
        if (row.isAt(piece, doc, places[i] as number)) note(doc);
      }
    }
    return isMany(weight) ? inScratch(weight) : toSet(Uint32Array.from(few));
  };

  const toPiece = (text: string, startsToken: boolean, endsToken: boolean): Piece => {
    if (text === "" && startsToken !== endsToken) return { tokens: undefined, weight: count };
    const tokens = tokensContaining(vocabulary, text, startsToken, endsToken);
    return { tokens, weight: postings.weigh(tokens) };
  };

  const findWithin = (text: string): TextFilter => {
    if (text === "") return { sets: [] };
    const known = heavy(Buffer.from(text, "utf8"));
    if (known !== undefined) return { sets: [known] };
    const tokens = tokensContaining(vocabulary, text, false, false);
    return tokens.length === 0 ? nothing : { sets: [union(tokens)] };
  };

  /** One byte, or none, on each side of a space. */
  const findSeam = (before: Uint8Array, after: Uint8Array): TextFilter => {
    const [last] = before;
    const [first] = after;
    if (last !== undefined && first !== undefined) return { sets: [seams.get(seam(last, first))] };
    if (last === undefined && first === undefined) return { sets: [], accepts: searchRow([any, any]).isIn };
    const met = allBytes.map((byte) => seam(last ?? byte, first ?? byte));
    scratch.fill(0);
    seams.mark(met, scratch);
    return { sets: [inScratch(seams.weigh(met))] };
  };

  const findAcross = (parts: readonly string[], most: number): TextFilter => {
    const end = parts.length - 1;
    const bytes = parts.map((part) => Buffer.from(part, "utf8"));
    if (end === 1 && bytes.every(({ length }) => length < 2)) return findSeam(bytes[0]!, bytes[1]!);
    const pieces: Piece[] = [];
    const sets: DocSet[] = [];
    for (const [at, part] of parts.entries()) {
      const piece = toPiece(part, at > 0, at < end);
      if (piece.tokens?.length === 0) return nothing;
      pieces.push(piece);
      // Tokens joined
      if (at > 0 && piece.tokens !== undefined && pieces[at - 1]?.tokens !== undefined)
        sets.push(seams.get(seam(bytes[at - 1]?.at(-1), bytes[at]?.[0])));
      if (piece.tokens?.length === 1) sets.push(postings.get(piece.tokens[0] as number));
    }
    const row = searchRow(pieces);
    const costs = pieces.map(({ tokens, weight }) => {
      if (tokens === undefined) return Number.POSITIVE_INFINITY;
      let cost = 0;
      for (let i = 0; i < tokens.length; i += 1) {
        const token = tokens[i] as number;
        cost += (index.postings.counts[token] as number) * (isDense[token] === 1 ? wholeReview : 1);
      }
      return cost;
    });
    const cost = Math.min(...costs);
    const guide = costs.indexOf(cost);
    const rest = Math.min(most, ...sets.map(({ count: size }) => size));
    const { tokens, weight } = pieces[guide] as Piece;
    if (cost >= rest * wholeReview) {
      if (weight < rest * 2 && tokens!.length > 1) sets.push(union(tokens!));
      return { sets, accepts: row.isIn };
    }
    const found = follow(tokens!, weight, guide, row);
    const isExact = tokens!.every((token) => isDense[token] === 0);
    return isExact ? { sets: [found] } : { sets: [found, ...sets], accepts: row.isIn };
  };

  return (query, most) => {
    const parts = fold(query).split(" ");
    return parts.length === 1 ? findWithin(parts[0] as string) : findAcross(parts, most);
  };
}

const any: Piece = { tokens: undefined, weight: 0 };

/** The same answers without an index, for the first moments of a process. */
export const createTextScan =
  (texts: readonly string[]): FindText =>
  (query) => {
    const folded = fold(query);
    return { sets: [], accepts: (doc) => texts[doc]?.includes(folded) === true };
  };
