import { wordSet } from "../language/word-set.ts";
import { functionWords, isFinite } from "../language/english.ts";
import type { Token } from "../language/tokens.ts";
import { isIn, parseContexts } from "../language/contexts.ts";
import { hasOtherSense } from "../language/word-senses.ts";
import type { Candidate, Matcher } from "./matcher.ts";
import type { VerbObject } from "./service-forms.ts";

const fillers =
  wordSet(`the a an our my your their his her all of both some up down away off out for entire whole front back side old new big little small tiny few
  overgrown tall long one two three four five six several dead neighbor's yard's last more any these those every large small
  hole holes leak leaks crack cracks dent dents me us him for storm hail missing wisdom kitchen bathroom garage basement bedroom shower leaky leaking broken dripping clogged cracked damaged faulty worn
  of on at in into after care couple pair another second third rear upper lower left right upstairs downstairs outside inside`);
const passives =
  wordSet(`was were is are been get gets got getting being all both nicely just have has had freshly perfectly well beautifully evenly
  neatly finally not never be properly professionally they he she that which kept keeps started`);

const determiners = wordSet("a an the our my your their his her");
const continuous = wordSet("was were is are kept keeps started been");
const prepositions = wordSet("at on in into of after for");
const isJoin = (word: string): boolean => word === "and" || word === "&" || word === ",";

/** What may stand before or after a noun and be none of the words of grammar: "light" of "brake light". */
const isNoun = (word: string): boolean =>
  /^\p{L}{3,}$/u.test(word) &&
  !functionWords.has(word) &&
  !word.endsWith("ly") &&
  (!isFinite(word) || word.endsWith("ed"));

/** To cut a tree down is not to trim it. */
const isFelling = ({ verbs }: VerbObject, cut: string, after: string): boolean =>
  after === "down" && cut.startsWith("cut") && verbs.has("trim");

/** Verbs that are others together with what follows. */
const phrasal = parseContexts(
  "[pull|pulls|pulled|pulling] in|into|over|up; [take|takes|took|taking] over|part|place",
);

interface Reach {
  /** Index of the thing after its verb, or of the verb after its thing. */
  end: number;
  isSecondVerb: boolean;
  isSecondObject: boolean;
}

/** From a verb at `at` on to its thing. */
function reachThing(
  matcher: Matcher,
  tokens: readonly Token[],
  at: number,
  verbObject: VerbObject,
): Reach | undefined {
  const { objects, modifiers } = verbObject;
  const wordAt = (index: number): string => tokens[index]?.word ?? "";
  const isKnown = (index: number): boolean => matcher.verbObjects.has(wordAt(index));
  const isSecondVerb = isJoin(wordAt(at + 1)) && wordAt(at + 1) !== "," && isKnown(at + 2);
  let isSecondObject = false;
  // "The squeaky front wheel bearings": what an article opens ends with the thing.
  let isOpen = false;
  let isKind = false;
  let end = isSecondVerb ? at + 3 : at + 1;
  for (; end < at + 6 && !objects.has(wordAt(end)); end += 1) {
    const word = wordAt(end);
    if (isFelling(verbObject, wordAt(at), word)) return undefined;
    if (determiners.has(word)) {
      if (isKind && wordAt(end - 1) !== "of") return undefined;
      isOpen = !prepositions.has(wordAt(end - 1));
    }
    if (fillers.has(word) || modifiers.has(word) || /'s?$/.test(word)) continue;
    // "Our oak tree", "a smart thermostat": a thing of any kind is that thing.
    const isNext = determiners.has(wordAt(end - 1)) && objects.has(wordAt(end + 1)) && word !== "own";
    if (
      (isNext && /^\p{L}{3,}$/u.test(word)) ||
      (isOpen && isNoun(word) && word !== "own" && !isJoin(wordAt(end + 1)))
    ) {
      isKind = true;
      continue;
    }
    if (!isKnown(end) || !isJoin(wordAt(end + 1))) break;
    isSecondObject = true;
    end += 1;
  }
  if (!objects.has(wordAt(end)) || isFelling(verbObject, wordAt(at), wordAt(end + 1))) return undefined;
  // "They installed crown molding."
  const isFull = modifiers.has(wordAt(end - 1));
  if (!isFull && hasOtherSense(tokens, end, end + 1)) return undefined;
  // "Pull in on the right": what is done is something else.
  if (isIn(phrasal, tokens, at, at + 1)) return undefined;
  if (verbObject.isWhole && isNoun(wordAt(end + 1))) return undefined;
  return { end, isSecondVerb, isSecondObject };
}

/** From a thing at `at` on to what was done to it. */
function reachVerb(tokens: readonly Token[], at: number, verbObject: VerbObject): Reach | undefined {
  const wordAt = (index: number): string => tokens[index]?.word ?? "";
  let end = at + 1;
  while (end < at + 6 && !verbObject.verbs.has(wordAt(end)) && passives.has(wordAt(end))) end += 1;
  const verb = wordAt(end);
  // "The faucet kept dripping."
  const isGoing = verb.endsWith("ing") && continuous.has(wordAt(end - 1));
  const isDone =
    isGoing ||
    /^(?!worked|looked|need)\w*(?:ed|en|wn|ut|aid|ne|nd|pt|lt|ung|ran|oze|oke|went|quit)$/.test(verb);
  if (!verbObject.verbs.has(verb) || !isDone || isFelling(verbObject, verb, wordAt(end + 1)))
    return undefined;
  return { end, isSecondVerb: false, isSecondObject: false };
}

/** "trimmed our front hedges", "the hedges were trimmed", "cut and coloured my hair", "did the brakes and the tires". */
export function findWork(matcher: Matcher, tokens: readonly Token[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [at, { word }] of tokens.entries()) {
    for (const { verbObject, id } of matcher.verbObjects.get(word) ?? []) {
      const active = verbObject.verbs.has(word);
      const reach = active ? reachThing(matcher, tokens, at, verbObject) : reachVerb(tokens, at, verbObject);
      if (!reach) continue;
      const { end, isSecondVerb, isSecondObject } = reach;
      const isThing = isSecondObject || verbObject.isGeneral;
      const first = isThing && active ? end : at;
      const last = isSecondVerb || (isThing && !active) ? at : end;
      const isSlashed = tokens[first]?.word === "c" && tokens[first - 1]?.word === "/";
      const [opens, closes] = [tokens[isSlashed ? first - 2 : first], tokens[last]];
      if (!opens || !closes || last < first) continue;
      candidates.push({
        kind: "services",
        ids: [id],
        form: "phrase",
        first,
        end: last + 1,
        from: opens.from,
        to: closes.to,
      });
    }
  }
  return candidates;
}
