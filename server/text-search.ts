import { type DocSet, wordsFor } from "./doc-set.ts";
import { tokensContaining } from "./gram-index.ts";
import { type Postings, addDocs, createHeavyLookup } from "./heavy-grams.ts";
import { type Piece, type RowSearch, createRowSearch } from "./row-search.ts";
import { type TextIndex, denseRows, fold } from "./text-index.ts";

/** What a substring asks of the reviews: sets that they must be in, and a last look at the text. */
interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };

/** How the reviews with a row of pieces are found: by one piece, or by two that follow each other. */
interface Guide {
  pieces: number[];
  /** Rare tokens, piece by piece: each place where they stand is looked at. */
  rare: Uint32Array[];
  /** Reviews of dense tokens or of pairs of them; they hold a part of the row, maybe not all. */
  dense: Uint32Array;
  lists: Uint32Array[];
  weight: number;
  /** About how long it takes, in looks at one place. */
  cost: number;
}

/** A look through a whole review costs about as much as this many at one place. */
const wholeReview = 8;
/** More combinations of dense tokens than this are not worth looking up one by one. */
const mostPairs = 65_536;

const noTokens = new Uint32Array(0);

const byCost = (a: Guide, b: Guide): number => a.cost - b.cost;

/** `most` is how many reviews the other filters leave at most: when they are few, each is looked through. */
export type FindText = (query: string, most: number) => TextFilter;

