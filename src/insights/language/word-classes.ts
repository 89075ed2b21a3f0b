import { contrasts, diminishers, intensifiers, negators, opinions } from "./lexicon.ts";
import { hashOf } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

export const determiners = wordSet(
  `the a an this that these those my our your his her its their some any all every each both no such what whatever`,
);
export const copulas =
  wordSet(`is are was were be been being am 's 're looks look looked tastes taste tasted seems seem seemed feels feel felt
  sounds sounded smells smelled came comes gets got became remains stays stayed remained turned went isn't wasn't aren't weren't`);
const functionWords =
  wordSet(`i you he she it we they me him us them who whom which that what where when why how there here of in on at by for with
  to from about into over under after before during between through around near than as if because since so too also just even only then
  and or but nor yet is are was were be been being am do does did done has have had having will would can could should may might must shall
  not n't no never very really quite 's 're 've 'll 'd don't didn't doesn't isn't wasn't aren't weren't it's that's i'm we're they're i've we've
  again ever out up down off back while although though however until within without per upon against toward towards along across behind
  the a an this these those my our your his her its their some any all every each both more most much many few less least
  said told asked ordered went go came come got get make made take took give gave know think thought find found say tell`);
const clauseStarters = wordSet(
  `i we he she it they the a an my our their his her this that these those there you its`,
);

/** What is known of a word wherever it stands; kept, because reviews repeat their words. */
interface WordFacts {
  opinion: number;
  class: WordClass;
  isContent: boolean;
}
const known = new Map<string, WordFacts>();
const mostKnown = 50_000;
export function factsOf(word: string): WordFacts {
  let facts = known.get(word);
  if (facts) return facts;
  facts = {
    opinion: opinionOf(word),
    class: classOf(word),
    isContent: /^[\p{L}\d]/u.test(word) && !functionWords.has(word),
  };
  if (known.size < mostKnown) known.set(word, facts);
  return facts;
}
export const isContent = (word: string): boolean => factsOf(word).isContent;
export const isNegator = (word: string): boolean => factsOf(word).class === classes.negator;

/** A class of words that matters to opinions: its number, and what stands for its words in n-grams. */
export interface WordClass {
  number: number;
  hash: number;
}
const toClass = (name: string, number: number): WordClass => ({ number, hash: hashOf(`#${name}`) });
export const classes = {
  plain: toClass("", 0),
  veryGood: toClass("p2", 1),
  good: toClass("p1", 2),
  bad: toClass("n1", 3),
  veryBad: toClass("n2", 4),
  negator: toClass("not", 5),
  contrast: toClass("but", 6),
  intensifier: toClass("very", 7),
  diminisher: toClass("bit", 8),
  figure: toClass("1", 9),
};
export const classCount = Object.keys(classes).length;

/** The class of an opinion of this strength. */
export const opinionClass = (value: number): WordClass =>
  value >= 1.5 ? classes.veryGood : value > 0 ? classes.good : value <= -1.5 ? classes.veryBad : classes.bad;

function classOf(word: string): WordClass {
  if (negators.has(word) || word.endsWith("n't")) return classes.negator;
  if (contrasts.has(word)) return classes.contrast;
  if (intensifiers.has(word)) return classes.intensifier;
  if (diminishers.has(word)) return classes.diminisher;
  return /^\d/.test(word) ? classes.figure : classes.plain;
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

export function barrierOf(word: string, next: string): number {
  // "and" before a new subject opens a clause; between two adjectives it does not.
  if (joins.has(word) && clauseStarters.has(next)) return 1;
  return barriers.get(word) ?? (word.startsWith("..") ? 2 : 0);
}
