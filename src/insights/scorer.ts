import { denseSize, type Features } from "./features.ts";
import packed from "./weights.json" with { type: "json" };

/** A linear model over hashed n-grams beside a small network over the rule figures; three scores come out. */
export interface Model {
  /** Which n-grams have weights: the low 24 bits of their hashes, each with the row of its weights. */
  rows: ReadonlyMap<number, number>;
  /** Three weights a row: positive, neutral, negative. */
  wide: Float32Array;
  hidden: number;
  first: Float32Array;
  second: Float32Array;
  bias: Float32Array;
}

export interface PackedModel {
  keys: string;
  wide: string;
  wideStep: number;
  hidden: number;
  first: string;
  firstStep: number;
  second: string;
  secondStep: number;
  bias: number[];
}

export const outcomes = ["positive", "neutral", "negative"] as const;
export type Scores = [positive: number, neutral: number, negative: number];

export const keyOf = (hash: number): number => hash & 0xffffff;

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const unpack = (base64: string, step: number): Float32Array =>
  Float32Array.from(new Int8Array(bytesOf(base64).buffer), (value) => value * step);

/** Keys are stored in order as gaps, seven bits a byte. */
function unpackKeys(base64: string): Map<number, number> {
  const rows = new Map<number, number>();
  let key = 0;
  let gap = 0;
  let shift = 0;
  for (const byte of bytesOf(base64)) {
    gap |= (byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    key += gap;
    rows.set(key, rows.size);
    gap = 0;
    shift = 0;
  }
  return rows;
}

export function unpackModel(model: PackedModel): Model {
  return {
    rows: unpackKeys(model.keys),
    wide: unpack(model.wide, model.wideStep),
    hidden: model.hidden,
    first: unpack(model.first, model.firstStep),
    second: unpack(model.second, model.secondStep),
    bias: Float32Array.from(model.bias),
  };
}

export const trained: Model = unpackModel(packed);

/** Scores of positive, neutral and negative; `activation` receives the hidden layer. */
export function forward(model: Model, { sparse, dense }: Features, activation: Float64Array): Scores {
  let [a, b, c] = model.bias as unknown as Scores;
  for (const hash of sparse) {
    const row = model.rows.get(keyOf(hash));
    if (row === undefined) continue;
    a += model.wide[row * 3]!;
    b += model.wide[row * 3 + 1]!;
    c += model.wide[row * 3 + 2]!;
  }
  const width = denseSize + 1;
  for (let unit = 0; unit < model.hidden; unit++) {
    let sum = model.first[unit * width + denseSize]!;
    for (let slot = 0; slot < denseSize; slot++) sum += model.first[unit * width + slot]! * dense[slot]!;
    const value = Math.tanh(sum);
    activation[unit] = value;
    a += model.second[unit * 3]! * value;
    b += model.second[unit * 3 + 1]! * value;
    c += model.second[unit * 3 + 2]! * value;
  }
  return [a, b, c];
}

export function softmax(scores: Scores): Scores {
  const top = Math.max(...scores);
  const [a, b, c] = [Math.exp(scores[0] - top), Math.exp(scores[1] - top), Math.exp(scores[2] - top)];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}