/** Answers substrings from the index; one query at a time, as it keeps room for one. */
export function createTextSearch(index: TextIndex): FindText {
  const { vocabulary, frequencies, offsets, docs, places, count, pairs, denseTokens } = index;
  const words = wordsFor(count);
  const scratch = new Uint32Array(words);
  const dense = denseRows(denseTokens, index.denseBits, words);
  const rows = new Map([...denseTokens].map((token, row) => [token, row]));
  const isDense = new Uint8Array(frequencies.length);
  for (const token of denseTokens) isDense[token] = 1;
  const postings: Postings = { count, frequencies, offsets, docs, dense };
  const heavy = createHeavyLookup(index.heavy, count);
  const searchRow = createRowSearch(index);

  const setOf = (token: number): DocSet => {
    const bits = dense.get(token);
    const frequency = frequencies[token] as number;
    if (bits !== undefined) return { count: frequency, bits };
    return { count: frequency, docs: docs.subarray(offsets[token], offsets[token + 1]) };
  };
  const weigh = (tokens: Uint32Array): number => {
    let weight = 0;
    for (let i = 0; i < tokens.length; i += 1) weight += frequencies[tokens[i] as number] as number;
    return weight;
  };
  const mark = (doc: number) => {
    scratch[doc >>> 5] = (scratch[doc >>> 5] as number) | (1 << (doc & 31));
  };
  const toSet = (found: Uint32Array): DocSet => {
    found.sort();
    let kept = 0;
    for (const doc of found) if (kept === 0 || found[kept - 1] !== doc) found[kept++] = doc;
    return { count: kept, docs: found.subarray(0, kept) };
  };

  /** Few reviews are sorted, many are marked. */
  const union = (tokens: Uint32Array): DocSet => {
    if (tokens.length === 1) return setOf(tokens[0] as number);
    const weight = weigh(tokens);
    if (weight >= words >>> 2) {
      scratch.fill(0);
      addDocs(postings, tokens, scratch);
      return { count: Math.min(weight, count), bits: scratch };
    }
    const all = new Uint32Array(weight);
    let at = 0;
    for (const token of tokens) {
      for (let i = offsets[token] as number; i < (offsets[token + 1] as number); i += 1)
        all[at++] = docs[i] as number;
    }
    return toSet(all);
  };

  /** The reviews to which the guide leads. */
  const follow = ({ pieces, rare, dense: common, lists, weight }: Guide, row: RowSearch): DocSet => {
    const isMany = weight >= words >>> 2;
    const few: number[] = [];
    const note = isMany ? mark : (doc: number) => void few.push(doc);
    if (isMany) {
      scratch.fill(0);
      addDocs(postings, common, scratch);
    }
    for (const list of lists) for (let i = 0; i < list.length; i += 1) note(list[i] as number);
    for (const [at, piece] of pieces.entries()) {
      for (const token of rare[at] as Uint32Array) {
        const end = offsets[token + 1] as number;
        for (let i = offsets[token] as number; i < end; i += 1) {
          const doc = docs[i] as number;
          if (row.isAt(piece, doc, places[i] as number)) note(doc);
        }
      }
    }
    return isMany ? { count: Math.min(weight, count), bits: scratch } : toSet(Uint32Array.from(few));
  };

  const toPiece = (text: string, startsToken: boolean, endsToken: boolean): Piece => {
    if (text === "" && startsToken !== endsToken) return { tokens: undefined, weight: count };
    const tokens = tokensContaining(vocabulary, text, startsToken, endsToken);
    return { tokens, weight: weigh(tokens) };
  };

  const split = (tokens: Uint32Array): { rare: Uint32Array; common: Uint32Array } => {
    let denseOnes = 0;
    for (let i = 0; i < tokens.length; i += 1) denseOnes += isDense[tokens[i] as number] as number;
    if (denseOnes === 0) return { rare: tokens, common: noTokens };
    return {
      rare: tokens.filter((token) => isDense[token] === 0),
      common: tokens.filter((token) => isDense[token] === 1),
    };
  };

  const byPiece = ({ tokens, weight }: Piece, piece: number): Guide[] => {
    if (tokens === undefined) return [];
    const { rare, common } = split(tokens);
    const cost = weight + weigh(common) * wholeReview;
    return [{ pieces: [piece], rare: [rare], dense: common, lists: [], weight, cost }];
  };

  const byPair = (pieces: readonly Piece[], at: number): Guide[] => {
    const [first, second] = [pieces[at]?.tokens, pieces[at + 1]?.tokens];
    if (first === undefined || second === undefined) return [];
    const before = split(first);
    const after = split(second);
    if (before.common.length * after.common.length > mostPairs) return [];
    const lists: Uint32Array[] = [];
    let found = 0;
    for (const one of before.common) {
      for (const other of after.common) {
        const pair = (rows.get(one) as number) * denseTokens.length + (rows.get(other) as number);
        const list = pairs.docs.subarray(pairs.offsets[pair], pairs.offsets[pair + 1]);
        if (list.length > 0) lists.push(list);
        found += list.length;
      }
    }
    const looked = weigh(before.rare) + weigh(after.rare);
    const cost = looked + found * (pieces.length === 2 ? 0.5 : wholeReview);
    const rare = [before.rare, after.rare];
    return [{ pieces: [at, at + 1], rare, dense: noTokens, lists, weight: looked + found, cost }];
  };

  return (query, most) => {
    const parts = fold(query).split(" ");
    const last = parts.length - 1;
    if (last === 0) {
      const [text = ""] = parts;
      if (text === "") return { sets: [] };
      const known = heavy(Buffer.from(text, "utf8"));
      if (known !== undefined) return { sets: [known] };
      const tokens = tokensContaining(vocabulary, text, false, false);
      return tokens.length === 0 ? nothing : { sets: [union(tokens)] };
    }
    const pieces: Piece[] = [];
    for (const [at, part] of parts.entries()) {
      const piece = toPiece(part, at > 0, at < last);
      if (piece.tokens?.length === 0) return nothing;
      pieces.push(piece);
    }
    const row = searchRow(pieces);
    let [guide] = pieces.flatMap(byPiece).toSorted(byCost);
    // Only what is common is worth asking for as a pair.
    if (guide !== undefined && guide.cost > words) {
      [guide] = [guide, ...pieces.slice(1).flatMap((_, at) => byPair(pieces, at))].toSorted(byCost);
    }
    if (guide === undefined) return { sets: [], accepts: row.isIn(0) };
    const rarest = pieces.reduce((best, { tokens, weight }, at) => {
      const known = pieces[best];
      return tokens !== undefined && (known?.tokens === undefined || weight < known.weight) ? at : best;
    }, 0);
    if (guide.cost > most * wholeReview) return { sets: [], accepts: row.isIn(rarest) };
    const sets = [follow(guide, row)];
    const isExact = guide.dense.length === 0 && (guide.lists.length === 0 || last === 1);
    if (isExact) return { sets };
    for (const { tokens } of pieces) if (tokens?.length === 1) sets.push(setOf(tokens[0] as number));
    return { sets, accepts: row.isIn(rarest) };
  };
}

/** The same answers without an index, for the first moments of a process. */
export const createTextScan =
  (texts: readonly string[]): FindText =>
  (query) => {
    const folded = fold(query);
    return { sets: [], accepts: (doc) => texts[doc]?.includes(folded) === true };
  };
