import { recordOf } from "../../src/schema/json.ts";
import { createRandom } from "../../src/schema/lists.ts";
import { subjects } from "../../src/insights/subjects.ts";
import { dot, endingOf, fixedInputsOf, readWords, tensors } from "../../src/insights/network.ts";
import {
  shapes,
  sizes,
  squash,
  ways,
  type NetworkWeights,
  type PackedNetwork,
  type WordRows,
} from "../../src/insights/network.ts";
import type { TaggedSentence } from "./material.ts";

// Learns the weights of src/insights/network.ts: the same network, forwards and backwards, gradients written out by hand.

const { wordSize, filters, cells, hidden, inputs, units, held, features, span, near } = sizes;
/** What a word answers to the words before, at and after it. */
const width = span * units;
type Values = Float32Array;

/** A text, and how much it counts. */
export interface Lesson {
  sentences: readonly TaggedSentence[];
  trust: number;
}

/** A word: the rows of the embeddings that add up to it, its own and its ending's, and what lists know of it. */
interface WordType {
  rows: readonly number[];
  fixed: Values;
}

/** Rarer words are known by their endings and by lists alone. */
const minUses = 4;
/** The highest rate of learning; words are seen less often than the rest, and learn faster. */
const rates = { words: 0.008, others: 0.004 };
/** So many words teach at once; so much of the steps the rates rise; to so much of the highest they fall. */
const [batch, rise, lowest] = [4000, 0.12, 0.2];
/** What is learned is the mean over the last steps, about one in six: seeds differ less in it than in the last step alone. */
const averaged = 6;
const [dropout, wordDropout, termWeight] = [0.2, 0.08, 0.5];

const { ending: _, ...dense } = shapes;
type Dense = Record<keyof typeof dense, Float32Array>;

/** Tensors, side by side in one array. */
export function createTensors(): { all: Values; by: Dense } {
  const all = new Float32Array(Object.values(dense).reduce((sum, size) => sum + size, 0));
  let from = 0;
  const parts = Object.entries(dense).map(([name, size]) => [name, all.subarray(from, (from += size))]);
  return { all, by: Object.fromEntries(parts) as Dense };
}

/** Adds a row, so many times, to another. */
function add(to: Values, toRow: number, times: number, from: Values, fromRow: number, size: number): void {
  for (let at = 0; at < size; at += 1) to[toRow + at]! += times * from[fromRow + at]!;
}
const zeros = (size: number): Values => new Float32Array(size);
const slope = (value: number): number => 1 / ((1 + Math.abs(value)) * (1 + Math.abs(value)));

type Term = TaggedSentence["terms"][number];

/** What one sentence was read as, and the errors in it. */
interface Read extends WordRows {
  words: Int32Array;
  size: number;
  /** Each feature where it is strongest, less what is dropped; and the word where that is. */
  top: Values;
  mask: Values;
  tops: Int32Array;
  errors: { found: Values; top: Values };
  /** What it and its neighbors are weighed by, for each subject. */
  sides: Input[];
}

function readForwards(w: Dense, words: Int32Array, answers: Values, drop: () => number): Read {
  const size = words.length;
  const [sums, memory, found] = [zeros(size * units), zeros(size * held), zeros(size * features)];
  const own = Array.from(words, (word) => answers.subarray(word * width, (word + 1) * width));
  readWords(w.filterBias, own, { sums, memory, found });
  const [mask, top, tops] = [zeros(features), zeros(features), new Int32Array(features)];
  for (let unit = 0; unit < features; unit += 1) {
    for (let t = 1; t < size; t += 1)
      if (found[t * features + unit]! > found[tops[unit]! * features + unit]!) tops[unit] = t;
    top[unit] = found[tops[unit]! * features + unit]! * (mask[unit] = drop());
  }
  const errors = { found: zeros(found.length), top: zeros(features) };
  return { words, size, sums, memory, found, mask, top, tops, errors, sides: [] };
}

