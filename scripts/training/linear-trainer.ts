import { denseSize, type Features } from "../../src/insights/sentiment/features.ts";
import { linearScores, type Linear, type PackedLinear } from "../../src/insights/sentiment/linear.ts";
import { keyOf } from "../../src/insights/sentiment/packing.ts";
import { softmax } from "../../src/insights/sentiment/scorer.ts";
import { packKeys, packWeights } from "./packing.ts";
import { createRandom, shuffle } from "../../src/schema/lists.ts";

export interface LinearExample extends Features {
  /** Index into `outcomes`. */
  label: number;
}

export interface LinearSettings {
  /** How many n-grams keep weights. */
  keep: number;
  /** Networks trained from different seeds; their scores are averaged. */
  members: number;
  hidden: number;
  epochs: number;
  rate: number;
  /** Share of n-grams hidden at each step, so that weight spreads over many. */
  dropout: number;
  /** Share of probability kept from the labelled outcome: labels are noisy. */
  smoothing: number;
  decay: number;
}

function createModel(rows: ReadonlyMap<number, number>, hidden: number, random: () => number): Linear {
  const around = (size: number, spread: number): Float32Array =>
    Float32Array.from({ length: size }, () => (random() - 0.5) * spread);
  return {
    rows,
    wide: new Float32Array(rows.size * 3),
    hidden,
    first: around(hidden * (denseSize + 1), 0.3),
    second: around(hidden * 3, 0.5),
    bias: new Float32Array(3),
  };
}

/** Adagrad, one example at a time, in an order that depends on the seed alone. */
function fit(
  examples: readonly LinearExample[],
  rows: ReadonlyMap<number, number>,
  options: LinearSettings,
  seed: number,
): Linear {
  const random = createRandom(seed);
  const model = createModel(rows, options.hidden, random);
  const { wide, first, second, bias, hidden } = model;
  const startOf = (weights: Float32Array) => new Float32Array(weights.length).fill(1e-3);
  const [wideSums, firstSums, secondSums] = [startOf(wide), startOf(first), startOf(second)];
  const activation = new Float64Array(hidden);
  const order = [...examples];
  const width = denseSize + 1;
  let rate = options.rate;
  const step = (
    weights: Float32Array,
    sums: Float32Array,
    at: number,
    slope: number,
    speed: number,
  ): void => {
    const gradient = slope + options.decay * weights[at]!;
    sums[at] = sums[at]! + gradient * gradient;
    weights[at] = weights[at]! - (speed * gradient) / Math.sqrt(sums[at]);
  };
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    rate = options.rate * (1 - (0.8 * epoch) / options.epochs);
    shuffle(order, random);
    for (const { sparse, dense, label } of order) {
      const seen = sparse.filter(() => random() >= options.dropout);
      const odds = softmax(linearScores(model, { sparse: seen, dense }, activation));
      const slopes = odds.map(
        (value, outcome) => value - (outcome === label ? 1 - options.smoothing : options.smoothing / 2),
      );
      for (const hash of seen) {
        const row = rows.get(keyOf(hash));
        if (row === undefined) continue;
        for (const [outcome, slope] of slopes.entries()) step(wide, wideSums, row * 3 + outcome, slope, rate);
      }
      for (const [unit, value] of activation.entries()) {
        let slope = 0;
        for (const [outcome, blame] of slopes.entries()) {
          slope += blame * second[unit * 3 + outcome]!;
          step(second, secondSums, unit * 3 + outcome, blame * value, 2 * rate);
        }
        slope *= 1 - value * value;
        for (const [slot, input] of dense.entries())
          if (input !== 0) step(first, firstSums, unit * width + slot, slope * input, 2 * rate);
        step(first, firstSums, unit * width + denseSize, slope, 2 * rate);
      }
      for (const [outcome, slope] of slopes.entries()) bias[outcome] = bias[outcome]! - 0.002 * slope;
    }
  }
  return model;
}

/** One model whose scores are the mean of the members': wide weights averaged, networks side by side. */
function merge(models: readonly Linear[]): Linear {
  const [one] = models as [Linear];
  const share = 1 / models.length;
  const mean = (pick: (model: Linear) => Float32Array): Float32Array =>
    pick(one).map((_, at) => models.reduce((sum, model) => sum + pick(model)[at]!, 0) * share);
  const beside = (pick: (model: Linear) => Float32Array): Float32Array =>
    Float32Array.from(models.flatMap((model) => [...pick(model)]));
  return {
    rows: one.rows,
    wide: mean((model) => model.wide),
    hidden: one.hidden * models.length,
    first: beside((model) => model.first),
    second: beside((model) => model.second).map((weight) => weight * share),
    bias: mean((model) => model.bias),
  };
}

function rowsOf(keys: Iterable<number>): Map<number, number> {
  return new Map([...keys].toSorted((left, right) => left - right).map((key, row) => [key, row]));
}

/** Trains on every n-gram seen twice, keeps the heaviest, and trains again on these alone. */
export function trainLinear(examples: readonly LinearExample[], options: LinearSettings): Linear {
  const counts = new Map<number, number>();
  for (const { sparse } of examples)
    for (const hash of sparse) counts.set(keyOf(hash), (counts.get(keyOf(hash)) ?? 0) + 1);
  const every = rowsOf([...counts].filter(([, count]) => count >= 2).map(([key]) => key));
  const draft = fit(examples, every, options, 1);
  const heft = (row: number): number => {
    const [a, b, c] = draft.wide.subarray(row * 3, row * 3 + 3) as unknown as [number, number, number];
    const mean = (a + b + c) / 3;
    return (a - mean) ** 2 + (b - mean) ** 2 + (c - mean) ** 2;
  };
  const kept = [...every]
    .map(([key, row]) => ({ key, heft: heft(row) }))
    .toSorted((left, right) => right.heft - left.heft || left.key - right.key)
    .slice(0, options.keep);
  const rows = rowsOf(kept.map(({ key }) => key));
  return merge(
    Array.from({ length: options.members }, (_, member) => fit(examples, rows, options, member + 2)),
  );
}

export const packLinear = (model: Linear): PackedLinear => ({
  keys: packKeys(model.rows.keys()),
  wide: packWeights(model.wide),
  hidden: model.hidden,
  first: packWeights(model.first),
  second: packWeights(model.second),
  bias: [...model.bias],
});
