import { recordOf } from "../../schema/record.ts";
import { addAnswers } from "../sentiment/filter-answers.ts";
import { unpackKeys, unpackWeights, type PackedWeights } from "../sentiment/packing.ts";
import { classCount } from "../language/word-classes.ts";
import type { SentenceInputs } from "./inputs.ts";
import { subjects } from "./names.ts";
import packed from "./weights.json" with { type: "json" };

/** A filter sees the word before, the word and the word after. */
const span = 3;
const sizeNames = ["wordSize", "roleSize", "filters", "attending"] as const;
const weightNames = [
  "word",
  "role",
  "filter",
  "filterBias",
  "attention",
  "attended",
  "strongest",
  "before",
  "after",
  "bias",
] as const;

/**
 * A small convolution network that reads sentences: which subjects each praises and which it blames, whatever words
 * an owner lists. Filters see a few neighbouring words; for each subject it attends to some of what they find, and
 * takes the strongest of each, in the sentence itself and in its neighbours.
 */
interface Network
  extends Record<(typeof sizeNames)[number], number>, Record<(typeof weightNames)[number], Float32Array> {
  rows: ReadonlyMap<number, number>;
}

type PackedNetwork = { words: string } & Record<(typeof sizeNames)[number], number> &
  Record<(typeof weightNames)[number], PackedWeights>;

const unpackNetwork = (stored: PackedNetwork): Network => ({
  ...recordOf(sizeNames, (name) => stored[name]),
  ...recordOf(weightNames, (name) => unpackWeights(stored[name])),
  rows: unpackKeys(stored.words),
});
const network = unpackNetwork(packed);

/** What a sentence says of each subject, as log-odds that it praises and that it blames it. */
export interface SentenceScores {
  praise: Float32Array;
  blame: Float32Array;
  /** For each subject the index of the word that speaks most of it. */
  focus: Uint8Array;
  /** For each word the subjects that it names in common English, a bit each. */
  raised: Uint16Array;
}

const { wordSize, roleSize, filters, attending } = network;
const inputs = wordSize + roleSize + 2 + subjects.length;
const shape = { filter: network.filter, filters, span };

/** What the filters answer to an input of one. */
function toInput(offset: number): Float32Array {
  const answers = new Float32Array(span * filters);
  addAnswers(answers, shape, inputs, Float32Array.of(1), offset);
  return answers;
}
const toPraise = toInput(wordSize + roleSize);
const toBlame = toInput(wordSize + roleSize + 1);
const toSubjects = subjects.map((_, index) => toInput(wordSize + roleSize + 2 + index));

/** What the filters answer to a word in a role, kept once worked out: reviews repeat their words. */
const toWords = new Map<number, Float32Array>();
function toWord(row: number, role: number): Float32Array {
  const key = row * classCount + role;
  let answers = toWords.get(key);
  if (answers) return answers;
  answers = new Float32Array(span * filters);
  addAnswers(answers, shape, inputs, network.word.subarray(row * wordSize, (row + 1) * wordSize), 0);
  const roles = network.role.subarray(role * roleSize, (role + 1) * roleSize);
  addAnswers(answers, shape, inputs, roles, wordSize);
  toWords.set(key, answers);
  return answers;
}

/** Scratch space; grows with the longest sentence read. */
let found = new Float32Array(0);
let shares = new Float32Array(0);

/** Adds what an input answers to the rows of the words that see it. */
function addAt(at: number, size: number, answers: Float32Array, times: number): void {
  for (let place = 0; place < span; place += 1) {
    const row = at + 1 - place;
    if (row < 0 || row >= size) continue;
    const [to, from] = [row * filters, place * filters];
    for (let unit = 0; unit < filters; unit += 1) found[to + unit]! += times * answers[from + unit]!;
  }
}

const noWord = new Float32Array(span * filters);

