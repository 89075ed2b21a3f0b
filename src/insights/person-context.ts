import {
  adverbs,
  determiners,
  firstNames,
  functionWords,
  honorifics,
  humanTraits,
  isDeed,
  isFinite,
  isSeason,
  otherTitles,
  placeNouns,
  relations,
  roles,
  subjects,
  wordClassOf,
} from "./english.ts";
import type { Token } from "./tokens.ts";

/** One sentence in which a name was found, with what the rules want to know about its letters. */
export interface Scene {
  text: string;
  tokens: readonly Token[];
  /** How the sentence is typed: where all is lower, upper or title case, capitals say nothing. */
  typing: "normal" | "lower" | "upper" | "title";
  /** The whole text's first words of names that belong to the crew. */
  crew: ReadonlySet<string>;
  /** Words of the business's own name. */
  business: ReadonlySet<string>;
}

/** A namesake is somebody else for good: later bare uses in the same review mean him too. */
export type Reading = "crew" | "other" | "namesake";

const isWord = (token: Token | undefined): token is Token =>
  token !== undefined && /^\p{L}/u.test(token.word);

export function typingOf(text: string, tokens: readonly Token[]): Scene["typing"] {
  const words = tokens.filter((token) => isWord(token) && token.to - token.from > 1);
  const raws = words.map(({ from, to }) => text.slice(from, to));
  if (raws.every((raw) => !/\p{Lu}/u.test(raw))) return "lower";
  const upper = raws.filter((raw) => raw === raw.toUpperCase()).length;
  if (raws.length > 2 && upper >= raws.length * 0.7) return "upper";
  const long = raws.filter((raw) => raw.length > 3);
  const capitals = long.filter((raw) => /^\p{Lu}/u.test(raw)).length;
  return long.length > 3 && capitals >= long.length * 0.8 ? "title" : "normal";
}

