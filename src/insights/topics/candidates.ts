import type { Reading } from "../aspects/readings.ts";
import { isFinite, subjects } from "../english.ts";
import { stripClitic } from "../language/token-context.ts";
import type { Token } from "../language/tokens.ts";
import { isContent } from "../language/word-classes.ts";
import { isLetters, keyOf } from "./word-keys.ts";
import { useOf, type Use } from "./word-uses.ts";

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
