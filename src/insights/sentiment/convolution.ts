import type { SentenceReading } from "../language/sentence-reading.ts";
import type { Scores } from "./linear.ts";
import { classCount } from "../language/word-classes.ts";
import { unpackKeys, unpackWeights, type PackedWeights } from "./packing.ts";
import { figureCount, type Inputs, inputsOf, placeCount } from "./convolution-inputs.ts";
import { addAnswers } from "./filter-answers.ts";
import { recordOf } from "../../schema/json.ts";

export const sizes = { role: 8, place: 10 };

/**
 * A small convolution network that reads the words around a target, each with its role and its place relative
 * to the target, and pools what it finds by attention and by maximum.
 */
export interface Convolution {
  /** Known words; row 0 is every other word. */
  words: ReadonlyMap<number, number>;
  wordSize: number;
  /** How many neighbouring words one filter sees, an odd number. */
  span: number;
  filters: number;
  word: Float32Array;
  role: Float32Array;
  place: Float32Array;
  /** By neighbour, then input, then filter. */
  filter: Float32Array;
  filterBias: Float32Array;
  attention: Float32Array;
  /** By outcome: the attended, then the strongest, of each filter. */
  output: Float32Array;
  bias: Float32Array;
}

export const weightNames = [
  "word",
  "role",
  "place",
  "filter",
  "filterBias",
  "attention",
  "output",
  "bias",
] as const;
export type WeightName = (typeof weightNames)[number];
export type PackedConvolution = { words: string; wordSize: number; span: number; filters: number } & Record<
  WeightName,
  PackedWeights
>;

export const inputSize = (wordSize: number): number => wordSize + sizes.role + sizes.place + figureCount;
export const weightCounts = (
  words: number,
  wordSize: number,
  span: number,
  filters: number,
): Record<WeightName, number> => ({
  word: (words + 1) * wordSize,
  role: classCount * sizes.role,
  place: placeCount * sizes.place,
  filter: span * inputSize(wordSize) * filters,
  filterBias: filters,
  attention: filters,
  output: 6 * filters,
  bias: 3,
});

/** A network that keeps what its filters answer to a word in a role, and to a place, once worked out. */
export interface PreparedConvolution extends Convolution {
  wordAnswers: Map<number, Float32Array>;
  placeAnswers: Map<number, Float32Array>;
}

const prepareConvolution = (network: Convolution): PreparedConvolution => ({
  ...network,
  wordAnswers: new Map(),
  placeAnswers: new Map(),
});

export function unpackConvolution(packed: PackedConvolution): PreparedConvolution {
  const { words, wordSize, span, filters } = packed;
  const weights = recordOf(weightNames, (name) => unpackWeights(packed[name]));
  return prepareConvolution({ words: unpackKeys(words), wordSize, span, filters, ...weights });
}

function wordAnswers(network: PreparedConvolution, word: number, role: number): Float32Array {
  const key = word * classCount + role;
  let answers = network.wordAnswers.get(key);
  if (answers) return answers;
  const { wordSize, span, filters } = network;
  const inputs = inputSize(wordSize);
  answers = new Float32Array(span * filters);
  addAnswers(answers, network, inputs, network.word.subarray(word * wordSize, (word + 1) * wordSize), 0);
  const roles = network.role.subarray(role * sizes.role, (role + 1) * sizes.role);
  addAnswers(answers, network, inputs, roles, wordSize);
  network.wordAnswers.set(key, answers);
  return answers;
}

function placeAnswers(network: PreparedConvolution, place: number): Float32Array {
  let answers = network.placeAnswers.get(place);
  if (answers) return answers;
  answers = new Float32Array(network.span * network.filters);
  const values = network.place.subarray(place * sizes.place, (place + 1) * sizes.place);
  addAnswers(answers, network, inputSize(network.wordSize), values, network.wordSize + sizes.role);
  network.placeAnswers.set(place, answers);
  return answers;
}

/** Scratch buffer; grows with the longest sentence read. */
let scratch = new Float32Array(0);

/** What each filter finds at each word, below zero taken for zero: a row of `filters` for each word. */
function applyFilters(
  network: PreparedConvolution,
  { size, word, role, place, figures }: Inputs,
): Float32Array {
  const { span, filters, wordSize, filter, filterBias } = network;
  if (scratch.length < size * filters) scratch = new Float32Array(2 * size * filters);
  const found = scratch;
  for (let at = 0; at < size; at += 1) found.set(filterBias, at * filters);
  const half = (span - 1) / 2;
  const figureBase = wordSize + sizes.role + sizes.place;
  for (let at = 0; at < size; at += 1) {
    const fromWord = wordAnswers(network, word[at]!, role[at]!);
    const fromPlace = placeAnswers(network, place[at]!);
    const firstFigure = at * figureCount;
    const hasFigures = figures[firstFigure] !== 0;
    const first = Math.max(0, at + half + 1 - size);
    const end = Math.min(span, at + half + 1);
    for (let neighbour = first; neighbour < end; neighbour += 1) {
      const row = (at + half - neighbour) * filters;
      const slot = neighbour * filters;
      for (let unit = 0; unit < filters; unit += 1) {
        found[row + unit] = found[row + unit]! + fromWord[slot + unit]! + fromPlace[slot + unit]!;
      }
      if (!hasFigures) continue;
      for (let figure = 0; figure < figureCount; figure += 1) {
        const value = figures[firstFigure + figure]!;
        const base = (neighbour * inputSize(wordSize) + figureBase + figure) * filters;
        if (value === 0) continue;
        for (let unit = 0; unit < filters; unit += 1) {
          found[row + unit] = found[row + unit]! + value * filter[base + unit]!;
        }
      }
    }
  }
  for (let index = 0; index < size * filters; index += 1) {
    const value = found[index]!;
    // The greater of it and zero: which it is nobody can predict, so a branch, Math.max's too, costs five times as much.
    found[index] = (value + Math.abs(value)) / 2;
  }
  return found;
}

/** Scores of positive, neutral and negative for the target at token indexes [from, to). */
export function convolutionScores(
  network: PreparedConvolution,
  reading: SentenceReading,
  from: number,
  to: number,
): Scores {
  const { filters, attention, output, bias } = network;
  const inputs = inputsOf(network.words, reading, from, to);
  const { size } = inputs;
  const found = applyFilters(network, inputs);
  const shares = new Float64Array(size);
  let top = -Infinity;
  for (let at = 0; at < size; at += 1) {
    let sum = 0;
    const row = at * filters;
    for (let unit = 0; unit < filters; unit += 1) sum += found[row + unit]! * attention[unit]!;
    shares[at] = sum;
    if (sum > top) top = sum;
  }
  let total = 0;
  for (let at = 0; at < size; at += 1) total += shares[at] = Math.exp(shares[at]! - top);
  const pooled = new Float64Array(2 * filters);
  for (let at = 0; at < size; at += 1) {
    const share = shares[at]! / total;
    const row = at * filters;
    for (let unit = 0; unit < filters; unit += 1) {
      const value = found[row + unit]!;
      pooled[unit] = pooled[unit]! + share * value;
      if (value > pooled[filters + unit]!) pooled[filters + unit] = value;
    }
  }
  const scores: Scores = [0, 0, 0];
  for (let outcome = 0; outcome < 3; outcome += 1) {
    let sum = bias[outcome]!;
    for (let slot = 0; slot < 2 * filters; slot += 1)
      sum += pooled[slot]! * output[outcome * 2 * filters + slot]!;
    scores[outcome] = sum;
  }
  return scores;
}
