import { determiners, functionWords, isFinite } from "../english.ts";
import type { Token } from "../sentences.ts";
import { parseTable, parseWords } from "../words.ts";
import lists from "../words/services.json" with { type: "json" };
import { inflect, pluralsOf, spellings, verbsOf } from "./forms.ts";

/** Words of a service that stand apart: a thing, and what is done to it before or after it. */
export interface Work {
  things: ReadonlySet<string>;
  verbs: ReadonlySet<string>;
  /** Forms that tell of the thing when they follow it: "the hedges were trimmed". */
  done: ReadonlySet<string>;
  /** The thing's full name: "water" of a water heater. */
  modifiers: ReadonlySet<string>;
}

export interface ServiceTerms {
  phrases: string[][];
  work: Work[];
}

export interface Service {
  id: string;
  name: string;
  description: string;
  aliases: readonly string[];
}

export const words = parseWords(lists);
const sameThing = parseTable(lists["same-thing"]);
export const single = (word: string): string =>
  pluralsOf(word).toSorted((a, b) => a.length - b.length)[0] ?? word;
const otherThings = (thing: string): readonly string[] => sameThing.get(single(thing)) ?? [];

export function toWork(
  verbs: readonly string[],
  things: readonly string[],
  modifiers: readonly string[] = [],
): Work {
  const forms = verbs.map((verb) => [...inflect(verb)]);
  return {
    things: new Set(things.flatMap(pluralsOf)),
    verbs: new Set(forms.flat()),
    // "Cut" and "put" are their own past.
    done: new Set(forms.flatMap((all) => (all.length < 4 ? all : all.slice(2)))),
    modifiers: new Set(modifiers),
  };
}

/** The readings of a name: without brackets, each of two things in one name, and without words that say nothing. */
function readingsOf(label: string): string[][] {
  const bare = label
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/\s*\([^)]*\)/g, "")
    .trim();
  const parts = bare.split(/\s+(?:and|or)\s+|\s*[&/+,]\s*(?:and\s+)?/).map((part) => part.split(/\s+/));
  const last = parts.at(-1) ?? [];
  const head = last.at(-1) ?? "";
  // "Hedge and shrub trimming".
  const isShared = parts.length > 1 && last.length > 1 && verbsOf(head).length > 0;
  const readings = isShared
    ? parts.map((part, at) => (at < parts.length - 1 && part.length === 1 ? [...part, head] : part))
    : parts.every(([word = ""], _, { length }) => length === 1 || /^\p{L}{4,}s$|^mice$/u.test(word))
      ? parts
      : [bare.split(/\s+/)];
  return readings
    .map((reading) => {
      const telling = reading.filter((word) => !words.idle.has(word));
      return telling.length > 1 || words.idle.has(reading[0] ?? "") ? telling : reading;
    })
    .filter((reading) => reading.length > 0);
}

/** All that a service's name or alias may look like in a sentence. */
function termsOfName(label: string, isTaken: (word: string) => boolean): ServiceTerms {
  const others = (thing: string): string[] => otherThings(thing).filter((other) => !isTaken(other));
  const terms: ServiceTerms = { phrases: [], work: [] };
  const add = (phrase: readonly string[]): void => {
    for (const spelling of spellings(phrase.join(" ")))
      for (const form of pluralsOf(spelling.at(-1) ?? ""))
        terms.phrases.push([...spelling.slice(0, -1), form]);
  };
  add(label.split(/\s+/));
  for (const reading of readingsOf(label)) {
    const flat = reading.map((word) => word.replaceAll("-", ""));
    const head = flat.at(-1) ?? "";
    const verbs = verbsOf(head);
    if (reading.length > 1 || !(words["needs-thing"].has(head) || words["needs-thing"].has(single(head))))
      add(reading);
    if (flat.length > 1) {
      const thing = flat.at(-2) ?? "";
      const work = verbs.length > 0 ? verbs : [head];
      if (!determiners.has(thing))
        terms.work.push(toWork(work, [thing, ...others(thing)], flat.slice(0, -2)));
      else terms.work.push(toWork([...verbsOf(flat[0]!.replace(/ed$/, "ing")), flat[0]!], [head]));
    } else if (!words["needs-thing"].has(head))
      for (const verb of /(?:ing|ion)$/.test(head) ? verbs : []) {
        // The base and "-s" of "edge" or "seed" are things, not verbs.
        for (const form of inflect(verb).slice(words["things-too"].has(verb) ? 2 : 0))
          for (const spelling of spellings(form)) terms.phrases.push(spelling);
      }
    // "They tuned up the furnace" of a tune-up.
    const [, stem = "", particle = ""] = /^(\p{L}{3,})(up|out)$/u.exec(head) ?? [];
    if (stem !== "" && !words["needs-thing"].has(head))
      for (const form of inflect(stem)) terms.phrases.push([form, particle]);
    // "Had my teeth cleaned" of dental cleaning.
    const [first = "", ...more] = label.toLowerCase().split(/\s+/);
    if (more.length === 1 && flat.length === 1 && verbs.length > 0)
      terms.work.push(toWork(verbs, otherThings(first)));
    // "She cut and colored my hair" of a haircut.
    const [, part, deed] = /^(\p{L}{3,})(cut|wash|trim|wax)s?$/u.exec(head) ?? [];
    if (part !== undefined && deed !== undefined) terms.work.push(toWork([deed], [part]));
    for (const [at, word] of reading.entries())
      for (const other of others(word)) add(reading.with(at, other));
  }
  return terms;
}

