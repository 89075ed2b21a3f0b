import { findComparatives, type Comparative } from "../language/comparatives.ts";
import { isIn, parseContexts } from "../language/contexts.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import type { Token } from "../language/tokens.ts";
import { copulas, factsOf, isContent, isNegator } from "../language/word-classes.ts";
import { wordSet } from "../language/word-set.ts";
import { areRivals, firms, isNearby, isRival, saysWhere } from "./rivals.ts";

/** Words that set this business against another: who else is cheaper blames it, who else is dearer praises it. */
export interface RivalComparison extends Comparative {
  verdict: "positive" | "negative";
  /** All its tokens, the rival's too, as [first, end). */
  first: number;
  end: number;
}

interface Clause {
  from: number;
  to: number;
}

/** Whether this business is the better or worse, and the token that tells; undefined where none does. */
type Side = { isOurs: boolean; at: number } | undefined;

const clauseEnds = wordSet("but because so while after before when until since although though however");
const leftReach = 14;
const rightReach = 9;

function clauseAround({ words }: SentenceReading, { from, to }: Comparative): Clause {
  const barrierAt = (at: number): number => words[at]?.barrier ?? 0;
  const isEnd = (at: number): boolean => clauseEnds.has(words[at]?.word ?? "");
  let first = from;
  while (first > 0 && from - first < leftReach && barrierAt(from) - barrierAt(first - 1) < 1.5) {
    if (isEnd(first - 1)) break;
    first -= 1;
  }
  let end = to;
  while (end < words.length && end - to < rightReach && barrierAt(end) - barrierAt(to - 1) < 1) {
    if (isEnd(end)) break;
    end += 1;
  }
  return { from: first, to: end };
}

/** "Switched from another company": what follows is told of this one. */
const leaving = wordSet("switched moved changed left leaving came coming");
/** Before a rival, as against the words for what is done there: it is the measure of what went before. */
const measures = wordSet("than of what that as unlike compared over versus vs like beat beats to");
const beside = wordSet("than of what as unlike compared over versus vs like beat beats");
const places = wordSet("at from by in with through via");
/** After "than": this business. */
const here = wordSet("here this these them they theirs yours us");
const saying = wordSet("other said say promised quoted told expected advertised claimed estimated");
const ours = wordSet("they he she these here");
const isOurs = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens[at + 1]?.word ?? "";
  const word = tokens[at]?.word ?? "";
  return ours.has(word) || (word === "this" && (next === "one" || firms.has(next) || copulas.has(next)));
};

/** What follows: "cheaper than the dealer", "cheaper than here", "cheaper at the garage next door". */
function sideAfter(tokens: readonly Token[], { to }: Comparative, end: number, isOurAct: boolean): Side {
  const wordAt = (at: number): string => tokens[at]?.word ?? "";
  let isMeasure = wordAt(to - 1) === "what";
  let isPlace = false;
  for (let at = to; at < end; at += 1) {
    const word = wordAt(at);
    if (isRival(tokens, at)) {
      if (isMeasure) return { isOurs: true, at };
      return (isPlace || saysWhere(tokens, at)) && !isOurAct ? { isOurs: false, at } : undefined;
    }
    if (wordAt(at - 1) === "than" && here.has(word))
      return saying.has(wordAt(at + 1)) ? undefined : { isOurs: false, at };
    isMeasure ||= measures.has(word);
    isPlace ||= places.has(word);
  }
  return undefined;
}

/** "I took it to another shop and they did it for less": there "they" are the rival. */
const turning = wordSet("to called call hired hire found find tried try used use with got else elsewhere");
const joints = wordSet("and , or then");
/** What goes on with a rival after "and": another subject would be somebody else. */
const goingOn = wordSet("they he she i we you got paid found had it for at much way even far a who");

/** What comes before: "other shops are cheaper", "I found it elsewhere for less". */
function sideBefore(tokens: readonly Token[], { from }: Comparative, first: number): Side {
  // "After three other shops, …" only tells of them, "but other shops …" often concedes what is outweighed.
  if (clauseEnds.has(tokens[first - 1]?.word ?? "")) return undefined;
  let hasOurs = false;
  let hasComma = false;
  for (let at = from - 1; at >= first; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (isRival(tokens, at)) {
      const before = tokens.slice(Math.max(first, at - 6), at);
      const near = before.slice(-4).map((token) => token.word);
      const clause = near.slice(near.lastIndexOf(",") + 1);
      const isTurnedTo = [...near, word].some((one) => turning.has(one));
      if (near.some((one) => beside.has(one)) || clause.some((one) => isNegator(one) || leaving.has(one)))
        return undefined;
      if (hasOurs && (hasComma || !isTurnedTo)) return undefined;
      return before.some((_, back) => isOurs(tokens, at - before.length + back))
        ? undefined
        : { isOurs: false, at };
    }
    if (joints.has(word) && at + 2 < from && !goingOn.has(tokens[at + 1]?.word ?? "")) return undefined;
    if (word === "here") return undefined;
    hasOurs ||= isOurs(tokens, at);
    hasComma ||= word === ",";
  }
  return undefined;
}

const sending = wordSet("go take try use call look head drive save");

/** "Go to Smith's instead, better work": who is sent off is sent to a rival. */
function sentOff(tokens: readonly Token[], { from }: Comparative): Side {
  if (from > leftReach || !sending.has(tokens[0]?.word ?? "")) return undefined;
  const before = tokens.slice(1, from).map(({ word }) => word);
  const isAway = before.some((word, at) => word === "instead" && before[at + 1] !== "of");
  return isAway && !before.some((word) => here.has(word) || word === "but")
    ? { isOurs: false, at: 0 }
    : undefined;
}

