import type { Reading } from "../language/clauses.ts";
import { featuresOf } from "./features.ts";
import { linearScores, unpackLinear, type Scores } from "./linear.ts";
import { convolutionScores, unpackConvolution } from "./convolution.ts";
import packed from "./weights.json" with { type: "json" };

export const outcomes = ["positive", "neutral", "negative"] as const;
export type Outcome = (typeof outcomes)[number];

const linear = unpackLinear(packed.linear);
const readers = packed.readers.map((each) => unpackConvolution(each, { rows: new Map(), size: 0, values: new Float32Array(0) }));
const activation = new Float64Array(linear.hidden);

export function softmax(scores: Scores): Scores {
  const top = Math.max(...scores);
  const [a, b, c] = [Math.exp(scores[0] - top), Math.exp(scores[1] - top), Math.exp(scores[2] - top)];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

/** How much the linear model counts; the readers share the rest. It knows other trades better, they know long sentences. */
const linearShare = 0.4;

/** Probabilities of positive, neutral and negative for the target at token indexes [from, to). */
export function oddsOf(reading: Reading, from: number, to: number): Scores {
  const scores = linearScores(linear, featuresOf(reading, from, to), activation).map(
    (score) => linearShare * score,
  ) as Scores;
  for (const reader of readers) {
    const more = convolutionScores(reader, reading, from, to);
    for (let outcome = 0; outcome < 3; outcome++)
      scores[outcome] = scores[outcome]! + ((1 - linearShare) / readers.length) * more[outcome]!;
  }
  return softmax(scores);
}