/** The word without 's, 'll and the like. */
export const stripClitic = (word: string): string => word.replace(/'(?:s|ll|d|ve|re)?$/, "");

const strongBefore = new Set(`with thank thanks thx kudos props ask asked hi hey hello dear`.split(" "));
const strongPairs = new Set([
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
const vocativeAfter = new Set(`thank thanks you great awesome amazing keep your if please`.split(" "));
const crewWords = new Set(
  `crew team guys boys help work attention advice knowledge professionalism service patience kindness manners plan guy
  explanation truck helper partner name number courtesy eye care expertise diligence visit visits`.split(
    /\s+/,
  ),
);
const badBefore = new Set(`free good ill at own strong iron against poor`.split(" "));

/** Who is meant by the name at tokens [from, to): one of the crew, or somebody or something else? */
export function readName(scene: Scene, from: number, to: number): Reading {
  const { text, tokens, typing } = scene;
  const at = (index: number): string => tokens[index]?.word ?? "";
  const raw = (index: number): string =>
    tokens[index] === undefined ? "" : text.slice(tokens[index].from, tokens[index].to);
  const capital = (index: number): boolean => /^\p{Lu}/u.test(raw(index));
  const shout = (index: number): boolean => raw(index).length > 1 && raw(index) === raw(index).toUpperCase();
  const first = tokens[from]!;
  const last = tokens[to - 1]!;
  const possessive = /'s$/.test(last.word);
  const name = stripClitic(first.word);
  const tellingCase = typing === "normal";

  // Part of an address, a handle or a domain.
  if (
    /[@/_]$/.test(text.slice(0, first.from)) ||
    /^(?:[@/_]|\.\p{Ll})/u.test(text.slice(last.to, last.to + 2))
  )
    return "other";

  // "my husband Mike", "our beagle, Will,", "a dog named Grant", "Rosa, my neighbor".
  const comma = at(from - 1) === ",";
  const before = comma ? from - 2 : from - 1;
  if (relations.has(stripClitic(at(before)))) {
    if (!comma || [",", "."].includes(at(to)) || to >= tokens.length) return "namesake";
  }
  if (["named", "called"].includes(at(from - 1)) && relations.has(at(from - 2))) return "namesake";
  if ([",", "("].includes(at(to)) && ["my", "our", "his", "her", "the"].includes(at(to + 1))) {
    for (let index = to + 2; index <= to + 4 && isWord(tokens[index]); index++)
      if (relations.has(at(index))) return "namesake";
  }

  // "I'm Will", "my name is Grant", and signatures.
  const introduced =
    ["i'm", "im"].includes(at(from - 1)) ||
    (["is", "am"].includes(at(from - 1)) && ["name", "i"].includes(at(from - 2)));
  if (introduced && !possessive && !["and's"].includes(at(to))) return "other";
  const head = text.slice(0, first.from);
  const tail = text.slice(last.to);
  if (
    /^(?:[ \t]+\p{Lu}\p{Ll}*\.?)?[\s.]*$/u.test(tail) &&
    /(?:\n|[.!?…)"'”’]\s*[-–—~]+|\n\s*[-–—~]+|\b(?:signed|regards|sincerely|cheers),?)\s*$/iu.test(head)
  )
    return "other";

  if (placeNouns.has(at(to)) && !possessive && at(to) !== "way" && at(to) !== "drive") return "other";
  if (["way", "drive"].includes(at(to)) && capital(to) && typing !== "upper") return "other";
  const beforeDot = at(from - 1) === "." ? from - 2 : from - 1;
  if (otherTitles.has(at(beforeDot)) && (beforeDot === from - 1 || at(beforeDot).length < 5)) return "other";

  const known = (index: number): boolean => {
    const word = stripClitic(at(index));
    return (
      functionWords.has(at(index)) ||
      functionWords.has(word) ||
      scene.crew.has(word) ||
      scene.business.has(word) ||
      isFinite(word)
    );
  };
  const start = from === 0 || (!isWord(tokens[from - 1]) && ![",", "&", "."].includes(at(from - 1)));
  if (typing === "normal") {
    // "Will Ferrell", "Grant Park", "Rosa's Kitchen" against "Will Did" and "Will ROCKS".
    const next = raw(to);
    if (capital(to) && isWord(tokens[to])) {
      if (next.length === 1 && next !== "I" && (at(to + 1) === "." || next !== "A")) return "other";
      if (next.length > 1 && !shout(to) && !known(to) && !crewWords.has(at(to))) return "other";
    }
    // "Hugh Grant", "Santa Rosa".
    if (capital(from) && capital(from - 1) && isWord(tokens[from - 1]) && raw(from - 1) !== "I") {
      const previous = stripClitic(at(from - 1));
      if (firstNames.has(previous) && !scene.crew.has(previous)) return "other";
      const opening = from - 1 === 0 || !isWord(tokens[from - 2]);
      if (
        !opening &&
        !shout(from - 1) &&
        !known(from - 1) &&
        !roles.has(previous) &&
        !honorifics.has(previous)
      )
        return "other";
    }
  }

  const wordClass = wordClassOf(name);
  if (wordClass === undefined || to - from > 1) return "crew";

  const cased =
    tellingCase &&
    capital(from) &&
    !(shout(from) && raw(from).length > 1 && name.length > 1 && !shoutsName(name));
  if (badBefore.has(at(from - 1))) return "other";
  if (honorifics.has(at(beforeDot))) return "crew";
  if (
    at(from - 1) === "named" ||
    (at(from - 1) === "called" && cased && ["guy", "technician", "man"].includes(at(from - 2)))
  )
    return "crew";

  // What follows: finite verbs, clitics, company.
  let follow = to;
  while (adverbs.has(at(follow)) && follow < to + 3) follow++;
  const verb = at(follow);
  const company =
    (["and", "&"].includes(at(to)) &&
      ((capital(to + 1) && (scene.crew.has(stripClitic(at(to + 1))) || firstNames.has(at(to + 1)))) ||
        (["his", "her", "the", "their", "i", "co"].includes(at(to + 1)) &&
          (crewWords.has(at(to + 2)) || at(to + 1) === "i" || crewWords.has(at(to + 3)))))) ||
    ([",", "and", "&"].includes(at(from - 1)) &&
      scene.crew.has(stripClitic(at(from - 2))) &&
      (typing === "lower" || typing === "upper" || capital(from - 2))) ||
    (at(to) === "," && scene.crew.has(stripClitic(at(to + 1))) && capital(to + 1));
  let near = false;
  for (let index = from - 1; index >= from - 3 && index >= 0; index--) {
    if (!isWord(tokens[index])) break;
    if (determiners.has(at(index)) && at(index) !== "that") near = true;
  }
  const pronounAfter = tokens
    .slice(to, to + 25)
    .some(({ word }) => ["he", "she", "him", "his", "her", "himself", "herself"].includes(word));
  const trait = tokens.slice(follow, follow + 6).some(({ word }) => humanTraits.has(word));
  const seasonal =
    isSeason(name) &&
    ([
      "in",
      "since",
      "by",
      "until",
      "till",
      "last",
      "this",
      "next",
      "early",
      "late",
      "mid",
      "of",
      "from",
      "every",
      "before",
      "after",
      "through",
      "during",
      "for",
      "on",
      "and",
      "to",
      "-",
      "–",
      "or",
      "between",
    ].includes(at(from - 1)) ||
      /^\d/.test(at(to)) ||
      /^\d/.test(at(from - 1)));
  if (
    seasonal &&
    !(company && scene.crew.has(stripClitic(at(to + 1)))) &&
    !(isDeed(verb) && at(from - 1) === "and")
  )
    return "other";

  const agrees =
    wordClass === "noun"
      ? (isDeed(verb) && (name !== "bill" || !["came", "went", "comes", "goes"].includes(verb))) ||
        (isFinite(verb) && (pronounAfter || trait))
      : isFinite(verb) || (verb === "will" && wordClass !== "verb") || verb === "will";
  const clitic = last.word.includes("'");
  if (company) return cased || !near ? "crew" : "other";

  if (cased && !start) {
    // A capital inside a sentence is a name unless grammar says otherwise.
    if (near && !roles.has(at(from - 1))) return "other";
    if (isSeason(name))
      return (agrees && (isDeed(verb) || trait)) ||
        strongBefore.has(at(from - 1)) ||
        (clitic && crewWords.has(at(to)))
        ? "crew"
        : "other";
    if (wordClass === "modal" && subjects.has(at(from - 1)) && !isFinite(verb) && isWord(tokens[to]))
      return "other";
    if (
      wordClass === "modal" &&
      ["be", "have", "not", "they", "you", "we", "it"].includes(at(to)) &&
      at(from - 1) !== "with"
    )
      return "other";
    if (at(to) === "of") return "other";
    return "crew";
  }
  if (clitic) {
    if (wordClass !== "noun") return near ? "other" : "crew";
    return crewWords.has(at(to)) && !near ? "crew" : "other";
  }
  if (cased && at(to) === ",") {
    if (vocativeAfter.has(at(to + 1)) || ["who", "our", "their", "the"].includes(at(to + 1))) return "crew";
  }
  if (cased && (at(to) === "who" || at(to) === "from") && wordClass !== "noun") return "crew";
  if (cased && at(to) === "from" && (scene.business.has(at(to + 1)) || ["your", "the"].includes(at(to + 1))))
    return "crew";
  if (cased && start && to >= tokens.length - 1 && strongBefore.has(at(from - 1))) return "crew";
  if (near) return "other";
  if (agrees && !subjects.has(at(from - 1))) {
    const boundary = from === 0 || !isWord(tokens[from - 1]) || clauseOpeners.has(at(from - 1));
    if (
      wordClass !== "noun"
        ? boundary || wordClass === "modal" || cased
        : boundary && (cased || typing !== "normal")
    )
      return "crew";
  }
  // "ask for will", "THANK YOU GRANT!"
  const strong =
    strongPairs.has(`${at(from - 2)} ${at(from - 1)}`) ||
    (strongBefore.has(at(from - 1)) && !(wordClass === "verb" && at(from - 1) === "to")) ||
    strongPairs.has(`${at(from - 3)} ${at(from - 2)} ${at(from - 1)}`) ||
    (roles.has(at(from - 1)) && wordClass !== "modal");
  const ends =
    !isWord(tokens[to]) ||
    [
      "and",
      "for",
      "who",
      "he",
      "she",
      "at",
      "today",
      "yesterday",
      "again",
      "from",
      "when",
      "because",
      "if",
      "if",
      "next",
      "this",
      "last",
      "as",
    ].includes(at(to));
  return strong && ends && wordClass !== "noun"
    ? "crew"
    : strong && ends && (cased || to >= tokens.length - 1) && !isSeason(name)
      ? "crew"
      : "other";
}

const clauseOpeners = new Set(
  `and but because when that since so then after while think thought say says said today yesterday also lol where if how like
  plus until monday tuesday wednesday thursday friday saturday sunday glad happy sure`.split(/\s+/),
);
/** A name typed in capitals in a sentence that is not: only letters say that it may be a name. */
const shoutsName = (name: string): boolean => name.length < 2;
