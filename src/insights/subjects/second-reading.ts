import type { Polarity } from "../../schema/insights.ts";
import { combine, combineWords, outright, trimmed, type ReadOpinion } from "../sentiment/opinions.ts";
import type { Scores } from "../sentiment/linear.ts";
import { pullOf, weighByStars } from "../sentiment/star-prior.ts";
import type { PreparedText } from "../language/prepared-text.ts";
import type { Token } from "../language/tokens.ts";
import type { AspectSubjects } from "./names.ts";
import type { SentenceScores } from "./network.ts";

type Side = "positive" | "negative";

/** What speaks for one side of an aspect, as log-odds. */
interface Grounds {
  /** The strongest opinion at the owner's words. */
  own: number;
  /** The sentence that speaks most for it by the network. */
  best: number;
  /** The same for the other side. */
  other: number;
  /** The stars, from -1 (against it) to 1. */
  stars: number;
}
type Weights = Readonly<Record<keyof Grounds | "bias", number>>;

/** Whether a verdict of the owner's words stands, and whether a sentence makes one without them: from zero on. See docs/decisions/reading-reviews.md. */
const keeps: Record<Side, Weights> = {
  positive: { bias: -0.1, own: -0.02, best: 0.41, other: -0.1, stars: 0.74 },
  negative: { bias: 0.2, own: 0.15, best: 0.3, other: 0.01, stars: 0.18 },
};
const makes: Record<Side, Weights> = {
  positive: { bias: 0, own: 0.31, best: 0.71, other: 0.04, stars: 1.01 },
  negative: { bias: -0.1, own: 0.27, best: 0.67, other: 0.08, stars: 1.08 },
};

const weigh = (weights: Weights, { own, best, other, stars }: Grounds): number =>
  weights.bias + weights.own * own + weights.best * best + weights.other * other + weights.stars * stars;

/** Log-odds where the owner's words don't speak at all. */
const silence = -4;
/** The least that the network says. */
const nothing = -8;
const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score));
const logOdds = (odds: number): number => Math.log((odds + 0.005) / (1.005 - odds));

/** What the network says of one aspect in a review. */
interface Heard {
  scores: readonly SentenceScores[];
  /** Whether a sentence may speak of the aspect: those of other firms, and those whose words mean something else, may not. */
  isHeard: (sentence: number) => boolean;
  subjects: AspectSubjects;
}

/** One sentence on one aspect: the subject it speaks of most, for and against. */
interface Found {
  sentence: number;
  subject: number;
  praise: number;
  blame: number;
}

const findIn = ({ scores, isHeard, subjects }: Heard): Found[] =>
  scores.flatMap(({ praise, blame }, sentence) => {
    if (!isHeard(sentence)) return [];
    const most = (side: Float32Array): number =>
      subjects.indexes.reduce(
        (best, index) => (side[index]! > side[best]! ? index : best),
        subjects.indexes[0]!,
      );
    const [up, down] = [most(praise), most(blame)];
    return [
      {
        sentence,
        subject: praise[up]! >= blame[down]! ? up : down,
        praise: praise[up]!,
        blame: blame[down]!,
      },
    ];
  });

/** The grounds for praise and for blame. */
function groundsOf(odds: readonly Scores[], found: readonly Found[], pull: number): Record<Side, Grounds> {
  const own = (outcome: 0 | 2): number =>
    odds.length === 0 ? silence : logOdds(Math.max(...odds.map((scores) => scores[outcome])));
  const praise = Math.max(nothing, ...found.map((one) => one.praise));
  const blame = Math.max(nothing, ...found.map((one) => one.blame));
  return {
    positive: { own: own(0), best: praise, other: blame, stars: pull },
    negative: { own: own(2), best: blame, other: praise, stars: -pull },
  };
}

/** The verdict that a review makes without a verdict of the owner's words. */
function madeBy({ positive, negative }: Record<Side, Grounds>): Side | undefined {
  const [up, down] = [weigh(makes.positive, positive), weigh(makes.negative, negative)];
  if (Math.max(up, down) < 0) return undefined;
  return up >= down ? "positive" : "negative";
}

/** A verdict, the same by the words alone, and what it rests on. */
export interface SecondReading {
  verdict: Polarity;
  words: Polarity;
  opinions: ReadOpinion[];
}

/**
 * Hears the network of sentences on an aspect that the owner's words have judged, or have not: it takes away doubtful
 * verdicts whose sentences speak of something else, and finds what customers say in words that nobody listed.
 */
