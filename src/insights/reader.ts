import { roles, type Reading } from "./clauses.ts";
import type { Scores } from "./linear.ts";
import { keyOf, unpackKeys, unpackWeights, type PackedWeights } from "./packing.ts";

/** Words further than this from the target are not read. */
const reach = 28;
const placeCount = 192;
export const figureCount = 4;
export const sizes = { role: 8, place: 10 };

/**
 * A small convolution network that reads the words around a target, each with its role and its place relative
 * to the target, and pools what it finds by attention and by maximum.
 */
export interface Reader {
  /** Known words; row 0 is every other word. */
  words: ReadonlyMap<number, number>;
  wordSize: number;
  /** How many neighbouring words one filter sees, an odd number. */
  span: number;
  filters: number;
  word: Float32Array;
  role: Float32Array;
  place: Float32Array;
  /** By neighbour, then input, then filter. */
  filter: Float32Array;
  filterBias: Float32Array;
  attention: Float32Array;
  /** By outcome: the attended, then the strongest, of each filter. */
  output: Float32Array;
  bias: Float32Array;
}

export const weightNames = [
  "word",
  "role",
  "place",
  "filter",
  "filterBias",
  "attention",
  "output",
  "bias",
] as const;
export type PackedReader = { words: string; wordSize: number; span: number; filters: number } & Record<
  (typeof weightNames)[number],
  PackedWeights
>;

export const inputSize = (wordSize: number): number => wordSize + sizes.role + sizes.place + figureCount;
export const weightCounts = (
  words: number,
  wordSize: number,
  span: number,
  filters: number,
): Record<(typeof weightNames)[number], number> => ({
  word: (words + 1) * wordSize,
  role: roles.length * sizes.role,
  place: placeCount * sizes.place,
  filter: span * inputSize(wordSize) * filters,
  filterBias: filters,
  attention: filters,
  output: 6 * filters,
  bias: 3,
});

/** What a reader sees: rows of words, roles and places, and a few figures for each word. */
export interface Inputs {
  size: number;
  word: Int32Array;
  role: Uint8Array;
  place: Uint8Array;
  figures: Float32Array;
}

const distanceStep = (distance: number): number =>
  distance <= 6 ? distance : distance <= 8 ? 7 : distance <= 12 ? 8 : distance <= 18 ? 9 : 10;
const barrierStep = (barrier: number): number =>
  barrier < 0.3 ? 0 : barrier < 1 ? 1 : barrier < 2 ? 2 : barrier < 3.5 ? 3 : 4;

export function inputsOf(
  words: ReadonlyMap<number, number>,
  reading: Reading,
  from: number,
  to: number,
): Inputs {
  const { tokens, valence, barrier, holderFrom, holderTo } = reading;
  const low = Math.max(0, from - reach);
  const size = Math.min(tokens.length, to + reach) - low;
  const inputs: Inputs = {
    size,
    word: new Int32Array(size),
    role: new Uint8Array(size),
    place: new Uint8Array(size),
    figures: new Float32Array(size * figureCount),
  };
  const start = barrier[from] ?? 0;
  const end = barrier[to - 1] ?? start;
  for (let index = 0; index < size; index++) {
    const at = low + index;
    const side = at < from ? 1 : at >= to ? 2 : 0;
    const distance = side === 1 ? from - at : side === 2 ? at - to + 1 : 0;
    const between = side === 0 ? 0 : Math.abs(barrier[at]! - (side === 1 ? start : end));
    inputs.word[index] = (words.get(keyOf(tokens[at]!.hash)) ?? -1) + 1;
    inputs.role[index] = reading.role[at]!;
    inputs.place[index] = side * 64 + distanceStep(distance) * 5 + barrierStep(between);
    const value = valence[at]! / 2;
    if (value === 0) continue;
    const held = holderFrom[at]! >= 0;
    const mine = held && holderFrom[at]! < to && holderTo[at]! > from;
    inputs.figures[index * figureCount] = value;
    if (held) inputs.figures[index * figureCount + (mine ? 1 : 2)] = value;
    inputs.figures[index * figureCount + 3] = value * Math.exp(-between);
  }
  return inputs;
}

