import { recordOf } from "../schema/json.ts";
import { opinionOf } from "./opinion-words.ts";
import { maxTokens } from "./sentences.ts";
import { subjects, subjectsOfWord } from "./subjects.ts";

/**
 * One small network reads sentences. It says of each subject whether the sentence praises it and whether it blames it, and
 * of any words in it whether they are praised, blamed or only named. Filters see a word with its neighbors. Memory cells,
 * opened and closed by gates, carry what was read along the sentence, forwards and backwards. For each subject the network
 * weighs what the cells hold by how far each word speaks of it (attention), and adds the strongest value of each feature
 * in the sentence and in the sentences before and after it.
 */
const [wordSize, filters, cells, hidden, endings] = [32, 64, 32, 32, 512];
/** A word's entries in the lists: whether it praises, whether it blames, and the subjects it names. */
const fixedInputs = 2 + subjects.length;
const inputs = wordSize + fixedInputs;
/** A cell has three gates in each direction: what it takes in, how much of the old it keeps, how much it shows. */
const units = filters + 6 * cells;
/** The cells backwards, the cells forwards. */
const held = 2 * cells;
/** The features at a word: the cells', then the filters'. */
const features = held + filters;
/** Praise and blame of each subject. */
const outcomes = 2 * subjects.length;
/** Filters see a word, the one before and the one after. */
const span = 3;
/** Filters at so many words before and after a term tell what is said of it. */
const near = 3;
export const sizes = { wordSize, filters, cells, hidden, inputs, units, held, features, span, near };

/** The numbers of each tensor beside the words' own. */
export const shapes = {
  ending: endings * wordSize,
  filter: span * units * inputs,
  filterBias: units,
  attention: subjects.length * held,
  attended: outcomes * held,
  strongest: outcomes * features,
  before: outcomes * features,
  after: outcomes * features,
  bias: outcomes,
  termHidden: hidden * features,
  termHiddenBias: hidden,
  termOut: 3 * hidden,
  termOutBias: 3,
};
export const tensors = ["word", ...(Object.keys(shapes) as (keyof typeof shapes)[])] as const;
/** `word` has a row for each known word, after one for all others; an ending tells of words that are not known. */
export type NetworkWeights = Record<(typeof tensors)[number], Float32Array>;

/** The weights as they are published: eight bits each, times one step; and the known words. */
export type PackedNetwork = { words: string } & Record<
  (typeof tensors)[number],
  { bytes: string; step: number }
>;

const unpack = ({ bytes, step }: { bytes: string; step: number }): Float32Array =>
  Float32Array.from(
    Int8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
    (value) => value * step,
  );

/** How the network spells a word: figures by their length, letters drawn out for stress cut to two. */
export const spellingOf = (word: string): string =>
  /^\d/.test(word) ? "0".repeat(Math.min(4, word.length)) : word.replace(/(.)\1{2,}/g, "$1$1");

export function endingOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, word.length - 3); index < word.length; index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % endings;
}

/** A word's entries in the lists. */
export function fixedInputsOf(word: string): Float32Array {
  const fixed = new Float32Array(fixedInputs);
  const opinion = opinionOf(word);
  fixed[opinion > 0 ? 0 : 1] = Math.abs(opinion) / 2;
  for (const subject of subjectsOfWord(word)) fixed[2 + subjects.indexOf(subject)] = 1;
  return fixed;
}

/** What the network reads in a sentence. */
export interface SentenceScores {
  /** Log-odds that it praises each subject, and that it blames it. */
  praise: Float32Array;
  blame: Float32Array;
  /** How likely the words [first, end) are praised, only named, and blamed. */
  term: (first: number, end: number) => TermProbabilities;
}
export type TermProbabilities = [praised: number, named: number, blamed: number];

/** From -1 to 1, cheaper than with an exponential. */
export const squash = (value: number): number => value / (1 + Math.abs(value));

/** The network, ready to read. */
export interface Network {
  weights: NetworkWeights;
  rows: ReadonlyMap<string, number>;
  /** The filters' answers to a word, cached: reviews repeat their words. */
  answers: Map<string, Float32Array>;
}

