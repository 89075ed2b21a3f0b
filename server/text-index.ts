import { type DocSet, isDense, wordsFor } from "./doc-set.ts";
import { type GramIndex, buildGramIndex, tokensContaining } from "./gram-index.ts";

/**
 * Finds reviews by any substring of their folded text. Texts are cut at each space into tokens, so a text is a row
 * of tokens joined by single spaces, and a query with k spaces is the end of one token, k - 1 whole ones and the
 * beginning of one more. All of it is plain arrays, so that a worker thread can hand it over without copying.
 */
export interface TextIndex {
  count: number;
  vocabulary: GramIndex;
  /** Every text as token numbers, one after the other; text i is from starts[i] to before starts[i + 1]. */
  tokens: Uint32Array;
  starts: Uint32Array;
  /** In how many reviews each token is. */
  frequencies: Uint32Array;
  /** Rare tokens: their reviews, sorted, from offsets[token] to before offsets[token + 1]. */
  offsets: Uint32Array;
  docs: Uint32Array;
  /** Dense tokens, in the order of `denseTokens`: one bit a review. */
  denseTokens: Uint32Array;
  denseBits: Uint32Array;
}

/** Case and composition do not count. */
export const fold = (text: string): string => text.normalize("NFC").toLowerCase();

const space = 0x20;
/** Never part of UTF-8, so no query can hold it. */
export const edge = 0xff;

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
export function createTextIndexBuilder(count: number, sizeHint: number) {
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
  let tokens = new Uint32Array(Math.max(1024, sizeHint));
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
    const offsets = new Uint32Array(size + 1);
    const dense = new Map<number, number>();
    for (let token = 0; token < size; token += 1) {
      const frequency = frequencies[token] as number;
      if (isDense(frequency, count)) dense.set(token, dense.size);
      offsets[token + 1] = (offsets[token] as number) + (dense.has(token) ? 0 : frequency);
    }
    const words = wordsFor(count);
    const denseBits = new Uint32Array(dense.size * words);
    const docs = new Uint32Array(offsets[size] as number);
    const cursor = offsets.slice(0, size);
    for (let i = 0; i < count; i += 1) {
      for (let at = starts[i] as number; at < (starts[i + 1] as number); at += 1) {
        const token = tokens[at] as number;
        const next = cursor[token] as number;
        if (next < (offsets[token + 1] as number)) {
          if (next > (offsets[token] as number) && docs[next - 1] === i) continue;
          docs[next] = i;
          cursor[token] = next + 1;
        } else {
          const row = dense.get(token);
          if (row === undefined) continue;
          const word = row * words + (i >>> 5);
          denseBits[word] = (denseBits[word] as number) | (1 << (i & 31));
        }
      }
    }
    return {
      count,
      vocabulary: buildGramIndex(letters.slice(0, lettersEnd), tokenStarts.slice(0, size + 1)),
      tokens,
      starts,
      frequencies: frequencies.slice(0, size),
      offsets,
      docs,
      denseTokens: Uint32Array.from(dense.keys()),
      denseBits,
    };
  };
  return { add, finish };
}

/** What a substring asks of the reviews: sets that they must be in, and a last look at the text. */
export interface TextFilter {
  sets: DocSet[];
  accepts?: (doc: number) => boolean;
}

const nothing: TextFilter = { sets: [{ count: 0, docs: new Uint32Array(0) }] };
const any = 0xffff_ffff;
const marked = 0xffff_fffe;

/** One piece of a query between spaces: the tokens that may stand there; none given means any. */
interface Piece {
  tokens: Uint32Array | undefined;
  weight: number;
}

