import { round } from "./rounding.ts";

/** Wilson 95 % interval of a share `value` seen in `size` cases. */
export function wilson(value: number, size: number): [number, number] {
  const z = 1.959964;
  const denominator = 1 + (z * z) / size;
  const center = value + (z * z) / (2 * size);
  const spread = z * Math.sqrt((value * (1 - value)) / size + (z * z) / (4 * size * size));
  const bound = (end: number) => round(Math.min(1, Math.max(0, end / denominator)), 3);
  return [bound(center - spread), bound(center + spread)];
}
