import type { SentenceReading } from "../language/sentence-reading.ts";
import { mix } from "../language/tokens.ts";
import { addTarget, addWord, kinds } from "./ngrams.ts";
import { createOpinionSums, decayedCount, heldCount, type OpinionWord } from "./opinion-sums.ts";
import {
  barrierBucket,
  distanceBucket,
  kindAt,
  type PlacedWord,
  placeWords,
  saidAt,
} from "./placed-words.ts";

/** What the scorer sees of one target in one sentence. */
export interface Features {
  /** Hashed n-grams by place; unbounded hashes, the scorer folds them. */
  sparse: number[];
  dense: Float64Array;
}

/** Five figures for the nearest opinion on each side, and nine for the sentence. */
export const denseSize = decayedCount + heldCount + 2 * 5 + 9;

const squash = (value: number): number => value / (1 + Math.abs(value) / 3);

/** Features of the target at token indexes [from, to). */
export function featuresOf(reading: SentenceReading, from: number, to: number): Features {
  const { words } = reading;
  const placed = placeWords(reading, from, to);
  const sparse: number[] = [];
  const opinions = createOpinionSums(reading, placed, from, to);
  addTarget(sparse, placed, from, to);
  for (const [at, word] of placed.entries()) {
    addWord(sparse, placed, word, at);
    if (word.valence !== 0) opinions.add(sparse, word, at);
  }
  const { before, after } = opinions.sums.nearest;
  if (before) addNearest(sparse, placed, before, 0, [before.at + 1, from]);
  if (after) addNearest(sparse, placed, after, 1, [to, after.at]);
  addSigns(sparse, before, after);
  sparse.push(mix(kinds.end, saidAt(placed, placed.length - 1)));
  const { decayed, held, positive, negative, byPronoun } = opinions.sums;
  const contrastAt = (at: number): number => words[at]?.contrast ?? 0;
  const dense = Float64Array.of(
    ...decayed.flatMap((sum) => [sum.before, sum.after, sum.within, sum.all]).map(squash),
    ...held.map(squash),
    ...figuresOf(before),
    ...figuresOf(after),
    squash(positive),
    squash(negative),
    Math.min(positive, negative) > 0 ? 1 : 0,
    words.length / 30,
    words.length === 0 ? 0 : from / words.length,
    contrastAt(words.length - 1) > contrastAt(Math.max(0, to - 1)) ? 1 : 0,
    contrastAt(from) > 0 ? 1 : 0,
    words.at(-1)?.word === "?" ? 1 : 0,
    squash(byPronoun),
  );
  return { sparse, dense };
}

const noOpinion = [0, 0, 0, 0, 1];
const figuresOf = (nearest: OpinionWord | undefined): number[] => {
  if (nearest === undefined) return noOpinion;
  const { valence, distance, barrier } = nearest;
  return [valence, valence / distance, Math.sign(valence) * Math.exp(-barrier), barrier / 3, 0];
};

/** Longer ways from the nearest opinion to the target repeat too seldom to teach anything. */
const longestPath = 5;

/** The nearest opinion on one side, and the words between it and the target. */
function addNearest(
  sparse: number[],
  placed: readonly PlacedWord[],
  { at, distance, barrier }: OpinionWord,
  side: 0 | 1,
  [low, high]: [number, number],
): void {
  const kind = kindAt(placed, at);
  if (high - low <= longestPath) {
    const path = placed
      .slice(low, high)
      .reduce((hash, between) => mix(hash, between.kind), kinds.path + side);
    sparse.push(mix(path, kind));
  }
  sparse.push(mix(kinds.gap + side, mix(distanceBucket(distance) * 8 + barrierBucket(barrier), kind)));
}

/** The signs of the nearest opinions, and how far off each is. */
function addSigns(sparse: number[], before: OpinionWord | undefined, after: OpinionWord | undefined): void {
  const signOf = (one: OpinionWord | undefined): number => (one === undefined ? 0 : one.valence > 0 ? 1 : 2);
  const farOf = (one: OpinionWord | undefined): number =>
    one === undefined ? 9 : barrierBucket(one.barrier);
  const signs = signOf(before) * 3 + signOf(after);
  sparse.push(mix(kinds.gap + 2, signs), mix(kinds.gap + 3, mix(signs, farOf(before) * 16 + farOf(after))));
}
