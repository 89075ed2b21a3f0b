import type { SentenceReading } from "../language/sentence-reading.ts";
import { featuresOf } from "./features.ts";
import { linearScores, unpackLinear, type Scores } from "./linear.ts";
import { convolutionScores, unpackConvolution } from "./convolution.ts";
import packed from "./weights.json" with { type: "json" };

export const outcomes = ["positive", "neutral", "negative"] as const;
export type Outcome = (typeof outcomes)[number];

/** The likeliest outcome; of equals the first. */
export function likeliest([positive, neutral, negative]: Scores): Outcome {
  if (positive >= neutral && positive >= negative) return "positive";
  return neutral >= negative ? "neutral" : "negative";
}

const linear = unpackLinear(packed.linear);
const networks = packed.networks.map(unpackConvolution);
const activation = new Float64Array(linear.hidden);

export function softmax(scores: Scores): Scores {
  const top = Math.max(...scores);
  const [a, b, c] = [Math.exp(scores[0] - top), Math.exp(scores[1] - top), Math.exp(scores[2] - top)];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

/** How much each model counts: the linear one, then the networks in the order of the weights (services, two contrasting). */
type Shares = readonly [linear: number, ...networks: number[]];
const usual: Shares = [0.35, 0.217, 0.217, 0.217];
/** Long sentences speak of several things; the contrasting networks learned from such. */
const longFrom = 23;
const long: Shares = [0.2, 0.08, 0.43, 0.29];

/** Probabilities of positive, neutral and negative for the target at token indexes [from, to). */
export function oddsOf(reading: SentenceReading, from: number, to: number): Scores {
  const [linearShare, ...shares] = reading.tokens.length < longFrom ? usual : long;
  let [positive, neutral, negative] = linearScores(linear, featuresOf(reading, from, to), activation);
  positive *= linearShare;
  neutral *= linearShare;
  negative *= linearShare;
  for (const [index, network] of networks.entries()) {
    const scores = convolutionScores(network, reading, from, to);
    const share = shares[index] ?? 0;
    positive += share * scores[0];
    neutral += share * scores[1];
    negative += share * scores[2];
  }
  return softmax([positive, neutral, negative]);
}
