import { read } from "./clauses.ts";
import { findEvidence } from "./evidence.ts";
import { phraseBooks, type PhraseBook, type TradePhrase } from "./phrases.ts";
import type { Scores } from "./linear.ts";
import { oddsOf } from "./scorer.ts";
import { sentences, tokenize, type Token } from "./tokens.ts";

export type Polarity = "positive" | "negative" | "mixed" | "neutral" | "unsure";

export interface Span {
  from: number;
  to: number;
}

export interface Verdict {
  polarity: Polarity;
  /** The nearest of the three plain verdicts, for those who must choose. */
  leaning: "positive" | "neutral" | "negative";
  /** Probability of `leaning`. */
  confidence: number;
  /** From -1 (negative) to 1 (positive). */
  score: number;
  /** What decided, in words. */
  rule: string;
  /** The words that decide, as one range: what to quote. */
  evidence: Span;
  /** The same as the smallest set of ranges: without them the verdict is another. */
  spans: Span[];
}

export interface PreparedText {
  text: string;
  books: readonly PhraseBook[];
  sentences: { from: number; to: number; tokens: readonly Token[] }[];
}

/** Splits a text once, so that several targets in it are cheap. */
export function prepare(text: string, trade: readonly PhraseBook[] = phraseBooks([])): PreparedText {
  return {
    text,
    books: trade,
    sentences: sentences(text).map(({ from, to }) => ({
      from,
      to,
      tokens: tokenize(text.slice(from, to), from),
    })),
  };
}

/** The verdict of a prepared text on the words at [from, to), with the words that decide it. */
export function judgePrepared(prepared: PreparedText, from: number, to: number): Verdict {
  const sentence = prepared.sentences.find((candidate) => from < candidate.to) ?? prepared.sentences.at(-1);
  const tokens = sentence?.tokens ?? [];
  const inTarget = (token: Token): boolean => token.from < to && token.to > from;
  const score = (kept: readonly Token[]): Scores => {
    let first = kept.findIndex((token) => token.to > from);
    if (first < 0) first = kept.length;
    let last = first;
    while (last < kept.length && inTarget(kept[last]!)) last++;
    return oddsOf(read(kept, prepared.books), first, last);
  };
  const scores = score(tokens);
  const [positive, neutral, negative] = scores;
  const leaning =
    positive >= neutral && positive >= negative ? "positive" : negative >= neutral ? "negative" : "neutral";
  const confidence = Math.max(...scores);
  // Finding the deciding words takes many times as long as the verdict: only for those who ask.
  let found: ReturnType<typeof findEvidence> | undefined;
  const decide = () =>
    (found ??= findEvidence({
      tokens,
      books: prepared.books,
      inTarget,
      score,
      leaning,
      target: { from, to },
    }));
  const mixed = positive > 0.3 && negative > 0.3;
  return {
    polarity: mixed ? "mixed" : confidence < 0.45 ? "unsure" : leaning,
    leaning,
    confidence,
    score: positive - negative,
    get rule() {
      return decide().rule;
    },
    get evidence() {
      const { spans } = decide();
      return { from: spans[0]!.from, to: spans.at(-1)!.to };
    },
    get spans() {
      return decide().spans;
    },
  };
}

/** The verdict of `text` on the words at [from, to), with the span that decides it. */
export function judge(text: string, from: number, to: number, trade: readonly TradePhrase[] = []): Verdict {
  return judgePrepared(prepare(text, phraseBooks(trade)), from, to);
}