/** Answers substrings from the index; one query at a time, as it keeps room for one. */
export function createTextSearch(index: TextIndex): (query: string) => TextFilter {
  const { vocabulary, tokens, starts, frequencies, offsets, docs, count } = index;
  const words = wordsFor(count);
  const scratch = new Uint32Array(words);
  const firstMarks = new Uint8Array(frequencies.length);
  const lastMarks = new Uint8Array(frequencies.length);
  const dense = new Map<number, Uint32Array>();
  for (const [row, token] of index.denseTokens.entries()) {
    dense.set(token, index.denseBits.subarray(row * words, (row + 1) * words));
  }

  const setOf = (token: number): DocSet => {
    const bits = dense.get(token);
    const frequency = frequencies[token] as number;
    if (bits !== undefined) return { count: frequency, bits };
    return { count: frequency, docs: docs.subarray(offsets[token], offsets[token + 1]) };
  };

  const unionList = (found: Uint32Array, weight: number): DocSet => {
    const all = new Uint32Array(weight);
    let at = 0;
    for (const token of found) {
      for (let i = offsets[token] as number; i < (offsets[token + 1] as number); i += 1) {
        all[at++] = docs[i] as number;
      }
    }
    all.sort();
    let kept = 0;
    for (const doc of all) if (kept === 0 || all[kept - 1] !== doc) all[kept++] = doc;
    return { count: kept, docs: all.subarray(0, kept) };
  };

  const unionBits = (found: Uint32Array): DocSet => {
    scratch.fill(0);
    for (const token of found) {
      const bits = dense.get(token);
      if (bits !== undefined) {
        for (let i = 0; i < words; i += 1) scratch[i] = (scratch[i] as number) | (bits[i] as number);
        continue;
      }
      for (let i = offsets[token] as number; i < (offsets[token + 1] as number); i += 1) {
        const doc = docs[i] as number;
        scratch[doc >>> 5] = (scratch[doc >>> 5] as number) | (1 << (doc & 31));
      }
    }
    return { count, bits: scratch };
  };

  const union = (found: Uint32Array, weight: number): DocSet =>
    found.length === 1
      ? setOf(found[0] as number)
      : weight < words >>> 2
        ? unionList(found, weight)
        : unionBits(found);

  const toPiece = (text: string, startsToken: boolean, endsToken: boolean): Piece => {
    if (text === "" && startsToken !== endsToken) return { tokens: undefined, weight: count };
    const found = tokensContaining(vocabulary, text, startsToken, endsToken);
    let weight = 0;
    for (const token of found) weight += frequencies[token] as number;
    return { tokens: found, weight };
  };

  /** Looks for the row of pieces among the tokens of one review. */
  const rowSearch = (pieces: Piece[], driver: number): ((doc: number) => boolean) => {
    const wanted = pieces.map(({ tokens: found }) =>
      found === undefined ? any : found.length === 1 ? (found[0] as number) : marked,
    );
    const last = pieces.length - 1;
    const fits = (piece: number, token: number): boolean => {
      const want = wanted[piece] as number;
      if (want === marked) return (piece === 0 ? firstMarks : lastMarks)[token] === 1;
      return want === any || want === token;
    };
    return (doc) => {
      const end = (starts[doc + 1] as number) - last;
      for (let at = starts[doc] as number; at < end; at += 1) {
        if (!fits(driver, tokens[at + driver] as number)) continue;
        let piece = 0;
        while (piece <= last && fits(piece, tokens[at + piece] as number)) piece += 1;
        if (piece > last) return true;
      }
      return false;
    };
  };

  let cleared: (() => void) | undefined;
  const mark = (marks: Uint8Array, { tokens: found }: Piece) => {
    if (found === undefined || found.length === 1) return;
    for (const token of found) marks[token] = 1;
    const before = cleared;
    cleared = () => {
      before?.();
      for (const token of found) marks[token] = 0;
    };
  };

  return (query) => {
    cleared?.();
    cleared = undefined;
    const parts = fold(query).split(" ");
    const last = parts.length - 1;
    if (last === 0) {
      const [text = ""] = parts;
      if (text === "") return { sets: [] };
      const { tokens: found, weight } = toPiece(text, false, false);
      return found === undefined || found.length === 0 ? nothing : { sets: [union(found, weight)] };
    }
    const pieces: Piece[] = [];
    for (const [at, part] of parts.entries()) {
      const piece = toPiece(part, at > 0, at < last);
      if (piece.tokens?.length === 0) return nothing;
      pieces.push(piece);
    }
    mark(firstMarks, pieces[0] as Piece);
    mark(lastMarks, pieces[last] as Piece);
    let driver = 0;
    for (const [at, { tokens: found, weight }] of pieces.entries()) {
      const best = pieces[driver] as Piece;
      if (found !== undefined && (best.tokens === undefined || weight < best.weight)) driver = at;
    }
    const sets: DocSet[] = [];
    for (const [at, { tokens: found, weight }] of pieces.entries()) {
      if (found === undefined) continue;
      if (found.length === 1) sets.push(setOf(found[0] as number));
      else if (at === driver) sets.push(union(found, weight));
    }
    return { sets, accepts: rowSearch(pieces, driver) };
  };
}
