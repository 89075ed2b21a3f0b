import { createRandom } from "../../src/schema/lists.ts";
import { subjects } from "../../src/insights/subjects.ts";
import {
  dot,
  endingOf,
  features,
  fixedInputsOf,
  held,
  inputs,
  near,
  packNetwork,
  readWords,
  shapes,
  sizes,
  span,
  squash,
  units,
  ways,
  type PackedNetwork,
  type WordRows,
} from "../../src/insights/network.ts";
import type { TaggedSentence } from "./material.ts";

// Learns the weights of src/insights/network.ts: the same network, forwards and backwards, gradients written out by hand.

const { wordSize, filters, cells, hidden } = sizes;
/** What a word answers to the words before, at and after it. */
const width = span * units;

/** A text, and how much it counts. */
export interface Lesson {
  sentences: readonly TaggedSentence[];
  trust: number;
}

/** A word: the rows of the embeddings that add up to it, its own and its ending's, and what lists know of it. */
interface WordType {
  rows: readonly number[];
  fixed: Float32Array;
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
export function createTensors(): { all: Float32Array; by: Dense } {
  const all = new Float32Array(Object.values(dense).reduce((sum, size) => sum + size, 0));
  let from = 0;
  const parts = Object.entries(dense).map(([name, size]) => [name, all.subarray(from, (from += size))]);
  return { all, by: Object.fromEntries(parts) as Dense };
}

/** Adds a row, so many times, to another. */
function add(
  to: Float32Array,
  toRow: number,
  times: number,
  from: Float32Array,
  fromRow: number,
  size: number,
): void {
  for (let at = 0; at < size; at += 1) to[toRow + at]! += times * from[fromRow + at]!;
}
const slope = (value: number): number => 1 / ((1 + Math.abs(value)) * (1 + Math.abs(value)));

/** Zeroed scratch space, taken anew for each text. */
let scratch = new Float32Array(4_000_000);
let used = 0;
function take(size: number): Float32Array {
  if (used + size > scratch.length) [scratch, used] = [new Float32Array(Math.max(scratch.length, size)), 0];
  return scratch.subarray(used, (used += size)).fill(0);
}

interface Read extends WordRows {
  size: number;
  strongest: Float32Array;
  /** The word where each feature is strongest. */
  tops: Int32Array;
}

function readForwards(w: Dense, words: Int32Array, answers: Float32Array): Read {
  const size = words.length;
  const [sums, memory, found] = [take(size * units), take(size * held), take(size * features)];
  const own = Array.from(words, (word) => answers.subarray(word * width, (word + 1) * width));
  readWords(w.filterBias, own, { sums, memory, found });
  const strongest = found.slice(0, features);
  const tops = new Int32Array(features);
  for (let t = 1; t < size; t += 1)
    for (let unit = 0; unit < features; unit += 1)
      if (found[t * features + unit]! > strongest[unit]!) {
        strongest[unit] = found[t * features + unit]!;
        tops[unit] = t;
      }
  return { size, sums, memory, found, strongest, tops };
}

/** From the gradients of what was found at each word to those of what words answer. */
function learnBackwards(
  g: Dense,
  words: Int32Array,
  { size, sums, memory }: Read,
  gradient: Float32Array,
  answers: Float32Array,
): void {
  const down = take(size * units);
  for (let t = 0; t < size; t += 1)
    for (let unit = 0; unit < filters; unit += 1)
      if (sums[t * units + unit]! > 0) down[t * units + unit] = gradient[t * features + held + unit]!;
  const carry = new Float32Array(cells);
  for (const { gates, offset, start, end, step } of ways(size)) {
    carry.fill(0);
    for (let t = end - step; t !== start - step; t -= step) {
      const row = t * units + gates;
      for (let cell = 0; cell < cells; cell += 1) {
        const [z0, z1, z2] = [sums[row + cell]!, sums[row + cells + cell]!, sums[row + 2 * cells + cell]!];
        const kept = (1 + squash(z1)) / 2;
        const last = t === start ? 0 : memory[(t - step) * held + offset + cell]!;
        const error = gradient[t * features + offset + cell]!;
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

/** What is said at some words: the cells on both sides, and the filters around them. */
function learnTerm(
  w: Dense,
  g: Dense,
  { size, found }: Read,
  gradient: Float32Array,
  { first, end, outcome }: { first: number; end: number; outcome: number },
  weight: number,
): number {
  const [seen, sums, values] = [take(features), take(hidden), take(hidden)];
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
  const back = new Float32Array(hidden);
  for (const [side, value] of odds.entries()) {
    const error = (value / total - (side === outcome ? 1 : 0)) * weight;
    g.termOutBias[side]! += error;
    add(g.termOut, side * hidden, error, values, 0, hidden);
    add(back, 0, error, w.termOut, side * hidden, hidden);
  }
  for (let unit = 0; unit < hidden; unit += 1) {
    const error = back[unit]! * slope(sums[unit]!);
    g.termHiddenBias[unit]! += error;
    add(g.termHidden, unit * features, error, seen, 0, features);
    for (let input = 0; input < features; input += 1)
      gradient[sources[input]!]! += error * w.termHidden[unit * features + input]!;
  }
  return -weight * Math.log(1e-7 + odds[outcome]! / total);
}

/** A sentence on one subject: attends to what the cells hold, and learns from both outcomes; answers with the loss. */
function learnSubject(
  w: Dense,
  g: Dense,
  { size, found }: Read,
  gradient: Float32Array,
  subject: number,
  tags: Float32Array,
  sides: readonly { name: "strongest" | "before" | "after"; top: Float32Array; gradient: Float32Array }[],
  weight: number,
): number {
  const asked = subject * held;
  const shares = take(size);
  let top = -Infinity;
  for (let t = 0; t < size; t += 1)
    top = Math.max(top, (shares[t] = dot(w.attention, asked, found, t * features, held)));
  let total = 0;
  for (let t = 0; t < size; t += 1) total += shares[t] = Math.exp(shares[t]! - top);
  const [pooled, pooledGradient] = [take(held), take(held)];
  for (let t = 0; t < size; t += 1) add(pooled, 0, (shares[t]! /= total), found, t * features, held);
  let loss = 0;
  for (const outcome of [subject, subjects.length + subject]) {
    let score = w.bias[outcome]! + dot(w.attended, outcome * held, pooled, 0, held);
    for (const side of sides) score += dot(w[side.name], outcome * features, side.top, 0, features);
    const odds = 1 / (1 + Math.exp(-score));
    const target = tags[outcome]!;
    loss -= weight * Math.log(1e-7 + (target > 0.5 ? odds : 1 - odds));
    const error = (odds - target) * weight;
    g.bias[outcome]! += error;
    add(g.attended, outcome * held, error, pooled, 0, held);
    add(pooledGradient, 0, error, w.attended, outcome * held, held);
    for (const side of sides) {
      add(g[side.name], outcome * features, error, side.top, 0, features);
      add(side.gradient, 0, error, w[side.name], outcome * features, features);
    }
  }
  const mean = dot(pooled, 0, pooledGradient, 0, held);
  for (let t = 0; t < size; t += 1) {
    const error = shares[t]! * (dot(pooledGradient, 0, found, t * features, held) - mean);
    add(g.attention, asked, error, found, t * features, held);
    add(gradient, t * features, shares[t]!, pooledGradient, 0, held);
    add(gradient, t * features, error, w.attention, asked, held);
  }
  return loss;
}

/** One text forwards and backwards: adds to the gradients of weights and answers, and gives its loss. */
export function learnText(
  w: Dense,
  g: Dense,
  { sentences, trust }: Lesson,
  words: readonly Int32Array[],
  answers: { values: Float32Array; gradients: Float32Array },
  weight: number,
  drop: () => number,
): number {
  used = 0;
  const read = words.map((list) => {
    const own = readForwards(w, list, answers.values);
    const [mask, top] = [take(features), take(features)];
    for (let unit = 0; unit < features; unit += 1) top[unit] = own.strongest[unit]! * (mask[unit] = drop());
    return { ...own, mask, top, topGradient: take(features), gradient: take(own.found.length) };
  });
  let loss = 0;
  for (const [at, { tags, terms }] of sentences.entries()) {
    const own = read[at]!;
    const sides = (
      [
        ["strongest", 0],
        ["before", -1],
        ["after", 1],
      ] as const
    ).flatMap(([name, step]) => {
      const side = read[at + step];
      return side === undefined ? [] : [{ name, top: side.top, gradient: side.topGradient }];
    });
    if (tags !== undefined)
      for (let subject = 0; subject < subjects.length; subject += 1)
        loss += learnSubject(w, g, own, own.gradient, subject, tags, sides, trust * weight);
    for (const term of terms) loss += learnTerm(w, g, own, own.gradient, term, termWeight * trust * weight);
  }
  for (const [at, { tops, mask, topGradient, gradient, ...own }] of read.entries()) {
    for (let unit = 0; unit < features; unit += 1)
      gradient[tops[unit]! * features + unit]! += topGradient[unit]! * mask[unit]!;
    learnBackwards(g, words[at]!, { ...own, tops }, gradient, answers.gradients);
  }
  return loss;
}

/** Values with Adam's means of their gradients and of the squares, and the mean of the values over the last steps. */
class Learned {
  values: Float32Array;
  averages: Float32Array;
  #means: Float32Array;
  #squares: Float32Array;
  constructor(values: Float32Array) {
    this.values = values;
    this.averages = values.slice();
    this.#means = new Float32Array(values.length);
    this.#squares = new Float32Array(values.length);
  }
  average(step: number): void {
    const share = Math.min(1, averaged / step);
    for (const [at, value] of this.values.entries())
      this.averages[at]! += share * (value - this.averages[at]!);
  }
  move(from: number, gradient: Float32Array, times: number, rate: number, step: number): void {
    const [one, two] = [0.9, 0.99];
    const scale = (rate * Math.sqrt(1 - two ** step)) / (1 - one ** step);
    for (let at = 0; at < gradient.length; at += 1) {
      const slopeHere = gradient[at]! * times;
      const mean = (this.#means[from + at] = one * this.#means[from + at]! + (1 - one) * slopeHere);
      const square = (this.#squares[from + at] =
        two * this.#squares[from + at]! + (1 - two) * slopeHere * slopeHere);
      this.values[from + at]! -=
        (scale * mean) / (Math.sqrt(square) + 1e-8) + rate * 0.01 * this.values[from + at]!;
    }
  }
}

/** Weights to begin with. */
function begin(w: Dense, random: () => number): void {
  const scales = {
    filter: 1 / Math.sqrt(span * inputs),
    attention: 0.1,
    attended: 0.05,
    strongest: 0.05,
    before: 0.01,
    after: 0.01,
    termHidden: 1 / Math.sqrt(features),
    termOut: 1 / Math.sqrt(hidden),
  };
  for (const [name, scale] of Object.entries(scales))
    for (const at of w[name as keyof typeof scales].keys())
      w[name as keyof typeof scales][at] = normal(random) * scale;
  w.bias.fill(-2.5);
  // Cells begin by keeping what they hold.
  for (const { gates } of ways(0)) w.filterBias.fill(1, gates + cells, gates + 2 * cells);
}
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What the filters answer to each distinct word of a batch, since texts repeat their words; and how they learn from it. */
function createWords(types: ReadonlyMap<string, WordType>, embeddings: Learned, w: Dense, g: Dense) {
  const places = new Map<string, number>();
  const answers = { values: new Float32Array(0), gradients: new Float32Array(0) };
  let seen = new Float32Array(0);
  return {
    answers,
    /** The place of a word in this batch. */
    placeOf(word: string): number {
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      return place;
    },
    answer(): void {
      answers.values = new Float32Array(places.size * width);
      answers.gradients = new Float32Array(places.size * width);
      seen = new Float32Array(places.size * inputs);
      for (const [word, at] of places) {
        const { rows, fixed } = types.get(word)!;
        seen.set(fixed, at * inputs + wordSize);
        for (const row of rows) add(seen, at * inputs, 1, embeddings.values, row * wordSize, wordSize);
        for (let input = 0; input < inputs; input += 1) {
          const value = seen[at * inputs + input]!;
          if (value !== 0) add(answers.values, at * width, value, w.filter, input * width, width);
        }
      }
    },
    learn(rate: number, step: number): void {
      const sums = new Map<number, Float32Array>();
      for (const [word, at] of places) {
        const gradient = new Float32Array(wordSize);
        for (let input = 0; input < inputs; input += 1) {
          const value = seen[at * inputs + input]!;
          if (input < wordSize)
            gradient[input] = dot(answers.gradients, at * width, w.filter, input * width, width);
          if (value !== 0) add(g.filter, input * width, value, answers.gradients, at * width, width);
        }
        for (const row of types.get(word)!.rows) {
          const sum = sums.get(row) ?? new Float32Array(wordSize);
          add(sum, 0, 1, gradient, 0, wordSize);
          sums.set(row, sum);
        }
      }
      for (const [row, gradient] of sums) embeddings.move(row * wordSize, gradient, 1, rate, step);
      places.clear();
    },
  };
}

const sizeOf = ({ sentences }: Lesson): number => sentences.reduce((sum, { words }) => sum + words.length, 0);

function* inBatches(lessons: readonly Lesson[]): Generator<Lesson[]> {
  let [some, size]: [Lesson[], number] = [[], 0];
  for (const lesson of lessons) {
    some.push(lesson);
    size += sizeOf(lesson);
    if (size < batch) continue;
    yield some;
    [some, size] = [[], 0];
  }
  if (some.length > 0) yield some;
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
  const embeddings = new Learned(
    Float32Array.from({ length: size + shapes.ending }, () => normal(random) * 0.1),
  );
  const toType = (word: string): WordType => ({
    rows: [rows.get(word) ?? 0, known.length + 1 + endingOf(word)],
    fixed: fixedInputsOf(word),
  });
  const types = new Map(["", ...uses.keys()].map((word) => [word, toType(word)]));
  const others = new Learned(weights.all);
  begin(weights.by, random);
  const words = createWords(types, embeddings, weights.by, gradients.by);
  const steps = epochs * Math.ceil(lessons.reduce((sum, lesson) => sum + sizeOf(lesson), 0) / batch);
  const drop = (): number => (random() < dropout ? 0 : 1 / (1 - dropout));
  let step = 0;
  function learn(some: readonly Lesson[]): number {
    const seen = some.map(({ sentences }) =>
      sentences.map((one) =>
        Int32Array.from(one.words, (word) => words.placeOf(random() < wordDropout ? "" : word)),
      ),
    );
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
