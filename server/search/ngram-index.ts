import { lowerBound } from "../../src/schema/binary-search.ts";
import { byteAt, numberAt } from "../data/typed-arrays.ts";

/** Which tokens hold a substring: every four bytes of every token, sorted, with the tokens they are in. */
export interface NgramIndex {
  /** All tokens, each between two bytes that no text has. */
  letters: Uint8Array;
  /** Token i is from tokenStarts[i] to before tokenStarts[i + 1] - 1. */
  tokenStarts: Uint32Array;
  /** Distinct n-grams, ascending. */
  keys: Uint32Array;
  /** The tokens of n-gram i, ascending, from offsets[i] to before offsets[i + 1]. */
  offsets: Uint32Array;
  tokens: Uint32Array;
}

/** Marks where tokens begin and end; never part of UTF-8, so no query can hold it. */
export const edge = 0xff;
const width = 4;

/** Four bytes as one number; past the token's end they are zero. */
function ngramAt(letters: Uint8Array, at: number): number {
  let key = 0;
  let ended = false;
  for (let i = 0; i < width; i += 1) {
    const byte = ended ? 0 : byteAt(letters, at + i);
    if (i > 0 && byte === edge) ended = true;
    key = (key << 8) | byte;
  }
  return key >>> 0;
}

/** Sorts by 16 bits of the keys, keeping the order of equals. */
function sortBy(shift: number, keys: Uint32Array, values: Uint32Array): [Uint32Array, Uint32Array] {
  const counts = new Uint32Array(65_537);
  for (const key of keys) {
    const digit = ((key >>> shift) & 0xffff) + 1;
    counts[digit] = numberAt(counts, digit) + 1;
  }
  for (let i = 1; i < counts.length; i += 1) counts[i] = numberAt(counts, i) + numberAt(counts, i - 1);
  const sortedKeys = new Uint32Array(keys.length);
  const sortedValues = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i += 1) {
    const key = numberAt(keys, i);
    const digit = (key >>> shift) & 0xffff;
    const to = numberAt(counts, digit);
    counts[digit] = to + 1;
    sortedKeys[to] = key;
    sortedValues[to] = numberAt(values, i);
  }
  return [sortedKeys, sortedValues];
}

export function buildNgramIndex(letters: Uint8Array, tokenStarts: Uint32Array): NgramIndex {
  const size = letters.length - 1;
  const allKeys = new Uint32Array(size);
  const allTokens = new Uint32Array(size);
  let token = 0;
  for (let at = 0; at < size; at += 1) {
    // The byte before a token opens it, so it belongs to the token that follows.
    if (at > 0 && letters[at] === edge) token += 1;
    allKeys[at] = ngramAt(letters, at);
    allTokens[at] = token;
  }
  const [keys, tokens] = sortBy(16, ...sortBy(0, allKeys, allTokens));
  const distinct = new Uint32Array(size);
  const offsets = new Uint32Array(size + 1);
  let count = 0;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const isNew = count === 0 || distinct[count - 1] !== keys[i];
    if (isNew) {
      distinct[count] = numberAt(keys, i);
      offsets[count] = kept;
      count += 1;
    }
    if (isNew || tokens[kept - 1] !== tokens[i]) tokens[kept++] = numberAt(tokens, i);
  }
  offsets[count] = kept;
  return {
    letters,
    tokenStarts,
    keys: distinct.slice(0, count),
    offsets: offsets.slice(0, count + 1),
    tokens: tokens.slice(0, kept),
  };
}

/** Those of the tokens that hold the pattern: at their beginning or their end when it has the mark of one. */
function holding(
  { letters, tokenStarts }: NgramIndex,
  tokens: Uint32Array,
  pattern: Uint8Array,
): Uint32Array {
  const { length } = pattern;
  const isAt = (at: number): boolean => {
    for (let i = 0; i < length; i += 1) if (letters[at + i] !== pattern[i]) return false;
    return true;
  };
  const startsToken = pattern[0] === edge;
  const endsToken = pattern[length - 1] === edge;
  const found: number[] = [];
  for (const token of tokens) {
    const first = numberAt(tokenStarts, token) - 1;
    const last = numberAt(tokenStarts, token + 1) - length;
    const to = startsToken ? Math.min(first, last) : last;
    let at = endsToken ? Math.max(first, last) : first;
    while (at <= to && !isAt(at)) at += 1;
    if (at <= to) found.push(token);
  }
  return new Uint32Array(found);
}

const none = new Uint32Array(0);
/** So few tokens are looked through sooner than a rarer n-gram is found. */
const few = 16;

/** Which keys begin with these bytes, at most three. */
function keyRange(keys: Uint32Array, bytes: Uint8Array): [from: number, to: number] {
  const span = 2 ** (8 * (width - bytes.length));
  let low = 0;
  for (const byte of bytes) low = low * 256 + byte;
  return [lowerBound(keys, low * span), lowerBound(keys, (low + 1) * span)];
}

/**
 * The tokens that hold the pattern; with the mark of an edge as first or last byte, only at their beginning or end.
 * A token may come twice when the pattern is shorter than an n-gram.
 */
export function tokensContaining(index: NgramIndex, pattern: Uint8Array): Uint32Array {
  const { keys, offsets } = index;
  if (pattern.length < width) {
    const [from, to] = keyRange(keys, pattern);
    const found = index.tokens.subarray(offsets[from], offsets[to]);
    return pattern.includes(0) ? holding(index, found, pattern) : found;
  }
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let at = 0; at + width <= pattern.length && fewest > few; at += 1) {
    const key = ngramAt(pattern, at);
    const place = lowerBound(keys, key);
    if (keys[place] !== key) return none;
    const size = numberAt(offsets, place + 1) - numberAt(offsets, place);
    if (size >= fewest) continue;
    best = place;
    fewest = size;
  }
  const candidates = index.tokens.subarray(offsets[best], offsets[best + 1]);
  return pattern.length === width && !pattern.includes(0) ? candidates : holding(index, candidates, pattern);
}
