import { stripClitic } from "../sentences.ts";
import { determiners, firstNames, functionWords, wordClassOf } from "../english.ts";
import { parseWords, type WordClass } from "../words.ts";
import names from "../words/names.json" with { type: "json" };
import people from "../words/people.json" with { type: "json" };
import lists from "../words/places.json" with { type: "json" };
import {
  findPattern,
  isCapitalAt,
  isShoutedAt,
  isWordAt,
  parsePatterns,
  wordAt,
  type Sentence,
} from "./contexts.ts";
import { isAddress, isNamesake } from "./person-names.ts";
import { isElsewhere, isInRegion } from "./regions.ts";

const words = parseWords(lists);
const { towns } = parseWords(people);

const isNameToo = (name: string): boolean =>
  words["name-towns"].has(name) || towns.has(name) || firstNames.has(name);
const isWordToo = (name: string): boolean =>
  !isNameToo(name) &&
  (words["word-towns"].has(name) || functionWords.has(name) || wordClassOf(name) !== undefined);

const bareAt = (sentence: Sentence, index: number): string => stripClitic(wordAt(sentence, index));
const isPatterns = ({ words: [first = ""] }: WordClass): boolean => first.includes("[");
const patterns = parsePatterns(
  lists,
  {
    name: (sentence, index) => isNameToo(bareAt(sentence, index)),
    wordtown: (sentence, index) => isWordToo(bareAt(sentence, index)),
    firstname: (sentence, index) =>
      firstNames.has(wordAt(sentence, index)) &&
      isCapitalAt(sentence, index) &&
      !sentence.staffNames.has(wordAt(sentence, index)),
  },
  // Jobs, traits and titles tell people from places; patterns of people are none of places.
  Object.fromEntries(
    Object.entries({ ...people, titles: names.titles }).filter(([, found]) => !isPatterns(found)),
  ),
);

/** Other meanings of a place's name, "new hope" by its last word. */
const isAmbiguous = (name: string): boolean => {
  const word = name.replace(/^(?:new|good) /, "");
  return isNameToo(word) || isWordToo(word);
};

/** "Downtown Lincoln", "Love Auburn": a capital before a place that is none of its name. */
const mayPrecede = (word: string): boolean =>
  functionWords.has(word) ||
  determiners.has(word) ||
  words.local.has(word) ||
  words["may-precede"].has(word) ||
  words.around.has(word);

/** Is the name at tokens [from, to) the place, and not a road, a school or a person called after it? */
export function isPlace(sentence: Sentence, from: number, to: number, regions: readonly string[]): boolean {
  const end = sentence.tokens[to - 1]?.to ?? 0;
  const rest = sentence.text.slice(end, end + 40);
  if (isElsewhere(rest, regions)) return false;
  if (isInRegion(rest, regions)) return true;
  if (isAddress(sentence, from, to)) return false;
  // "The Azalea District" has an article of its own.
  const isWhole = to - from > 1 && words.local.has(bareAt(sentence, to - 1));
  if (!isWhole && findPattern(patterns.owned, sentence, from, to)) return false;
  const isKin = isNamesake(sentence, from, to) && !wordAt(sentence, from - 1).endsWith("'s");
  if (isKin || findPattern(patterns["not-there"], sentence, from, to)) return false;
  const name = sentence.tokens
    .slice(from, to)
    .map((_, step) => bareAt(sentence, from + step))
    .join(" ");
  if (isAmbiguous(name)) return findPattern(patterns.there, sentence, from, to) !== undefined;
  // "Old Abe Lincoln": a capital before the name belongs to a longer one.
  const before = wordAt(sentence, from - 1);
  const isLonger =
    isCapitalAt(sentence, from) &&
    isCapitalAt(sentence, from - 1) &&
    from > 1 &&
    isWordAt(sentence, from - 2) &&
    !isShoutedAt(sentence, from - 1) &&
    !mayPrecede(before);
  if (isLonger) return false;
  const after = bareAt(sentence, to);
  if (!isCapitalAt(sentence, to) || !isWordAt(sentence, to)) return true;
  return (
    functionWords.has(wordAt(sentence, to)) ||
    words.local.has(after) ||
    sentence.staffNames.has(after) ||
    sentence.known.has(after)
  );
}
