import type { Token } from "./tokens.ts";
import { factsOf, isContent } from "./word-classes.ts";
import { wordSet } from "./word-set.ts";

/** Words that set one thing above or below another: "cheaper", "half the price", "more polite". */
export interface Comparative {
  /** Its tokens, as [from, to). */
  from: number;
  to: number;
  /** Whether customers would rather have it so. */
  isBetter: boolean;
  /** It tells of money alone. */
  isPrice: boolean;
}

const better =
  wordSet(`better faster quicker nicer friendlier kinder cleaner fresher tastier gentler neater smoother
  fairer politer superior roomier quieter comfier`);
const worse = wordSet("worse slower ruder dirtier rougher noisier inferior");
const cheaper = wordSet("cheaper");
const dearer = wordSet("pricier dearer costlier");
const dear = wordSet("expensive costly pricey");

const parts = wordSet("half third quarter fraction tenth");
const multiples = wordSet("twice double triple");
/** What may stand between a share and what it is a share of. */
const joints = wordSet("the a of as that their his");
const amounts = wordSet("price prices cost costs what much money rate rates fee fees quote amount expensive");
const times = wordSet("time long");
/** What "less" and "more" must follow to be sums of money. */
const sums =
  wordSet(`for hundreds thousands dollars bucks charge charges charged charging cost costs paid pay pays quoted
  asked wanted lot much way far significantly considerably`);
const copulas = wordSet("is was are were");
const money = wordSet("$ £ € dollars bucks");
const moneyAfter = wordSet("money at from than elsewhere somewhere anywhere for to down by");

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? "";

/** "Half of what", "twice as much", "a third of the time": a share of somebody's price or time. */
function readShare(tokens: readonly Token[], at: number): Comparative | undefined {
  const word = wordAt(tokens, at);
  const isPart = parts.has(word);
  const isTimes = word === "times" && /^(?:\d+|two|three|four|five|ten)$/.test(wordAt(tokens, at - 1));
  if (!isPart && !isTimes && !multiples.has(word)) return undefined;
  let of = at + 1;
  while (of < at + 4 && joints.has(wordAt(tokens, of))) of += 1;
  const share = wordAt(tokens, of);
  if (times.has(share)) return { from: of, to: of + 1, isBetter: isPart, isPrice: false };
  const isAlone = word === "double" && of === at + 1 && !isContent(share);
  if (amounts.has(share) || isAlone)
    return { from: at, to: isAlone ? at + 1 : of + 1, isBetter: isPart, isPrice: true };
  // "Twice as friendly" is better, "half as friendly" worse.
  const opinion = wordAt(tokens, of - 1) === "as" ? factsOf(share).opinion : 0;
  return opinion === 0
    ? undefined
    : { from: of, to: of + 1, isBetter: opinion > 0 !== isPart, isPrice: false };
}

/** "Less polite", "hundreds less", "for more money". */
function readDegree(tokens: readonly Token[], at: number): Comparative | undefined {
  const word = wordAt(tokens, at);
  if (word !== "less" && word !== "more") return undefined;
  const next = wordAt(tokens, at + 1);
  const isLess = word === "less";
  if (dear.has(next)) return { from: at, to: at + 2, isBetter: isLess, isPrice: true };
  const { opinion } = factsOf(next);
  if (opinion !== 0) return { from: at + 1, to: at + 2, isBetter: opinion > 0 !== isLess, isPrice: false };
  const before = wordAt(tokens, at - 1);
  const isSum = sums.has(before) || /^\d/.test(before) || copulas.has(before);
  if (!isSum || (/^[\p{L}\d]/u.test(next) && !moneyAfter.has(next))) return undefined;
  return { from: at, to: at + 1, isBetter: isLess, isPrice: true };
}

/** "Lower prices", "a higher quote". */
function readLevel(tokens: readonly Token[], at: number): Comparative | undefined {
  const word = wordAt(tokens, at);
  if (word !== "lower" && word !== "higher") return undefined;
  const start = Math.max(0, at - 4);
  const noun = tokens.slice(start, at + 2).findLastIndex((token) => amounts.has(token.word));
  if (noun < 0) return undefined;
  const [from, to] = [Math.min(at, start + noun), Math.max(at, start + noun) + 1];
  return { from, to, isBetter: word === "lower", isPrice: true };
}

/** "For free", "only charged $40". */
function readSum(tokens: readonly Token[], at: number): Comparative | undefined {
  const word = wordAt(tokens, at);
  if (word === "free" && wordAt(tokens, at - 1) === "for")
    return { from: at, to: at + 1, isBetter: true, isPrice: true };
  if (word !== "only" && word !== "just") return undefined;
  const sum = tokens.slice(at + 1, at + 5).findIndex((token) => money.has(token.word));
  return sum < 0 ? undefined : { from: at, to: at + 2 + sum, isBetter: true, isPrice: true };
}

function readWord(tokens: readonly Token[], at: number): Comparative | undefined {
  const word = wordAt(tokens, at);
  const range = { from: at, to: at + 1 };
  if (better.has(word) || worse.has(word)) {
    // "A better idea of", "had better", "knows better" compare nothing.
    return /^(?:idea|off|luck|half)$/.test(wordAt(tokens, at + 1)) ||
      wordAt(tokens, at - 1).startsWith("know")
      ? undefined
      : { ...range, isBetter: better.has(word), isPrice: false };
  }
  if (cheaper.has(word) || dearer.has(word)) return { ...range, isBetter: cheaper.has(word), isPrice: true };
  return undefined;
}

/** The comparatives of a sentence, in order. */
export const findComparatives = (tokens: readonly Token[]): Comparative[] =>
  tokens.flatMap(
    (_, at) =>
      readWord(tokens, at) ??
      readShare(tokens, at) ??
      readDegree(tokens, at) ??
      readLevel(tokens, at) ??
      readSum(tokens, at) ??
      [],
  );
