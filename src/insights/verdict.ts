import type { Polarity, VerdictOrigin } from "../schema/insights.ts";
import type { OwnerWords } from "./aspect-words.ts";
import type { Opinion, Side } from "./quotes.ts";
import { subjects, type AspectSubjects } from "./subjects.ts";
import type { SentenceScores } from "./network.ts";
import table from "./verdict-table.json" with { type: "json" };

// Without a rule, its table fitted anew, F1 changes on hotels, people's texts and invented reviews by:
//   words at the owner's triggers           -1.0  -1.2  +0.5
//   own row where the owner's words stand   -0.8  -0.9  +0.3
//   mixtures                                -1.9  -0.5  -0.1
//   stars (hotels have none)                -0.5  +0.1  -4.4
//   the owner's phrases                     -0.5  -1.4  +1.0
// and of what earns nothing, but is promised:
//   phrases decide where they speak         +0.1  -0.5  +0.7
//   denied phrases turn                      0.0  -0.4  +0.4
//   missed phrases turn                      0.0   0.0   0.0
//   phrases to ignore                       +0.2  +0.3  +0.4
//   "unsure" below a confidence of 0.45      0.0  -0.6  +0.4
//   no words praise and blame                0.0  +0.2   0.0

/** The verdict of one review on one aspect, person, service or area. */
export interface Judgement {
  id: string;
  verdict: Polarity;
  /** How likely the verdict is right, from 0 to 1. */
  confidence: number;
  opinions: Opinion[];
  /** The words' verdict without the stars; missing where somebody else judged words that the reader missed. */
  wordsVerdict?: Polarity;
  overruled?: true;
  /** The judge, when it was not the built-in reader. */
  origin?: Exclude<VerdictOrigin, "reader">;
  /** The built-in reader's verdict, where somebody else judged. */
  readerVerdict?: Polarity | "not raised";
}

/**
 * What speaks for one side of an aspect in a review. The network says how far its sentences praise and blame the aspect's
 * subjects and how far the owner's words are praised and blamed; the owner's phrases speak for themselves.
 */
export interface Grounds {
  /** The owner's phrases for this side. */
  phrases: number;
  /** The network's strongest sentence for this side, as log-odds. */
  network: number;
  /** The most that is said for this side at the owner's words, as log-odds. */
  atWords: number;
  /** The stars' direction, from -1 (against it) to 1: they weigh a doubtful reading, and never make one. */
  stars: number;
}
export const groundNames = ["phrases", "network", "atWords", "stars"] as const;

/**
 * How an aspect is known in a review, a row of the table each: `named` where the owner's words stand; `network` where
 * only the network finds its subjects; `owner only` for an aspect that the network does not know or whose subject another
 * aspect shares: there only sentences with the owner's words count.
 */
export type AspectSource = "named" | "network" | "owner only";
export type Weights = Readonly<Record<keyof Grounds | "bias", number>>;
export interface VerdictTable {
  weights: Record<AspectSource, Record<Side, Weights>>;
  /** Both sides from this score on make a mixture. */
  mixed: number;
  /** From this score on a doubtful side is "unsure"; below it nothing is said. */
  unsure: number;
  /** How likely a verdict is right, as log-odds: what its side has, what the other has. */
  confidence: Record<"positive" | "negative" | "mixed", { bias: number; score: number; other: number }>;
}

/** One sentence on one aspect. */
export interface SentenceGrounds {
  sentence: number;
  ownerWords: OwnerWords | undefined;
  praise: number;
  blame: number;
  atWords: Record<Side, number>;
}

const [lowest, unnamed] = [-6, -3];
const clip = (value: number): number => Math.max(lowest, Math.min(-lowest, value));
const logOddsOf = (probability: number): number => Math.log((probability + 0.01) / (1.01 - probability));

export const namesIt = (ownerWords: OwnerWords | undefined): boolean =>
  ownerWords !== undefined && ownerWords.named.length + ownerWords.phrases.length > 0;