/** From the errors in what was found at each word to those in what words answer. */
function learnBackwards(g: Dense, { words, size, sums, memory, errors }: Read, answers: Values): void {
  const down = zeros(size * units);
  for (let t = 0; t < size; t += 1)
    for (let unit = 0; unit < filters; unit += 1)
      if (sums[t * units + unit]! > 0) down[t * units + unit] = errors.found[t * features + held + unit]!;
  for (const { gates, offset, start, end, step } of ways(size)) {
    const carry = zeros(cells);
    for (let t = end - step; t !== start - step; t -= step) {
      const row = t * units + gates;
      for (let cell = 0; cell < cells; cell += 1) {
        const [z0, z1, z2] = [sums[row + cell]!, sums[row + cells + cell]!, sums[row + 2 * cells + cell]!];
        const kept = (1 + squash(z1)) / 2;
        const last = t === start ? 0 : memory[(t - step) * held + offset + cell]!;
        const error = errors.found[t * features + offset + cell]!;
        const memoryError = (error * (1 + squash(z2))) / 2 + carry[cell]!;
        down[row + cell] = memoryError * (1 - kept) * slope(z0);
        down[row + cells + cell] = (memoryError * (last - squash(z0)) * slope(z1)) / 2;
        down[row + 2 * cells + cell] = (error * memory[t * held + offset + cell]! * slope(z2)) / 2;
        carry[cell] = memoryError * kept;
      }
    }
  }
  for (let t = 0; t < size; t += 1) {
    add(g.filterBias, 0, 1, down, t * units, units);
    for (let place = 0; place < span; place += 1) {
      const by = t + place - 1;
      if (by >= 0 && by < size) add(answers, words[by]! * width + place * units, 1, down, t * units, units);
    }
  }
}

/** What is said at some words: the cells on both sides, and the filters around them; answers with the loss. */
function learnTerm(w: Dense, g: Dense, { size, found, errors }: Read, term: Term, weight: number): number {
  const { first, end, outcome } = term;
  const [seen, sums, values, back] = [zeros(features), zeros(hidden), zeros(hidden), zeros(hidden)];
  const sources = new Int32Array(features);
  for (let unit = 0; unit < features; unit += 1) {
    let best = (unit < cells ? first : unit < held ? end - 1 : Math.max(0, first - near)) * features + unit;
    if (unit >= held)
      for (let at = best; at < Math.min(size, end + near) * features; at += features)
        if (found[at]! > found[best]!) best = at;
    seen[unit] = found[(sources[unit] = best)]!;
  }
  for (let unit = 0; unit < hidden; unit += 1) {
    sums[unit] = w.termHiddenBias[unit]! + dot(w.termHidden, unit * features, seen, 0, features);
    values[unit] = squash(sums[unit]!);
  }
  const scores = w.termOutBias.map((bias, side) => bias + dot(w.termOut, side * hidden, values, 0, hidden));
  const top = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - top));
  const total = odds.reduce((sum, value) => sum + value, 0);
  for (const [side, value] of odds.entries()) {
    const error = (value / total - (side === outcome ? 1 : 0)) * weight;
    g.termOutBias[side]! += error;
    learnRow(w, g, { name: "termOut", top: values, error: back }, side, error);
  }
  for (let unit = 0; unit < hidden; unit += 1) {
    const error = back[unit]! * slope(sums[unit]!);
    g.termHiddenBias[unit]! += error;
    add(g.termHidden, unit * features, error, seen, 0, features);
    for (let input = 0; input < features; input += 1)
      errors.found[sources[input]!]! += error * w.termHidden[unit * features + input]!;
  }
  return -weight * Math.log(1e-7 + odds[outcome]! / total);
}

