import { adverbs, determiners, functionWords, honorifics, isFinite, roles } from "../language/english.ts";
import { isElsewhere } from "./regions.ts";
import type { TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

/** People of the same name that are none of ours: of another firm, an earlier one, or other customers. */
export const isOutsider = (context: TokenContext): boolean =>
  isStranger(context) ||
  worksElsewhere(context) ||
  isFormer(context) ||
  isSentBy(context) ||
  isFellowCustomer(context);

const titles = wordSet("dr doctor prof professor");

/** "a Mrs. Grant", "some Dr. Hart": who is introduced like this is known to nobody. */
function isStranger({ at, from }: TokenContext): boolean {
  const isTitle = (index: number): boolean => honorifics.has(at(index)) || titles.has(at(index));
  let index = isTitle(from) ? from : from - 1;
  if (at(index) === "." && index < from) index -= 1;
  return isTitle(index) && ["a", "an", "some", "another"].includes(at(index - 1));
}

const otherHouses = wordSet("bank dealer dealership gym church library school bakery mall");
const others = wordSet("other another different old previous former competition competitor competitor's");
/** What a firm itself is divided into: "Kate at the Midtown location". */
const branches = wordSet(
  "location branch office shop store team department dept desk counter crew salon clinic bar front reception parts service sales",
);

/** "Kate over at the Supercuts", "Frank from Comcast", "Cliff at my old shop". */
function worksElsewhere({
  text,
  tokens,
  at,
  bare,
  isCapital,
  isShouted,
  isWord,
  known,
  typing,
  to,
}: TokenContext) {
  const start = ["over", "down", "up", "out"].includes(at(to)) ? to + 1 : to;
  if (!["at", "from"].includes(at(start)) || at(to - 1).includes("'")) return false;
  const determined = ["the", "my", "that", "this", "our", "another", "a", "an", "some"].includes(
    at(start + 1),
  );
  const house = determined ? start + 2 : start + 1;
  if (
    others.has(at(house)) ||
    ["another", "competition", "corporate", "headquarters"].includes(at(start + 1))
  )
    return true;
  if (determined && otherHouses.has(at(house)) && !known.has(at(house))) return true;
  if (typing !== "normal" || !isCapital(house) || functionWords.has(at(house))) return false;
  if (isShouted(house) && !determined) return false;
  for (let index = house; index < house + 4 && isWord(index); index += 1)
    if (branches.has(at(index)) || isOurs(known, bare(index))) return false;
  // "Grant from Ohio" tells where he is from.
  return !isElsewhere(` ${text.slice(tokens[house]?.from)}`, []);
}

/** A word of our own name, or one that is written together with its neighbour: "Green Hollow". */
const isOurs = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) ||
  (word.length > 3 &&
    [...known].some((own) => own.length > 3 && (own.startsWith(word) || word.startsWith(own))));

const callings =
  wordSet(`stylist hairdresser barber colorist dentist doctor dr hygienist mechanic groomer vet owner tenant plumber
  electrician roofer painter contractor gardener landscaper cleaner salon shop place garage office trainer therapist
  teacher agent company firm instructor esthetician masseuse`);
const formers = wordSet("old previous former prior ex rival's competitor's dealer's dealership's");

/** "my previous stylist Amber", "the mechanic at my old shop, Cliff". */
function isFormer({ at, from }: TokenContext): boolean {
  let index = from - 1;
  if (titles.has(at(from - 1)) || honorifics.has(at(from - 1))) index -= 1;
  if (at(index) === ".") index -= titles.has(at(index - 1)) ? 2 : 1;
  if (at(index) === ",") index -= 1;
  if (!callings.has(at(index)) && !roles.has(at(index))) return false;
  if (formers.has(at(index - 1)) || formers.has(at(index - 2))) return true;
  // "The other clinic's vet, Austin, …"
  if (at(index - 1).endsWith("'s") && others.has(at(index - 2))) return true;
  return at(index - 1) === "last" && at(index - 2) === "my";
}

const house =
  /\b(?:at|from) (?:the )?(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,2}), (?:(?:also )?(?:named|called) )?$/u;

/** "The guy from Sears, Victor, never came back", "from Sears, also named Victor,". */
function isSentBy({ text, at, known, typing, start, to }: TokenContext): boolean {
  const [, name] = house.exec(text.slice(Math.max(0, start - 60), start)) ?? [];
  if (name === undefined || typing !== "normal" || at(to) !== ",") return false;
  const words = name.toLowerCase().split(" ");
  return !words.some((word) => isOurs(known, word) || functionWords.has(word));
}

