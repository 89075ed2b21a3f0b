import { keyOf } from "../../src/insights/sentiment/packing.ts";
import { figureCount, type Inputs, inputsOf } from "../../src/insights/sentiment/convolution-inputs.ts";
import {
  inputSize,
  sizes,
  weightCounts,
  weightNames,
  type PackedConvolution,
  type Convolution,
} from "../../src/insights/sentiment/convolution.ts";
import type { SentenceReading } from "../../src/insights/language/sentence-reading.ts";
import { softmax } from "../../src/insights/sentiment/scorer.ts";
import { packKeys, packWeights } from "./packing.ts";
import { createRandom, shuffle } from "../../src/schema/lists.ts";
import { recordOf } from "../../src/schema/json.ts";

export interface ConvolutionExample {
  reading: SentenceReading;
  from: number;
  to: number;
  /** Index into `outcomes`. */
  label: number;
}

export interface ConvolutionSettings {
  seed: number;
  epochs: number;
  rate: number;
  wordSize: number;
  span: number;
  filters: number;
  /** How often a word must stand in the training text to be known. */
  seen: number;
  wordDropout: number;
  dropout: number;
  smoothing: number;
}

const longest = 200;
/** Slopes below this teach too little to be worth their time. */
const least = 3e-4;
/** Over how many of the last epochs, and every how many examples, weights are averaged: the mean generalises better. */
const averaged = { epochs: 3, every: 256 };

