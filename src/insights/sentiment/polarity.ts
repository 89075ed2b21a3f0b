import type { Polarity } from "../../schema/insights.ts";
import { readSentence } from "../language/clauses.ts";
import { findEvidence } from "./deciding-words.ts";
import type { Scores } from "./linear.ts";
import { phraseBooks, type TradePhrase } from "../language/phrases.ts";
import { likeliest, oddsOf, type Outcome } from "./scorer.ts";
import { weighByStars } from "./star-prior.ts";
import { prepare, type PreparedText } from "../language/prepared-text.ts";
import type { Token } from "../language/tokens.ts";

interface Span {
  from: number;
  to: number;
}

export interface Verdict {
  polarity: Polarity;
  /** The likeliest of the three plain verdicts, for those who must choose. */
  leaning: Outcome;
  /** Odds of positive, neutral and negative, by the words and by the words with the stars weighed in. */
  words: Scores;
  odds: Scores;
  /** Probability of `leaning`. */
  confidence: number;
  /** From -1 (negative) to 1 (positive). */
  score: number;
  /** What decided, in words. */
  rule: string;
  /** The words that decide, as one range: what to quote. For a neutral verdict, the words asked about. */
  evidence: Span;
  /** The same as the smallest set of ranges: without them the verdict is another. */
  spans: Span[];
}

/**
 * Below these probabilities a verdict is "unsure". Blame needs more: in a review of one star every plain fact leans
 * towards it.
 */
const least: Record<Outcome, number> = { positive: 0.52, neutral: 0.52, negative: 0.65 };
/** Who is named is spoken of; a word that raises an aspect may be there for something else. */
export const leastBlameOfNamed = 0.54;

/** What odds say: the likeliest, or "unsure" where none is likely. */
export function polarityOf(odds: Scores, leastBlame: number = least.negative): Polarity {
  const confidence = Math.max(...odds);
  const outcome = likeliest(odds);
  return confidence < (outcome === "negative" ? leastBlame : least[outcome]) ? "unsure" : outcome;
}

/** The verdict of a prepared text on the words at [from, to). Only the sentence they stand in is read. */
export function judgePrepared(prepared: PreparedText, from: number, to: number): Verdict {
  const tokens =
    (prepared.sentences.find((candidate) => from < candidate.to) ?? prepared.sentences.at(-1))?.tokens ?? [];
  const { first, last } = targetIn(tokens, from, to);
  const reading = readSentence(tokens, prepared.books);
  const words = oddsOf(reading, first, last);
  const odds = weighByStars(words, prepared.rating);
  const [positive, , negative] = odds;
  const confidence = Math.max(...odds);
  const leaning = likeliest(odds);
  const oddsWith = (passes: (index: number) => boolean): Scores => {
    const kept = tokens.filter((_, index) => (index >= first && index < last) || passes(index));
    const target = targetIn(kept, from, to);
    return weighByStars(
      oddsOf(readSentence(kept, prepared.books), target.first, target.last),
      prepared.rating,
    );
  };
  // Finding the deciding words takes many times as long as the verdict: only for those who ask.
  let found: number[] | undefined;
  const deciding = (): number[] =>
    (found ??=
      leaning === "neutral" ? [] : findEvidence({ reading, from: first, to: last, leaning, oddsWith }));
  return {
    polarity: polarityOf(odds),
    leaning,
    words,
    odds,
    confidence,
    score: positive - negative,
    get rule() {
      if (leaning === "neutral") return "no opinion reaches these words";
      const quoted = deciding().flatMap((index) => tokens[index]?.word ?? []);
      return quoted.length === 0 ? `${leaning} words` : `${leaning} because of “${quoted.join(" ")}”`;
    },
    get evidence() {
      const { spans } = this;
      return { from: spans.at(0)?.from ?? from, to: spans.at(-1)?.to ?? to };
    },
    get spans() {
      const spans = toSpans(tokens, deciding());
      return spans.length > 0 ? spans : [{ from, to }];
    },
  };
}

/** The tokens that the words at [from, to) touch. */
export function targetIn(
  tokens: readonly Token[],
  from: number,
  to: number,
): { first: number; last: number } {
  let first = tokens.findIndex((token) => token.to > from);
  if (first < 0) first = tokens.length;
  const last = tokens.findIndex((token, index) => index >= first && token.from >= to);
  return { first, last: last < 0 ? tokens.length : last };
}

/** Neighbouring words become one range. */
function toSpans(tokens: readonly Token[], indexes: readonly number[]): Span[] {
  const spans: Span[] = [];
  let before = -1;
  for (const index of indexes) {
    const token = tokens[index];
    if (token === undefined) continue;
    const last = spans.at(-1);
    if (last && before === index - 1) last.to = token.to;
    else spans.push({ from: token.from, to: token.to });
    before = index;
  }
  return spans;
}

/** The verdict of `text` on the words at [from, to), with the words that decide it. */
export function judge(text: string, from: number, to: number, trade: readonly TradePhrase[] = []): Verdict {
  return judgePrepared(prepare(text, phraseBooks(trade)), from, to);
}
