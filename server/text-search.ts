import { type DocSet, wordsFor } from "./doc-set.ts";
import { tokensContaining } from "./gram-index.ts";
import { type Postings, addDocs, createHeavyLookup } from "./heavy-grams.ts";
import { type Piece, createRowSearch } from "./row-search.ts";
import { type TextIndex, denseRows, fold } from "./text-index.ts";

/** What a substring asks of the reviews: sets that they must be in, and a last look at the text. */
export interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };

/** Reviews that may hold a query: those of some tokens, and some sorted lists. */
interface Candidates {
  tokens: Uint32Array;
  lists: Uint32Array[];
  weight: number;
}

/** More combinations of dense tokens than this are not worth looking up one by one. */
const mostPairs = 4096;

/** Answers substrings from the index; one query at a time, as it keeps room for one. */
export function createTextSearch(index: TextIndex): (query: string) => TextFilter {
  const { vocabulary, frequencies, offsets, docs, count, pairs, denseTokens } = index;
  const words = wordsFor(count);
  const scratch = new Uint32Array(words);
  const dense = denseRows(denseTokens, index.denseBits, words);
  const rows = new Map([...denseTokens].map((token, row) => [token, row]));
  const postings: Postings = { count, frequencies, offsets, docs, dense };
  const heavy = createHeavyLookup(index.heavy, count);
  const rowSearch = createRowSearch(index);

  const listOf = (token: number): Uint32Array => docs.subarray(offsets[token], offsets[token + 1]);
  const setOf = (token: number): DocSet => {
    const bits = dense.get(token);
    const frequency = frequencies[token] as number;
    return bits === undefined ? { count: frequency, docs: listOf(token) } : { count: frequency, bits };
  };
  const weigh = (tokens: Uint32Array): number => {
    let weight = 0;
    for (let i = 0; i < tokens.length; i += 1) weight += frequencies[tokens[i] as number] as number;
    return weight;
  };

  /** Few reviews are sorted, many are marked. */
  const union = ({ tokens, lists, weight }: Candidates): DocSet => {
    if (tokens.length === 1 && lists.length === 0) return setOf(tokens[0] as number);
    if (tokens.length === 0 && lists.length === 1) {
      const [only] = lists as [Uint32Array];
      return { count: only.length, docs: only };
    }
    if (weight >= words >>> 2) {
      scratch.fill(0);
      addDocs(postings, tokens, scratch);
      for (const list of lists) {
        for (const doc of list) scratch[doc >>> 5] = (scratch[doc >>> 5] as number) | (1 << (doc & 31));
      }
      return { count: Math.min(weight, count), bits: scratch };
    }
    const all = new Uint32Array(weight);
    let at = 0;
    for (const list of [...Array.from(tokens, listOf), ...lists]) {
      all.set(list, at);
      at += list.length;
    }
    all.sort();
    let kept = 0;
    for (const doc of all) if (kept === 0 || all[kept - 1] !== doc) all[kept++] = doc;
    return { count: kept, docs: all.subarray(0, kept) };
  };

  const toPiece = (text: string, startsToken: boolean, endsToken: boolean): Piece => {
    if (text === "" && startsToken !== endsToken) return { tokens: undefined, weight: count };
    const tokens = tokensContaining(vocabulary, text, startsToken, endsToken);
    return { tokens, weight: weigh(tokens) };
  };

  /** Reviews that may have a token of the one piece before a token of the other. */
  const followers = (first: Piece, second: Piece): Candidates | undefined => {
    if (first.tokens === undefined || second.tokens === undefined) return undefined;
    const sparse: number[] = [];
    const split = (tokens: Uint32Array): number[] => {
      const found: number[] = [];
      for (let i = 0; i < tokens.length; i += 1) {
        const token = tokens[i] as number;
        const row = rows.get(token);
        if (row === undefined) sparse.push(token);
        else found.push(row);
      }
      return found;
    };
    const before = split(first.tokens);
    const after = split(second.tokens);
    if (before.length * after.length > mostPairs) return undefined;
    const tokens = Uint32Array.from(sparse);
    let weight = weigh(tokens);
    const lists: Uint32Array[] = [];
    for (const one of before) {
      for (const other of after) {
        const pair = one * denseTokens.length + other;
        const list = pairs.docs.subarray(pairs.offsets[pair], pairs.offsets[pair + 1]);
        if (list.length === 0) continue;
        lists.push(list);
        weight += list.length;
      }
    }
    return { tokens, lists, weight };
  };

  return (query) => {
    const parts = fold(query).split(" ");
    const last = parts.length - 1;
    if (last === 0) {
      const [text = ""] = parts;
      if (text === "") return { sets: [] };
      const known = heavy(Buffer.from(text, "utf8"));
      if (known !== undefined) return { sets: [known] };
      const tokens = tokensContaining(vocabulary, text, false, false);
      return tokens.length === 0 ? nothing : { sets: [union({ tokens, lists: [], weight: weigh(tokens) })] };
    }
    const pieces: Piece[] = [];
    for (const [at, part] of parts.entries()) {
      const piece = toPiece(part, at > 0, at < last);
      if (piece.tokens?.length === 0) return nothing;
      pieces.push(piece);
    }

    let driver = 0;
    let candidates: Candidates | undefined;
    for (const [at, { tokens, weight }] of pieces.entries()) {
      if (tokens === undefined || (candidates !== undefined && candidates.weight <= weight)) continue;
      candidates = { tokens, lists: [], weight };
      driver = at;
    }
    const rarest = candidates?.weight ?? 0;
    // A rare word is the best guide; only common ones are worth asking for as pairs.
    if (rarest > words) {
      for (let at = 0; at < last; at += 1) {
        const found = followers(pieces[at] as Piece, pieces[at + 1] as Piece);
        if (found !== undefined && found.weight < (candidates?.weight ?? 0)) candidates = found;
      }
    }
    const sets = candidates === undefined ? [] : [union(candidates)];
    for (const [at, { tokens }] of pieces.entries()) {
      const isGuide = at === driver && candidates?.tokens === tokens;
      if (!isGuide && tokens?.length === 1) sets.push(setOf(tokens[0] as number));
    }
    return { sets, accepts: rowSearch(pieces, driver) };
  };
}