/** The opinions on an aspect in the sentences that may speak of it. */
export function groundsIn(
  { indexes, alone }: AspectSubjects,
  scores: readonly SentenceScores[],
  found: readonly (OwnerWords | undefined)[],
): { source: AspectSource; sentences: SentenceGrounds[] } | undefined {
  const isNamed = found.some(namesIt);
  const isReadByNetwork = alone && indexes.length > 0;
  if (!isNamed && !isReadByNetwork) return undefined;
  const asked = indexes.length > 0 ? indexes : subjects.keys().toArray();
  const sentences = scores.flatMap(({ praise, blame, term }, sentence): SentenceGrounds[] => {
    const ownerWords = found[sentence];
    if (!namesIt(ownerWords) && (!isReadByNetwork || ownerWords?.ignored)) return [];
    const most = (side: Float32Array): number => clip(Math.max(...asked.map((index) => side[index]!)));
    const atWords = { positive: unnamed, negative: unnamed };
    for (const { first, end } of ownerWords?.named ?? []) {
      const [praised, , blamed] = term(first, end);
      atWords.positive = Math.max(atWords.positive, logOddsOf(praised));
      atWords.negative = Math.max(atWords.negative, logOddsOf(blamed));
    }
    return [{ sentence, ownerWords, praise: most(praise), blame: most(blame), atWords }];
  });
  return { source: !isReadByNetwork ? "owner only" : isNamed ? "named" : "network", sentences };
}

export function groundsFor(side: Side, sentences: readonly SentenceGrounds[], pull: number): Grounds {
  const spoken = sentences.filter(({ ownerWords }) =>
    ownerWords?.phrases.some(({ verdict }) => verdict === side),
  );
  return {
    phrases: Math.min(2, spoken.length),
    network: Math.max(
      lowest,
      ...sentences.map(({ praise, blame }) => (side === "positive" ? praise : blame)),
    ),
    atWords: Math.max(unnamed, ...sentences.map(({ atWords }) => atWords[side])),
    stars: side === "positive" ? pull : -pull,
  };
}

const pulls: Readonly<Record<number, number>> = { 1: -1, 2: -0.5, 3: 0, 4: 0.5, 5: 1 };
/** Which way a review's stars lean, from -1 to 1. */
export const pullOf = (stars: number | undefined): number => pulls[stars ?? 3] ?? 0;

/** The minimum score of a side with the owner's phrases: they decide where they speak. */
const phraseScore = 2;
/** How far stars may lift the score of what the words say: they make no verdict alone. */
const maxStarLift = 1;

/** The score of a side: from zero on it is said. */
export function weigh(weights: Weights, grounds: Grounds): number {
  const score = groundNames.reduce((sum, name) => sum + weights[name] * grounds[name], weights.bias);
  if (grounds.phrases > 0) return Math.max(score, phraseScore);
  const withoutStars = score - weights.stars * grounds.stars;
  return Math.min(score, withoutStars + maxStarLift);
}

/** Verdicts below this confidence are "unsure". */
const minConfidence = 0.45;

export interface Decision {
  verdict: Polarity;
  /** How likely it is right, from 0 to 1. */
  confidence: number;
  scores: Record<Side, number>;
}

/** The verdict of one review on one aspect; nothing where it does not speak of it. */
export function decide(
  source: AspectSource,
  sentences: readonly SentenceGrounds[],
  stars: number | undefined,
  { weights, mixed, unsure, confidence }: VerdictTable = table,
): Decision | undefined {
  const pull = pullOf(stars);
  const score = (side: Side): number => weigh(weights[source][side], groundsFor(side, sentences, pull));
  const scores = { positive: score("positive"), negative: score("negative") };
  const [less, more] = [scores.positive, scores.negative].toSorted((a, b) => a - b) as [number, number];
  const side = scores.positive >= scores.negative ? "positive" : "negative";
  const verdict =
    less >= mixed
      ? "mixed"
      : more >= 0
        ? side
        : source === "network"
          ? undefined
          : more >= unsure
            ? "unsure"
            : "neutral";
  if (verdict === undefined) return undefined;
  if (verdict === "unsure" || verdict === "neutral") return { verdict, confidence: 0.5, scores };
  const { bias, score: weight, other } = confidence[verdict];
  const logOdds =
    bias + weight * (verdict === "mixed" ? less : more) + other * (verdict === "mixed" ? more : less);
  const likely = 1 / (1 + Math.exp(-logOdds));
  if (verdict === "mixed" || likely >= minConfidence) return { verdict, confidence: likely, scores };
  return source === "network" ? undefined : { verdict: "unsure", confidence: 0.5, scores };
}

/** One sentence's score for a side. */
export const scoreOfSentence = (
  source: AspectSource,
  side: Side,
  sentence: SentenceGrounds,
  stars: number | undefined,
): number => weigh(table.weights[source][side], groundsFor(side, [sentence], pullOf(stars)));