/** Values that a layer weighs, and the errors in them. */
interface Input {
  name: "strongest" | "before" | "after" | "attended" | "termOut";
  top: Values;
  error: Values;
}
const weighRow = (w: Dense, { name, top }: Input, row: number): number =>
  dot(w[name], row * top.length, top, 0, top.length);
function learnRow(w: Dense, g: Dense, { name, top, error: errors }: Input, row: number, error: number): void {
  add(g[name], row * top.length, error, top, 0, top.length);
  add(errors, 0, error, w[name], row * top.length, top.length);
}

/** A sentence on one subject: attends to what the cells hold, and learns from both outcomes; answers with the loss. */
function learnSubject(w: Dense, g: Dense, read: Read, subject: number, tags: Values, weight: number): number {
  const { size, found, errors, sides } = read;
  const asked = subject * held;
  const shares = zeros(size);
  let top = -Infinity;
  for (let t = 0; t < size; t += 1)
    top = Math.max(top, (shares[t] = dot(w.attention, asked, found, t * features, held)));
  let total = 0;
  for (let t = 0; t < size; t += 1) total += shares[t] = Math.exp(shares[t]! - top);
  const attended: Input = { name: "attended", top: zeros(held), error: zeros(held) };
  for (let t = 0; t < size; t += 1) add(attended.top, 0, (shares[t]! /= total), found, t * features, held);
  const all = [attended, ...sides];
  let loss = 0;
  for (const outcome of [subject, subjects.length + subject]) {
    const score = all.reduce((sum, input) => sum + weighRow(w, input, outcome), w.bias[outcome]!);
    const odds = 1 / (1 + Math.exp(-score));
    const target = tags[outcome]!;
    loss -= weight * Math.log(1e-7 + (target > 0.5 ? odds : 1 - odds));
    const error = (odds - target) * weight;
    g.bias[outcome]! += error;
    for (const input of all) learnRow(w, g, input, outcome, error);
  }
  const mean = dot(attended.top, 0, attended.error, 0, held);
  for (let t = 0; t < size; t += 1) {
    const error = shares[t]! * (dot(attended.error, 0, found, t * features, held) - mean);
    add(g.attention, asked, error, found, t * features, held);
    add(errors.found, t * features, shares[t]!, attended.error, 0, held);
    add(errors.found, t * features, error, w.attention, asked, held);
  }
  return loss;
}

/** One text forwards and backwards: adds to the gradients of weights and answers, and gives its loss. */
export function learnText(
  w: Dense,
  g: Dense,
  { sentences, trust }: Lesson,
  words: readonly Int32Array[],
  answers: { values: Values; gradients: Values },
  weight: number,
  drop: () => number,
): number {
  const read = words.map((own) => readForwards(w, own, answers.values, drop));
  const inputOf = (name: Input["name"], { top, errors }: Read): Input => ({ name, top, error: errors.top });
  let loss = 0;
  for (const [at, { tags, terms }] of sentences.entries()) {
    const [own, before, after] = [read[at]!, read[at - 1], read[at + 1]];
    own.sides.push(inputOf("strongest", own));
    if (before) own.sides.push(inputOf("before", before));
    if (after) own.sides.push(inputOf("after", after));
    if (tags !== undefined)
      for (let subject = 0; subject < subjects.length; subject += 1)
        loss += learnSubject(w, g, own, subject, tags, trust * weight);
    for (const term of terms) loss += learnTerm(w, g, own, term, termWeight * trust * weight);
  }
  for (const own of read) {
    const { tops, mask, errors } = own;
    for (let unit = 0; unit < features; unit += 1)
      errors.found[tops[unit]! * features + unit]! += errors.top[unit]! * mask[unit]!;
    learnBackwards(g, own, answers.gradients);
  }
  return loss;
}