export const openNetwork = (packed: PackedNetwork): Network => ({
  weights: recordOf(tensors, (name) => unpack(packed[name])),
  rows: new Map(packed.words.split(" ").map((word, index) => [word, index + 1])),
  answers: new Map(),
});

const maxKept = 20_000;
const nothing = new Float32Array(span * units);

function answersTo({ weights: w, rows, answers: kept }: Network, word: string): Float32Array {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const spelling = spellingOf(word);
  const answers = new Float32Array(span * units);
  const input = new Float32Array(inputs);
  const [row, ending] = [rows.get(spelling) ?? 0, endingOf(spelling)];
  for (let unit = 0; unit < wordSize; unit += 1)
    input[unit] = w.word[row * wordSize + unit]! + w.ending[ending * wordSize + unit]!;
  input.set(fixedInputsOf(spelling), wordSize);
  for (const [from, value] of input.entries())
    if (value !== 0)
      for (let unit = 0; unit < span * units; unit += 1)
        answers[unit]! += value * w.filter[from * span * units + unit]!;
  if (kept.size < maxKept) kept.set(word, answers);
  return answers;
}

/** Scratch space. */
const sums = new Float32Array(maxTokens * units);
const memory = new Float32Array(maxTokens * held);
const shares = new Float32Array(maxTokens);
const pooled = new Float32Array(held);

/** The two ways along a sentence: its first gate, where its cells stand, and its words in order. */
export const ways = (size: number) => [
  { gates: filters, offset: cells, start: 0, end: size, step: 1 },
  { gates: filters + 3 * cells, offset: 0, start: size - 1, end: -1, step: -1 },
];

/** The values computed at each word, a row for each: sums of filters and gates, the cells' contents, and the features. */
export interface WordRows {
  sums: Float32Array;
  memory: Float32Array;
  found: Float32Array;
}

/** The features that filters and cells find at each word, from the words' answers. */
export function readWords(
  filterBias: Float32Array,
  answers: readonly Float32Array[],
  { sums, memory, found }: WordRows,
): void {
  const size = answers.length;
  for (const [at, here] of answers.entries()) {
    const [before, next] = [answers[at - 1] ?? nothing, answers[at + 1] ?? nothing];
    const [row, to] = [at * units, at * features + held];
    for (let unit = 0; unit < units; unit += 1)
      sums[row + unit] = filterBias[unit]! + before[unit]! + here[units + unit]! + next[2 * units + unit]!;
    for (let unit = 0; unit < filters; unit += 1) {
      const sum = sums[row + unit]!;
      found[to + unit] = (sum + Math.abs(sum)) / 2;
    }
  }
  for (const { gates, offset, start, end, step } of ways(size))
    for (let at = start; at !== end; at += step) {
      const [row, to] = [at * units + gates, at * held + offset];
      for (let cell = 0; cell < cells; cell += 1) {
        const taken = squash(sums[row + cell]!);
        const kept = (1 + squash(sums[row + cells + cell]!)) / 2;
        const shown = (1 + squash(sums[row + 2 * cells + cell]!)) / 2;
        const last = at === start ? 0 : memory[to - step * held + cell]!;
        const now = taken + kept * (last - taken);
        memory[to + cell] = now;
        found[at * features + offset + cell] = now * shown;
      }
    }
}

/** Adds what the network makes of the words that speak of a subject. */
function addAttended(
  w: NetworkWeights,
  scores: Float32Array,
  { found, size }: ReadWords,
  subject: number,
): void {
  let top = -Infinity;
  for (let at = 0; at < size; at += 1) {
    const sum = dot(w.attention, subject * held, found, at * features, held);
    shares[at] = sum;
    if (sum > top) top = sum;
  }
  let total = 0;
  for (let at = 0; at < size; at += 1) total += shares[at] = Math.exp(shares[at]! - top);
  pooled.fill(0);
  for (let at = 0; at < size; at += 1) {
    const share = shares[at]! / total;
    // Most words speak of something else.
    if (share < 0.002) continue;
    const row = at * features;
    for (let cell = 0; cell < held; cell += 1) pooled[cell]! += share * found[row + cell]!;
  }
  for (const outcome of [subject, subjects.length + subject])
    scores[outcome]! += dot(w.attended, outcome * held, pooled, 0, held);
}

