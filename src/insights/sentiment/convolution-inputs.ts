import { valenceFor } from "../language/comparisons.ts";
import { mayMean } from "../language/pronouns.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import { opinionClass } from "../language/word-classes.ts";
import { keyOf } from "./packing.ts";
import { barrierBucket } from "./placed-words.ts";

/** Words further than this from the target are not read. */
const reach = 28;
/** Where a word can stand to the target: by side, distance and barriers. */
export const placeCount = 192;
export const figureCount = 4;

/** What a network sees: rows of words, roles and places, and a few figures for each word. */
export interface Inputs {
  size: number;
  word: Int32Array;
  role: Uint8Array;
  place: Uint8Array;
  figures: Float32Array;
}

const distanceStep = (distance: number): number =>
  distance <= 6 ? distance : distance <= 8 ? 7 : distance <= 12 ? 8 : distance <= 18 ? 9 : 10;

export function inputsOf(
  words: ReadonlyMap<number, number>,
  reading: SentenceReading,
  from: number,
  to: number,
): Inputs {
  const { words: read } = reading;
  const low = Math.max(0, from - reach);
  const near = read.slice(low, to + reach);
  const size = near.length;
  const inputs: Inputs = {
    size,
    word: new Int32Array(size),
    role: new Uint8Array(size),
    place: new Uint8Array(size),
    figures: new Float32Array(size * figureCount),
  };
  const start = read[from]?.barrier ?? 0;
  const end = read[to - 1]?.barrier ?? start;
  const rowOf = (hash: number): number => (words.get(keyOf(hash)) ?? -1) + 1;
  for (const [index, word] of near.entries()) {
    const at = low + index;
    const side = at < from ? 1 : at >= to ? 2 : 0;
    const distance = side === 1 ? from - at : side === 2 ? at - to + 1 : 0;
    const between = side === 0 ? 0 : Math.abs(word.barrier - (side === 1 ? start : end));
    inputs.word[index] = rowOf(word.said);
    inputs.role[index] = word.class;
    inputs.place[index] = side * 64 + distanceStep(distance) * 5 + barrierBucket(between);
    const valence = valenceFor(reading, word, at, from);
    if (valence === 0) continue;
    if (valence !== word.valence) {
      const { number, hash } = opinionClass(valence);
      inputs.role[index] = number;
      inputs.word[index] = rowOf(hash);
    }
    const value = valence / 2;
    const { holder } = word;
    const isOurs = holder !== undefined && holder.from < to && holder.to > from;
    const figure = index * figureCount;
    inputs.figures[figure] = value;
    if (holder) inputs.figures[figure + (isOurs ? 1 : 2)] = value;
    else if (mayMean(reading, word, to)) inputs.figures[figure + 1] = value / 2;
    inputs.figures[figure + 3] = value * Math.exp(-between);
  }
  return inputs;
}