const isThing = (word: string): boolean =>
  /^\p{L}{2,}$/u.test(word) &&
  ![words["no-things"], words["needs-thing"], words.idle].some((list) => list.has(word));
/** Words of a description that are no things. */
const isTold = (word: string): boolean =>
  word.length > 3 &&
  isThing(word) &&
  !/(?:ing|ly|ed)$/.test(word) &&
  ![functionWords, words["plain-work"], words["common-things"]].some((list) => list.has(word));

/** Words of one service alone: "heater" of its name, "compressor" of its description. */
function ownersOfThings(services: readonly Service[]): Map<string, Set<string>> {
  const [named, told] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (owners: Map<string, Set<string>>, thing: string, id: string): void => {
    owners.set(thing, (owners.get(thing) ?? new Set()).add(id));
  };
  for (const { id, name, aliases, description } of services) {
    for (const reading of [name, ...aliases].flatMap(readingsOf)) {
      const isWork = verbsOf(reading.at(-1) ?? "").length > 0;
      const thing = single(reading.at(isWork ? -2 : -1) ?? "");
      if (reading.length < 4 && isThing(thing)) add(named, thing, id);
      const head = single(reading.at(-1) ?? "");
      if (isWork && reading.length > 1 && !words["no-things"].has(head) && !words.idle.has(head))
        add(named, head, id);
    }
    for (const word of description
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .map(single))
      if (isTold(word)) add(told, word, id);
  }
  return new Map([...told, ...named]);
}

/** Things say their service with verbs of any work, and as the customer's own: "did my brakes", "our heater". */
function termsOfThings(services: readonly Service[]): Map<string, ServiceTerms> {
  const owners = ownersOfThings(services);
  const terms = new Map<string, ServiceTerms>();
  for (const [thing, [id = "", ...others]] of owners) {
    if (others.length > 0) continue;
    const found = terms.get(id) ?? { phrases: [], work: [] };
    terms.set(id, found);
    const things = [thing, ...otherThings(thing).filter((one) => !owners.has(one))];
    found.work.push(toWork([...words["general-verbs"]], things));
    for (const form of pluralsOf(thing)) for (const own of words.owned) found.phrases.push([own, form]);
  }
  return terms;
}

/** By service, what its own name, aliases and things look like in a sentence. */
export function termsOfNames(services: readonly Service[]): Map<string, ServiceTerms> {
  const own = new Map<string, ServiceTerms>();
  const things = termsOfThings(services);
  const owners = new Map<string, Set<string>>();
  for (const { id, name, aliases } of services)
    for (const word of [name, ...aliases].join(" ").toLowerCase().split(/\s+/).map(single))
      owners.set(word, (owners.get(word) ?? new Set()).add(id));
  for (const { id, name, aliases } of services) {
    const isTaken = (word: string): boolean =>
      [...(owners.get(single(word)) ?? [])].some((one) => one !== id);
    const found = [name, ...aliases].map((label) => termsOfName(label, isTaken));
    const all = [...found, ...(things.has(id) ? [things.get(id)!] : [])];
    own.set(id, {
      phrases: all.flatMap(({ phrases }) => phrases),
      work: all.flatMap(({ work }) => work),
    });
  }
  return own;
}

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
