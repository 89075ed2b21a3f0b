import { adverbs, determiners, isFinite, subjects } from "../english.ts";
import type { Token } from "../language/tokens.ts";
import { copulas, factsOf, isContent } from "../language/word-classes.ts";
import { wordSet } from "../language/word-set.ts";

/**
 * What a word is in its sentence: a thing ("the gate"), most likely one ("of gate"), a part of a longer name ("gate code"),
 * what is said of something ("was raw") or what is done ("they gate").
 */
export type Use = "thing" | "noun" | "modifier" | "adjective" | "verb";

const prepositions = wordSet(
  "of in on at by for with from about into over under after before during through without per",
);
const modals = wordSet(
  "to will would can could should may might must don't didn't doesn't won't can't couldn't not please let",
);
const degrees = wordSet(
  "very so too extremely super really quite pretty more most as rather somewhat incredibly",
);
const number = /^\d/;

const isPlainAdverb = (word: string): boolean => adverbs.has(word) || word.endsWith("ly");
/** A word after which the one before it is no part of a longer name: "the gate was", "the gate and". */
const endsName = (word: string): boolean =>
  !/^\p{L}/u.test(word) || !isContent(word) || isFinite(word) || copulas.has(word) || isPlainAdverb(word);

const isPlural = (word: string): boolean => /[^sui]s$/.test(word);

/** How the word at an index is used, as far as its neighbours tell. */
export function useOf(tokens: readonly Token[], index: number): Use | undefined {
  const [before = "", word = "", after = ""] = [-1, 0, 1].map((step) => tokens[index + step]?.word);
  if (modals.has(before) || (subjects.has(before) && !determiners.has(before))) return "verb";
  if (degrees.has(before)) return "adjective";
  if (!endsName(after)) return "modifier";
  // "a small, welcoming place"
  if (after === "," && factsOf(word).opinion !== 0) return undefined;
  if (determiners.has(before) || number.test(before) || before.endsWith("'s")) return "thing";
  // "for getting", "was staying"
  if (word.endsWith("ing"))
    return !isContent(before) ? "verb" : factsOf(before).opinion !== 0 ? "thing" : undefined;
  if (prepositions.has(before)) return isPlural(word) ? "thing" : "noun";
  if (copulas.has(before)) return "adjective";
  if (!isContent(before)) return undefined;
  // "great bread", "love oysters", "the crab bisque"
  if (factsOf(before).opinion !== 0 || isPlural(word) || determiners.has(tokens[index - 2]?.word ?? ""))
    return "thing";
  return isFinite(before) ? undefined : "noun";
}
