import type { PackedWeights } from "../../src/insights/sentiment/packing.ts";

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