/** A reader whose filters have already been applied to each single word, role and place, on first use. */
export interface PreparedReader extends Reader {
  answers: Record<"word" | "role" | "place", Map<number, Float32Array>>;
}

export function unpackReader(packed: PackedReader): PreparedReader {
  const { words, wordSize, span, filters } = packed;
  const weights = Object.fromEntries(
    weightNames.map((name) => [name, unpackWeights(packed[name])]),
  ) as Record<(typeof weightNames)[number], Float32Array>;
  return {
    words: unpackKeys(words),
    wordSize,
    span,
    filters,
    ...weights,
    answers: { word: new Map(), role: new Map(), place: new Map() },
  };
}

function answersOf(reader: PreparedReader, name: "word" | "role" | "place", row: number): Float32Array {
  const known = reader.answers[name].get(row);
  if (known) return known;
  const { wordSize, span, filters, filter } = reader;
  const [offset, width] =
    name === "word"
      ? [0, wordSize]
      : name === "role"
        ? [wordSize, sizes.role]
        : [wordSize + sizes.role, sizes.place];
  const answers = new Float32Array(span * filters);
  for (let neighbour = 0; neighbour < span; neighbour++) {
    for (let input = 0; input < width; input++) {
      const value = reader[name][row * width + input]!;
      const base = (neighbour * inputSize(wordSize) + offset + input) * filters;
      for (let unit = 0; unit < filters; unit++) {
        const slot = neighbour * filters + unit;
        answers[slot] = answers[slot]! + value * filter[base + unit]!;
      }
    }
  }
  reader.answers[name].set(row, answers);
  return answers;
}

/** Scores of positive, neutral and negative for the target at token indexes [from, to). */
export function readerScores(reader: PreparedReader, reading: Reading, from: number, to: number): Scores {
  const { span, filters, wordSize, filter, filterBias, attention, output, bias } = reader;
  const inputs = inputsOf(reader.words, reading, from, to);
  const { size } = inputs;
  const found = new Float32Array(size * filters);
  for (let at = 0; at < size; at++) found.set(filterBias, at * filters);
  const half = (span - 1) / 2;
  const figureBase = wordSize + sizes.role + sizes.place;
  for (let at = 0; at < size; at++) {
    const word = answersOf(reader, "word", inputs.word[at]!);
    const role = answersOf(reader, "role", inputs.role[at]!);
    const place = answersOf(reader, "place", inputs.place[at]!);
    for (let neighbour = 0; neighbour < span; neighbour++) {
      const centre = at + half - neighbour;
      if (centre < 0 || centre >= size) continue;
      const row = centre * filters;
      const slot = neighbour * filters;
      for (let unit = 0; unit < filters; unit++)
        found[row + unit]! += word[slot + unit]! + role[slot + unit]! + place[slot + unit]!;
      for (let figure = 0; figure < figureCount; figure++) {
        const value = inputs.figures[at * figureCount + figure]!;
        if (value === 0) continue;
        const base = (neighbour * inputSize(wordSize) + figureBase + figure) * filters;
        for (let unit = 0; unit < filters; unit++) found[row + unit]! += value * filter[base + unit]!;
      }
    }
  }
  const weights = new Float64Array(size);
  let total = 0;
  let top = -Infinity;
  for (let at = 0; at < size; at++) {
    let sum = 0;
    for (let unit = 0; unit < filters; unit++) {
      const value = found[at * filters + unit]!;
      if (value <= 0) found[at * filters + unit] = 0;
      else sum += value * attention[unit]!;
    }
    weights[at] = sum;
    top = Math.max(top, sum);
  }
  for (let at = 0; at < size; at++) total += weights[at] = Math.exp(weights[at]! - top);
  const scores: Scores = [bias[0]!, bias[1]!, bias[2]!];
  for (let unit = 0; unit < filters; unit++) {
    let attended = 0;
    let strongest = 0;
    for (let at = 0; at < size; at++) {
      const value = found[at * filters + unit]!;
      attended += (value * weights[at]!) / total;
      if (value > strongest) strongest = value;
    }
    for (let outcome = 0; outcome < 3; outcome++) {
      const base = outcome * 2 * filters + unit;
      scores[outcome] = scores[outcome]! + attended * output[base]! + strongest * output[base + filters]!;
    }
  }
  return scores;
}