/** Values with Adam's means of their gradients and of the squares, and the mean of the values over the last steps. */
function createLearned(values: Values) {
  const [averages, means, squares] = [values.slice(), zeros(values.length), zeros(values.length)];
  const [one, two] = [0.9, 0.99];
  return {
    values,
    averages,
    average(step: number): void {
      const share = Math.min(1, averaged / step);
      for (const [at, value] of values.entries()) averages[at]! += share * (value - averages[at]!);
    },
    /** One step down the gradient, which counts so many times, from the place on. */
    move(from: number, gradient: Values, times: number, rate: number, step: number): void {
      const scale = (rate * Math.sqrt(1 - two ** step)) / (1 - one ** step);
      for (let at = 0, to = from; at < gradient.length; at += 1, to += 1) {
        const error = gradient[at]! * times;
        const mean = (means[to] = one * means[to]! + (1 - one) * error);
        const square = (squares[to] = two * squares[to]! + (1 - two) * error * error);
        values[to]! -= (scale * mean) / (Math.sqrt(square) + 1e-8) + rate * 0.01 * values[to]!;
      }
    },
  };
}
type Learned = ReturnType<typeof createLearned>;

/** How far the weights of a layer spread in the beginning; those of the others begin at 0. */
const [wide, narrow] = [0.05, 0.01];
const spreads = { filter: 1 / Math.sqrt(span * inputs), attention: 0.1, attended: wide, strongest: wide };
const spreadsOfOthers = {
  before: narrow,
  after: narrow,
  termHidden: 1 / Math.sqrt(features),
  termOut: 1 / Math.sqrt(hidden),
};
function begin(w: Dense, random: () => number): void {
  for (const [name, spread] of Object.entries({ ...spreads, ...spreadsOfOthers })) {
    const values = w[name as keyof Dense];
    for (const at of values.keys()) values[at] = normal(random) * spread;
  }
  w.bias.fill(-2.5);
  // Cells begin by keeping what they hold.
  for (const { gates } of ways(0)) w.filterBias.fill(1, gates + cells, gates + 2 * cells);
}
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What the filters answer to each distinct word of a batch, since texts repeat their words; and how they learn from it. */
function createWords(typeOf: (word: string) => WordType, embeddings: Learned, w: Dense, g: Dense) {
  const words = new Map<string, WordType & { at: number; seen: Values }>();
  const answers = { values: zeros(0), gradients: zeros(0) };
  return {
    answers,
    /** The place of a word in this batch. */
    placeOf(word: string): number {
      const known = words.get(word) ?? { ...typeOf(word), at: words.size, seen: zeros(inputs) };
      words.set(word, known);
      return known.at;
    },
    answer(): void {
      [answers.values, answers.gradients] = [zeros(words.size * width), zeros(words.size * width)];
      for (const { rows, fixed, at, seen } of words.values()) {
        seen.set(fixed, wordSize);
        for (const row of rows) add(seen, 0, 1, embeddings.values, row * wordSize, wordSize);
        for (const [input, value] of seen.entries())
          if (value !== 0) add(answers.values, at * width, value, w.filter, input * width, width);
      }
    },
    learn(rate: number, step: number): void {
      const sums = new Map<number, Values>();
      for (const { rows, at, seen } of words.values()) {
        const gradient = zeros(wordSize);
        for (const input of gradient.keys())
          gradient[input] = dot(answers.gradients, at * width, w.filter, input * width, width);
        for (const [input, value] of seen.entries())
          if (value !== 0) add(g.filter, input * width, value, answers.gradients, at * width, width);
        for (const row of rows) {
          const sum = sums.get(row) ?? zeros(wordSize);
          sums.set(row, sum);
          add(sum, 0, 1, gradient, 0, wordSize);
        }
      }
      for (const [row, gradient] of sums) embeddings.move(row * wordSize, gradient, 1, rate, step);
      words.clear();
    },
  };
}

const sizeOf = ({ sentences }: Lesson): number => sentences.reduce((sum, { words }) => sum + words.length, 0);