const people = "(?:guy|lady|woman|man|customer|client|girl|gentleman|fella|fellow|person|couple|kid)";
const fellows = new RegExp(
  String.raw`\b(?:(?:before|ahead of|behind|beside|next to|in front of|across from) (?:me|us),?|(?:next to|beside|behind|with|to) an? (?:other |\p{L}+ )?(?:customer|client)(?:,| named| called)*|(?:next to|beside|behind) (?:an?|some|another|this) (?:\p{L}+ )?${people}(?:,| named| called)*)\s*$`,
  "iu",
);

const reviewers =
  /\b(?:agree with |(?:experience|problem|issue|story|review)s? (?:was |is )?(?:very |much )?(?:similar to|same as|just like) )(?:\p{L}+(?:,| and) )?$/iu;

/** "The customer before me, Dawn,", "sat next to a guy named Gene", "an experience similar to Anna's". */
function isFellowCustomer({ text, start }: TokenContext): boolean {
  const earlier = text.slice(Math.max(0, start - 60), start);
  return fellows.test(earlier) || reviewers.test(earlier);
}

/** First names that are better known as towns. */
const towns =
  wordSet(`austin dallas houston madison brooklyn jordan chelsea sydney florence savannah georgia virginia carolina
  charlotte paris london phoenix sierra dakota troy jackson lincoln israel orlando denver raleigh cleveland lexington kingston
  camden salem auburn tyler aurora adelaide memphis boston kenya india china asia vienna verona odessa geneva logan
  hudson bristol chester trenton dayton montana alexandria helena eugene`);
const moves =
  wordSet(`moved move moving visit visits drive drove driving come came coming live lived flew visiting trip way down up
  minutes hours hour miles mile far here over relocated traveled back shop store branch location offices shipped mailed commute commuted originally i'm we're
  i are am corner suburb suburbs`);
const trusts = wordSet("trust faith confidence believe belief disappointed interested");
const aroundTowns = wordSet(
  "central downtown north south east west visit visiting visited leave leaving left greater tour toured",
);
const townThings = wordSet(
  "area trip market weather suburb suburbs airport residents downtown flight fans native cowboys traffic",
);

/** "We drove up from Austin", "my old shop in Madison", "Austin, TX". */
export function isTown({ text, end, typing, at, bare, isWord, isCapital, from, to }: TokenContext): boolean {
  if (to - from > 1 || !towns.has(bare(from))) return false;
  if (isElsewhere(text.slice(end, end + 40), [])) return true;
  const [before, next] = [at(from - 1), at(to)];
  const isAround = aroundTowns.has(before) && !["a", "my", "an", "at", "for", "with", "our"].includes(next);
  if (isAround || townThings.has(next)) return true;
  // "A little Austin haunt": between an article and a thing stands a place.
  const isDescribing =
    typing === "normal" &&
    [1, 2, 3].some((step) => determiners.has(at(from - step))) &&
    isWord(to) &&
    !isCapital(to) &&
    !functionWords.has(next) &&
    !adverbs.has(next) &&
    !isFinite(next) &&
    !at(to - 1).includes("'");
  if (isDescribing && from > 1 && !roles.has(before)) return true;
  if (before === "about" && ["love", "loved"].includes(at(from - 2))) return true;
  if (before === "in" || before === "near" || before === "outside" || before === "around")
    return !trusts.has(at(from - 2));
  if (!["from", "to", "of", "through"].includes(before)) return false;
  // "Back to Austin" goes on with a place; "came from" does not.
  return [2, 3, 4].some((step) => moves.has(at(from - step)));
}

const dwells = wordSet(
  "moved moving live living lives office offices located location grew raised born heart center middle",
);

/** "The best place in Wayne.", "when I moved back to Brandon": a town called like somebody. */
export function isTownLike({
  at,
  bare,
  isWord,
  isCapital,
  staffNames,
  tokens,
  from,
  to,
}: TokenContext): boolean {
  if (!isCapital(from) || at(to - 1).includes("'")) return false;
  // "A good shop for Brandon/Valrico."
  const isPair = at(to) === "/" && isCapital(to + 1) && !staffNames.has(bare(to + 1));
  const earlier = [1, 2, 3].map((step) => at(from - 1 - step));
  const ends = !isWord(to) || to >= tokens.length || ["and", "for", "is", "with", "that"].includes(at(to));
  if (at(from - 1) === "in") return (ends || isPair) && !trusts.has(at(from - 2));
  if (isPair && at(from - 1) === "for") return true;
  if (["to", "of"].includes(at(from - 1))) return earlier.some((word) => dwells.has(word));
  return false;
}
