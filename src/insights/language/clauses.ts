import { contrasts, diminishers, intensifiers, irrealis, negators, opinions } from "./lexicon.ts";
import { findPhrases, type PhraseBook } from "./phrases.ts";
import { isPronoun } from "./pronouns.ts";
import type { SentenceReading } from "./sentence-reading.ts";
import { hashOf, type Token } from "./tokens.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const determiners = words(
  `the a an this that these those my our your his her its their some any all every each both no such what whatever`,
);
const copulas =
  words(`is are was were be been being am 's 're looks look looked tastes taste tasted seems seem seemed feels feel felt
  sounds sounded smells smelled came comes gets got became remains stays stayed remained turned went isn't wasn't aren't weren't`);
const functionWords =
  words(`i you he she it we they me him us them who whom which that what where when why how there here of in on at by for with
  to from about into over under after before during between through around near than as if because since so too also just even only then
  and or but nor yet is are was were be been being am do does did done has have had having will would can could should may might must shall
  not n't no never very really quite 's 're 've 'll 'd don't didn't doesn't isn't wasn't aren't weren't it's that's i'm we're they're i've we've
  again ever out up down off back while although though however until within without per upon against toward towards along across behind
  the a an this these those my our your his her its their some any all every each both more most much many few less least
  said told asked ordered went go came come got get make made take took give gave know think thought find found say tell`);
const clauseStarters = words(
  `i we he she it they the a an my our their his her this that these those there you its`,
);

/** What is known of a word wherever it stands; kept, because reviews repeat their words. */
interface WordFacts {
  opinion: number;
  role: Role;
  content: boolean;
}
const known = new Map<string, WordFacts>();
const mostKnown = 50_000;
function factsOf(word: string): WordFacts {
  let facts = known.get(word);
  if (facts) return facts;
  facts = {
    opinion: opinionOf(word),
    role: roleOf(word),
    content: /^[\p{L}\d]/u.test(word) && !functionWords.has(word),
  };
  if (known.size < mostKnown) known.set(word, facts);
  return facts;
}
const isContent = (word: string): boolean => factsOf(word).content;
const isNegator = (word: string): boolean => factsOf(word).role === "not";

/** Classes of words that matter to opinions; the first is every other word. */
export const roles = ["", "p2", "p1", "n1", "n2", "not", "but", "very", "bit", "1"] as const;
type Role = (typeof roles)[number];
const roleIndex = new Map<Role, number>(roles.map((role, index) => [role, index]));
const roleHashes = roles.map((role) => hashOf(`#${role}`));

const unknownHash = hashOf("");
const opinionRole = (value: number): Role =>
  value >= 1.5 ? "p2" : value > 0 ? "p1" : value <= -1.5 ? "n2" : "n1";
export const roleNumber = (value: number): number => roleIndex.get(opinionRole(value))!;
export const roleHash = (value: number): number => roleHashes[roleNumber(value)]!;

function roleOf(word: string): Role {
  if (negators.has(word) || word.endsWith("n't")) return "not";
  if (contrasts.has(word)) return "but";
  if (intensifiers.has(word)) return "very";
  if (diminishers.has(word)) return "bit";
  return /^\d/.test(word) ? "1" : "";
}

/** Letters drawn out for stress ("sooooo", "greaaat") are read as the word they stretch. */
function opinionOf(word: string): number {
  const grade = opinions.get(word);
  if (grade !== undefined) return grade;
  if (/(.)\1\1/.test(word))
    return (
      opinions.get(word.replace(/(.)\1{2,}/g, "$1$1")) ?? opinions.get(word.replace(/(.)\1{2,}/g, "$1")) ?? 0
    );
  return 0;
}

/** How much each mark or word parts what stands before it from what follows. */
const barriers = new Map<string, number>([
  ...[";", ":", "(", ")", ".", "!", "?", "…", ...contrasts].map((word) => [word, 2] as const),
  ...[",", "-", "–", "—", "/"].map((word) => [word, 1] as const),
  ...["because", "since", "when", "so", "after", "until", "if", "before"].map((word) => [word, 0.7] as const),
  ...["which", "who", "that", "where", "and", "or", "plus"].map((word) => [word, 0.4] as const),
]);
const joins = new Set(["and", "or", "plus"]);

function barrierAt(list: readonly string[], index: number): number {
  const word = list[index]!;
  // "and" before a new subject opens a clause; between two adjectives it does not.
  if (joins.has(word) && clauseStarters.has(list[index + 1] ?? "")) return 1;
  return barriers.get(word) ?? (word.startsWith("..") ? 2 : 0);
}

/** Readings by their tokens: one sentence is asked about many targets. 11 % of `npm run bench -- insights`. */
const readings = new WeakMap<readonly Token[], { books: readonly PhraseBook[]; reading: SentenceReading }>();

