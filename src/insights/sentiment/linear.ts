import { denseSize, type Features } from "./features.ts";
import { keyOf, unpackKeys, unpackWeights, type PackedWeights } from "./packing.ts";

/** A linear model over hashed n-grams beside a small network over the rule figures. */
export interface Linear {
  /** Which n-grams have weights, each with the row of its weights. */
  rows: ReadonlyMap<number, number>;
  /** Three weights a row: positive, neutral, negative. */
  wide: Float32Array;
  hidden: number;
  first: Float32Array;
  second: Float32Array;
  bias: Float32Array;
}

export interface PackedLinear {
  keys: string;
  wide: PackedWeights;
  hidden: number;
  first: PackedWeights;
  second: PackedWeights;
  bias: number[];
}

export type Scores = [positive: number, neutral: number, negative: number];

export function unpackLinear(model: PackedLinear): Linear {
  return {
    rows: unpackKeys(model.keys),
    wide: unpackWeights(model.wide),
    hidden: model.hidden,
    first: unpackWeights(model.first),
    second: unpackWeights(model.second),
    bias: Float32Array.from(model.bias),
  };
}

/** Scores of positive, neutral and negative; `activation` receives the hidden layer. */
export function linearScores(model: Linear, { sparse, dense }: Features, activation: Float64Array): Scores {
  let [a = 0, b = 0, c = 0] = model.bias;
  for (const hash of sparse) {
    const row = model.rows.get(keyOf(hash));
    if (row === undefined) continue;
    a += model.wide[row * 3]!;
    b += model.wide[row * 3 + 1]!;
    c += model.wide[row * 3 + 2]!;
  }
  const width = denseSize + 1;
  for (let unit = 0; unit < model.hidden; unit += 1) {
    let sum = model.first[unit * width + denseSize]!;
    for (let slot = 0; slot < denseSize; slot += 1) sum += model.first[unit * width + slot]! * dense[slot]!;
    const value = Math.tanh(sum);
    activation[unit] = value;
    a += model.second[unit * 3]! * value;
    b += model.second[unit * 3 + 1]! * value;
    c += model.second[unit * 3 + 2]! * value;
  }
  return [a, b, c];
}