/** The lessons in their order, in groups of as many words as teach at once. */
function inBatches(lessons: readonly Lesson[]): Iterable<Lesson[]> {
  let [group, size] = [0, 0];
  return Map.groupBy(lessons, (lesson) => {
    const own = group;
    size += sizeOf(lesson);
    if (size >= batch) [group, size] = [group + 1, 0];
    return own;
  }).values();
}

/** The weights as src/insights/weights.json holds them. */
function packNetwork(words: readonly string[], weights: NetworkWeights): PackedNetwork {
  const pack = (values: Float32Array): { bytes: string; step: number } => {
    const step = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
    const bytes = Uint8Array.from(values, (value) => Math.round(value / step));
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return { bytes: btoa(letters), step };
  };
  return { words: words.join(" "), ...recordOf(tensors, (name) => pack(weights[name])) };
}

/** Learns the weights of the network from lessons: Adam, one cycle of rates. */
export function trainNetwork(
  lessons: readonly Lesson[],
  { epochs, seed, report }: { epochs: number; seed: number; report?: (line: string) => void },
): PackedNetwork {
  const random = createRandom(seed);
  const uses = new Map<string, number>();
  for (const { words } of lessons.flatMap(({ sentences }) => sentences))
    for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  const known = [...uses].flatMap(([word, count]) => (count >= minUses ? word : [])).toSorted();
  const rows = new Map(known.map((word, index) => [word, index + 1]));
  const [weights, gradients] = [createTensors(), createTensors()];
  /** A row for each known word, after one for all others, and one for each ending. */
  const size = (known.length + 1) * wordSize;
  const embeddings = createLearned(zeros(size + shapes.ending).map(() => normal(random) * 0.1));
  const typeOf = (word: string): WordType => ({
    rows: [rows.get(word) ?? 0, known.length + 1 + endingOf(word)],
    fixed: fixedInputsOf(word),
  });
  const others = createLearned(weights.all);
  begin(weights.by, random);
  const words = createWords(typeOf, embeddings, weights.by, gradients.by);
  const steps = epochs * Math.ceil(lessons.reduce((sum, lesson) => sum + sizeOf(lesson), 0) / batch);
  const drop = (): number => (random() < dropout ? 0 : 1 / (1 - dropout));
  let step = 0;
  function learn(some: readonly Lesson[]): number {
    const place = (word: string): number => words.placeOf(random() < wordDropout ? "" : word);
    const seen = some.map(({ sentences }) => sentences.map((one) => Int32Array.from(one.words, place)));
    words.answer();
    gradients.all.fill(0);
    const count = some.reduce((sum, { sentences }) => sum + sentences.length, 0);
    let loss = 0;
    for (const [index, lesson] of some.entries())
      loss += learnText(weights.by, gradients.by, lesson, seen[index]!, words.answers, 1 / count, drop);
    step += 1;
    const progress = Math.min(1, step / steps);
    const fall = 0.5 + 0.5 * Math.cos((Math.PI * (progress - rise)) / (1 - rise));
    const rate = progress < rise ? progress / rise : lowest + (1 - lowest) * fall;
    words.learn(rates.words * rate, step);
    const norm = Math.sqrt(gradients.all.reduce((sum, value) => sum + value * value, 0));
    others.move(0, gradients.all, Math.min(1, 1 / norm), rates.others * rate, step);
    for (const learned of [embeddings, others]) learned.average(step);
    return loss;
  }
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    const order = lessons.map((lesson) => ({ lesson, key: random() })).toSorted((a, b) => a.key - b.key);
    const losses = Array.from(inBatches(order.map(({ lesson }) => lesson)), learn);
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
    report?.(`epoch ${epoch} of ${epochs}: loss ${mean.toFixed(4)}`);
  }
  weights.all.set(others.averages);
  const [word, ending] = [embeddings.averages.subarray(0, size), embeddings.averages.subarray(size)];
  return packNetwork(known, { word, ending, ...weights.by });
}