/** Reads a sentence; the same tokens are read once. */
export function readSentence(tokens: readonly Token[], books: readonly PhraseBook[]): SentenceReading {
  const before = readings.get(tokens);
  if (before?.books === books) return before.reading;
  const reading = readAnew(tokens, books);
  readings.set(tokens, { books, reading });
  return reading;
}

function readAnew(tokens: readonly Token[], books: readonly PhraseBook[]): SentenceReading {
  const size = tokens.length;
  const reading: SentenceReading = {
    tokens,
    valence: new Float64Array(size),
    kind: new Uint32Array(size),
    said: Uint32Array.from(tokens, ({ hash }) => hash),
    role: new Uint8Array(size),
    barrier: new Float64Array(size),
    contrast: new Float64Array(size),
    holderFrom: new Int32Array(size).fill(-1),
    holderTo: new Int32Array(size).fill(-1),
    holderSide: new Uint8Array(size),
    pronoun: new Int32Array(size).fill(-1),
    than: new Int32Array(size).fill(-1),
    aside: new Uint8Array(size),
    units: [],
  };
  const list = tokens.map((token) => token.word);
  const start = Int32Array.from(list, (_, index) => index);
  const inPhrase = new Uint8Array(size);
  // "Not" in "not only" negates nothing.
  const inPlainPhrase = new Uint8Array(size);
  for (let index = 0; index < size; index++) reading.valence[index] = factsOf(list[index]!).opinion;
  for (const phrase of findPhrases(list, books)) {
    for (let index = phrase.start; index < phrase.end; index++) {
      if (reading.valence[index]! * phrase.grade < 0) reading.said[index] = roleHash(phrase.grade);
      reading.valence[index] = 0;
      inPhrase[index] = 1;
      if (phrase.grade === 0) inPlainPhrase[index] = 1;
    }
    // The phrase counts once, at its last word.
    reading.valence[phrase.end - 1] = phrase.grade;
    start[phrase.end - 1] = phrase.start;
  }
  let barrier = 0;
  let contrast = 0;
  for (let index = 0; index < size; index++) {
    const step = inPhrase[index] && list[index] !== "," ? 0 : barrierAt(list, index);
    barrier += step;
    if (contrasts.has(list[index]!)) contrast++;
    reading.barrier[index] = barrier;
    reading.contrast[index] = contrast;
  }
  markComparisons(reading, list);
  const question = list.findLast((word) => !/^["')\]]$/.test(word)) === "?" && !list.includes("even");
  const base = Float64Array.from(reading.valence);
  for (let index = 0; index < size; index++) {
    const word = list[index]!;
    const assign = (role: Role): void => {
      reading.role[index] = roleIndex.get(role)!;
      reading.kind[index] = role === "" ? tokens[index]!.hash : roleHashes[reading.role[index]!]!;
    };
    if (base[index] === 0) {
      const { role } = factsOf(word);
      assign(inPlainPhrase[index] ? "" : role);
      if (inPlainPhrase[index] && role === "not") reading.said[index] = reading.kind[index] = unknownHash;
      continue;
    }
    const unit: number[] = [];
    for (let at = start[index]!; at <= index; at++) unit.push(at);
    reading.units[index] = unit;
    reading.valence[index] = inContext(list, base, reading.barrier, inPhrase, start[index]!, index, unit);
    const mood = reading.valence[index]! > 0 ? moodOf(list, reading.barrier, start[index]!) : "real";
    if (mood === "missed") reading.valence[index] = -Math.max(1, 0.7 * reading.valence[index]!);
    // Questions and conditions do not praise. What they complain of may still be meant.
    if ((question || mood === "supposed") && reading.valence[index]! > 0) {
      reading.valence[index] = 0;
      assign("");
      continue;
    }
    const value = reading.valence[index]!;
    assign(opinionRole(value));
    if (value * base[index]! < 0) reading.said[index] = reading.kind[index]!;
    findHolder(reading, list, base, start[index]!, index + 1);
  }
  return reading;
}

function markComparisons({ than, aside }: SentenceReading, list: readonly string[]): void {
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "than" || (list[at] === "over" && list[at - 1] === "preferred")) {
      for (
        let back = at - 1;
        back >= 0 && at - back <= 7 && list[back] !== "," && list[back] !== "but";
        back--
      )
        than[back] = at;
    }
    const scene =
      list[at] === "unlike" || (list[at] === "compared" && /^(?:to|with)$/.test(list[at + 1] ?? ""));
    if (!scene) continue;
    for (let next = at; next < list.length && list[next] !== "," && list[next] !== "."; next++)
      aside[next] = 1;
  }
}

/** The opinion at one word as it falls on a target at [from, to): turned round on the losing side of a comparison. */
export function valenceFor({ valence, than, aside }: SentenceReading, at: number, from: number): number {
  const value = valence[at]!;
  if (value === 0) return 0;
  if (than[at]! >= 0 && from > than[at]! && at < from) return -0.8 * value;
  if (aside[from] === 1 && aside[at] === 0) return -0.7 * value;
  return value;
}

