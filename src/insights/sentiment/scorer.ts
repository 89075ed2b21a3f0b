import type { SentenceReading } from "../language/sentence-reading.ts";
import { featuresOf } from "./features.ts";
import { linearScores, unpackLinear, type Scores } from "./linear.ts";
import { convolutionScores, unpackConvolution } from "./convolution.ts";
import packed from "./weights.json" with { type: "json" };

export const outcomes = ["positive", "neutral", "negative"] as const;
export type Outcome = (typeof outcomes)[number];

const linear = unpackLinear(packed.linear);
const networks = packed.networks.map(unpackConvolution);
const activation = new Float64Array(linear.hidden);

export function softmax(scores: Scores): Scores {
  const top = Math.max(...scores);
  const [a, b, c] = [Math.exp(scores[0] - top), Math.exp(scores[1] - top), Math.exp(scores[2] - top)];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

/** How much the linear model counts; the networks share the rest. It knows other trades better, they know long sentences. */
const linearShare = 0.35;

/** Probabilities of positive, neutral and negative for the target at token indexes [from, to). */
export function oddsOf(reading: SentenceReading, from: number, to: number): Scores {
  const scores = linearScores(linear, featuresOf(reading, from, to), activation).map(
    (score) => linearShare * score,
  ) as Scores;
  for (const network of networks) {
    const more = convolutionScores(network, reading, from, to);
    for (let outcome = 0; outcome < 3; outcome++)
      scores[outcome] = scores[outcome]! + ((1 - linearShare) / networks.length) * more[outcome]!;
  }
  return softmax(scores);
}
