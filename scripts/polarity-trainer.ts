import { denseSize, type Features } from "../src/insights/features.ts";
import { linearScores as forward, type Linear as Model, type PackedLinear } from "../src/insights/linear.ts";
import { keyOf, type PackedWeights } from "../src/insights/packing.ts";
import { softmax } from "../src/insights/scorer.ts";

export interface Example extends Features {
  /** Index into `outcomes`. */
  label: number;
  weight: number;
}

export interface Settings {
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

export const settings: Settings = {
  keep: 24_000,
  members: 3,
  hidden: 16,
  epochs: 8,
  rate: 0.01,
  dropout: 0.3,
  smoothing: 0.1,
  decay: 1e-4,
};

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createModel(rows: ReadonlyMap<number, number>, hidden: number, random: () => number): Model {
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
  examples: readonly Example[],
  rows: ReadonlyMap<number, number>,
  options: Settings,
  seed: number,
): Model {
  const random = createRandom(seed);
  const model = createModel(rows, options.hidden, random);
  const { wide, first, second, bias, hidden } = model;
  const [wideSums, firstSums, secondSums] = [wide, first, second].map((weights) =>
    new Float32Array(weights.length).fill(1e-3),
  ) as [Float32Array, Float32Array, Float32Array];
  const activation = new Float64Array(hidden);
  const order = examples.map((_, index) => index);
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
    weights[at] = weights[at]! - (speed * gradient) / Math.sqrt(sums[at]!);
  };
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    rate = options.rate * (1 - (0.8 * epoch) / options.epochs);
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    for (const index of order) {
      const { sparse, dense, label, weight } = examples[index]!;
      const seen = sparse.filter(() => random() >= options.dropout);
      const odds = softmax(forward(model, { sparse: seen, dense }, activation));
      const slopes = odds.map(
        (value, outcome) =>
          weight * (value - (outcome === label ? 1 - options.smoothing : options.smoothing / 2)),
      );
      for (const hash of seen) {
        const row = rows.get(keyOf(hash));
        if (row === undefined) continue;
        for (let outcome = 0; outcome < 3; outcome++)
          step(wide, wideSums, row * 3 + outcome, slopes[outcome]!, rate);
      }
      for (let unit = 0; unit < hidden; unit++) {
        const value = activation[unit]!;
        let slope = 0;
        for (let outcome = 0; outcome < 3; outcome++) {
          slope += slopes[outcome]! * second[unit * 3 + outcome]!;
          step(second, secondSums, unit * 3 + outcome, slopes[outcome]! * value, 2 * rate);
        }
        slope *= 1 - value * value;
        for (let slot = 0; slot < denseSize; slot++)
          if (dense[slot] !== 0) step(first, firstSums, unit * width + slot, slope * dense[slot]!, 2 * rate);
        step(first, firstSums, unit * width + denseSize, slope, 2 * rate);
      }
      for (let outcome = 0; outcome < 3; outcome++) bias[outcome] = bias[outcome]! - 0.002 * slopes[outcome]!;
    }
  }
  return model;
}

/** One model whose scores are the mean of the members': wide weights averaged, networks side by side. */
function merge(models: readonly Model[]): Model {
  const [one] = models as [Model];
  const share = 1 / models.length;
  const mean = (pick: (model: Model) => Float32Array): Float32Array =>
    pick(one).map((_, at) => models.reduce((sum, model) => sum + pick(model)[at]!, 0) * share);
  const beside = (pick: (model: Model) => Float32Array): Float32Array =>
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
export function train(examples: readonly Example[], options: Settings = settings): Model {
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

export function packWeights(weights: Float32Array): PackedWeights {
  let top = 0;
  for (const weight of weights) top = Math.max(top, Math.abs(weight));
  const step = top / 127 || 1;
  return {
    bytes: Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / step)).buffer).toString(
      "base64",
    ),
    step,
  };
}

/** `keys` ascending. */
export function packKeys(keys: Iterable<number>): string {
  const bytes: number[] = [];
  let previous = 0;
  for (const key of keys) {
    let gap = key - previous;
    previous = key;
    while (gap >= 128) {
      bytes.push((gap & 127) | 128);
      gap >>>= 7;
    }
    bytes.push(gap);
  }
  return Buffer.from(bytes).toString("base64");
}

export const packLinear = (model: Model): PackedLinear => ({
  keys: packKeys(model.rows.keys()),
  wide: packWeights(model.wide),
  hidden: model.hidden,
  first: packWeights(model.first),
  second: packWeights(model.second),
  bias: [...model.bias],
});
