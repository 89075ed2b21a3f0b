import { hashOf, mix } from "../language/tokens.ts";
import {
  barrierBucket,
  coarseBucket,
  distanceBucket,
  kindAt,
  type PlacedWord,
  saidAt,
} from "./placed-words.ts";

// N-grams of words and of their classes by where they stand to the target, as hashes; the scorer folds them.

export const kinds = {
  word: hashOf("word"),
  place: hashOf("place"),
  near: hashOf("near"),
  pair: hashOf("pair"),
  classPair: hashOf("class pair"),
  classTriple: hashOf("class triple"),
  target: hashOf("target"),
  targetOpinion: hashOf("target and opinion"),
  path: hashOf("path"),
  gap: hashOf("gap"),
  holder: hashOf("holder"),
  pronoun: hashOf("pronoun"),
  edge: hashOf("edge"),
  end: hashOf("end"),
};

/** How far off a word still counts as near. */
const near = 8;

/** The target itself and what stands at its edges. */
export function addTarget(sparse: number[], placed: readonly PlacedWord[], from: number, to: number): void {
  const target = saidAt(placed, to - 1);
  const kind = (at: number): number => kindAt(placed, at);
  sparse.push(mix(kinds.target, target));
  if (to - from > 1) sparse.push(mix(kinds.target + 1, saidAt(placed, from)));
  sparse.push(
    mix(kinds.edge, mix(kind(from - 1), kind(to))),
    mix(kinds.edge + 1, mix(kind(from - 1), kind(from - 2))),
    mix(kinds.edge + 2, mix(kind(to), kind(to + 1))),
    mix(kinds.edge + 3, mix(mix(kind(to), kind(to + 1)), kind(to + 2))),
    mix(kinds.edge + 4, mix(mix(kind(from - 1), kind(from - 2)), kind(from - 3))),
    mix(kinds.edge + 5, mix(target, kind(to))),
    mix(kinds.edge + 6, mix(target, kind(from - 1))),
  );
}

/** One word, alone and with what follows it. */
export function addWord(
  sparse: number[],
  placed: readonly PlacedWord[],
  { said, kind, side, distance, barrier }: PlacedWord,
  at: number,
): void {
  const byBarrier = kinds.place + side * 8 + barrierBucket(barrier);
  const byDistance = kinds.near + side * 8 + distanceBucket(distance);
  if (side === 3) sparse.push(mix(kinds.near, said));
  else {
    sparse.push(mix(kinds.word, said), mix(byBarrier, said));
    if (distance <= near) sparse.push(mix(byDistance, said));
  }
  if (kind !== said) sparse.push(mix(byBarrier, kind), mix(byDistance, kind));
  const next = placed[at + 1];
  // Pairs that lie within the target say nothing of it.
  if (next === undefined || (side === 3 && next.side === 3)) return;
  const coarse = side * 4 + coarseBucket(barrier);
  const classes = mix(kind, next.kind);
  sparse.push(mix(kinds.pair + coarse, mix(said, next.said)), mix(kinds.classPair + coarse, classes));
  if (distance <= near) sparse.push(mix(kinds.classTriple + coarse, mix(classes, kindAt(placed, at + 2))));
}
