import { functionWords, humanTraits, isFinite } from "../language/english.ts";
import type { TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";
import { isPlainWord, localThings, namedThings, otherUseOf } from "./place-names.ts";

const articles = wordSet("the a an this that my your his her their another every any our its");
const plainAdjectives = wordSet(`
  old new used black white red blue silver gray grey green big little beautiful beloved dear trusty vintage classic shiny
  lovely nice sweet pretty whole entire`);

/** "The Lincoln was ready", "my wife's Lincoln", "a lovely Surprise": towns take no article, only what is in them does. */
function isOwned({ at, bare, from, to, isWord }: TokenContext): boolean {
  // "The Azalea District" has an article of its own.
  if (to - from > 1 && localThings.has(bare(to - 1))) return false;
  let index = from - 1;
  while (index >= 0 && plainAdjectives.has(at(index))) index -= 1;
  if (!articles.has(at(index)) && !/[a-z]'s$/.test(at(index))) return false;
  if (/^(?:it|that|there|here|what|he|she|who|where|let)'s$/.test(at(index))) return false;
  if (at(to - 1).includes("'")) return false;
  // "The Ballwin/Manchester area".
  if (localThings.has(at(to)) || (at(to) === "/" && localThings.has(at(to + 2)))) return false;
  return !isWord(to) || functionWords.has(at(to)) || isFinite(at(to)) || namedThings.has(at(to));
}

/** "On Madison", "off Franklin", "corner of Lincoln and Fifth", "1400 Lincoln": a street. */
function isStreet({ at, isWord, from, to }: TokenContext): boolean {
  if (to - from > 1 || (isWord(to) && localThings.has(at(to)))) return false;
  const before = at(from - 1);
  if (["on", "off", "along", "onto"].includes(before)) return true;
  // "Tucked into a corner of Hermitage" is in the town.
  const isCorner = at(from - 2) === "corner" && at(from - 3) !== "a";
  if (before === "of" && (isCorner || ["intersection", "off"].includes(at(from - 2)))) return true;
  return /^\d{2,5}$/.test(before) && !/^(?:19|20)\d\d$/.test(before);
}

/** "Star of Bethlehem", "Statue of Liberty": a fixed name that ends in the place's. */
function isPartOfName({ typing, at, bare, isCapital, from, to }: TokenContext): boolean {
  // "When in Rome", "Rome wasn't built in a day".
  const isProverb = bare(from) === "rome" || (at(to) === "," && at(to + 1) === "do");
  if (at(from - 2) === "when" && at(from - 1) === "in" && isProverb) return true;
  if (at(to) === "wasn't" && at(to + 1) === "built") return true;
  if (["made", "set"].includes(at(from - 2)) && at(from - 1) === "in") return true;
  if (at(from - 1) !== "of") return false;
  if (fixedHeads.has(at(from - 2))) return true;
  return typing === "normal" && from > 3 && isCapital(from - 2) && !municipalities.has(at(from - 2));
}
const fixedHeads = wordSet(`
  star statue battle plaster declaration duke duchess earl prince princess king queen lord lady helen bishop archbishop treaty
  merchant taste order tower university college bank siege wars rose roses rite song captain`);
const municipalities = wordSet(
  "city town village borough township east west north south outside heart all most people end side zone quarter best westside eastside northside southside suburbs",
);

/** "Rented from Enterprise", "studied at Cambridge", "beat Auburn": a firm, a school, a team. */
function isInstitution({ at, from, to }: TokenContext): boolean {
  if (localThings.has(at(to)) || at(to) === ",") return false;
  const before = at(from - 1);
  const earlier = (words: ReadonlySet<string>): boolean =>
    [2, 3, 4, 5, 6].some((step) => words.has(at(from - step)));
  if (["from", "through", "with"].includes(before) && earlier(hires)) return true;
  if (before === "at" && earlier(buys)) return true;
  if (["from", "at", "into", "to"].includes(before) && earlier(studies)) return true;
  if (["for", "against"].includes(before) && earlier(plays)) return true;
  return ["beat", "beats", "watched"].includes(before) || (!around.has(before) && scores.has(at(to)));
}
const hires = wordSet(
  "rent rents rented renting rental rentals loaner leased lease purchased insured policy furnace",
);
const buys = wordSet("bought buy ordered picked rented rent shop shopped worked works work returned");
const studies = wordSet(`
  graduated graduate graduates graduating graduation degree diploma masters bachelors studied studies studying student
  professor alum accepted attends attended teaches enrolled`);
const plays = wordSet(`
  plays play played playing rooting root cheering cheer coach coaches coached works work worked working`);
const scores = wordSet("beat beats won lost scored plays kickoff");

/** "We adopted Salem", "Salem was scared": people and pets of any name. */
const isSomebody = ({ at, from, to }: TokenContext): boolean =>
  handled.has(at(from - 1)) ||
  (["was", "felt", "is"].includes(at(to)) && [1, 2].some((step) => feelings.has(at(to + step))));
const handled = wordSet(
  "adopted gave bring brings brought took met asked ask told tell hired thank fed groomed walked petted named called",
);
const feelings = wordSet(
  "scared nervous anxious calm calmer hungry tired sick afraid terrified upset shy matted",
);

/** Something or somebody else of the name, whatever the place is called. */
export const isOtherThanPlace = (context: TokenContext): boolean => {
  const { at, to, typing, isCapital } = context;
  const isThing = namedThings.has(at(to)) && !at(to - 1).includes("'");
  if (isThing && (typing !== "normal" || !isCapital(to))) return true;
  if (isSomebody(context)) return true;
  return isOwned(context) || isStreet(context) || isPartOfName(context) || isInstitution(context);
};

const around = wordSet(`
  in near around serving outside into across throughout within beyond through via toward towards between past visiting
  visited visit serve serves served service services servicing cover covers covering leave left leaving reach reached downtown
  greater central metro nearby do does doing`);
const partsOf = wordSet(`
  all most half part rest edge heart middle side north south east west outside out city town village miles minutes hour people
  residents community area suburb suburbs westside eastside northside southside corner zone quarter end center centre secret limits`);
const contacts = wordSet(`
  spoke speak talk talked talking thanks thank shout out shoutout kudos props credit gave give tip call text email message
  note reply listen listened said explained complained apology haircut massage introduced assigned here's`);
const subjects = wordSet(`that glad because since wish think if how why but , ;`);
const placeVerbs = wordSet("is was has needs needed deserves rocks finally can");

/** "Talked to Madison", "a call from Troy", "thanks to Jackson". */
const isContact = ({ at, from }: TokenContext): boolean =>
  [2, 3].some((step) => contacts.has(at(from - step)) && !ways.has(at(from - 3)));
/** "They come out to Monroe". */
const ways = wordSet(
  "come comes came coming go goes went going drive drives drove driving head heads headed",
);

/** "Austin and Tyler were …", "Dallas and his guys": one of several people. */
const isAmongPeople = ({ at, to }: TokenContext): boolean =>
  at(to) === "and" && (["his", "her", "i"].includes(at(to + 1)) || otherUseOf(at(to + 1)) === "person");

const townTraits = wordSet(
  "lucky blessed full home growing far close where known big small hot cold beautiful minutes miles a an",
);

/** "Bend is lucky", "glad Madison has a dentist": a place that is, has or needs something. */
function isSubject(context: TokenContext, use: "person" | "word"): boolean {
  const { at, from, to, bare } = context;
  if (from > 0 && !subjects.has(at(from - 1))) return false;
  const possessive = at(to - 1).endsWith("'s");
  if (possessive) return ["best", "finest", "only", "favorite", "number", "worst"].includes(at(to));
  if (!placeVerbs.has(at(to))) return false;
  if (["has", "needs", "needed", "deserves"].includes(at(to))) return true;
  const isPerson = [to + 1, to + 2, to + 3].some((index) => humanTraits.has(bare(index)));
  if (use === "word") return !isPerson || from > 0 || at(to + 1) === "the";
  return !isPerson && at(to) === "is" && townTraits.has(at(to + 1));
}

/** Whether the words around say that a name which is also a word or a person's stands for a place. */
export function isLocated(context: TokenContext): boolean {
  const { at, from, to, tokens, known, isCapital, isWord, bare, typing } = context;
  const name = tokens
    .slice(from, to)
    .map((_, step) => bare(from + step))
    .join(" ");
  const use = otherUseOf(name);
  if (use === undefined) return true;
  if (isWord(to) && localThings.has(at(to)) && !at(to - 1).includes("'")) return true;
  // "In Lincoln, Auburn and Troy": what stands before the list counts for each of it.
  let start = from;
  while (joins.has(at(start - 1)) && known.has(bare(start - 2))) start -= 2;
  if (at(to) === "/" && localThings.has(at(to + 2))) return true;
  if (at(from - 1) === "/" && isCapital(from - 2) && isCapital(from)) return true;
  // "They cover both Auburn and Troy."
  const before = at(at(start - 1) === "both" ? start - 2 : start - 1);
  if (isPlainWord(name) && typing !== "upper" && !isCapital(from))
    return (start === 1 && before === "in") || [1, 2, 3, 4, 5].some((step) => lives.has(at(start - step)));
  if (around.has(before)) return true;
  if (before === "like") return ["it's", "is", "feels", "felt", "was"].includes(at(start - 2));
  if (before === "of") return partsOf.has(at(start - 2));
  if (["from", "to"].includes(before)) return use === "word" || !isContact({ ...context, from: start });
  if (use === "person" && isAmongPeople(context)) return false;
  return isSubject(context, use);
}
/** Before a town that is written like a plain word: "drove up from surprise". */
const lives = wordSet(`
  live lives lived living move moved moving drive drives drove driving come comes came coming home house apartment place here
  over down up out anyone nobody everyone best better only shop folks way town raised serve serves serving service cover near`);
const joins = wordSet("and or & , /");