export function readAgain(
  opinions: ReadOpinion[],
  prepared: PreparedText,
  heard: Heard,
): SecondReading | undefined {
  const { rating } = prepared;
  const own = opinions.length > 0 ? combine(opinions, rating) : undefined;
  const ownWords = opinions.length > 0 ? combineWords(opinions) : undefined;
  // An aspect of a trade's own has only the owner's words.
  if (heard.subjects.indexes.length === 0)
    return own && ownWords && { verdict: own, words: ownWords, opinions };
  const found = findIn(heard);
  // Words that only name the aspect speak for neither side.
  const live = opinions.filter(({ words }) => words[1] < 1);
  const settle = (before: Polarity | undefined, odds: Scores[], pull: number): Polarity | undefined => {
    const grounds = groundsOf(odds, found, pull);
    if (before === "mixed") return before;
    if (before !== "positive" && before !== "negative")
      return (heard.subjects.alone ? madeBy(grounds) : undefined) ?? before;
    const side = before === "positive" ? 0 : 2;
    const stands = live.some(
      (one) => one.polarity === before && (one.words[side] >= outright || !isCommon(one, prepared, heard)),
    );
    return stands || weigh(keeps[before], grounds[before]) >= 0 ? before : "unsure";
  };
  const verdict = settle(
    own,
    live.map(({ odds }) => odds),
    pullOf(rating),
  );
  if (verdict === undefined) return undefined;
  const words =
    settle(
      ownWords,
      live.map((opinion) => opinion.words),
      0,
    ) ?? "unsure";
  if (verdict === "unsure" && own !== verdict) return { verdict, words, opinions: opinions.map(withdraw) };
  if (!heard.subjects.alone || (verdict !== "positive" && verdict !== "negative"))
    return { verdict, words, opinions };
  const speaks = (one: Found): number => (verdict === "positive" ? one.praise : one.blame);
  const strongest = Math.max(...found.map(speaks));
  const made = found.filter(
    (one) =>
      (verdict !== own && speaks(one) === strongest) ||
      madeBy(groundsOf([], [one], pullOf(rating))) === verdict,
  );
  return { verdict, words, opinions: addSentences(opinions, prepared, heard.scores, made, verdict) };
}

/** Whether English words for the subject raised it: what an owner's own words mean, the network cannot tell. */
function isCommon(
  { target }: ReadOpinion,
  { sentences }: PreparedText,
  { scores, subjects }: Heard,
): boolean {
  const sentence = sentences.findIndex(({ to }) => target.from < to);
  return (sentences[sentence]?.tokens ?? []).some(
    ({ from, to }, index) =>
      from < target.to &&
      target.from < to &&
      subjects.indexes.some((subject) => ((scores[sentence]?.raised[index] ?? 0) >> subject) & 1),
  );
}

function withdraw(opinion: ReadOpinion): ReadOpinion {
  if (opinion.polarity !== "positive" && opinion.polarity !== "negative") return opinion;
  return { ...opinion, polarity: "unsure", why: "its sentence speaks of something else" };
}

/** The opinions with those that sentences make as a whole, where the owner's words in them make none. */
function addSentences(
  opinions: readonly ReadOpinion[],
  { text, sentences, rating }: PreparedText,
  scores: readonly SentenceScores[],
  found: readonly Found[],
  polarity: Side,
): ReadOpinion[] {
  const added = found.flatMap(({ sentence, subject, praise, blame }): ReadOpinion[] => {
    const range = sentences[sentence]!;
    const isIn = ({ target }: ReadOpinion): boolean => target.from < range.to && range.from < target.to;
    if (opinions.some((one) => one.polarity === polarity && isIn(one))) return [];
    const focus = scores[sentence]!.focus[subject]!;
    const isWord = ({ word }: Token): boolean => /^\p{L}/u.test(word);
    const { tokens } = range;
    const { from, to } = tokens.slice(focus).find(isWord) ?? tokens.findLast(isWord) ?? range;
    const [up, down] = [chanceOf(praise), chanceOf(blame)];
    const sum = up + down + (1 - up) * (1 - down);
    const words: Scores = [up / sum, ((1 - up) * (1 - down)) / sum, down / sum];
    const why = "the sentence as a whole speaks of it";
    return [
      {
        polarity,
        ...trimmed(text, range),
        target: { from, to },
        words,
        odds: weighByStars(words, rating),
        why,
      },
    ];
  });
  return [...opinions, ...added].toSorted((a, b) => a.target.from - b.target.from);
}
