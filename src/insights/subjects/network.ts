import type { SentenceInputs } from "./inputs.ts";
import { subjects } from "./names.ts";
import { network } from "./weights.ts";
import { features, held, readWords } from "./word-features.ts";

/** What a sentence says of each subject, as log-odds that it praises and that it blames it. */
export interface SentenceScores {
  praise: Float32Array;
  blame: Float32Array;
  /** For each subject the index of the word that speaks most of it. */
  focus: Uint8Array;
  /** For each word the subjects that it names in common English, a bit each. */
  raised: Uint16Array;
}

/** Weights times values, summed. */
function dot(
  weights: Float32Array,
  weightsFrom: number,
  values: Float32Array,
  valuesFrom: number,
  length: number,
): number {
  let sum = 0;
  for (let unit = 0; unit < length; unit += 1)
    sum += weights[weightsFrom + unit]! * values[valuesFrom + unit]!;
  return sum;
}

/** Adds what weights make of the strongest of a sentence to the scores of the subjects asked for. */
function addTo(
  scores: Float32Array,
  weights: Float32Array,
  strongest: Float32Array,
  asked: readonly number[],
): void {
  for (const outcome of asked) scores[outcome]! += dot(weights, outcome * features, strongest, 0, features);
}

/** Scratch space; `shares` grows with the longest sentence read. */
const pooled = new Float32Array(held);
let shares = new Float32Array(0);

/** Attends to the words that speak of a subject; answers with the one that does most. */
function addAttended(scores: Float32Array, found: Float32Array, size: number, subject: number): number {
  if (shares.length < size) shares = new Float32Array(2 * size);
  let focus = 0;
  for (let at = 0; at < size; at += 1) {
    const sum = dot(network.attention, subject * held, found, at * features, held);
    shares[at] = sum;
    if (sum > shares[focus]!) focus = at;
  }
  const top = shares[focus]!;
  let total = 0;
  for (let at = 0; at < size; at += 1) total += shares[at] = Math.exp(shares[at]! - top);
  pooled.fill(0);
  for (let at = 0; at < size; at += 1) {
    const share = shares[at]! / total;
    // Most words speak of something else: leaving them out changes log-odds by 0.04 at most.
    if (share < 0.001) continue;
    const row = at * features;
    for (let unit = 0; unit < held; unit += 1) pooled[unit]! += share * found[row + unit]!;
  }
  for (let outcome = subject; outcome < 2 * subjects.length; outcome += subjects.length)
    scores[outcome]! += dot(network.attended, outcome * held, pooled, 0, held);
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
    const { found, strongest } = readWords(sentence);
    addTo(scores, network.strongest, strongest, both);
    if (sentence.size > 0)
      for (const subject of asked) focus[subject] = addAttended(scores, found, sentence.size, subject);
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