function scoreTerm(
  w: NetworkWeights,
  { found, size }: ReadWords,
  first: number,
  last: number,
): TermProbabilities {
  if (first >= size) return [0, 1, 0];
  const end = Math.min(last, size);
  const seen = new Float32Array(features);
  for (let unit = 0; unit < cells; unit += 1) {
    seen[unit] = found[first * features + unit]!;
    seen[cells + unit] = found[(end - 1) * features + cells + unit]!;
  }
  for (let at = Math.max(0, first - near); at < Math.min(size, end + near); at += 1)
    for (let unit = held; unit < features; unit += 1)
      seen[unit] = Math.max(seen[unit]!, found[at * features + unit]!);
  const scores = w.termOutBias.slice();
  for (let unit = 0; unit < hidden; unit += 1) {
    const value = squash(w.termHiddenBias[unit]! + dot(w.termHidden, unit * features, seen, 0, features));
    for (let side = 0; side < 3; side += 1) scores[side]! += w.termOut[side * hidden + unit]! * value;
  }
  const top = Math.max(...scores);
  const [praised, named, blamed] = Array.from(scores, (score) => Math.exp(score - top)) as TermProbabilities;
  const sum = praised + named + blamed;
  return [praised / sum, named / sum, blamed / sum];
}

/** The features of a sentence: a row for each word, and the strongest of each. */
interface ReadWords {
  size: number;
  found: Float32Array;
  strongest: Float32Array;
}

function readSentence(network: Network, tokens: readonly { word: string }[]): ReadWords {
  const size = Math.min(maxTokens, tokens.length);
  const found = new Float32Array(size * features);
  const strongest = new Float32Array(features);
  if (size === 0) return { size, found, strongest };
  const answers = tokens.slice(0, size).map(({ word }) => answersTo(network, word));
  readWords(network.weights.filterBias, answers, { sums, memory, found });
  strongest.set(found.subarray(0, features));
  // The greater of two values. No processor can predict which, so a branch would cost five times as much.
  for (let at = 1; at < size; at += 1)
    for (let unit = 0, from = at * features; unit < features; unit += 1) {
      const [most, value] = [strongest[unit]!, found[from + unit]!];
      strongest[unit] = (most + value + Math.abs(most - value)) / 2;
    }
  return { size, found, strongest };
}

/** The opinions in a text's sentences. */
export function readSentences(
  network: Network,
  sentences: readonly { tokens: readonly { word: string }[] }[],
): SentenceScores[] {
  const { weights: w } = network;
  const read = sentences.map(({ tokens }) => readSentence(network, tokens));
  return read.map((sentence, at) => {
    const scores = w.bias.slice();
    const [before, after] = [read[at - 1], read[at + 1]];
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const row = outcome * features;
      scores[outcome]! += dot(w.strongest, row, sentence.strongest, 0, features);
      if (before) scores[outcome]! += dot(w.before, row, before.strongest, 0, features);
      if (after) scores[outcome]! += dot(w.after, row, after.strongest, 0, features);
    }
    if (sentence.size > 0)
      for (let subject = 0; subject < subjects.length; subject += 1)
        addAttended(w, scores, sentence, subject);
    return {
      praise: scores.subarray(0, subjects.length),
      blame: scores.subarray(subjects.length),
      term: (first, end) => scoreTerm(w, sentence, first, end),
    };
  });
}

/** Weights times values; four sums at once, since each addition waits for the one before. All sizes are multiples of four. */
export function dot(a: Float32Array, fromA: number, b: Float32Array, fromB: number, size: number): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < size; at += 4) {
    one += a[fromA + at]! * b[fromB + at]!;
    two += a[fromA + at + 1]! * b[fromB + at + 1]!;
    three += a[fromA + at + 2]! * b[fromB + at + 2]!;
    four += a[fromA + at + 3]! * b[fromB + at + 3]!;
  }
  return one + two + (three + four);
}
