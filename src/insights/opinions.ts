import type { Polarity } from "../schema/insights.ts";
import { judgePrepared, prepare, type PreparedText } from "./polarity.ts";

/** One verdict on one thing, with the words it rests on, as offsets of the review's text. */
export interface Opinion {
  polarity: Polarity;
  from: number;
  to: number;
  /** What raised it: the trigger or the name. */
  target: { from: number; to: number };
  rule: string;
}

/** The verdict of several opinions on one thing. */
export function combine(polarities: readonly Polarity[]): Polarity {
  const good = polarities.some((polarity) => polarity === "positive" || polarity === "mixed");
  const bad = polarities.some((polarity) => polarity === "negative" || polarity === "mixed");
  if (good || bad) return good && bad ? "mixed" : good ? "positive" : "negative";
  return polarities.includes("neutral") ? "neutral" : "unsure";
}

/** Judges the words at [from, to) and finds the shortest quote that alone gives the same verdict. */
export function judgeTarget(prepared: PreparedText, from: number, to: number): Opinion {
  const verdict = judgePrepared(prepared, from, to);
  const { text } = prepared;
  const { from: opens, to: closes } = prepared.sentences.find((sentence) => from < sentence.to) ?? {
    from,
    to,
  };
  const near = { from: Math.min(from, verdict.evidence.from), to: Math.max(to, verdict.evidence.to) };
  const clause = widen(text, near, opens, closes);
  const target = { from, to };
  const quote =
    [near, clause, trimmed(text, opens, closes)].find((candidate) => {
      const alone = prepare(text.slice(candidate.from, candidate.to), prepared.books);
      return judgePrepared(alone, from - candidate.from, to - candidate.from).polarity === verdict.polarity;
    }) ?? near;
  return { polarity: verdict.polarity, ...quote, target, rule: verdict.rule };
}

const clauseMark = /[,;:()–—]|\s-\s/u;

function widen(text: string, { from, to }: { from: number; to: number }, opens: number, closes: number) {
  while (from > opens && !clauseMark.test(text.slice(from - 1, from))) from--;
  while (to < closes && !clauseMark.test(text.slice(to, to + 1))) to++;
  return trimmed(text, from, to);
}

function trimmed(text: string, from: number, to: number): { from: number; to: number } {
  const words = text.slice(from, to);
  return {
    from: from + words.length - words.trimStart().length,
    to: to - (words.length - words.trimEnd().length),
  };
}

/** The opinions that make the verdict, as quotes that do not overlap. */
export function decidingQuotes(opinions: readonly Opinion[], verdict: Polarity): Opinion[] {
  const decides = (polarity: Polarity): boolean =>
    polarity === verdict || (verdict === "mixed" && (polarity === "positive" || polarity === "negative"));
  const quotes: Opinion[] = [];
  for (const opinion of opinions
    .filter(({ polarity }) => decides(polarity))
    .toSorted((a, b) => a.from - b.from)) {
    const last = quotes.at(-1);
    if (last && opinion.from < last.to) {
      last.to = Math.max(last.to, opinion.to);
      if (last.polarity !== opinion.polarity) last.polarity = "mixed";
    } else quotes.push({ ...opinion });
  }
  return quotes;
}
