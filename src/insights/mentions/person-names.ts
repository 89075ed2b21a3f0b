import { stripClitic } from "../sentences.ts";
import { firstNames, functionWords, isFinite, isSeason, relations, roles, wordClassOf } from "../english.ts";
import names from "../words/names.json" with { type: "json" };
import lists from "../words/people.json" with { type: "json" };
import { parseWords } from "../words.ts";
import { isElsewhere } from "./regions.ts";
import {
  findPattern,
  isCapitalAt,
  isShoutedAt,
  isWordAt,
  parsePatterns,
  rawAt,
  wordAt,
  type Sentence,
} from "./contexts.ts";

/** After a namesake, the bare name means that other person in the rest of the review. */
export type NameSense = "staff" | "other" | "namesake";

const words = parseWords(lists);
const { titles } = parseWords(names);
const bareAt = (sentence: Sentence, index: number): string => stripClitic(wordAt(sentence, index));

/** "Our plumber Mark" is ours where the business is a plumber's. */
const isOurTrade = ({ known }: Sentence, relation: string): boolean => {
  const stem = /^(plumb|electric|paint|roof|contract|handyman)/.exec(relation)?.[0];
  return stem !== undefined && [...known].some((word) => word.startsWith(stem));
};

/** A word of our own name, or one that is written together with its neighbor: "Green Hollow". */
const isOurs = ({ known }: Sentence, word: string): boolean =>
  known.has(word) ||
  (word.length > 3 &&
    [...known].some((own) => own.length > 3 && (own.startsWith(word) || word.startsWith(own))));

const patterns = parsePatterns(
  lists,
  {
    kin: (sentence, index) =>
      relations.has(bareAt(sentence, index)) && !isOurTrade(sentence, bareAt(sentence, index)),
    months: (sentence, index) => isSeason(bareAt(sentence, index)),
    modal: (sentence, index) => wordClassOf(bareAt(sentence, index)) === "modal",
    verbname: (sentence, index) => wordClassOf(bareAt(sentence, index)) === "verb",
    notnormal: ({ typing }) => typing !== "normal",
    // Words before the subject of a clause.
    clause: (sentence, index) => !isWordAt(sentence, index) || words.openers.has(wordAt(sentence, index)),
    region: ({ text, tokens }, index) =>
      isElsewhere(`, ${text.slice(tokens[index]?.from ?? text.length)}`, []),
    // A firm or a house that is not ours: "Kate over at the Supercuts".
    foreign: (sentence, index) =>
      isCapitalAt(sentence, index) &&
      !functionWords.has(wordAt(sentence, index)) &&
      !isElsewhere(` ${sentence.text.slice(sentence.tokens[index]?.from)}`, []) &&
      ![0, 1, 2, 3].some(
        (step) =>
          words.branches.has(wordAt(sentence, index + step)) ||
          isOurs(sentence, bareAt(sentence, index + step)),
      ),
  },
  { titles: names.titles },
);

/** People a customer knows from elsewhere. */
export const isNamesake = (sentence: Sentence, from: number, to: number): boolean =>
  findPattern(patterns.namesake, sentence, from, to) !== undefined;

/** The meaning of the bare name at tokens [from, to): one of the staff, or somebody or something else. */
export function readName(sentence: Sentence, from: number, to: number): NameSense {
  const stands = (name: "not-staff" | "person" | "thing" | "acts"): boolean =>
    findPattern(patterns[name], sentence, from, to) !== undefined;
  if (isNamesake(sentence, from, to)) return "namesake";
  if (isAddress(sentence, from, to) || isSignature(sentence, from, to)) return "other";
  if (isOtherFullName(sentence, from, to) || stands("not-staff")) return "other";
  if (wordClassOf(bareAt(sentence, from)) === undefined || to - from > 1) return "staff";
  if (stands("person")) return "staff";
  if (stands("thing")) return "other";
  // A capital inside a sentence makes a name.
  const isInside = from > 0 && (isWordAt(sentence, from - 1) || /^[,&]$/.test(wordAt(sentence, from - 1)));
  const isName = isInside && isCapitalAt(sentence, from) && !isShoutedAt(sentence, from);
  return (isName && !isSeason(bareAt(sentence, from))) || stands("acts") ? "staff" : "other";
}

