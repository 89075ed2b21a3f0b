import {
  firstNames,
  functionWords,
  honorifics,
  humanTraits,
  isFinite,
  isInfinitive,
  isPersonalVerb,
  otherTitles,
  placeNouns,
  roles,
} from "../language/english.ts";
import { isAddress, isAtDesk, isRelative } from "./namesakes.ts";
import { isLocated, isOtherThanPlace } from "./place-cues.ts";
import { isFarAway, localThings } from "./place-names.ts";
import { isAbroad, isElsewhere, isInRegion } from "./regions.ts";
import type { Token } from "../language/tokens.ts";
import { createTokenContext, type SentenceContext, type TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

/** Names of places that are also words: without a capital they are the word. */
const placeWords =
  wordSet(`riverside lakeside downtown midtown uptown westside eastside heights highlands meadows meadow
  summit park springs village hillside hillcrest creek brook grove glen harbor valley ridge woodland woodlands woods plaza
  hills orchard crossing landing center fairview pleasant greenfield clearwater fields oaks pines maples lakes shores point
  green commons estates farms`);
const areas = wordSet(
  "area neighborhood neighbourhood subdivision community residents folks heat customers homeowners families",
);
const centers = wordSet(
  "downtown midtown uptown park plaza center point green commons woods springs landing",
);
const otherPlaceBefore = wordSet(
  "north south east west upper lower new lake mount mt fort ft port st saint san",
);
const groups =
  wordSet(`lawn landscaping landscapes turf garden gardens nursery hardware motors bakery diner gazette tavern
  police fire market design air marathon dental vet veterinary animal construction realty times herald news tigers lions`);
/** Place nouns that are also plain words behind a place: "the Fernwick park", "our Dunmere place". */
const plainNouns = wordSet("park drive place way club center square school high");
const prepositions = wordSet(
  "in to from near around at serving of through outside into across within throughout by beyond",
);
const makes = wordSet("dealer dealership car truck suv sedan town navigator continental mkz mkx logs hilton");

/** "my Lincoln", "a 2015 Lincoln", "auburn hair": a thing of the customer's, or just the word. */
function isBelonging({ at, isWord, isCapital, typing, from, to }: TokenContext): boolean {
  if (makes.has(at(to))) return true;
  const before = at(from - 1);
  // "Had to bend the pipe", "a lot of independence": without a capital more than a preposition is needed.
  if (typing === "normal" && !isCapital(from))
    return !prepositions.has(before) || before === "of" || (before === "to" && determiners.has(at(to)));
  const owned = ["my", "his", "her", "their", "your", "a", "an", "this", "another", "used", "new"].includes(
    before,
  );
  return (
    (owned || /^(?:19|20)\d\d$/.test(before)) &&
    !localThings.has(at(to)) &&
    !(isWord(to) && plainNouns.has(at(to)))
  );
}

const determiners = wordSet("the a an my our your his her their this that these those all some every other");

/** "In Paris on vacation", "our trip to Paris": where the customer was meanwhile, in towns whose name is known elsewhere. */
const isTravel = ({ at, from, to }: TokenContext): boolean =>
  (["on", "for"].includes(at(to)) &&
    (travels.has(at(to + 1)) || (["our", "my"].includes(at(to + 1)) && travels.has(at(to + 2))))) ||
  (prepositions.has(at(from - 1)) && travels.has(at(from - 2)));
const travels = wordSet(
  "vacation holiday honeymoon honeymooning abroad anniversary semester cruise trip flight vacationing traveling travelling flying flew fly flown",
);

/** "Reading the reviews", "I was reading", "Gilbert came out": the word's own verb, or somebody who does something. */
function isVerbOrPerson(context: TokenContext): boolean {
  const { tokens, text, typing, at, bare, isCapital, isWord, from, to } = context;
  // "My mom's Westerville condo" is no mom called Westerville.
  const isKin = isRelative(context) && !at(from - 1).endsWith("'s");
  if (isKin || (isFarAway(bare(from)) && isTravel(context)) || isAtDesk(context)) return true;
  const isOurs = ["was", "is"].includes(at(to)) && ["our", "my"].includes(at(to + 1));
  if (isOurs && (roles.has(at(to + 2)) || humanTraits.has(at(to + 2)))) return true;
  const isGerund = bare(from).endsWith("ing") && !isCapital(from) && determiners.has(at(to));
  // "As from reading some of the reviews".
  if (to - from === 1 && typing === "normal" && isGerund) return true;
  if (to - from > 1 || prepositions.has(at(from - 1))) return false;
  // "Surprise, surprise", "Mobile service is …": a capital at the opening tells nothing.
  const isLower = ({ word, from }: Token): boolean => word === at(context.from) && text[from] === word[0];
  if (typing === "normal" && from === 0 && ((at(to) === "to" && !isCapital(to + 1)) || tokens.some(isLower)))
    return true;
  const describes =
    !at(to - 1).includes("'") &&
    isWord(to) &&
    !isCapital(to) &&
    !functionWords.has(at(to)) &&
    !localThings.has(at(to)) &&
    !localThings.has(at(to + 1));
  if (typing === "normal" && from === 0 && describes && !isFinite(at(to))) return true;
  const isVerb = bare(from).endsWith("ing") && (from === 0 || !isCapital(from));
  if (isVerb && (determiners.has(at(to)) || !isCapital(from))) return true;
  const works = at(to) === "did" && ["a", "an", "my", "our", "such"].includes(at(to + 1));
  return isCapital(from) && isPersonalVerb(at(to)) && (works || !placeVerbs.has(at(to)));
}
/** What a place does too. */
const placeVerbs = wordSet("deserves rocks needs has does did went comes");

/** "Downtown Lincoln", "Love Auburn": what is written with a capital before a place without being part of its name. */
const mayPrecede = (word: string): boolean =>
  functionWords.has(word) ||
  determiners.has(word) ||
  isInfinitive(word) ||
  prepositions.has(word) ||
  localThings.has(word) ||
  parts.has(word);
const parts = wordSet(`
  downtown greater central metro midtown uptown historic serving nearby near visiting visit attention calling fellow local proud
  longtime beautiful only our between glad happy wish whether like unlike past towards toward via over up down most many every
  half mind anyone nobody somebody folks hooray yay bless rural suburban`);

/** "Reno Family Physicians": two more capitals behind a town make a firm. */
const isFirm = ({ at, bare, isWord, isCapital, isShouted, typing, staffNames, to }: TokenContext): boolean =>
  typing === "normal" &&
  !at(to - 1).includes("'") &&
  !staffNames.has(bare(to)) &&
  [to, to + 1].every(
    (index) => isWord(index) && isCapital(index) && !isShouted(index) && !functionWords.has(at(index)),
  );

/** "Israel and Palestine": named in one breath with a country that is not ours. */
const isNamedWithCountry = ({ at, raw, from }: TokenContext, regions: readonly string[]): boolean =>
  at(from - 1) === "and" && raw(from - 2).length > 3 && isAbroad(raw(from - 2), regions);

/** Is the name at tokens [from, to) the place, and not a road, a school or a person called after it? */
export function isPlace(
  sentence: SentenceContext,
  from: number,
  to: number,
  regions: readonly string[],
): boolean {
  const context = createTokenContext(sentence, from, to);
  const rest = sentence.text.slice(context.end, context.end + 40);
  if (isElsewhere(rest, regions)) return false;
  if (isInRegion(rest, regions)) return true;
  if (isBelonging(context) || isVerbOrPerson(context)) return false;
  const { typing, staffNames, known, at, bare, raw, isWord, isCapital, isShouted } = context;
  if (isAddress(context) || isOtherThanPlace(context) || !isLocated(context)) return false;
  if (isFirm(context) || isNamedWithCountry(context, regions)) return false;
  const isArea = areas.has(at(to)) && (isCapital(from) || ["the", "our"].includes(at(from - 1)));
  // "In riverside" without an article is the town.
  const isBare = ["in", "to", "from", "near"].includes(at(from - 1)) && !centers.has(bare(from));
  const isTown = isArea || (isBare && (!isWord(to) || functionWords.has(at(to))));
  const isPlain = to - from === 1 && placeWords.has(bare(from)) && !isTown;
  if (isPlain && (!isCapital(from) || typing === "upper" || from === 0)) return false;
  const next = at(to);
  if (placeNouns.has(next) && !plainNouns.has(next)) return false;
  if (typing === "lower" || typing === "upper") return !["school", "drive", "way", "high"].includes(next);
  if (["school", "high"].includes(next)) return false;
  if (isCapital(to) && (placeNouns.has(next) || groups.has(next))) return false;
  if (isCapital(from) && isCapital(from - 1)) {
    const previous = at(from - 1);
    if (otherPlaceBefore.has(previous) || honorifics.has(previous)) return false;
    if (firstNames.has(previous) && !staffNames.has(previous)) return false;
    // "Old Abe Lincoln": a capital inside the sentence belongs to a longer name.
    const opens =
      from === 1 && !localThings.has(next) && !/(?:ing|ed)$/.test(previous) && !isFinite(previous);
    const isName = (opens || isWord(from - 2)) && !isShouted(from - 1);
    if (typing === "normal" && isName && !mayPrecede(previous)) return false;
  }
  if (at(from - 1) === "." && (honorifics.has(at(from - 2)) || otherTitles.has(at(from - 2)))) return false;
  if (typing === "title" || !isCapital(to) || !isWord(to)) return true;
  const after = bare(to);
  return (
    (raw(to).length > 1 && isShouted(to) && isElsewhere(` ${raw(to)}`, [])) ||
    functionWords.has(next) ||
    localThings.has(after) ||
    staffNames.has(after) ||
    known.has(after)
  );
}
