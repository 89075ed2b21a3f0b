import type { Reading } from "./clauses.ts";
import { featuresOf } from "./features.ts";
import { linearScores, unpackLinear, type Scores } from "./linear.ts";
import { readerScores, unpackReader } from "./reader.ts";
import packed from "./weights.json" with { type: "json" };

export const outcomes = ["positive", "neutral", "negative"] as const;
export type Outcome = (typeof outcomes)[number];

const linear = unpackLinear(packed.linear);
const readers = packed.readers.map(unpackReader);
const activation = new Float64Array(linear.hidden);

export function softmax(scores: Scores): Scores {
  const top = Math.max(...scores);
  const [a, b, c] = [Math.exp(scores[0] - top), Math.exp(scores[1] - top), Math.exp(scores[2] - top)];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

/**
 * The training sentences were chosen for holding two different opinions, so nothing is said of nearly half of
 * their targets. Short sentences whose opinions agree are not like that: there an opinion more often means the
 * target. These are the log-odds for it, and the lengths (in words) between which they fade out.
 */
const singleOpinion = { odds: [0.3, -0.35, 0.1], full: 12, none: 36, mixedShare: 0.3 } as const;

/** The log-odds for a sentence without a single word of opinion. */
const noOpinion = [-0.4, 0.4, -0.2] as const;

/** What the sentence as a whole adds to the scores, whichever of its words are asked about. */
function priorOf({ valence }: Reading): readonly number[] {
  const { odds, full, none, mixedShare } = singleOpinion;
  let praise = false;
  let blame = false;
  for (const value of valence) {
    if (value > 0) praise = true;
    if (value < 0) blame = true;
  }
  if (!praise && !blame) return noOpinion;
  const brevity = Math.min(1, Math.max(0, (none - valence.length) / (none - full)));
  return odds.map((value) => value * brevity * (praise && blame ? mixedShare : 1));
}

/** Probabilities of positive, neutral and negative for the target at token indexes [from, to). */
export function oddsOf(reading: Reading, from: number, to: number): Scores {
  const scores = linearScores(linear, featuresOf(reading, from, to), activation);
  for (const reader of readers) {
    const more = readerScores(reader, reading, from, to);
    for (let outcome = 0; outcome < 3; outcome++) scores[outcome] = scores[outcome]! + more[outcome]!;
  }
  const members = 1 + readers.length;
  const prior = priorOf(reading);
  return softmax(scores.map((score, outcome) => score / members + prior[outcome]!) as Scores);
}