export function isAddress({ text, tokens }: Sentence, from: number, to: number): boolean {
  const [start, end] = [tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0];
  const before = text.slice(Math.max(0, start - 80), start);
  // "Co-ed", "Kay-lee's": part of a longer word; a dash as in "call Mike-he is great" is none.
  return (
    /(?:[@_]|\/\/\S*|\w\.\w+\/\S*|[\p{L}\d]-)$/u.test(before) ||
    /^(?:[@_]|\.\p{Ll}|-\p{Lu})/u.test(text.slice(end, end + 2))
  );
}

/** A signature stands at the end; only so much before and after it is looked at. */
function isSignature({ text, tokens }: Sentence, from: number, to: number): boolean {
  const [start, end] = [tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0];
  const rest = text.slice(end, end + 40);
  const earlier = text.slice(Math.max(0, start - 50), start);
  if (
    /\b(?:respectfully|sincerely|regards|best wishes|warmly),?\s+(?:\p{Lu}\p{L}* ?(?:&|and) ?)?$/iu.test(
      earlier,
    )
  )
    return true;
  if (!/^(?:[ \t]+\p{Lu}\p{Ll}*\.?)?[\s.]{0,9}$/u.test(rest)) return false;
  // "Keep it up! Brad": a last sentence of nothing but a name.
  const isLast = /^[\s.]{0,9}$/u.test(rest) && /[^.\s]{2}[.!?…]\s+$/u.test(earlier);
  if (isLast && !/\bask(?:ed)? for\b/iu.test(earlier)) return true;
  return /(?:\n|[.!?…)"'”’]\s{0,3}[-–—~]{1,3}|\n\s{0,3}[-–—~]{1,3}|\b(?:signed|cheers),?)\s{0,3}$/iu.test(
    earlier,
  );
}

const isKnownWord = (sentence: Sentence, index: number): boolean =>
  [wordAt(sentence, index), bareAt(sentence, index)].some((word) => functionWords.has(word)) ||
  sentence.staffNames.has(bareAt(sentence, index)) ||
  sentence.known.has(bareAt(sentence, index)) ||
  isFinite(bareAt(sentence, index));

/** "Will Ferrell", "Dr. Rosa K." against "Will Did" and "Will ROCKS". */
export function hasOtherSurname(sentence: Sentence, to: number): boolean {
  if (!isCapitalAt(sentence, to) || !isWordAt(sentence, to)) return false;
  const raw = rawAt(sentence, to);
  if (/^\p{Lu}['’]s$/u.test(raw)) return true;
  if (raw.length === 1) return raw !== "I" && (wordAt(sentence, to + 1) === "." || raw !== "A");
  return (
    !isShoutedAt(sentence, to) &&
    !isKnownWord(sentence, to) &&
    !words["staff-words"].has(wordAt(sentence, to))
  );
}

/** "Will Ferrell", "Rosa's Kitchen" and "Hugh Grant". */
function isOtherFullName(sentence: Sentence, from: number, to: number): boolean {
  if (sentence.typing !== "normal") return false;
  if (hasOtherSurname(sentence, to)) return true;
  const before = bareAt(sentence, from - 1);
  // "Ulysses S. Grant".
  if (before === "." && rawAt(sentence, from - 2).length === 1 && firstNames.has(wordAt(sentence, from - 3)))
    return true;
  const isPair = isCapitalAt(sentence, from) && isCapitalAt(sentence, from - 1);
  if (!isPair || !isWordAt(sentence, from - 1)) return false;
  if (firstNames.has(before) && !sentence.staffNames.has(before)) return true;
  const isOpening = from === 1 || (!isWordAt(sentence, from - 2) && wordAt(sentence, from - 2) !== "'");
  const isExpected =
    isKnownWord(sentence, from - 1) || roles.has(before) || words.jobs.has(before) || titles.has(before);
  return !isOpening && !isShoutedAt(sentence, from - 1) && !isExpected;
}
