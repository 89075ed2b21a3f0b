import { unpackKeys, unpackWeights, type PackedWeights } from "./packing.ts";

/** Vectors of common English words, learned elsewhere: words of near meaning lie near each other. */
export interface WordVectors {
  /** Row of each word's hash; its values start at (row + 1) * size. Words without one share zeros. */
  rows: ReadonlyMap<number, number>;
  size: number;
  values: Float32Array;
}

export interface PackedVectors {
  keys: string;
  size: number;
  values: PackedWeights;
}

export const unpackVectors = ({ keys, size, values }: PackedVectors): WordVectors => ({
  rows: unpackKeys(keys),
  size,
  values: unpackWeights(values),
});
