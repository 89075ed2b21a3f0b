import {
  adverbs,
  determiners,
  firstNames,
  honorifics,
  isPersonalVerb,
  isFinite,
  isInfinitive,
  isSeason,
  relations,
  roles,
  subjects,
  wordClassOf,
} from "../language/english.ts";
import { isAtDesk, isNamesake, isSomebodyElse, staffWords } from "./namesakes.ts";
import { isJob } from "./person-jobs.ts";
import { isDealtWith, isManner, isTakenUp } from "./person-objects.ts";
import { actsAsPerson, describing } from "./person-verbs.ts";
import { createTokenContext, type SentenceContext, type TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

/** A namesake is somebody else for good: bare uses of the name in the same review mean him too. */
export type NameSense = "staff" | "other" | "namesake";

/** Who is meant by the bare name at tokens [from, to): one of the staff, or somebody or something else? */
export function readName(sentence: SentenceContext, from: number, to: number): NameSense {
  const context = createTokenContext(sentence, from, to);
  if (isNamesake(context)) return "namesake";
  if (isSomebodyElse(context)) return "other";
  const wordClass = wordClassOf(context.bare(from));
  if (wordClass === undefined || to - from > 1) return "staff";
  return isPerson(look(context, wordClass)) ? "staff" : "other";
}

/** A name that is also a word, with what its surroundings say. */
interface View extends TokenContext {
  name: string;
  wordClass: "modal" | "verb" | "noun";
  /** Its capital tells something: the sentence is in normal case and the word is not shouted. */
  cased: boolean;
  /** It opens the sentence, or follows a colon, bracket, dash. */
  opens: boolean;
  /** "the", "my" and the like stand right before it. */
  determined: boolean;
  /** The word after it, adverbs passed over. */
  verb: string;
  /** That word agrees with a person as its subject. */
  agrees: boolean;
  inCompany: boolean;
}

const strongBefore = wordSet("with thank thanks thx kudos props ask asked hi hey hello dear compliments");
const strongPhrases = new Set([
  "ask for",
  "asked for",
  "shout out to",
  "shoutout to",
  "kudos to",
  "props to",
  "thanks to",
  "credit to",
  "thank you",
]);
const vocativeAfter = wordSet("thank thanks you great awesome amazing keep your if please");
const wordBefore = wordSet("free good ill at own strong iron against poor");
const clauseOpeners = wordSet(
  `and but because when that since so then after while think thought say says said today yesterday also lol where if how like
  plus until unless because monday tuesday wednesday thursday friday saturday sunday glad happy sure`,
);
const endings = wordSet(`and for who he she at today yesterday again from when because if next this last as`);
const beforeSeason =
  wordSet(`in since by until till last this next early late mid of from every before after through during
  for on and to - – or between`);
const takesInfinitive = wordSet("had have having let watch watched saw see make made help helped with");
/** "an apology from Crystal", "my nails by Joy": what stands before these belongs to something else. */
const givers = wordSet("from by to for but can can't cannot could would");
/** "Our tech was Rob": what stands before it belongs to the tech. */
const isCopula = (word: string): boolean => ["was", "is", "were", "named", "called"].includes(word);

function look(context: TokenContext, wordClass: View["wordClass"]): View {
  const { from, to, at, isWord, typing } = context;
  const name = context.bare(from);
  let follow = to;
  while (adverbs.has(at(follow)) && follow < to + 3) follow += 1;
  const verb = at(follow);
  let determined = false;
  for (
    let index = from - 1;
    index >= from - 3 &&
    isWord(index) &&
    !clauseOpeners.has(at(index)) &&
    !givers.has(at(index)) &&
    !isCopula(at(index)) &&
    !strongBefore.has(at(index));
    index--
  )
    if (determiners.has(at(index)) && !["that", "both"].includes(at(index))) determined = true;
  return {
    ...context,
    name,
    wordClass,
    verb,
    determined,
    agrees:
      wordClass === "noun" || isSeason(name)
        ? actsAsPerson(context, name, follow)
        : isFinite(verb) || isPersonalVerb(verb) || verb === "will",
    cased: typing === "normal" && context.isCapital(from) && !context.isShouted(from),
    opens: from === 0 || (!isWord(from - 1) && ![",", "&", "."].includes(at(from - 1))),
    inCompany: isInCompany(context),
  };
}

/** "Will and Grant", "Will and his crew", "Will and I", "Teo, Will". */
function isInCompany({ at, bare, isCapital, typing, staffNames, from, to }: TokenContext): boolean {
  const joins = ["and", "&", "/", "+"];
  if (joins.includes(at(to))) {
    if (isCapital(to + 1) && (staffNames.has(bare(to + 1)) || firstNames.has(at(to + 1)))) return true;
    if (at(to + 1) === "i" || at(to + 1) === "co") return true;
    if (["crew", "team", "company"].includes(at(to + 1))) return true;
    if (
      ["his", "her", "the", "their"].includes(at(to + 1)) &&
      (staffWords.has(at(to + 2)) || staffWords.has(at(to + 3)) || relations.has(at(to + 2)))
    )
      return true;
  }
  const before = [",", ...joins].includes(at(from - 1)) && staffNames.has(bare(from - 2));
  if (before && (typing === "lower" || typing === "upper" || isCapital(from - 2))) return true;
  return at(to) === "," && staffNames.has(bare(to + 1)) && isCapital(to + 1);
}

function isPerson(view: View): boolean {
  const { at, from, name, wordClass, cased, opens, determined, inCompany } = view;
  if (wordBefore.has(at(from - 1)) || (!cased && isManner(view, name) && !isDealtWith(view, name)))
    return false;
  const title = at(from - 1) === "." ? from - 2 : from - 1;
  if (honorifics.has(at(title)) || at(from - 1) === "named") return true;
  if (isIntroduced(view) || isCalledLast(view)) return true;
  if (isSeason(name) && isDate(view)) return isAskedFor(view);
  if (inCompany) return cased || !determined;
  if (
    !determined &&
    !isSeason(name) &&
    (isAtDesk(view) || isInRole(view) || isAsWell(view) || isPraisedLast(view))
  )
    return true;
  if (cased && !opens) return isNameInside(view);
  if (at(view.to - 1).includes("'"))
    return !determined && (wordClass !== "noun" || describing.has(name) || staffWords.has(at(view.to)));
  if (cased && isNameAtOpening(view)) return true;
  if (determined) return false;
  if (isDealtWith(view, name)) return true;
  return (view.agrees && isSubject(view)) || isAskedFor(view);
}

/** "Will, the owner, lied to my face", "Skip the tech was …", "Taylor our waitress". */
const isInRole = ({ at, to }: View): boolean =>
  (["the", "our", "my"].includes(at(to)) && isJob(at(to + 1)) && isFinite(at(to + 2))) ||
  (at(to) === "," &&
    ["the", "our", "their"].includes(at(to + 1)) &&
    [2, 3].some((step) => isJob(at(to + step))));

/** "Our waiter Max", "the hostess (Angel)": a job right before the name. */
const isIntroduced = ({ at, cased, typing, wordClass, from, to }: View): boolean =>
  at(from - 1) === "(" && at(to) === ")"
    ? (cased || typing !== "normal") && isJob(at(from - 2))
    : wordClass !== "modal" && isJob(at(from - 1)) && (cased || (typing === "lower" && isFinite(at(to))));

/** "I appreciate all your feedback Heather.": who is spoken to at the end. */
const isCalledLast = ({ at, isWord, isCapital, cased, from, to }: View): boolean =>
  cased && !isWord(to) && at(from - 2) === "your" && isWord(from - 1) && !isCapital(from - 1);

/** "Joy you rock", "Jewel you are an artist", and not "Hope you are a fan". */
const isPraisedLast = ({ at, isWord, cased, typing, name, to }: View): boolean =>
  (cased || typing !== "normal") &&
  at(to) === "you" &&
  ((["rock", "rule"].includes(at(to + 1)) && !isWord(to + 2)) ||
    (at(to + 1) === "are" &&
      ((at(to + 2) === "the" && at(to + 3) === "best") ||
        (name !== "hope" && ["a", "an", "amazing", "awesome"].includes(at(to + 2))))));

/** "Will was great and so was Grace". */
const isAsWell = ({ at, isWord, from, to }: View): boolean =>
  at(from - 2) === "so" && ["was", "is", "were", "did", "does"].includes(at(from - 1)) && !isWord(to);

/** "in May", "May 14", and not "May explained". */
function isDate({ at, bare, staffNames, verb, from, to }: View): boolean {
  const dated = beforeSeason.has(at(from - 1)) || /^\d/.test(at(to)) || /^\d/.test(at(from - 1));
  return dated && !staffNames.has(bare(to + 1)) && !(isPersonalVerb(verb) && at(from - 1) === "and");
}

/** A capital inside a sentence makes a name unless grammar says otherwise. */
function isNameInside({ at, isWord, name, wordClass, determined, verb, agrees, from, to }: View): boolean {
  if (determined && !roles.has(at(from - 1)) && !relations.has(at(from - 1))) return false;
  if (isSeason(name))
    return (
      agrees ||
      (at(from - 1) === "than" &&
        [1, 2].some((step) => ["he", "she", "her", "his"].includes(at(to + step)))) ||
      strongBefore.has(at(from - 1)) ||
      staffWords.has(at(to)) ||
      roles.has(at(from - 1))
    );
  if (at(to) === "of") return false;
  if (wordClass !== "modal") return true;
  if (isInfinitive(verb) && !takesInfinitive.has(at(from - 1))) return false;
  if (subjects.has(at(from - 1)) && !isFinite(verb) && isWord(to)) return false;
  return !["be", "have", "not", "they", "you", "we", "it"].includes(at(to)) || at(from - 1) === "with";
}

/** "Will, who …", "Grant from Greenhollow", "Technician: Will." */
function isNameAtOpening({ at, isWord, tokens, known, wordClass, from, to }: View): boolean {
  const next = at(to + 1);
  if ([",", "-", "–", "—"].includes(at(to)) && vocativeAfter.has(next)) return true;
  if ([",", "("].includes(at(to)) && ["who", "our", "their", "the", "my"].includes(next)) return true;
  if (at(to) === "from" && (known.has(at(to + 1)) || ["your", "the"].includes(at(to + 1)))) return true;
  if (at(to) === "who" && wordClass !== "noun") return true;
  const alone = !isWord(to) || to >= tokens.length;
  return from > 0 && alone && (wordClass !== "noun" || roles.has(at(from - 2)));
}

/** The name is the subject of a verb that no infinitive or thing could have. */
function isSubject({ at, isWord, typing, wordClass, cased, from }: View): boolean {
  if (subjects.has(at(from - 1))) return false;
  const clause = from === 0 || !isWord(from - 1) || clauseOpeners.has(at(from - 1));
  if (wordClass === "noun") return clause && (cased || typing !== "normal");
  return clause || wordClass === "modal" || cased;
}

/** "ask for will", "THANK YOU GRANT!" */
function isAskedFor(view: View): boolean {
  const { at, isWord, tokens, name, wordClass, cased, from, to } = view;
  const two = `${at(from - 2)} ${at(from - 1)}`;
  const asked =
    strongPhrases.has(two) ||
    strongPhrases.has(`${at(from - 3)} ${two}`) ||
    strongBefore.has(at(from - 1)) ||
    (roles.has(at(from - 1)) && wordClass !== "modal");
  const owed = ["i", "we", "my", "our"].includes(at(to)) && two.endsWith("to");
  if (!asked || (isWord(to) && !endings.has(at(to)) && !owed)) return false;
  if (isSeason(name)) return (cased || isTakenUp(view)) && strongPhrases.has(two);
  const thanked =
    ["thanks", "thank", "thx", "kudos"].some((word) => two.includes(word)) || strongPhrases.has(two);
  return wordClass !== "noun" || cased || thanked || to >= tokens.length - 1;
}