/** Adagrad in groups of four, in an order that depends on the seed alone. */
export function trainConvolution(
  examples: readonly ConvolutionExample[],
  options: ConvolutionSettings,
): Convolution {
  const random = createRandom(options.seed);
  const { wordSize, span, filters } = options;
  const counts = new Map<number, number>();
  for (const { reading } of examples)
    for (const { said } of reading.words) counts.set(keyOf(said), (counts.get(keyOf(said)) ?? 0) + 1);
  const keys = [...counts]
    .filter(([, count]) => count >= options.seen)
    .map(([key]) => key)
    .toSorted((a, b) => a - b);
  const words = new Map(keys.map((key, row) => [key, row]));
  const lengths = weightCounts(words.size, wordSize, span, filters);
  const spread = {
    word: 0.25,
    role: 0.25,
    place: 0.25,
    filter: 0.12,
    filterBias: 0,
    attention: 0.2,
    output: 0.2,
    bias: 0,
  };
  const around = (length: number, by: number): Float32Array =>
    Float32Array.from({ length }, () => (random() + random() + random() - 1.5) * by);
  const weights = recordOf(weightNames, (name) => around(lengths[name], spread[name]));
  weights.filterBias.fill(0.05);
  const slopes = recordOf(weightNames, (name) => new Float32Array(lengths[name]));
  const sums = recordOf(weightNames, (name) => new Float32Array(lengths[name]).fill(1e-3));
  const { word, role, place, filter, filterBias, attention, output, bias } = weights;
  const width = inputSize(wordSize);
  const seenBy = span * width;
  const half = (span - 1) / 2;
  const input = new Float32Array((longest + 2 * half) * width);
  const inputSlope = new Float32Array(input.length);
  const found = new Float32Array(longest * filters);
  const attended = new Float32Array(longest);
  const share = new Float32Array(longest);
  const wordsRead = new Int32Array(longest);
  const pooled = new Float32Array(2 * filters);
  const pooledSlope = new Float32Array(2 * filters);
  const strongest = new Int32Array(filters);
  const mask = new Float32Array(2 * filters);
  const unitSlope = new Float32Array(filters);
  /** The units that learn something at the word in hand. */
  const learning = new Int32Array(filters);
  const order = examples.map(({ reading, from, to, label }) => ({
    inputs: inputsOf(words, reading, from, to),
    label,
  }));
  const { role: roleSize, place: placeSize } = sizes;

  const forward = ({
    size,
    word: wordRows,
    role: roleRows,
    place: placeRows,
    figures,
  }: Inputs): [number, number, number] => {
    input.fill(0, 0, (size + 2 * half) * width);
    for (let at = 0; at < size; at += 1) {
      let slot = (at + half) * width;
      const row = random() < options.wordDropout ? 0 : wordRows[at]!;
      wordsRead[at] = row;
      for (let item = 0; item < wordSize; item += 1) input[slot++] = word[row * wordSize + item]!;
      for (let item = 0; item < roleSize; item += 1) input[slot++] = role[roleRows[at]! * roleSize + item]!;
      for (let item = 0; item < placeSize; item += 1)
        input[slot++] = place[placeRows[at]! * placeSize + item]!;
      for (let item = 0; item < figureCount; item += 1) input[slot++] = figures[at * figureCount + item]!;
    }
    let top = -Infinity;
    for (let at = 0; at < size; at += 1) {
      const row = at * filters;
      const base = at * width;
      for (let unit = 0; unit < filters; unit += 1) found[row + unit] = filterBias[unit]!;
      for (let item = 0; item < seenBy; item += 1) {
        const value = input[base + item]!;
        if (value === 0) continue;
        const weight = item * filters;
        for (let unit = 0; unit < filters; unit += 1)
          found[row + unit] = found[row + unit]! + value * filter[weight + unit]!;
      }
      let sum = 0;
      for (let unit = 0; unit < filters; unit += 1) {
        if (found[row + unit]! < 0) found[row + unit] = 0;
        sum += attention[unit]! * found[row + unit]!;
      }
      attended[at] = sum;
      if (sum > top) top = sum;
    }
    let total = 0;
    for (let at = 0; at < size; at += 1) total += share[at] = Math.exp(attended[at]! - top);
    pooled.fill(0);
    strongest.fill(0);
    for (let at = 0; at < size; at += 1) {
      share[at] = share[at]! / total;
      for (let unit = 0; unit < filters; unit += 1) {
        const value = found[at * filters + unit]!;
        pooled[unit] = pooled[unit]! + share[at]! * value;
        if (value > pooled[filters + unit]!) {
          pooled[filters + unit] = value;
          strongest[unit] = at;
        }
      }
    }
    const scores: [number, number, number] = [bias[0]!, bias[1]!, bias[2]!];
    for (let slot = 0; slot < 2 * filters; slot += 1) {
      mask[slot] = random() < options.dropout ? 0 : 1 / (1 - options.dropout);
      for (let outcome = 0; outcome < 3; outcome += 1)
        scores[outcome] =
          scores[outcome]! + output[outcome * 2 * filters + slot]! * pooled[slot]! * mask[slot]!;
    }
    return scores;
  };

  const backward = (
    { size, role: roleRows, place: placeRows }: Inputs,
    blame: readonly number[],
    rate: number,
  ): void => {
    pooledSlope.fill(0);
    for (let outcome = 0; outcome < 3; outcome += 1) {
      slopes.bias[outcome] = slopes.bias[outcome]! + blame[outcome]!;
      for (let slot = 0; slot < 2 * filters; slot += 1) {
        const weight = outcome * 2 * filters + slot;
        slopes.output[weight] = slopes.output[weight]! + blame[outcome]! * pooled[slot]! * mask[slot]!;
        pooledSlope[slot] = pooledSlope[slot]! + blame[outcome]! * output[weight]! * mask[slot]!;
      }
    }
    inputSlope.fill(0, 0, (size + 2 * half) * width);
    let mean = 0;
    for (let at = 0; at < size; at += 1) {
      let sum = 0;
      for (let unit = 0; unit < filters; unit += 1) sum += pooledSlope[unit]! * found[at * filters + unit]!;
      attended[at] = sum;
      mean += share[at]! * sum;
    }
    for (let at = 0; at < size; at += 1) {
      const row = at * filters;
      const pull = share[at]! * (attended[at]! - mean);
      let active = 0;
      for (let unit = 0; unit < filters; unit += 1) {
        const value = found[row + unit]!;
        if (value <= 0) continue;
        const slope =
          share[at]! * pooledSlope[unit]! +
          pull * attention[unit]! +
          (strongest[unit] === at ? pooledSlope[filters + unit]! : 0);
        slopes.attention[unit] = slopes.attention[unit]! + pull * value;
        if (Math.abs(slope) < least) continue;
        unitSlope[unit] = slope;
        learning[active++] = unit;
        slopes.filterBias[unit] = slopes.filterBias[unit]! + slope;
      }
      if (active === 0) continue;
      const base = at * width;
      for (let item = 0; item < seenBy; item += 1) {
        const value = input[base + item]!;
        const weight = item * filters;
        let sum = 0;
        for (let turn = 0; turn < active; turn += 1) {
          const unit = learning[turn]!;
          sum += unitSlope[unit]! * filter[weight + unit]!;
          slopes.filter[weight + unit] = slopes.filter[weight + unit]! + unitSlope[unit]! * value;
        }
        inputSlope[base + item] = inputSlope[base + item]! + sum;
      }
    }
    for (let at = 0; at < size; at += 1) {
      let slot = (at + half) * width;
      for (let item = 0; item < wordSize; item += 1, slot += 1) {
        const weight = wordsRead[at]! * wordSize + item;
        const slope = inputSlope[slot]!;
        sums.word[weight] = sums.word[weight]! + slope * slope;
        word[weight] = word[weight]! - (rate * slope) / Math.sqrt(sums.word[weight]);
      }
      for (let item = 0; item < roleSize; item += 1, slot += 1) {
        const weight = roleRows[at]! * roleSize + item;
        slopes.role[weight] = slopes.role[weight]! + inputSlope[slot]!;
      }
      for (let item = 0; item < placeSize; item += 1, slot += 1) {
        const weight = placeRows[at]! * placeSize + item;
        slopes.place[weight] = slopes.place[weight]! + inputSlope[slot]!;
      }
    }
  };

  const step = (rate: number): void => {
    for (const name of weightNames) {
      if (name === "word") continue;
      const [weight, slope, sum] = [weights[name], slopes[name], sums[name]];
      for (let at = 0; at < weight.length; at += 1) {
        const value = slope[at]!;
        if (value === 0) continue;
        sum[at] = sum[at]! + value * value;
        weight[at] = weight[at]! - rate * (value / Math.sqrt(sum[at]!) + 1e-5 * weight[at]!);
        slope[at] = 0;
      }
    }
  };

  const means = recordOf(weightNames, (name) => new Float32Array(lengths[name]));
  let averagedOver = 0;
  const average = (): void => {
    averagedOver += 1;
    for (const name of weightNames) {
      const [mean, weight] = [means[name], weights[name]];
      for (let at = 0; at < mean.length; at += 1)
        mean[at] = mean[at]! + (weight[at]! - mean[at]!) / averagedOver;
    }
  };

  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const rate = options.rate * (1 - (0.85 * epoch) / options.epochs);
    shuffle(order, random);
    for (const [turn, { inputs, label }] of order.entries()) {
      const odds = softmax(forward(inputs));
      const blame = odds.map(
        (value, outcome) => value - (outcome === label ? 1 - options.smoothing : options.smoothing / 2),
      );
      backward(inputs, blame, rate);
      if (turn % 4 === 3) step(rate);
      if (turn % averaged.every === 0 && epoch >= options.epochs - averaged.epochs) average();
    }
  }
  return { words, wordSize, span, filters, ...means };
}

export function packConvolution(network: Convolution): PackedConvolution {
  const { words, wordSize, span, filters } = network;
  const weights = recordOf(weightNames, (name) => packWeights(network[name]));
  return { words: packKeys(words.keys()), wordSize, span, filters, ...weights };
}
