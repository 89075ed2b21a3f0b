import type { Token } from "../language/tokens.ts";
import type { PreparedText } from "../language/prepared-text.ts";
import { copulas, isContent } from "../language/word-classes.ts";
import { wordSet } from "../language/word-set.ts";
import type { Scores } from "../sentiment/linear.ts";
import { clauseAround, type ReadOpinion } from "../sentiment/opinions.ts";
import { polarityOf } from "../sentiment/polarity.ts";
import { weighByStars } from "../sentiment/star-prior.ts";
import type { RivalComparison } from "./rival-comparisons.ts";

const between = wordSet("me us you it him her my our your and much far way a lot so");

/**
 * The comparison that judges the words at tokens [first, end): one in them, right before or after them ("better
 * customer service", "treated me better"), or said of them ("the service at the diner is faster"). An owner's phrase
 * that names the rival too has said already which way it goes.
 */
export const comparisonAt = (
  comparisons: readonly RivalComparison[],
  tokens: readonly Token[],
  first: number,
  end: number,
  isPhrase: boolean,
): RivalComparison | undefined =>
  comparisons.find(({ from, to, isPrice, ...whole }) => {
    if (isPhrase && first <= whole.first && whole.end <= end) return false;
    if (first < to && from < end) return true;
    if (isPhrase || isPrice || first - to > 3 || from - end > 9) return false;
    if (first >= to)
      return tokens.slice(to, first + 1).every(({ word }) => isContent(word) || word === "and");
    const words = tokens.slice(end, from).map(({ word }) => word);
    return words.every((word) => between.has(word)) || words.some((word) => copulas.has(word));
  });

/** Surer than a trigger that is read, less so than an owner's phrase: the stars may hold against it. */
const comparedOdds: Record<RivalComparison["verdict"], Scores> = {
  positive: [0.85, 0.11, 0.04],
  negative: [0.04, 0.11, 0.85],
};

/** What a comparison with a rival says of the words at [from, to), quoted with the rival. */
export function readComparison(
  prepared: PreparedText,
  tokens: readonly Token[],
  { verdict, first, end }: RivalComparison,
  { from, to }: { from: number; to: number },
): ReadOpinion {
  const words = comparedOdds[verdict];
  const odds = weighByStars(words, prepared.rating);
  const quote = clauseAround(
    prepared,
    Math.min(from, tokens[first]?.from ?? from),
    Math.max(to, tokens[end - 1]?.to ?? to),
  );
  const why = `somebody else is ${verdict === "negative" ? "better" : "worse"} there`;
  return { polarity: polarityOf(odds), words, odds, ...quote, target: { from, to }, why };
}
