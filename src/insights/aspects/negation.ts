import { isIn, parseContexts } from "../language/contexts.ts";
import { isNewSubject } from "../language/new-subjects.ts";
import { isPastHabit, isSuperlative } from "../language/opinion-context.ts";
import type { Token } from "../language/tokens.ts";
import { wordSet } from "../language/word-set.ts";

const negator =
  /^(?:not|never|no|nobody|none|without|nor|neither|hardly|cannot|zero|lack|lacks|lacked|lacking)$|n't$/;
/** "Not only a great job" and "not to mention a great job" deny nothing. */
const adders = wordSet("only just merely simply mention");

/** "Never felt it was a bad area": what is not thought is not so, however far off the word stands. */
const thoughts = wordSet("think thought feel felt believe believed say said find found seem seemed");
/** "You will not get more bang for your buck": no more of it is the most of it. */
const most = wordSet("more better");

/** The word that turns a phrase into its opposite: "never left the gate open". */
export function negationBefore(
  tokens: readonly Token[],
  first: number,
  verdict: "positive" | "negative",
): Token | undefined {
  for (const [back, token] of tokens
    .slice(Math.max(0, first - 6), first)
    .toReversed()
    .entries()) {
    const { word } = token;
    if (!/^\p{L}/u.test(word) || word === "but" || word === "and") return undefined;
    if (adders.has(word) || (verdict === "positive" && most.has(word))) return undefined;
    if (word === "never" && isSuperlative(tokens, first - 1 - back, first)) return undefined;
    if (isNewSubject(tokens, first - 1 - back)) return undefined;
    if (negator.test(word) && (back < 3 || thoughts.has(tokens[first - back]?.word ?? ""))) return token;
  }
  return undefined;
}

/** Heads of what is asked for or wanted, and so is not there. */
const wishes = parseContexts(`
  [wish|wished|wishing] they|he|she|it|you|the|that|this|these|those|their|your|his|her|someone|somebody; if [only];
  [please] don't|dont|not|do|stop; can|could|would|will|can't|couldn't they|you|he|she|someone|somebody [please|not|at]`);
const duties = parseContexts(`[should|shouldn't|shouldnt]; [ought|supposed] to; [supposed] not to`);
/** "You shouldn't have trouble", "everybody should be this polite" and "as it should" ask nothing of the business. */
const advised = wordSet("i we you one anyone everyone everybody all every any more other others as");
/** "They should win a prize for how they treat people": the reason is none of the wish. */
const clauseEnds = wordSet("but and for because so although though however when");

/** "I wish they would not park on the grass", "used to call ahead": the word under which a phrase is missed, and so is no fact. */
export function missedBefore(tokens: readonly Token[], first: number): Token | undefined {
  for (let at = first - 1; at >= 0 && first - at <= 8; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (!/[\p{L}\d]/u.test(word) || clauseEnds.has(word)) return undefined;
    if (isIn(wishes, tokens, at, at + 1) || isPastHabit(tokens, at)) return tokens[at];
    if (isIn(duties, tokens, at, at + 1))
      return tokens.slice(Math.max(0, at - 3), at).some((before) => advised.has(before.word))
        ? undefined
        : tokens[at];
  }
  return undefined;
}
