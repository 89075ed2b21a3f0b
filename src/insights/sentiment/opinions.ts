import type { Polarity } from "../../schema/insights.ts";
import type { Scores } from "./linear.ts";
import { judgePrepared, polarityOf } from "./polarity.ts";
import { prepare, type PreparedText } from "../language/prepared-text.ts";
import { wholeUnits } from "../language/quote-bounds.ts";

/** One verdict on one thing, with the words it rests on, as offsets of the review's text. */
export interface Opinion {
  polarity: Polarity;
  from: number;
  to: number;
  /** What raised it: the trigger or the name. */
  target: Range;
  /** What gave the verdict, in words, where it was not the engine: see `explain`. */
  why?: string;
  /** Odds of positive, neutral and negative by the words alone, where the engine read them. */
  words?: Scores;
}

/** An opinion that the engine read itself. */
export interface ReadOpinion extends Opinion {
  words: Scores;
  /** The same with the stars weighed in. */
  odds: Scores;
}

interface Range {
  from: number;
  to: number;
}

/** From these odds on, of the words alone, an opinion counts as said outright: stars make no mixture. */
export const outright = 0.74;

/** What one opinion's odds of blame have above this counts towards a complaint that no opinion makes alone. */
const doubt = 0.3;
/** What a complaint needs of it: one opinion has as much where it counts as blame by itself. */
const enough = 0.35;

/** Opinions of which none is sure, but which say together that there is a complaint, as the complaint they make. */
export function addUp(opinions: ReadOpinion[]): ReadOpinion[] {
  if (opinions.some(({ polarity }) => polarity === "positive" || polarity === "negative")) return opinions;
  const above = (odds: number): number => Math.max(0, odds - doubt);
  const blame = opinions.reduce((sum, { odds }) => sum + above(odds[2]) - above(odds[0]), 0);
  if (blame < enough) return opinions;
  const why = "one of several doubtful complaints that add up";
  return opinions.map((one) => (one.odds[2] > doubt ? { ...one, polarity: "negative", why } : one));
}

/**
 * The verdict of several opinions on one thing: mixed only where praise and blame are both said outright, else
 * the side that weighs more. Two doubtful readings of opposite sign are no mixture. Who gives one star or all five
 * has weighed the sides already: there more must be said outright against the stars than with them.
 */
export function combine(
  opinions: readonly Pick<ReadOpinion, "polarity" | "words" | "odds">[],
  rating?: number,
): Polarity {
  const sides = opinions.filter(({ polarity }) => polarity === "positive" || polarity === "negative");
  if (sides.length === 0)
    return opinions.some(({ polarity }) => polarity === "neutral") ? "neutral" : "unsure";
  const praise = sides.filter(({ words }) => words[0] >= outright).length;
  const blame = sides.filter(({ words }) => words[2] >= outright).length;
  const outweighed = rating === 5 ? blame <= praise : rating === 1 && praise <= blame;
  if (praise > 0 && blame > 0 && !outweighed) return "mixed";
  // A floor keeps one very sure word from outweighing several plain ones.
  const balance = sides.reduce((sum, { odds }) => sum + Math.log((odds[0] + 0.02) / (odds[2] + 0.02)), 0);
  return balance > 0 ? "positive" : "negative";
}

/** What the words alone say, whatever the stars: to compare words with stars. */
export const combineWords = (opinions: readonly Pick<ReadOpinion, "words">[]): Polarity =>
  combine(
    opinions.map(({ words }) => ({
      polarity: polarityOf(words),
      words,
      odds: words,
    })),
  );

const judged = new WeakMap<PreparedText, Map<string, ReadOpinion>>();

/** Judges the words at [from, to) and finds the shortest quote around them that alone gives the same verdict. */
export function judgeTarget(prepared: PreparedText, from: number, to: number): ReadOpinion {
  const known = judged.get(prepared) ?? new Map<string, ReadOpinion>();
  judged.set(prepared, known);
  const key = `${from} ${to}`;
  const opinion = known.get(key) ?? judgeAnew(prepared, from, to);
  known.set(key, opinion);
  return opinion;
}

/** The engine's verdict on one place of the text; a mixture is only seen over several. */
function verdictOn(
  prepared: PreparedText,
  from: number,
  to: number,
): Pick<ReadOpinion, "polarity" | "words" | "odds"> {
  const { polarity, words, odds } = judgePrepared(prepared, from, to);
  return { polarity, words, odds };
}

