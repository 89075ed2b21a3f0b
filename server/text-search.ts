import { type DocSet, wordsFor } from "./doc-set.ts";
import { type DocSetsReader, createDocSetsReader } from "./doc-sets.ts";
import { tokensContaining } from "./gram-index.ts";
import { createHeavyLookup } from "./heavy-grams.ts";
import { type Piece, createRowSearch } from "./row-search.ts";
import { seam } from "./seams.ts";
import { type TextIndex, fold } from "./text-index.ts";

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

/** Answers substrings from the index; one query at a time, as it keeps room for one. */
export function createTextSearch(index: TextIndex): FindText {
  const { vocabulary, count } = index;
  const { offsets, docs } = index.postings;
  const words = wordsFor(count);
  const scratch = new Uint32Array(words);
  const postings = createDocSetsReader(index.postings, count);
  const seams = createDocSetsReader(index.seams, count);
  const heavy = createHeavyLookup(index.heavy, count);
  const searchRow = createRowSearch(index);

  const inScratch = (sets: DocSetsReader, which: Uint32Array): DocSet => {
    scratch.fill(0);
    sets.mark(which, scratch);
    return { count: Math.min(sets.weigh(which), count), bits: scratch };
  };

  /** The reviews of these tokens. Few are sorted, many are marked. */
  const union = (tokens: Uint32Array, weight: number): DocSet => {
    if (tokens.length === 1) return postings.get(tokens[0] as number);
    if (weight >= words >>> 2) return inScratch(postings, tokens);
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

  const toPiece = (text: string, startsToken: boolean, endsToken: boolean) => {
    const tokens = tokensContaining(vocabulary, text, startsToken, endsToken);
    return { tokens, weight: postings.weigh(tokens) };
  };

  const findWithin = (text: string): TextFilter => {
    if (text === "") return { sets: [] };
    const known = heavy(Buffer.from(text, "utf8"));
    if (known !== undefined) return { sets: [known] };
    const { tokens, weight } = toPiece(text, false, false);
    return tokens.length === 0 ? nothing : { sets: [union(tokens, weight)] };
  };

  /** One byte, or none, on each side of a space. */
  const findSeam = (before: Uint8Array, after: Uint8Array): TextFilter => {
    const [last] = before;
    const [first] = after;
    if (last !== undefined && first !== undefined) return { sets: [seams.get(seam(last, first))] };
    if (last === undefined && first === undefined) return { sets: [], accepts: searchRow([any, any]) };
    return {
      sets: [
        inScratch(
          seams,
          allBytes.map((byte) => seam(last ?? byte, first ?? byte)),
        ),
      ],
    };
  };

  const findAcross = (parts: readonly string[], most: number): TextFilter => {
    const end = parts.length - 1;
    const bytes = parts.map((part) => Buffer.from(part, "utf8"));
    if (end === 1 && bytes.every(({ length }) => length < 2)) return findSeam(bytes[0]!, bytes[1]!);
    const pieces: Piece[] = [];
    const sets: DocSet[] = [];
    for (const [at, part] of parts.entries()) {
      const isAny = part === "" && (at === 0 || at === end);
      const piece = isAny ? any : toPiece(part, at > 0, at < end);
      if (piece.tokens?.length === 0) return nothing;
      if (piece.tokens?.length === 1) sets.push(postings.get(piece.tokens[0] as number));
      if (piece !== any && at > 0 && pieces[at - 1] !== any)
        sets.push(seams.get(seam(bytes[at - 1]?.at(-1), bytes[at]?.[0])));
      pieces.push(piece);
    }
    const rest = Math.min(most, ...sets.map(({ count: size }) => size));
    const rarest = pieces.reduce((best, piece) => (piece.weight < best.weight ? piece : best));
    // A single token is among the sets already; and to join tokens pays only when it leaves out enough reviews.
    if (rarest.tokens !== undefined && rarest.tokens.length > 1 && rarest.weight < rest * 2)
      sets.push(union(rarest.tokens, rarest.weight));
    return { sets, accepts: searchRow(pieces) };
  };

  return (query, most) => {
    const parts = fold(query).split(" ");
    return parts.length === 1 ? findWithin(parts[0] as string) : findAcross(parts, most);
  };
}

/** The same answers without an index, for the first moments of a process. */
export const createTextScan =
  (texts: readonly string[]): FindText =>
  (query) => {
    const folded = fold(query);
    return { sets: [], accepts: (doc) => texts[doc]?.includes(folded) === true };
  };
