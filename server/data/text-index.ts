import { fold } from "../../src/schema/names.ts";

/** The number at a place that must be in the array. */
export function numberAt(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw new RangeError(`place ${index} of an array of ${numbers.length}`);
  return value;
}

/**
 * Finds reviews by any substring of their folded text: for each three characters, the places of the reviews that have
 * them. Different characters may share a bucket, so what is found are candidates, to be held against the text itself.
 */
export interface TextIndex {
  /** All folded texts, one after the other; text i is from starts[i] to before starts[i + 1]. */
  texts: string;
  starts: Uint32Array;
  /** Of bucket b, the places, ascending, from offsets[b] to before offsets[b + 1]. */
  offsets: Uint32Array;
  places: Uint32Array;
}

/** At most about as many as a language has sequences of three characters; short texts need fewer. */
const bucketsFor = (length: number): number => 2 ** Math.min(18, Math.ceil(Math.log2(length + 2)));

/** The bucket of the three characters that begin here; `buckets` is a power of two. */
function bucketAt(text: string, at: number, buckets: number): number {
  const characters =
    text.charCodeAt(at) +
    Math.imul(text.charCodeAt(at + 1), 0x9e5f) +
    Math.imul(text.charCodeAt(at + 2), 0x51ed_270b);
  const mixed = Math.imul(characters ^ (characters >>> 15), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 13)) & (buckets - 1);
}

/** `given` are the texts of the reviews as they stand in the dataset. */
export function buildTextIndex(given: readonly string[]): TextIndex {
  const folded = given.map(fold);
  const starts = new Uint32Array(folded.length + 1);
  for (const [place, text] of folded.entries()) starts[place + 1] = numberAt(starts, place) + text.length;
  const buckets = bucketsFor(numberAt(starts, folded.length));

  /** Visits each bucket of each review once. */
  const visit = (note: (bucket: number, place: number) => void): void => {
    const seen = new Uint32Array(buckets);
    for (const [place, text] of folded.entries()) {
      for (let at = 0; at + 3 <= text.length; at += 1) {
        const bucket = bucketAt(text, at, buckets);
        if (seen[bucket] === place + 1) continue;
        seen[bucket] = place + 1;
        note(bucket, place);
      }
    }
  };
  const offsets = new Uint32Array(buckets + 1);
  visit((bucket) => {
    offsets[bucket + 1] = numberAt(offsets, bucket + 1) + 1;
  });
  for (let bucket = 0; bucket < buckets; bucket += 1)
    offsets[bucket + 1] = numberAt(offsets, bucket + 1) + numberAt(offsets, bucket);
  const next = offsets.slice(0, buckets);
  const places = new Uint32Array(numberAt(offsets, buckets));
  visit((bucket, place) => {
    const at = numberAt(next, bucket);
    places[at] = place;
    next[bucket] = at + 1;
  });
  return { texts: folded.join(""), starts, offsets, places };
}

/** The members of both lists, which ascend. */
function intersect(one: Uint32Array, other: Uint32Array): Uint32Array {
  const found = new Uint32Array(Math.min(one.length, other.length));
  let count = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const a = numberAt(one, i);
    const b = numberAt(other, j);
    if (a === b) found[count++] = a;
    if (a <= b) i += 1;
    if (b <= a) j += 1;
  }
  return found.subarray(0, count);
}

/** The rarest lists that are intersected: more of them would exclude few further reviews. */
const maxLists = 4;

/** The places, ascending, of reviews that may have this folded text; undefined when any may. */
export function candidatesFor({ offsets, places }: TextIndex, folded: string): Uint32Array | undefined {
  const lists: Uint32Array[] = [];
  for (let at = 0; at + 3 <= folded.length; at += 1) {
    const bucket = bucketAt(folded, at, offsets.length - 1);
    lists.push(places.subarray(offsets[bucket], offsets[bucket + 1]));
  }
  const rarest = lists.toSorted((one, other) => one.length - other.length).slice(0, maxLists);
  return rarest.length === 0 ? undefined : rarest.reduce(intersect);
}

/** Whether the review at this place has the folded text. */
export const hasText = ({ texts, starts }: TextIndex, place: number, folded: string): boolean =>
  texts.slice(starts[place], starts[place + 1]).includes(folded);