/** What each filter finds at each word, below zero taken for zero; answers with the strongest of each. */
function applyFilters({ size, keys, roles, valences, raised }: SentenceInputs): Float32Array {
  const strongest = new Float32Array(filters);
  if (shares.length < size) {
    found = new Float32Array(2 * size * filters);
    shares = new Float32Array(2 * size);
  }
  for (let at = 0; at < size; at += 1) found.set(network.filterBias, at * filters);
  // Few words judge or name a subject.
  for (let at = 0; at < size; at += 1) {
    const valence = valences[at]!;
    if (valence !== 0) addAt(at, size, valence > 0 ? toPraise : toBlame, valence);
    for (let bits = raised[at]!, subject = 0; bits !== 0; bits >>= 1, subject += 1)
      if (bits & 1) addAt(at, size, toSubjects[subject]!, 1);
  }
  const answersAt = (at: number): Float32Array =>
    at < size ? toWord((network.rows.get(keys[at]!) ?? -1) + 1, roles[at]!) : noWord;
  let [before, here, after]: [Float32Array, Float32Array, Float32Array] = [noWord, noWord, answersAt(0)];
  for (let at = 0; at < size; at += 1) {
    [before, here, after] = [here, after, answersAt(at + 1)];
    const row = at * filters;
    for (let unit = 0; unit < filters; unit += 1) {
      const sum = found[row + unit]! + before[unit]! + here[filters + unit]! + after[2 * filters + unit]!;
      // The greater of it and zero: which it is nobody can predict, so a branch costs five times as much.
      const value = (sum + Math.abs(sum)) / 2;
      found[row + unit] = value;
      const most = strongest[unit]!;
      strongest[unit] = (most + value + Math.abs(most - value)) / 2;
    }
  }
  return strongest;
}

/** Adds weights times what was pooled to the scores of the subjects asked for. */
function addTo(
  scores: Float32Array,
  weights: Float32Array,
  pooled: Float32Array,
  asked: readonly number[],
): void {
  for (const outcome of asked) {
    let sum = 0;
    const base = outcome * filters;
    for (let unit = 0; unit < filters; unit += 1) sum += weights[base + unit]! * pooled[unit]!;
    scores[outcome]! += sum;
  }
}

const pooled = new Float32Array(attending);

/** Attends to the words that speak of a subject; answers with the one that does most. */
function addAttended(scores: Float32Array, size: number, subject: number): number {
  const attention = network.attention.subarray(subject * attending, (subject + 1) * attending);
  let focus = 0;
  for (let at = 0; at < size; at += 1) {
    let sum = 0;
    const row = at * filters;
    for (let unit = 0; unit < attending; unit += 1) sum += found[row + unit]! * attention[unit]!;
    shares[at] = sum;
    if (sum > shares[focus]!) focus = at;
  }
  const top = shares[focus]!;
  let total = 0;
  for (let at = 0; at < size; at += 1) total += shares[at] = Math.exp(shares[at]! - top);
  pooled.fill(0);
  for (let at = 0; at < size; at += 1) {
    const share = shares[at]! / total;
    // Most words speak of something else.
    if (share < 0.001) continue;
    const row = at * filters;
    for (let unit = 0; unit < attending; unit += 1) pooled[unit]! += share * found[row + unit]!;
  }
  for (let outcome = subject; outcome < 2 * subjects.length; outcome += subjects.length) {
    const row = outcome * attending;
    let sum = 0;
    for (let unit = 0; unit < attending; unit += 1) sum += pooled[unit]! * network.attended[row + unit]!;
    scores[outcome]! += sum;
  }
  return focus;
}

/** What the sentences of one text, in their order, say of the subjects asked for, by index. */
export function scoreSentences(
  sentences: readonly SentenceInputs[],
  asked: readonly number[],
): SentenceScores[] {
  const both = [...asked, ...asked.map((subject) => subjects.length + subject)];
  const read = sentences.map((sentence) => {
    const scores = Float32Array.from(network.bias);
    const focus = new Uint8Array(subjects.length);
    const strongest = applyFilters(sentence);
    addTo(scores, network.strongest, strongest, both);
    if (sentence.size > 0)
      for (const subject of asked) focus[subject] = addAttended(scores, sentence.size, subject);
    return { scores, focus, strongest };
  });
  return read.map(({ scores, focus }, index) => {
    const [before, after] = [read[index - 1], read[index + 1]];
    if (before) addTo(scores, network.before, before.strongest, both);
    if (after) addTo(scores, network.after, after.strongest, both);
    return {
      praise: scores.subarray(0, subjects.length),
      blame: scores.subarray(subjects.length),
      focus,
      raised: sentences[index]!.raised,
    };
  });
}
