import type { AspectEntry } from "../schema/site.ts";
import { spellings } from "./mentions/forms.ts";
import { parseWords } from "./words.ts";
import lists from "./words/subjects.json" with { type: "json" };

/** The subjects that customers of any trade judge, as the network knows them. */
export const subjects = [
  "price",
  "time",
  "work",
  "staff",
  "communication",
  "honesty",
  "clean",
  "booking",
  "room",
  "location",
  "food",
  "ambience",
] as const;
export type Subject = (typeof subjects)[number];

const words = parseWords(lists);
const byWord = new Map<string, Subject[]>();
for (const subject of subjects)
  for (const word of words[subject]) byWord.set(word, [...(byWord.get(word) ?? []), subject]);

/** The subjects that a word speaks of in common English. */
export const subjectsOfWord = (word: string): readonly Subject[] => byWord.get(word) ?? [];

/** "rip-off" and "rip off" are one word to the reader of texts. */
const toKey = (word: string): string => spellings(word)[0]?.join(" ") ?? word;

/** Words by which an owner names a subject: `price-1`, several classes to one subject. */
const names = Object.entries(words).flatMap(([name, phrases]) => {
  const subject = subjects.indexOf(name.replace(/-\d$/, "") as Subject);
  return /-\d$/.test(name) ? [{ subject, phrases: new Set([...phrases].map(toKey)) }] : [];
});

/** How many names of a subject an aspect needs: one may be there by chance. */
const minNames = 2;

export interface AspectSubjects {
  /** Into `subjects`; empty for an aspect of a trade's own, of which the network knows nothing. */
  indexes: readonly number[];
  /** No other aspect speaks of them: what a sentence says of them is this one's. */
  alone: boolean;
}

/** The subjects that each aspect speaks of: a class of names belongs to the aspect that lists most of them. */
export function subjectsOf(aspects: readonly Pick<AspectEntry, "triggers">[]): AspectSubjects[] {
  const listed = aspects.map(({ triggers }) => new Set(triggers.map(toKey)));
  const owned = names.map(({ subject, phrases }) => {
    const counts = listed.map((own) => own.intersection(phrases).size);
    return { subject, aspect: counts.indexOf(Math.max(minNames, ...counts)) };
  });
  return aspects.map((_, aspect) => {
    const indexes = [...new Set(owned.flatMap((one) => (one.aspect === aspect ? [one.subject] : [])))];
    const alone = indexes.every((index) =>
      owned.every((one) => one.subject !== index || one.aspect === aspect || one.aspect < 0),
    );
    return { indexes, alone };
  });
}
