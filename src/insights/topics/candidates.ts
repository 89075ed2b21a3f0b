import { opinionOf } from "../opinion-words.ts";
import { parseWords } from "../words.ts";
import places from "../words/places.json" with { type: "json" };
import lists from "../words/topics.json" with { type: "json" };
import type { Reading } from "../reader.ts";
import { adverbs, determiners, isFinite, subjects } from "../english.ts";
import { stripClitic, type Token } from "../sentences.ts";
import { isContent, isLetters, keyOf } from "./word-keys.ts";

/**
 * What a word is in its sentence: a thing ("the gate"), most likely one ("of gate"), a part of a longer name ("gate code"),
 * what is said of something ("was raw") or what is done ("they gate").
 */
export type Use = "thing" | "noun" | "modifier" | "adjective" | "verb";

const { copulas, prepositions: others, modals, degrees } = parseWords(lists);
const prepositions = others.union(parseWords(places).prepositions);
const number = /^\d/;

const isPlainAdverb = (word: string): boolean => adverbs.has(word) || word.endsWith("ly");
/** A word after which the one before it is no part of a longer name: "the gate was", "the gate and". */
const endsName = (word: string): boolean =>
  !/^\p{L}/u.test(word) || !isContent(word) || isFinite(word) || copulas.has(word) || isPlainAdverb(word);

const isPlural = (word: string): boolean => /[^sui]s$/.test(word);

/** How the word at an index is used, as far as its neighbors tell. */
export function useOf(tokens: readonly Token[], index: number): Use | undefined {
  const [before = "", word = "", after = ""] = [-1, 0, 1].map((step) => tokens[index + step]?.word);
  if (modals.has(before) || (subjects.has(before) && !determiners.has(before))) return "verb";
  if (degrees.has(before)) return "adjective";
  if (!endsName(after)) return "modifier";
  // "a small, welcoming place"
  if (after === "," && opinionOf(word) !== 0) return undefined;
  if (determiners.has(before) || number.test(before) || before.endsWith("'s")) return "thing";
  // "for getting", "was staying"
  if (word.endsWith("ing"))
    return !isContent(before) ? "verb" : opinionOf(before) !== 0 ? "thing" : undefined;
  if (prepositions.has(before)) return isPlural(word) ? "thing" : "noun";
  if (copulas.has(before)) return "adjective";
  if (!isContent(before)) return undefined;
  // "great bread", "love oysters", "the crab bisque"
  if (opinionOf(before) !== 0 || isPlural(word) || determiners.has(tokens[index - 2]?.word ?? ""))
    return "thing";
  return isFinite(before) ? undefined : "noun";
}

/** Where a word or a phrase stands. */
export interface Occurrence {
  reading: Reading;
  /** The number of its review. */
  review: number;
  from: number;
  to: number;
  use: Use | undefined;
}

/** All places of each word and phrase, by its key: "gate", "gate code", "shrimp and grit". */
export type Candidates = Map<string, Occurrence[]>;

const joins = new Set(["and", "&", "n", "of"]);

/** Words that may be part of a topic; names, and words that stand in the name of a person, service or place, may not. */
function freeWords(tokens: readonly Token[], { mentions }: Reading, names: ReadonlySet<string>): boolean[] {
  return tokens.map(
    ({ word, from, to }) =>
      isLetters(word) &&
      isContent(word) &&
      !names.has(stripClitic(word)) &&
      !mentions.some((mention) => mention.from < to && from < mention.to),
  );
}

/** A verb makes a statement, not a topic. */
const mayJoin = (word: string): boolean => !isFinite(word) && !subjects.has(word);

export function collectCandidates(readings: readonly Reading[], names: ReadonlySet<string>): Candidates {
  const candidates: Candidates = new Map();
  const add = (key: string, occurrence: Occurrence): void => {
    const list = candidates.get(key);
    if (list) list.push(occurrence);
    else candidates.set(key, [occurrence]);
  };
  for (const [review, reading] of readings.entries()) {
    for (const { tokens } of reading.prepared().sentences) {
      const free = freeWords(tokens, reading, names);
      for (const [at, { word, from, to }] of tokens.entries()) {
        if (!free[at]) continue;
        const key = keyOf(word);
        add(key, { reading, review, from, to, use: useOf(tokens, at) });
        if (!mayJoin(word)) continue;
        const phrase = (end: number, keys: string): void => {
          const last = tokens[end];
          if (last && free[end] && mayJoin(last.word))
            add(`${keys} ${keyOf(last.word)}`, {
              reading,
              review,
              from,
              to: last.to,
              use: useOf(tokens, end),
            });
        };
        const next = tokens[at + 1];
        if (!next) continue;
        if (joins.has(next.word)) phrase(at + 2, `${key} ${next.word === "of" ? "of" : "and"}`);
        else if (free[at + 1] && mayJoin(next.word)) {
          phrase(at + 1, key);
          phrase(at + 2, `${key} ${keyOf(next.word)}`);
        }
      }
    }
  }
  return candidates;
}
