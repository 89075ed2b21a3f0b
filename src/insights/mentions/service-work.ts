import { determiners, functionWords, isFinite } from "../english.ts";
import type { Token } from "../language/tokens.ts";
import { parseWords } from "../words.ts";
import lists from "../words/services.json" with { type: "json" };
import type { Work } from "./service-terms.ts";

/** Work by each form of the thing it is done to. */
export type WorkIndex = ReadonlyMap<string, readonly { id: string; work: Work }[]>;

export function indexWork(services: Iterable<readonly [id: string, work: readonly Work[]]>): WorkIndex {
  const index = new Map<string, { id: string; work: Work }[]>();
  for (const [id, all] of services)
    for (const work of all)
      for (const thing of work.things) index.set(thing, [...(index.get(thing) ?? []), { id, work }]);
  return index;
}

export interface FoundWork {
  id: string;
  /** Token indexes; `end` exclusive. */
  first: number;
  end: number;
  /** Where the thing and the verb stand. */
  hits: [thing: number, verb: number];
}

const { fillers, passives } = parseWords(lists);
const farthest = 5;
const isJoin = (word: string): boolean => word === "and" || word === "&" || word === ",";
const isNoun = (word: string): boolean =>
  /^\p{L}{3,}$/u.test(word) &&
  !functionWords.has(word) &&
  word !== "own" &&
  !word.endsWith("ly") &&
  (!isFinite(word) || word.endsWith("ed"));

/** "trimmed our front hedges", "the hedges were trimmed", "cut and colored my hair", "did the brakes and the tires". */
export function findWork(index: WorkIndex, tokens: readonly Token[]): FoundWork[] {
  const wordAt = (at: number): string => tokens[at]?.word ?? "";
  const found: FoundWork[] = [];
  for (const thing of tokens.keys())
    for (const { id, work } of index.get(wordAt(thing)) ?? []) {
      const verb = verbBefore(wordAt, index, work, thing) ?? verbAfter(wordAt, work, thing);
      if (verb === undefined) continue;
      const [first, last] = [Math.min(thing, verb), Math.max(thing, verb)];
      found.push({ id, first, end: last + 1, hits: [thing, verb] });
    }
  return found;
}

function verbBefore(
  wordAt: (at: number) => string,
  index: WorkIndex,
  { verbs, modifiers }: Work,
  thing: number,
): number | undefined {
  let isJoined = false;
  for (let at = thing - 1; at >= Math.max(0, thing - farthest - 1); at -= 1) {
    const word = wordAt(at);
    if (verbs.has(word)) return wordAt(at + 1) === "down" && word.startsWith("cut") ? undefined : at;
    if (
      determiners.has(word) ||
      word === "of" ||
      fillers.has(word) ||
      modifiers.has(word) ||
      /'s?$/.test(word)
    )
      continue;
    if (isJoin(word)) {
      isJoined = true;
      continue;
    }
    // "Cut and colored my hair": two deeds for one thing.
    if (isFinite(word) && isJoin(wordAt(at - 1))) {
      at -= 1;
      continue;
    }
    // "Our oak tree", "a smart thermostat": a thing of any kind is that thing.
    if (at === thing - 1 && isNoun(word)) continue;
    // "The brakes and the tires", "cut and colored": what is joined is work or a thing of it too.
    if (isJoined && (index.has(word) || isFinite(word))) continue;
    return undefined;
  }
  return undefined;
}

function verbAfter(wordAt: (at: number) => string, { verbs, done }: Work, thing: number): number | undefined {
  if (verbs.has(wordAt(thing + 1))) return thing + 1;
  for (let at = thing + 1; at <= thing + farthest; at += 1) {
    const word = wordAt(at);
    if (done.has(word)) return at;
    if (!passives.has(word)) return undefined;
  }
  return undefined;
}
