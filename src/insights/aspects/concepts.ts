import type { AspectEntry } from "../../schema/site.ts";
import { subjects, type AspectSubjects } from "../subjects/names.ts";
import { concepts, wordsOf } from "../subjects/concept-words.ts";
import { spellings } from "../mentions/forms.ts";

const known = concepts.map(({ subject, core, words, compared, positive, negative }) => ({
  subject: subject === undefined ? -1 : subjects.indexOf(subject),
  core: new Set(wordsOf(core).map((word) => spellings(word)[0]?.join(" ") ?? word)),
  words: wordsOf(words),
  compared: wordsOf(compared),
  positive: wordsOf(positive),
  negative: wordsOf(negative),
}));

/** How many of a concept's core words an aspect needs: one may be there by chance. */
const leastCore = 2;

/** The words that raise an aspect: the owner's, and those that English has for the same thing. */
export interface AspectWords {
  id: string;
  triggers: readonly string[];
  /** Those that raise it only where this business is compared with others. */
  compared: readonly string[];
  ignore: readonly string[];
  positive: readonly string[];
  negative: readonly string[];
  subjects: AspectSubjects;
}

/**
 * Adds to each aspect the common words of the concepts it speaks of, except words the owner gave to another aspect.
 * A concept belongs to the aspect that lists most of its core words: one quote does not speak for two aspects.
 */
export function withCommonWords(aspects: readonly AspectEntry[]): AspectWords[] {
  // "rip-off" and "rip off" are one word to the reader of texts.
  const toKey = (word: string): string => spellings(word)[0]?.join(" ") ?? word;
  const keys = (list: readonly string[]): string[] => list.map(toKey);
  const listed = aspects.map(
    ({ triggers, positive, negative, ignore }) =>
      new Set(keys([...triggers, ...positive, ...negative, ...ignore])),
  );
  const owned = aspects.map(({ triggers }) => new Set(keys(triggers)));
  const holders = known.map(({ core }) => {
    const counts = owned.map((own) => [...own].filter((word) => core.has(word)).length);
    const most = Math.max(leastCore, ...counts);
    return counts.indexOf(most);
  });
  const holdersOf = (subject: number): Set<number> =>
    new Set(holders.filter((holder, concept) => holder >= 0 && known[concept]?.subject === subject));
  return aspects.map(({ id, triggers, ignore, positive, negative }, index) => {
    const matching = known.filter((_, concept) => holders[concept] === index);
    const isFree = (word: string): boolean => !listed.some((words) => words.has(toKey(word)));
    const add = (list: "words" | "compared" | "positive" | "negative"): string[] => [
      ...new Set(matching.flatMap((concept) => concept[list]).filter(isFree)),
    ];
    const indexes = [...new Set(matching.map(({ subject }) => subject))].filter((subject) => subject >= 0);
    const given = matching
      .flatMap((concept) => [...concept.words, ...concept.positive, ...concept.negative])
      .filter((word) => listed.some((words, other) => other !== index && words.has(toKey(word))));
    return {
      id,
      // A sentence with a word that the owner gave to another aspect speaks of that one.
      ignore: [...ignore, ...new Set(given)],
      subjects: { indexes, alone: indexes.every((subject) => holdersOf(subject).size === 1) },
      triggers: [...triggers, ...add("words")],
      compared: add("compared"),
      positive: [...positive, ...add("positive")],
      negative: [...negative, ...add("negative")],
    };
  });
}
