import type { Polarity } from "../schema/insights.ts";
import { isFinite } from "./english.ts";
import { opinionOf } from "./opinion-words.ts";
import { tokenize, type PreparedText, type Range } from "./sentences.ts";

export type Side = "positive" | "negative";
export const isSide = (verdict: Polarity): verdict is Side =>
  verdict === "positive" || verdict === "negative";
export const opposite = (side: Side): Side => (side === "positive" ? "negative" : "positive");

/** Words of a review that speak for a verdict. */
export interface Opinion extends Range {
  polarity: Polarity;
  /** The trigger: the owner's word, the name, or the sentence. */
  target: Range;
  /** The reason for the verdict, in words. */
  why: string;
  /** The owner's phrase gave it. */
  isPhrase?: true;
  /** How sure the verdict would be by this sentence alone; 0 where it does not name the aspect. Missing where others judged. */
  confidence?: number;
}

/** Text that no quote may cut: addresses, abbreviations, amounts and times, words with all their hyphens and apostrophes. */
const unit =
  /(?:https?:\/\/|www\.)\S+|[^\s@]+@[^\s@]+\.\p{L}+|(?:\p{L}\.){2,}|(?<!\p{L})(?:mr|mrs|ms|dr|st|vs|etc|approx|no|inc|ltd|jr|sr)\.|[$€£¥]?[\p{L}\p{M}\d]+(?:(?:[.,:'’‘\x60´&@/-]|\(?(?=s\)))[\p{L}\p{M}\d]+\)?)*%?/giu;

const isSpace = (text: string, at: number): boolean => /\s/u.test(text.charAt(at));

/** Where the unit that holds the offset begins and ends; the offset itself where it cuts none. Units hold no spaces. */
function unitAt(text: string, at: number): Range {
  let [start, end] = [at, at];
  while (start > 0 && at - start < maxUnit && !isSpace(text, start - 1)) start -= 1;
  while (end < text.length && end - at < maxUnit && !isSpace(text, end)) end += 1;
  for (const { index, 0: found } of text.slice(start, end).matchAll(unit)) {
    const [from, to] = [start + index, start + index + found.length];
    if (from < at && at < to) return { from, to };
  }
  return { from: at, to: at };
}
/** No word is longer on either side of a cut. */
const maxUnit = 200;

/** The range, widened where it begins or ends inside a number, a word, an address or an abbreviation. */
export const wholeUnits = (text: string, { from, to }: Range): Range => ({
  from: unitAt(text, from).from,
  to: unitAt(text, to).to,
});

/** The range without the spaces at its ends. */
export function trimmed(text: string, { from, to }: Range): Range {
  const words = text.slice(from, to);
  return {
    from: from + words.length - words.trimStart().length,
    to: to - (words.length - words.trimEnd().length),
  };
}

export const overlap = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to;

// Commas and colons inside amounts, times and addresses separate nothing; nor does " - ", as in "mid - priced".
const mark =
  /[,:](?![\p{L}\d/])|[;()–—…]|\.{2,}|\s(?:(?<!\b(?:hundred|thousand) )and|but|because|so|although|though|while|which|who|then|plus|or|since|after|before)\s/giu;
const joiner = /^(?:but|because|so|although|though|while|since)\s+/i;
/** What follows the comma is said under this condition. */
const condition = /^(?:and |but |so |plus )?(?:if|when|unless)\b[^,]*$/i;

/** Without a verb a part is no clause: "Gassim and his daughter" needs "are wonderful hosts". */
const hasVerb = (words: string): boolean => tokenize(words).some(({ word }) => isFinite(word));

/** "on time and wouldn't sell me a controller" judges two things. */
const opensWithVerb = (words: string): boolean => {
  const [first] = tokenize(words);
  return first !== undefined && (isFinite(first.word) || first.word.endsWith("n't"));
};

/** A title that was run into the first sentence: "Great location My husband and I stayed for a week." */
const title =
  /^[^\n]{3,80}?[\p{L}\d)] (?=(?:My|We|Our|This|The|These|They|There|It|He|She|Stayed|Travell?ed|Just|Very|Great|Good|Nice|Fine|Excellent|Lovely) \p{Ll})/u;

/** The sentence that holds the words; of one that begins with a title the part that does. */
export function sentenceAround({ text, sentences }: PreparedText, { from, to }: Range): Range | undefined {
  const found = sentences.find((sentence) => from < sentence.to);
  if (found === undefined) return undefined;
  const sentence = trimmed(text, found);
  const [ran] = (found === sentences[0] && title.exec(text.slice(sentence.from, sentence.to))) || [];
  if (ran === undefined) return sentence;
  const start = sentence.from + ran.length;
  if (from >= start) return { from: start, to: sentence.to };
  return to < start ? { from: sentence.from, to: start - 1 } : sentence;
}

/** The clause of a sentence that holds the words. */
export function clauseAround(prepared: PreparedText, { from, to }: Range): Range {
  const { text } = prepared;
  const sentence = sentenceAround(prepared, { from, to });
  if (sentence === undefined) return { from, to };
  let [opens, closes] = [sentence.from, sentence.to];
  for (const { index, 0: parts } of text.slice(sentence.from, sentence.to).matchAll(mark)) {
    const start = sentence.from + index;
    // A conjunction may carry the contrast, so what follows it keeps it; "and" carries none.
    const isPlainAnd = /^\sand\s$/i.test(parts);
    const kept = parts.length > 1 && !isPlainAnd;
    const before = text.slice(opens, start);
    const after = text.slice(start + parts.length, sentence.to);
    if (condition.test(before) || (isPlainAnd && !hasVerb(before) && hasVerb(after) && !opensWithVerb(after)))
      continue;
    if (start + 1 <= from) opens = kept ? start + 1 : start + parts.length;
    else if (start >= to) {
      closes = start;
      break;
    }
  }
  const clause = trimmed(text, { from: Math.min(opens, from), to: Math.max(closes, to) });
  const [joined] = joiner.exec(text.slice(clause.from, from)) ?? [""];
  return { from: clause.from + joined.length, to: clause.to };
}

/** Whether a clause says something by itself: it has a verb, and what stands around it is no part of its thought. */
export function isWhole(text: string, { from, to }: Range): boolean {
  const opens = /(?:^|[.!?,;:()–—]|\b(?:and|but))["“]?\s*$/iu.test(text.slice(Math.max(0, from - 8), from));
  const closes =
    /^["”]?\s*(?:$|[.!?,;:()–—]|(?:and|but)\b)/iu.test(text.slice(to, to + 8)) ||
    /[.!?]["”’)]*$/u.test(text.slice(from, to));
  return opens && closes && hasVerb(text.slice(from, to));
}

const denies = /^(?:not|no|never|nothing|without|hardly)$|n't$/;

/** "Five stars" says it as plainly as any word. */
export const namedStars = {
  positive: /\b(?:five|5)[- ]stars?\b/i,
  negative: /\b(?:one|1|zero|0)[- ]stars?\b/i,
};
const strongest = 3;

/** The strongest words for and against anything in some words of a review; denied ones count for the other side. */
export function strengthsIn({ text, sentences }: PreparedText, range: Range): Record<Side, number> {
  const strengths = sentences
    .filter((sentence) => overlap(sentence, range))
    .flatMap(({ tokens }) =>
      tokens.flatMap((token, at) => {
        const isAlso = token.word === "well" && tokens[at - 1]?.word === "as";
        if (isAlso || !overlap(token, range)) return [];
        const isDenied = tokens.slice(Math.max(0, at - 3), at).some(({ word }) => denies.test(word));
        return isDenied ? -opinionOf(token.word) : opinionOf(token.word);
      }),
    );
  const words = text.slice(range.from, range.to);
  const byStars = (side: Side): number => (namedStars[side].test(words) ? strongest : 0);
  return {
    positive: Math.max(byStars("positive"), ...strengths),
    negative: Math.max(byStars("negative"), ...strengths.map((strength) => -strength)),
  };
}

const contrast = /,?\s(?:but|although|though|however),?\s/iu;
const turns = new RegExp(`${contrast.source}|,\\s`, "giu");

/**
 * The words of a sentence without what stands before or after them and says the contrary: of "kind, but late" one or the
 * other. The words that name the thing stay.
 */
export function withoutContrary(
  prepared: PreparedText,
  { from, to }: Range,
  side: Side,
  named?: Range,
): Range {
  const other = opposite(side);
  const found = [...prepared.text.slice(from, to).matchAll(turns)];
  const parts = [...found, undefined].map((end, at) => {
    const last = found[at - 1];
    const part = { from: last ? from + last.index + last[0].length : from, to: end ? from + end.index : to };
    return { ...part, said: strengthsIn(prepared, part) };
  });
  const isKept = ({ said }: (typeof parts)[number]): boolean => said[other] <= said[side];
  if (named === undefined) {
    const kept = parts.filter(isKept);
    if (!kept.some(({ said }) => said[side] > 0)) return { from, to };
    return { from: kept[0]!.from, to: kept.at(-1)!.to };
  }
  const holds = parts.findIndex((part) => overlap(part, named));
  if (holds === -1 || !isKept(parts[holds]!)) return { from, to };
  /** Whether the part beside those that are kept belongs to them, across the words that part them. */
  const goesOn = (part: number, across: number): boolean =>
    isKept(parts[part]!) && (parts[part]!.said[side] > 0 || !contrast.test(found[across]![0]));
  let [first, last] = [holds, holds];
  while (first > 0 && goesOn(first - 1, first - 1)) first -= 1;
  while (last < found.length && goesOn(last + 1, last)) last += 1;
  return { from: parts[first]!.from, to: Math.max(parts[last]!.to, named.to) };
}

/** The opinions that make the verdict, as quotes that do not overlap and cut nothing in two. */
export function decidingQuotes(text: string, opinions: readonly Opinion[], verdict: Polarity): Opinion[] {
  const decides = (polarity: Polarity): boolean =>
    polarity === verdict || (verdict === "mixed" && isSide(polarity));
  const quotes: Opinion[] = [];
  for (const opinion of opinions
    .filter(({ polarity }) => decides(polarity))
    .map((one) => ({ ...one, ...wholeUnits(text, one) }))
    .toSorted((a, b) => a.from - b.from)) {
    const last = quotes.at(-1);
    if (last && opinion.from < last.to) {
      last.to = Math.max(last.to, opinion.to);
      if (last.polarity !== opinion.polarity) last.polarity = "mixed";
    } else quotes.push({ ...opinion });
  }
  return quotes;
}
