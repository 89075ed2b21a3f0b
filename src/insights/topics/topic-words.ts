import type { Site } from "../../schema/site.ts";
import type { Reading } from "../reader.ts";
import {
  adverbs,
  determiners,
  firstNames,
  functionWords,
  isFinite,
  relations,
  roles,
  subjects,
} from "../english.ts";
import { stripClitic } from "../sentences.ts";
import { opinionOf } from "../opinion-words.ts";
import { parseWords } from "../words.ts";
import lists from "../words/topics.json" with { type: "json" };
import { isLetters, keyOf } from "./word-keys.ts";

const { general, kinds, pointing } = parseWords(lists);
export const isGeneral = (word: string): boolean =>
  general.has(word) ||
  functionWords.has(word) ||
  determiners.has(word) ||
  subjects.has(word) ||
  adverbs.has(word);

/** Whether a word only points at the thing after it: "another cut", "the same cut". */
export const isPointing = (word: string): boolean =>
  determiners.has(word) || subjects.has(word) || adverbs.has(word) || pointing.has(word);

/** A noun may be a little good or bad, as flavor and noise are; what is more is a verdict. */
const maxOpinion = 1;

/** Whether a word may be a topic by itself: neither general, nor an opinion, nor who works, buys or is kin, nor a kind of business. */
export const mayStandAlone = (key: string): boolean =>
  key.length > 2 &&
  !isGeneral(key) &&
  !kinds.has(key) &&
  !roles.has(key) &&
  !relations.has(key) &&
  !isFinite(key) &&
  !key.endsWith("ly") &&
  Math.abs(opinionOf(key)) <= maxOpinion;

const keysIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []).map(keyOf);

/** A word without the endings that make "waiting" of "wait". */
const stemOf = (key: string): string => (key.length > 5 ? key.replace(/(?:ing|ed|er|ness|ly)$/, "") : key);

/** Words of the owner's trade, and those that stand for themselves already: in names of aspects, services and the trade. */
export function tradeWords({ aspects, services, business }: Site): {
  trade: Set<string>;
  named: (key: string) => boolean;
} {
  const trade = new Set(
    keysIn([
      ...aspects.flatMap(({ triggers, description }) => [...triggers, description]),
      ...services.map(({ description }) => description),
      business.description,
    ]),
  );
  const stems = new Set(
    keysIn([business.trade ?? "", ...[...aspects, ...services].flatMap(({ id, name }) => [id, name])]).map(
      stemOf,
    ),
  );
  return { trade, named: (key) => stems.has(stemOf(key)) };
}

/** Words that name somebody or some place: those in content, and those written with a capital inside sentences. */
export function namesOf(site: Site, readings: readonly Reading[], trade: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    for (const word of name.toLowerCase().split(/[^\p{L}']+/u)) if (word.length > 1) names.add(word);
  };
  for (const { name, aliases } of [...site.technicians, ...site.areas]) [name, ...aliases].forEach(add);
  for (const { review } of readings) add(review.author);
  add(site.business.name);
  for (const name of firstNames) names.add(name);
  // The trade may be part of the business's name; it is a word all the same.
  for (const word of trade) names.delete(word);
  const seen = new Map<string, { all: number; capital: number }>();
  for (const { review, prepared } of readings) {
    for (const { tokens } of prepared().sentences) {
      tokens.forEach(({ word, from, to }, index) => {
        if (index === 0 || !isLetters(word)) return;
        const raw = review.text.slice(from, to);
        const key = stripClitic(word);
        const counts = seen.get(key) ?? { all: 0, capital: 0 };
        counts.all += 1;
        if (/^\p{Lu}/u.test(raw) && raw !== raw.toUpperCase()) counts.capital += 1;
        seen.set(key, counts);
      });
    }
  }
  for (const [word, { all, capital }] of seen) if (capital > all / 2) names.add(word);
  return names;
}