/** The rule behind a verdict, in words: judged again for the few who ask, since to keep them all would fill the memory. */
export const explain = ({ why, target }: Opinion, prepared: PreparedText): string =>
  why ?? judgePrepared(prepared, target.from, target.to).rule;

const sentenceAt = ({ sentences }: PreparedText, from: number) => sentences.find(({ to }) => from < to);

function judgeAnew(prepared: PreparedText, from: number, to: number): ReadOpinion {
  const { polarity, words, odds } = verdictOn(prepared, from, to);
  const { text, books, rating } = prepared;
  const range = sentenceAt(prepared, from) ?? { from, to };
  const sentence = trimmed(text, range);
  const phrase = widen(text, { from, to }, range, phraseMark);
  const clause = widen(text, { from, to }, range, clauseMark);
  const isAlike = (window: Range): boolean => {
    const alone = prepare(text.slice(window.from, window.to), books, rating);
    return verdictOn(alone, from - window.from, to - window.from).polarity === polarity;
  };
  // The engine reads sentence by sentence, so the whole one says the same by nature.
  const shorter = [phrase, clause].filter(
    (window, at) =>
      !isSame(window, sentence) &&
      (at === 0 || !isSame(window, phrase)) &&
      says(text.slice(window.from, window.to)),
  );
  const quote = shorter.find(isAlike) ?? sentence;
  return { polarity, words, odds, ...quote, target: { from, to } };
}

const leastQuoted = 3;
const broken = /\b(?:and|but|or|so|because|to|the|a|an|of|with|for|my|our|their)$/i;
/** Whether words say something when they stand alone, as "sweet" and "apologized and" do not. */
const says = (words: string): boolean => words.split(/\s+/).length >= leastQuoted && !broken.test(words);

const joiner = /^(?:but|because|so|although|though|while|when|if|since)\s+/i;

/** The clause around words that judge by themselves: who reads "smelled like" alone asks what did. */
export function clauseAround(prepared: PreparedText, from: number, to: number): Range {
  const sentence = sentenceAt(prepared, from);
  if (sentence === undefined) return { from, to };
  const clause = widen(prepared.text, { from, to }, trimmed(prepared.text, sentence), phraseMark);
  const [joined] = joiner.exec(prepared.text.slice(clause.from, from)) ?? [""];
  return { from: clause.from + joined.length, to: clause.to };
}

const isSame = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to;

// Commas and colons inside amounts, times and addresses part nothing.
const clauseMark = /[,:](?![\p{L}\d/])|[;()–—…]|\.{2,}|\s-\s/gu;
const phraseMark =
  /[,:](?![\p{L}\d/])|[;()–—…]|\.{2,}|\s-\s|\s(?:and|but|because|so|although|though|while|when|which|who|then|plus|or|if|since|after|before)\s/giu;

/** The part of a sentence between two marks that holds the span. */
function widen(text: string, { from, to }: Range, sentence: Range, mark: RegExp): Range {
  let [opens, closes] = [sentence.from, sentence.to];
  for (const { index, 0: found } of text.slice(sentence.from, sentence.to).matchAll(mark)) {
    const start = sentence.from + index;
    // A conjunction may carry the contrast, so what follows it keeps it; "and" carries none.
    const kept = found.length > 1 && !/^\sand\s$/i.test(found);
    if (start + 1 <= from) opens = kept ? start + 1 : start + found.length;
    else if (start >= to) {
      closes = start;
      break;
    }
  }
  return trimmed(text, {
    from: Math.min(opens, from),
    to: Math.max(closes, to),
  });
}

/** The range without the spaces at its ends. */
export function trimmed(text: string, { from, to }: Range): Range {
  const words = text.slice(from, to);
  return {
    from: from + words.length - words.trimStart().length,
    to: to - (words.length - words.trimEnd().length),
  };
}

/** The opinions that make the verdict, as quotes that do not overlap and cut nothing in two. */
export function decidingQuotes(text: string, opinions: readonly Opinion[], verdict: Polarity): Opinion[] {
  const decides = (polarity: Polarity): boolean =>
    polarity === verdict || (verdict === "mixed" && (polarity === "positive" || polarity === "negative"));
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
