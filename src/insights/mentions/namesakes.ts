import {
  firstNames,
  functionWords,
  honorifics,
  isFinite,
  otherTitles,
  placeNouns,
  relations,
  roles,
} from "../language/english.ts";
import { isOutsider, isTown, isTownLike } from "./outsiders.ts";
import {
  isCompanion,
  isCompound,
  isFixedPhrase,
  isHouse,
  isSigner,
  isStreetName,
  isWordInLower,
} from "./person-phrases.ts";
import type { TokenContext } from "../language/token-context.ts";

/** What follows a possessive name of the staff in capitals without making it a place: "Will's Crew". */
export const staffWords = new Set(
  `crew team guys boys help work attention advice knowledge professionalism service patience kindness manners plan guy
  explanation attitude smile manner personality demeanor temper tone truck helper partner name number courtesy eye care expertise diligence visit visits stripes mowing edging
  estimate quote hands skill skills technique talent humor instructions bedside`.split(/\s+/),
);

/** "Bill down the street uses them too", "Carol next door". */
const isNeighbour = (word: string, next: string, third: string): boolean =>
  (word === "next" && next === "door") ||
  (["down", "across", "up"].includes(word) &&
    next === "the" &&
    ["street", "road", "block", "hall"].includes(third));

/** What pets do, and staff does not: "Max growled at the groomer". */
const petsDo = new Set(
  "growled growls barked barks purred purrs hissed hisses meowed meows whined whines drooled drools sniffed licked peed pooped shed sheds".split(
    " ",
  ),
);

/** Who is brought is a child or a pet. */
const carried = new Set("take taken took taking takes bring brought bringing brings drop dropped".split(" "));
const carriedTo = new Set("there here in back home again off".split(" "));

/** "Our plumber Mark" is ours where the business is a plumber's. */
const isOurTrade = (known: ReadonlySet<string>, relation: string): boolean => {
  const stem = /^(plumb|electric|paint|roof|contract|handyman)/.exec(relation)?.[0];
  return stem !== undefined && [...known].some((word) => word.startsWith(stem));
};

/** Whom a customer knows from elsewhere: kin, pets, neighbours, people of other firms. */
export const isNamesake = (context: TokenContext): boolean =>
  isRelative(context) || isOutsider(context) || isCompanion(context);

/** Kin only of who says "my" or "our": others say it of the crew. */
const children = new Set(["boys", "girls", "boy", "girl", "babies"]);

/** "my husband Mike", "our beagle, Will,", "my two boys, Will and Grant,", "our neighbor Mrs. Will", "Rosa, my neighbor". */
export function isRelative({ tokens, at, bare, isWord, known, from, to }: TokenContext): boolean {
  if (petsDo.has(at(to)) || isNeighbour(at(to), at(to + 1), at(to + 2))) return true;
  const isKin = (index: number): boolean =>
    children.has(bare(index))
      ? [1, 2, 3].some((step) => ["my", "our"].includes(at(index - step)))
      : relations.has(bare(index)) && !isOurTrade(known, bare(index));
  const isEnd = (index: number): boolean => [",", "."].includes(at(index)) || index >= tokens.length;
  const title = at(from - 1) === "." ? from - 2 : from - 1;
  const before = honorifics.has(at(title)) ? title - 1 : from - 1;
  const comma = at(before) === ",";
  const isListed = at(to) === "and" && isEnd(to + 2);
  if (isKin(comma ? before - 1 : before) && (!comma || isListed || isEnd(to))) return true;
  // "my kids Grace and Will".
  const first = at(from - 3) === "," ? from - 4 : from - 3;
  if (at(from - 1) === "and" && isKin(first) && at(from - 2) !== "with" && (first === from - 3 || isEnd(to)))
    return true;
  // "I have taken Leo there for years", "brought Biscuit in".
  if (carried.has(at(from - 1)) && carriedTo.has(at(to))) return true;
  if (["named", "called"].includes(at(from - 1)) && relations.has(at(from - 2))) return true;
  if (![",", "("].includes(at(to)) || !["my", "our", "his", "her", "the"].includes(at(to + 1))) return false;
  for (let index = to + 2; index <= to + 4 && isWord(index); index += 1)
    if (relations.has(at(index))) return true;
  return false;
}

/** Somebody or something else of the same name: an address, the writer, a street, a film star. */
export const isSomebodyElse = (context: TokenContext): boolean =>
  isAddress(context) ||
  isWriter(context) ||
  isPlaceName(context) ||
  isTown(context) ||
  isTownLike(context) ||
  isStreetName(context) ||
  isHouse(context) ||
  isOtherFullName(context) ||
  isAttribute(context) ||
  isFixedPhrase(context) ||
  isWordInLower(context) ||
  isCompound(context) ||
  isSigner(context);

/** "a Christian business", "the Guadalupe was high": people stand behind an article only as "the Mike who came". */
const isAttribute = ({ at, isWord, typing, from, to }: TokenContext): boolean =>
  typing === "normal" &&
  !at(to - 1).includes("'") &&
  (["a", "an"].includes(at(from - 1))
    ? isWord(to) && !functionWords.has(at(to))
    : at(from - 1) === "the" && !["who", "that", "i", "we", "at", "from"].includes(at(to)));

