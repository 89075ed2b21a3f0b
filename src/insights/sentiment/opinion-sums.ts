import { mayMean } from "../language/pronouns.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import { mix } from "../language/tokens.ts";
import { kinds } from "./ngrams.ts";
import { barrierBucket, coarseBucket, distanceBucket, type PlacedWord, saidAt } from "./placed-words.ts";

/** Opinions count the less the further off they are: by words, and by barriers. */
const decays = [
  { distance: 0.9, barrier: 0.35 },
  { distance: 0.8, barrier: 0.7 },
  { distance: 0.97, barrier: 0.25 },
  { distance: 1, barrier: 0.6 },
];
const sideNames = { 1: "before", 2: "after", 3: "within" } as const;

/** A word of opinion, and where it stands. */
export interface OpinionWord extends PlacedWord {
  at: number;
}

/** What the opinions of a sentence add up to for a target. */
interface OpinionSums {
  /** The nearest opinion on each side. */
  nearest: { before?: OpinionWord; after?: OpinionWord };
  positive: number;
  negative: number;
  byPronoun: number;
  decayed: { before: number; after: number; within: number; all: number }[];
  /** By what each is about: 0 nothing found, 1 to 3 the target, 4 to 6 something else; 7 sums up what is about the target. */
  held: number[];
}
export const heldCount = 8;
export const decayedCount = 4 * decays.length;

/** Sums the opinions up, and adds the n-grams that hold for them. */
export function createOpinionSums(
  reading: SentenceReading,
  placed: readonly PlacedWord[],
  from: number,
  to: number,
) {
  const target = saidAt(placed, to - 1);
  const weighed = decays.map((decay) => ({ decay, before: 0, after: 0, within: 0, all: 0 }));
  const held = Array.from({ length: heldCount }, () => 0);
  const sums: OpinionSums = {
    nearest: {},
    positive: 0,
    negative: 0,
    byPronoun: 0,
    decayed: weighed,
    held,
  };
  const hold = (slot: number, value: number): void => void (held[slot] = (held[slot] ?? 0) + value);

  const addHolder = (sparse: number[], { word, valence, said, barrier }: PlacedWord, sign: 1 | 2): void => {
    const { holder } = word;
    const isOurs = holder !== undefined && holder.from < to && holder.to > from;
    const status = holder === undefined ? 0 : isOurs ? holder.side : 3 + holder.side;
    sparse.push(mix(kinds.holder + sign * 8 + status, barrierBucket(barrier)));
    if (isOurs) sparse.push(mix(kinds.holder + 32, said));
    hold(status, valence);
    if (isOurs) hold(heldCount - 1, Math.abs(valence));
  };

  return {
    sums,
    add: (sparse: number[], one: PlacedWord, at: number): void => {
      const { word, valence, said, side, distance, barrier } = one;
      const sign = valence > 0 ? 1 : 2;
      if (valence > 0) sums.positive += valence;
      else sums.negative -= valence;
      if (side === 1) sums.nearest.before = { ...one, at };
      else if (side === 2) sums.nearest.after ??= { ...one, at };
      sparse.push(mix(kinds.targetOpinion + sign * 8 + coarseBucket(barrier), target));
      if (distance <= 4) sparse.push(mix(kinds.targetOpinion + 64, mix(target, said)));
      for (const sum of weighed) {
        const weight =
          sum.decay.distance ** Math.max(0, distance - 1) * Math.exp(-sum.decay.barrier * barrier);
        sum[sideNames[side]] += valence * weight;
        sum.all += Math.abs(valence) * weight;
      }
      addHolder(sparse, one, sign);
      if (!mayMean(reading, word, to)) return;
      sums.byPronoun += valence;
      sparse.push(
        mix(kinds.pronoun + sign, distanceBucket(word.pronoun - to + 1)),
        mix(kinds.pronoun + 8 + sign, saidAt(placed, word.pronoun)),
      );
    },
  };
}
