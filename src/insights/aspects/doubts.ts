import { isIn, parseContexts } from "../language/contexts.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import type { Token } from "../language/tokens.ts";
import { copulas, isContent } from "../language/word-classes.ts";
import { wordSet } from "../language/word-set.ts";
import { polarityOf } from "../sentiment/polarity.ts";
import { weighByStars } from "../sentiment/star-prior.ts";
import type { ReadOpinion } from "../sentiment/opinions.ts";

/** Heads under which trouble is only feared, foreseen or supposed. */
const supposing = parseContexts(`
  i|we|was|were|am|are|been|bit|so|very|really|always|being|is [worried|afraid|scared|nervous|terrified|anxious|concerned|wary|skeptical];
  [fear|fears|feared|fearing|dreading|dreaded|worry|worries|worrying|expecting|anticipated|anticipating|bracing|braced];
  i|we|had|fully|was|were [expected|assumed|quoted|warned]; [if|unless|lest|without|whether]; in [case];
  instead|rather [of|than]; [nothing] * * * that a|an|any|some|more|they|he|she|we|i; could|might|would [have]; [could've|might've|would've]`);
const clauseEnds = wordSet("but and then so because although though however when");

const isMark = (word: string): boolean => !/[\p{L}\d]/u.test(word);

/** "I was afraid they would overcharge me": whether the clause only supposes what stands from `first` on. */
function isSupposed(tokens: readonly Token[], first: number): boolean {
  for (let at = first - 1; at >= 0 && first - at <= 9; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (clauseEnds.has(word) || isMark(word)) return false;
    if (isIn(supposing, tokens, at, at + 1)) return true;
  }
  return false;
}

const priceWords = wordSet("expensive costly pricey pricy");
const articles = wordSet("a an the");
/** "Their expensive parts", "a bit expensive": there it is the business that is dear. */
const ofBusiness = wordSet("it's that's this these those that their your his her and bit little");

/** "Ran an expensive watch through the wash": whether a price word only tells of a thing. */
function describesThing({ tokens }: SentenceReading, first: number, end: number): boolean {
  if (end !== first + 1 || !priceWords.has(tokens[first]?.word ?? "")) return false;
  const isSaid = (word: string): boolean => copulas.has(word) || ofBusiness.has(word);
  for (let at = first - 1; at >= 0 && first - at <= 5; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (isSaid(word) || isMark(word)) return false;
    // "Is an expensive place" says so; "uses an expensive switch" does not.
    if (articles.has(word))
      return !tokens.slice(Math.max(0, at - 3), at).some((before) => isSaid(before.word));
  }
  return first > 0 && isContent(tokens[end]?.word ?? "");
}

/**
 * A complaint that may be none weighs half, so that the stars decide: a phrase of the owner where it is only
 * supposed, and a price word that tells of a thing. Triggers that the engine reads have their mood weighed already.
 */
export function weighDoubt(
  opinion: ReadOpinion,
  reading: SentenceReading,
  {
    first,
    end,
    isPhrase,
    rating,
  }: { first: number; end: number; isPhrase: boolean; rating: number | undefined },
): ReadOpinion {
  if (opinion.polarity !== "negative") return opinion;
  const isDoubtful = isPhrase ? isSupposed(reading.tokens, first) : describesThing(reading, first, end);
  if (!isDoubtful) return opinion;
  const [up, plain, down] = opinion.words;
  const words: ReadOpinion["words"] = [up / 2, (1 + plain) / 2, down / 2];
  const odds = weighByStars(words, rating);
  return { ...opinion, words, odds, polarity: polarityOf(odds) };
}
