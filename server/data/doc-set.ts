import { lowerBound } from "../../src/schema/binary-search.ts";
import { numberAt } from "./typed-arrays.ts";

/**
 * A set of reviews, by their place in the dataset (0 is the newest): a sorted list when they are few, else one bit
 * a review.
 */
export type DocSet = { count: number; docs: Uint32Array } | { count: number; bits: Uint32Array };

/** Which reviews were found: how many in all, and the first of them. */
export interface MatchedDocs {
  total: number;
  docs: number[];
}

/** How many of the 32 bits are set. */
export function popcount(word: number): number {
  let rest = word - ((word >>> 1) & 0x5555_5555);
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Beyond this many members, bits take less memory than a list. */
export const isDense = (count: number, all: number): boolean => count > all >>> 5;

export const wordsFor = (all: number): number => (all + 31) >>> 5;

/** Sets the bit of a review in the row that begins at this word. */
export function setBit(bits: Uint32Array, row: number, doc: number): void {
  const word = row + (doc >>> 5);
  bits[word] = numberAt(bits, word) | (1 << (doc & 31));
}

/** Makes the smaller form of a set from its sorted members. */
export function toDocSet(docs: Uint32Array, all: number): DocSet {
  if (!isDense(docs.length, all)) return { count: docs.length, docs };
  const bits = new Uint32Array(wordsFor(all));
  for (const doc of docs) setBit(bits, 0, doc);
  return { count: docs.length, bits };
}

function holds(set: DocSet, doc: number): boolean {
  if ("bits" in set) return ((numberAt(set.bits, doc >>> 5) >>> (doc & 31)) & 1) === 1;
  return set.docs[lowerBound(set.docs, doc)] === doc;
}

/** The members from `from` to before `to`, as the word at `index` shows them. */
function maskOf(index: number, from: number, to: number): number {
  let mask = -1;
  if (index === from >>> 5) mask &= -1 << (from & 31);
  if (index === to >>> 5) mask &= ~(-1 << (to & 31));
  return mask;
}

/** Walks the members of the shortest list, which must be in every other set. */
function walkList(
  driver: Uint32Array,
  others: DocSet[],
  from: number,
  to: number,
  limit: number,
  accepts: ((doc: number) => boolean) | undefined,
): MatchedDocs {
  const docs: number[] = [];
  let total = 0;
  for (const doc of driver) {
    if (doc < from) continue;
    if (doc >= to) break;
    let inAll = true;
    for (const set of others) inAll &&= holds(set, doc);
    if (!inAll || (accepts !== undefined && !accepts(doc))) continue;
    if (total < limit) docs.push(doc);
    total += 1;
  }
  return { total, docs };
}

/** Joins bits word by word. */
function walkBits(
  sets: Uint32Array[],
  from: number,
  to: number,
  limit: number,
  accepts: ((doc: number) => boolean) | undefined,
): MatchedDocs {
  const docs: number[] = [];
  let total = 0;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const [one = new Uint32Array(wordsFor(to)).fill(-1), ...others] = sets;
  for (let index = first; index <= last; index += 1) {
    let word = numberAt(one, index);
    for (const other of others) word &= numberAt(other, index);
    if (index === first || index === last) word &= maskOf(index, from, to);
    if (accepts === undefined && total >= limit) {
      total += popcount(word);
      continue;
    }
    while (word !== 0) {
      const doc = (index << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
      if (accepts !== undefined && !accepts(doc)) continue;
      if (total < limit) docs.push(doc);
      total += 1;
    }
  }
  return { total, docs };
}

/** The reviews from `from` to before `to` that are in every set and accepted; the rarest set is walked. */
export function intersect(
  sets: DocSet[],
  from: number,
  to: number,
  limit: number,
  accepts?: (doc: number) => boolean,
): MatchedDocs {
  if (from >= to || sets.some(({ count }) => count === 0)) return { total: 0, docs: [] };
  let driver: Extract<DocSet, { docs: Uint32Array }> | undefined;
  for (const set of sets)
    if ("docs" in set && (driver === undefined || set.count < driver.count)) driver = set;
  if (driver !== undefined) {
    const others = sets.filter((set) => set !== driver);
    return walkList(driver.docs, others, from, to, limit, accepts);
  }
  if (sets.length === 0 && accepts === undefined) {
    const docs = Array.from({ length: Math.min(limit, to - from) }, (_, index) => from + index);
    return { total: to - from, docs };
  }
  const bits: Uint32Array[] = [];
  for (const set of sets) if ("bits" in set) bits.push(set.bits);
  return walkBits(bits, from, to, limit, accepts);
}
