import { addAnswers } from "../sentiment/filter-answers.ts";
import { classCount } from "../language/word-classes.ts";
import type { SentenceInputs } from "./inputs.ts";
import { subjects } from "./names.ts";
import { network } from "./weights.ts";

/** A filter sees the word before, the word and the word after. */
const span = 3;
const { wordSize, roleSize, filters, cells } = network;
const inputs = wordSize + roleSize + 2 + subjects.length;
/** A cell has three gates in each direction: what it takes in, how much of the old it keeps, how much it shows. */
const units = filters + 2 * 3 * cells;
/** What a word is pooled by: the cells backwards, the cells forwards, then the filters. */
export const features = 2 * cells + filters;
/** So many of them are what the cells hold: to these the network attends. */
export const held = 2 * cells;
const shape = { filter: network.filter, filters: units, span };

/** What the filters answer to an input of one. */
function toInput(offset: number): Float32Array {
  const answers = new Float32Array(span * units);
  addAnswers(answers, shape, inputs, Float32Array.of(1), offset);
  return answers;
}
const toPraise = toInput(wordSize + roleSize);
const toBlame = toInput(wordSize + roleSize + 1);
const toSubjects = subjects.map((_, index) => toInput(wordSize + roleSize + 2 + index));

/** What the filters answer to a word in a role, kept once worked out: reviews repeat their words. */
const toWords = new Map<number, Float32Array>();
/** 3 KB each. */
const mostWords = 20_000;
function toWord(row: number, role: number): Float32Array {
  const key = row * classCount + role;
  let answers = toWords.get(key);
  if (answers) return answers;
  answers = new Float32Array(span * units);
  // The word itself has the biases.
  answers.set(network.filterBias, units);
  addAnswers(answers, shape, inputs, network.word.subarray(row * wordSize, (row + 1) * wordSize), 0);
  const roles = network.role.subarray(role * roleSize, (role + 1) * roleSize);
  addAnswers(answers, shape, inputs, roles, wordSize);
  if (toWords.size < mostWords) toWords.set(key, answers);
  return answers;
}

/** Scratch space; grows with the longest sentence read. */
let sums = new Float32Array(0);
let found = new Float32Array(0);

/** Adds what an input answers to the rows of the words that see it. */
function addAt(at: number, size: number, answers: Float32Array, times: number): void {
  for (let place = 0; place < span; place += 1) {
    const row = at + 1 - place;
    if (row < 0 || row >= size) continue;
    const [to, from] = [row * units, place * units];
    for (let unit = 0; unit < units; unit += 1) sums[to + unit]! += times * answers[from + unit]!;
  }
}

const noWord = new Float32Array(span * units);

/** What each filter answers at each word. */
function applyFilters({ size, keys, roles, valences, raised }: SentenceInputs): void {
  const answersAt = (at: number): Float32Array =>
    at < size ? toWord((network.rows.get(keys[at]!) ?? -1) + 1, roles[at]!) : noWord;
  let [before, here, after]: [Float32Array, Float32Array, Float32Array] = [noWord, noWord, answersAt(0)];
  for (let at = 0; at < size; at += 1) {
    [before, here, after] = [here, after, answersAt(at + 1)];
    const row = at * units;
    for (let unit = 0; unit < units; unit += 1)
      sums[row + unit] = before[unit]! + here[units + unit]! + after[2 * units + unit]!;
  }
  // Few words judge or name a subject.
  for (let at = 0; at < size; at += 1) {
    const valence = valences[at]!;
    if (valence !== 0) addAt(at, size, valence > 0 ? toPraise : toBlame, valence);
    for (let bits = raised[at]!, subject = 0; bits !== 0; bits >>= 1, subject += 1)
      if (bits & 1) addAt(at, size, toSubjects[subject]!, 1);
  }
}

/** From -1 to 1, cheaper than with an exponential. */
const squash = (value: number): number => value / (1 + Math.abs(value));
const memory = new Float32Array(cells);

/** Takes the cells along the sentence; what each shows at a word goes to the word's features from `offset` on. */
function remember(first: number, step: 1 | -1, size: number, gates: number, offset: number): void {
  memory.fill(0);
  for (let count = 0, at = first; count < size; count += 1, at += step) {
    const [row, to] = [at * units + gates, at * features + offset];
    for (let cell = 0; cell < cells; cell += 1) {
      const taken = squash(sums[row + cell]!);
      const kept = (1 + squash(sums[row + cells + cell]!)) / 2;
      const shown = (1 + squash(sums[row + 2 * cells + cell]!)) / 2;
      const now = taken + kept * (memory[cell]! - taken);
      memory[cell] = now;
      found[to + cell] = now * shown;
    }
  }
}

/** What filters and cells find at each word, a row for each, valid until the next sentence; and the strongest of each. */
export function readWords(sentence: SentenceInputs): { found: Float32Array; strongest: Float32Array } {
  const { size } = sentence;
  const strongest = new Float32Array(features);
  if (size === 0) return { found, strongest };
  if (found.length < size * features) {
    sums = new Float32Array(2 * size * units);
    found = new Float32Array(2 * size * features);
  }
  applyFilters(sentence);
  remember(size - 1, -1, size, filters + 3 * cells, 0);
  remember(0, 1, size, filters, cells);
  // The greater of two values: which it is nobody can predict, so a branch costs five times as much.
  for (let at = 0; at < size; at += 1) {
    const row = at * features + held;
    for (let unit = 0; unit < filters; unit += 1) {
      const sum = sums[at * units + unit]!;
      found[row + unit] = (sum + Math.abs(sum)) / 2;
    }
  }
  strongest.set(found.subarray(0, features));
  for (let at = 1; at < size; at += 1) {
    const row = at * features;
    for (let unit = 0; unit < features; unit += 1) {
      const most = strongest[unit]!;
      const value = found[row + unit]!;
      strongest[unit] = (most + value + Math.abs(most - value)) / 2;
    }
  }
  return { found, strongest };
}
