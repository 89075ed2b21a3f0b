import { valenceFor } from "../language/comparisons.ts";
import type { SentenceReading, WordReading } from "../language/sentence-reading.ts";
import { hashOf } from "../language/tokens.ts";
import { opinionClass } from "../language/word-classes.ts";

/** A word as it stands to the target of an opinion. */
export interface PlacedWord {
  word: WordReading;
  /** Its opinion, class and meaning as they fall on the target. */
  valence: number;
  kind: number;
  said: number;
  /** 1 before the target, 2 after it, 3 within it. */
  side: 1 | 2 | 3;
  /** Words and barriers between it and the target. */
  distance: number;
  barrier: number;
}

/** The words of a sentence as they stand to the target at token indexes [from, to). */
export function placeWords(reading: SentenceReading, from: number, to: number): PlacedWord[] {
  const { words } = reading;
  const first = words[from]?.barrier ?? 0;
  const last = words[Math.max(from, to - 1)]?.barrier ?? 0;
  return words.map((word, at) => {
    const valence = valenceFor(reading, word, at, from);
    // On the losing side of a comparison praise reads as blame, and blame as praise.
    const turned = valence === word.valence ? undefined : opinionClass(valence).hash;
    const side = at < from ? 1 : at >= to ? 2 : 3;
    return {
      word,
      valence,
      kind: turned ?? word.kind,
      said: turned ?? word.said,
      side,
      distance: side === 1 ? from - at : side === 2 ? at - to + 1 : 0,
      barrier: side === 1 ? first - word.barrier : side === 2 ? word.barrier - last : 0,
    };
  });
}

const boundary = hashOf("");
export const kindAt = (placed: readonly PlacedWord[], at: number): number =>
  at < 0 ? boundary : (placed[at]?.kind ?? boundary);
export const saidAt = (placed: readonly PlacedWord[], at: number): number =>
  at < 0 ? boundary : (placed[at]?.said ?? boundary);

export const distanceBucket = (distance: number): number =>
  distance <= 3 ? distance : distance <= 5 ? 4 : distance <= 8 ? 5 : distance <= 13 ? 6 : 7;
export const barrierBucket = (barrier: number): number =>
  barrier < 0.3 ? 0 : barrier < 1 ? 1 : barrier < 2 ? 2 : barrier < 3.5 ? 3 : 4;
/** The same in three steps. */
export const coarseBucket = (barrier: number): number => (barrier < 0.3 ? 0 : barrier < 2 ? 1 : 2);