export function isAddress({ text, start, end }: TokenContext): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  return (
    /(?:[@_]|\/\/\S*|\w\.\w+\/\S*)$/.test(before) || /^(?:[@_]|\.\p{Ll})/u.test(text.slice(end, end + 2))
  );
}

/** "I'm Will", "my name is Grant", and signatures. */
function isWriter({ text, at, from, to, start, end }: TokenContext): boolean {
  const possessive = at(to - 1).endsWith("'s");
  const introduced =
    ["i'm", "im"].includes(at(from - 1)) ||
    (["is", "am"].includes(at(from - 1)) && at(from - 2) === "i") ||
    // "His name is Dan" introduces somebody else.
    (at(from - 1) === "is" && at(from - 2) === "name" && ["my", "", "last", "middle"].includes(at(from - 3)));
  if (introduced && !possessive) return true;
  // A signature stands at the end; only so much before and after it is looked at.
  const rest = text.slice(end, end + 40);
  if (!/^(?:[ \t]+\p{Lu}\p{Ll}*\.?)?[\s.]{0,9}$/u.test(rest)) return false;
  // "Keep it up! Brad": a last sentence of nothing but a name.
  const earlier = text.slice(Math.max(0, start - 40), start);
  if (
    /^[\s.]{0,9}$/u.test(rest) &&
    /[^.\s]{2}[.!?…]\s+$/u.test(earlier) &&
    !/\bask(?:ed)? for\b/iu.test(earlier)
  )
    return true;
  return /(?:\n|[.!?…)"'”’]\s{0,3}[-–—~]{1,3}|\n\s{0,3}[-–—~]{1,3}|\b(?:signed|regards|sincerely|cheers),?)\s{0,3}$/iu.test(
    earlier,
  );
}

/** "Madison at the front desk", "Ruby from billing", "Grace on the phone". */
export const isAtDesk = ({ at, isCapital, typing, from, to }: TokenContext): boolean =>
  (["at", "from"].includes(at(to)) &&
    (desks.has(at(to + 1)) ||
      (["the", "their"].includes(at(to + 1)) && [2, 3, 4].some((step) => desks.has(at(to + step)))))) ||
  (["the", "their"].includes(at(to + 1)) &&
    ((["at", "in"].includes(at(to)) && at(to + 2) === "office") ||
      (at(to) === "on" && phones.has(at(to + 2)))) &&
    (isCapital(from) || typing !== "normal"));
const phones = new Set(["phone", "phones", "line"]);
const desks = new Set(
  "desk counter reception register checkout billing scheduling dispatch accounting sales parts".split(" "),
);

function isPlaceName({ at, isCapital, typing, from, to }: TokenContext): boolean {
  const next = at(to);
  if (["way", "drive"].includes(next)) return isCapital(to) && typing !== "upper";
  if (placeNouns.has(next) && !at(to - 1).endsWith("'s")) return true;
  const title = at(from - 1) === "." ? from - 2 : from - 1;
  return otherTitles.has(at(title)) && (title === from - 1 || at(title).length < 5);
}

const isKnownWord = ({ at, bare, staffNames, known }: TokenContext, index: number): boolean =>
  functionWords.has(at(index)) ||
  functionWords.has(bare(index)) ||
  staffNames.has(bare(index)) ||
  known.has(bare(index)) ||
  isFinite(bare(index));

/** "Will Ferrell", "Dr. Rosa K." against "Will Did" and "Will ROCKS". */
export function hasOtherSurname(context: TokenContext): boolean {
  const { typing, at, raw, isWord, isCapital, isShouted, to } = context;
  if (typing !== "normal" || !isCapital(to) || !isWord(to)) return false;
  if (/^\p{Lu}['’]s$/u.test(raw(to))) return true;
  if (raw(to).length === 1) return raw(to) !== "I" && (at(to + 1) === "." || raw(to) !== "A");
  return !isShouted(to) && !isKnownWord(context, to) && !staffWords.has(at(to));
}

/** "Will Ferrell", "Rosa's Kitchen" and "Hugh Grant". */
function isOtherFullName(context: TokenContext): boolean {
  const { typing, at, bare, raw, isWord, isCapital, isShouted, staffNames, from } = context;
  if (typing !== "normal") return false;
  if (hasOtherSurname(context)) return true;
  // "Ulysses S. Grant".
  if (at(from - 1) === "." && raw(from - 2).length === 1 && firstNames.has(at(from - 3))) return true;
  if (!isCapital(from) || !isCapital(from - 1) || !isWord(from - 1) || raw(from - 1) === "I") return false;
  if (firstNames.has(bare(from - 1)) && !staffNames.has(bare(from - 1))) return true;
  const opening = from === 1 || (!isWord(from - 2) && at(from - 2) !== "'");
  const expected =
    isKnownWord(context, from - 1) || roles.has(bare(from - 1)) || honorifics.has(bare(from - 1));
  return !opening && !isShouted(from - 1) && !expected;
}