const supposing = words(`hope hopefully whether might`);
const missing = words(`wish wished should ought supposed expected expecting hoping hoped shouldn't`);

/** Whether praise is meant as it stands, only supposed ("if you need a good mower"), or missed ("used to be good"). */
function moodOf(
  list: readonly string[],
  barrier: Float64Array,
  start: number,
): "real" | "supposed" | "missed" {
  for (let back = start - 1; back >= 0 && start - back <= 8; back--) {
    const word = list[back]!;
    if (barrier[start]! - barrier[back]! >= 1 || word === "," || word === "and") break;
    if (missing.has(word)) return "missed";
    if (word === "used" && list[back + 1] === "to" && !copulas.has(list[back - 1] ?? "")) return "missed";
    if (word === "if" && list[back + 1] === "only") return "missed";
    if (supposing.has(word) || (word === "if" && /^(?:you|we|anyone|they)$/.test(list[back + 1] ?? "")))
      return "supposed";
  }
  return "real";
}

/** Negation, strength and unreality before an opinion, within its clause. */
function inContext(
  list: readonly string[],
  base: Float64Array,
  barrier: Float64Array,
  inPhrase: Uint8Array,
  start: number,
  index: number,
  unit: number[],
): number {
  let value = base[index]!;
  let negated = false;
  let unreal = false;
  for (let back = start - 1, steps = 0; back >= 0 && steps < 6; back--, steps++) {
    const word = list[back]!;
    if (barrier[start]! - barrier[back]! >= 1) break;
    if (word === "," || word === "but" || word === ";") break;
    if (inPhrase[back]) {
      if (base[back] !== 0) break;
      continue;
    }
    if (steps < 2) {
      if (word === "too" && list[back - 1] !== "not") value = value > 0 && value < 1.5 ? -1 : value * 1.2;
      else if (intensifiers.has(word)) value *= 1.25;
      else if (diminishers.has(word)) value *= 0.7;
    }
    if (isNegator(word) && !(word === "no" && steps > 3)) {
      negated = !negated;
      unit.push(back);
      continue;
    }
    if (irrealis.has(word)) unreal = true;
    // A verb of its own with its own opinion closes the scope of what stands before.
    if (base[back] !== 0 && steps > 2 && Math.sign(base[back]!) !== Math.sign(value)) break;
  }
  if (negated) value = value > 0 ? -0.85 * Math.max(value, 1) : Math.min(1.2, -0.6 * value);
  if (unreal) value *= 0.6;
  return value;
}

function findHolder(
  reading: SentenceReading,
  list: readonly string[],
  base: Float64Array,
  start: number,
  end: number,
): void {
  const index = end - 1;
  let at = end;
  while (
    at < list.length &&
    at < end + 6 &&
    (base[at] !== 0 ||
      list[at] === "and" ||
      (list[at] === "," && base[at + 1] !== 0) ||
      intensifiers.has(list[at]!) ||
      determiners.has(list[at]!))
  )
    at++;
  if (at < list.length && at === end && isPronoun(list[at]!)) {
    reading.pronoun[index] = at;
    return;
  }
  if (
    at < list.length &&
    isContent(list[at]!) &&
    !copulas.has(list[at]!) &&
    !(list[at - 1] === "and" && at - 1 >= end)
  ) {
    let to = at + 1;
    while (to < list.length && to < at + 4 && isContent(list[to]!) && base[to] === 0) to++;
    while (list[to] === "and" && isContent(list[to + 1] ?? ".") && base[to + 1] === 0) to += 2;
    reading.holderFrom[index] = at;
    reading.holderTo[index] = to;
    reading.holderSide[index] = 1;
    return;
  }
  at = start - 1;
  let copula = false;
  while (at >= 0 && start - at < 12) {
    const word = list[at]!;
    if (copulas.has(word)) copula = true;
    else if (isPronoun(word)) {
      reading.pronoun[index] = at;
      return;
    } else if (isContent(word) && base[at] === 0 && !intensifiers.has(word) && !diminishers.has(word)) break;
    else if (contrasts.has(word) || word === ";" || word === "." || word === "(") return;
    at--;
  }
  if (at < 0 || !isContent(list[at]!)) return;
  let from = at;
  for (;;) {
    const before = list[from - 1];
    if (before === undefined) break;
    if (isContent(before)) from--;
    else if (
      (before === "and" || before === "," || before === "or" || before === "&") &&
      from >= 2 &&
      copula
    ) {
      if (isContent(list[from - 2]!)) from -= 2;
      else break;
    } else if (
      determiners.has(before) &&
      (list[from - 2] === "and" || list[from - 2] === ",") &&
      from >= 3 &&
      copula &&
      isContent(list[from - 3]!)
    )
      from -= 3;
    else break;
  }
  reading.holderFrom[index] = from;
  reading.holderTo[index] = at + 1;
  reading.holderSide[index] = copula ? 2 : 3;
}
