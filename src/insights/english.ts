import { parseWords } from "./words.ts";
import lists from "./words/english.json" with { type: "json" };

const words = parseWords(lists);
export const { determiners, subjects, adverbs, relations, roles } = words;
export const functionWords = words["function-words"];
export const firstNames = words["first-names"];
const { verbs } = words;

const thirdPerson = new Set(
  [...verbs].map((verb) =>
    /(?:[sxz]|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`,
  ),
).add("has");

/** True for a verb form that agrees with "he" and is no infinitive: "came", "explains", "fixed". */
export const isFinite = (word: string): boolean =>
  words["past-forms"].has(word) ||
  thirdPerson.has(word) ||
  (word.length > 4 && word.endsWith("ed") && !words["not-past"].has(word));

/** True for an infinitive that is no past form too: "recommend", not "cut". */
export const isInfinitive = (word: string): boolean => verbs.has(word) && !words["same-past"].has(word);

export const isSeason = (name: string): boolean => words.months.has(name);

/** How a first name is used where it is a word: "will", "grant", "hope". */
export const wordClassOf = (name: string): "modal" | "verb" | "noun" | undefined =>
  words["modal-names"].has(name)
    ? "modal"
    : words["verb-names"].has(name)
      ? "verb"
      : words["noun-names"].has(name)
        ? "noun"
        : undefined;