/** What could have been had is had from somebody else. */
const getting = parseContexts(`
  i|we could|should * [have] * gotten|got|bought|found|paid|had|done|hired|stayed|eaten|gone;
  i|we [could've|should've] gotten|got|bought|found|paid|had|done|hired|stayed|eaten|gone;
  you|i|we|one [can|could|will|'ll] get|find|buy|have|do; [you'll] get|find`);
const experience = parseContexts("[i've|we've|i|we] * had|eaten|tasted|gotten|got|seen|received");
/** "If you book early", "with a coupon": then it is to be had here. */
const conditions = wordSet("if by when with on during book booking early online coupon weekdays");

/** "I could have bought a new one for less", "I've had better pizza from a truck". */
function hadElsewhere(tokens: readonly Token[], comparative: Comparative, clause: Clause): Side {
  const { from, to, isBetter, isPrice } = comparative;
  const after = tokens.slice(to, clause.to).map(({ word }) => word);
  if (!isBetter || after.some((word) => here.has(word) || conditions.has(word))) return undefined;
  if (!isPrice && !after.some((word) => word === "from" || word === "at")) return undefined;
  for (let at = from - 1; at >= clause.from; at -= 1)
    if (isIn(isPrice ? getting : experience, tokens, at, at + 1)) return { isOurs: false, at };
  return undefined;
}

/** What makes of a comparison a condition, a wish or its opposite. */
const doubts = wordSet("if unless whether doubt hard without hoping hope wish where nor used");
const gets = wordSet("get got gotten find found buy bought done same");

/** "Cheaper parking next door" tells of a good place; who got the same thing there, or says no more, compares. */
const isOnlyNear = (
  tokens: readonly Token[],
  { from, to }: Comparative,
  clause: Clause,
  at: number,
): boolean =>
  isNearby(tokens, at) &&
  (from > 1 || isContent(tokens[to]?.word ?? "")) &&
  !(at < 5 && tokens.slice(Math.max(0, at - 3), at).some(({ word }) => firms.has(word))) &&
  !tokens.slice(clause.from, clause.to).some(({ word }) => gets.has(word));

function compare(reading: SentenceReading, comparative: Comparative): RivalComparison[] {
  const { tokens, words } = reading;
  const { from, to, isBetter } = comparative;
  const clause = clauseAround(reading, comparative);
  let isOurAct = false;
  for (let at = clause.from; at < from; at += 1) {
    if ((words[from]?.barrier ?? 0) - (words[at]?.barrier ?? 0) >= 1) continue;
    const { word } = tokens[at]!;
    if (doubts.has(word) || isNegator(word)) return [];
    isOurAct ||= isOurs(tokens, at);
  }
  const after = sideAfter(tokens, comparative, clause.to, isOurAct);
  // "Faster than I thought" compares with nobody.
  if (!after && tokens.slice(to, clause.to).some(({ word }) => word === "than")) return [];
  const side =
    after ??
    sideBefore(tokens, comparative, clause.from) ??
    sentOff(tokens, comparative) ??
    (isOurAct ? undefined : hadElsewhere(tokens, comparative, clause));
  if (side === undefined || (!side.isOurs && isOnlyNear(tokens, comparative, clause, side.at))) return [];
  const verdict = isBetter === side.isOurs ? "positive" : "negative";
  return [{ ...comparative, verdict, first: Math.min(from, side.at), end: Math.max(to, side.at + 1) }];
}

const asking = wordSet("wanted tried");
const selling = wordSet("charge sell replace");

/** "Everybody else wanted to charge me for a new unit": told because this business did not. */
function wantedByOthers(tokens: readonly Token[], at: number): RivalComparison[] {
  const word = (index: number): string => tokens[index]?.word ?? "";
  if (!asking.has(word(at)) || word(at + 1) !== "to" || !selling.has(word(at + 2))) return [];
  const first = [at - 1, at - 2].find((before) => areRivals(tokens, before));
  if (first === undefined) return [];
  return [{ from: at, to: at + 3, isBetter: false, isPrice: true, verdict: "positive", first, end: at + 3 }];
}

/** "My old dentist never hurt me like that": what somebody else never did was done here. */
function neverLikeThat(tokens: readonly Token[], at: number): RivalComparison[] {
  const word = (index: number): string => tokens[index]?.word ?? "";
  if (word(at) !== "like" || !/^th(?:at|is)$/.test(word(at + 1))) return [];
  const before = tokens.slice(Math.max(0, at - 6), at);
  const no = at - before.length + before.findLastIndex((token) => isNegator(token.word));
  const first = [no - 1, no - 2, no - 3].find((index) => isRival(tokens, index));
  const isBad = tokens.slice(no + 1, at).some((token) => factsOf(token.word).opinion < 0);
  if (first === undefined || !isBad || !before.some((token) => isNegator(token.word))) return [];
  return [{ from: no, to: at + 2, isBetter: true, isPrice: false, verdict: "negative", first, end: at + 2 }];
}

/** The comparisons with rivals in a sentence. */
export const compareWithRivals = (reading: SentenceReading): RivalComparison[] => [
  ...findComparatives(reading.tokens).flatMap((comparative) => compare(reading, comparative)),
  ...reading.tokens.flatMap((_, at) => [
    ...wantedByOthers(reading.tokens, at),
    ...neverLikeThat(reading.tokens, at),
  ]),
];
