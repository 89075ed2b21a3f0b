import { firstNames, functionWords, isFinite } from "../language/english.ts";
import type { TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

/** Things whose names hold a first name: "luke warm", "a Bloody Mary", "dawn dish soap". */
const things = phrases(
  `luke: warm; tom: yum kha collins collinses; dan: dan; jack: daniels daniel's frost cheese o n; johnny: cakes cake rockets walker; jane: doe;
  john: doe deere hancock; peter: pan piper; billy: goat; dawn: dish soap detergent; charlie: horse; joe: boxer schmo public; ben: franklin;
  mary: jane kay; grace: period; art: supply gallery museum deco; rose: gold quartz petals bush bushes garden; mason: jar jars;
  morgan: stanley; wells: fargo; will: power; ginger: ale tea beer snaps; rob: roy; victoria: secret; betty: crocker; rusty: nail`,
);
const before = phrases(
  `mary: bloody hail mother; susan: lazy; donna: prima bella; jane: plain; heaven: in to like of; joe: o trader average sloppy; joes: trader sloppy; john: long papa
  dear; temple: shirley; nancy: negative; nelly: nervous; debbie: downer; lucy: juicy; tom: peeping; ben: uncle; dan: dan; alec: smart;
  roger: jolly; jack: lumber pepper; pete: st; angela: los; diego: san; barbara: santa; robin: red; sandy: hurricane; joy: pure; ed: co special`,
);

/** Lists of "name: the words that make it another thing". */
function phrases(lines: string): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = lines.split(";").map((line) => {
    const [name = "", words = ""] = line.trim().split(":");
    return [name, wordSet(words.trim())] as const;
  });
  return new Map(entries);
}
const colors = wordSet("red blue black green white yellow golden silver pink purple");

/** "The wings were luke warm", "the bloody mary bar", "for Pete's sake", "love red Robin". */
export function isFixedPhrase({ at, bare, isCapital, from, to }: TokenContext): boolean {
  const name = bare(from);
  if (things.get(name)?.has(at(to)) === true || before.get(name)?.has(at(from - 1)) === true) return true;
  if (at(to) === "sake" && at(from - 1) === "for") return true;
  if (name === "jack" && at(to) === "in" && at(to + 2) === "box") return true;
  return isCapital(from) && colors.has(at(from - 1));
}

/** "Co-ed", "Kay-lee's", "Cash-n-Carry": part of a longer word; a dash as in "call Mike-he is great" is none. */
export function isCompound({ text, start, end, tokens, to }: TokenContext): boolean {
  if (/[\p{L}\d]-$/u.test(text.slice(Math.max(0, start - 2), start))) return true;
  if (!/^-\p{L}/u.test(text.slice(end, end + 2))) return false;
  const next = tokens[to]?.word ?? "";
  return next === "n" || /^-\p{Lu}/u.test(text.slice(end, end + 2));
}

const houseVerbs = wordSet(
  "is was has had does did isn't wasn't hasn't can can't could will won't would should makes serves",
);
const toHouse = wordSet(
  "called as to at from with for of than over by past enjoy enjoyed love loved like visit visited try tried pass passed forget choose chose recommend recommended recommending hit or and",
);
const ofPeople = wordSet(
  "client clients customer customers patient patients fan fans friend friends student students regular one work idea",
);
/** After "Dana's" these say what Dana is: "Dana's very friendly", "Dana's a pro", "Dana's been great". */
const contracted = wordSet(
  "a an the very so really always not been my your our his her their just such too also got gonna going great awesome amazing good best pretty quite never still only one work",
);

/** "We went to Tony's", "Wanda's is closed": a house called after somebody, and not what is somebody's. */
export function isHouse(context: TokenContext): boolean {
  const { at, bare, isWord, isCapital, known, tokens, from, to } = context;
  const next = at(to);
  // "Dana's Ultimate Auto", "Anderson Eye Care": the business itself.
  const isOurs = known.has(at(to - 1)) || known.has(bare(to - 1));
  if (isOurs && isCapital(to) && known.has(next) && isWord(to)) return true;
  if (isOurs && isCapital(from) && isCapital(from - 1) && known.has(at(from - 1))) return true;
  const isFirst = ["at", "to"].includes(at(from - 1)) && at(to) === "and" && at(to + 1).endsWith("'s");
  if (isFirst && (!isWord(to + 2) || functionWords.has(at(to + 2)))) return true;
  if (!at(to - 1).endsWith("'s")) return false;
  if (houseVerbs.has(next)) return true;
  if (next === "really" && isFinite(at(to + 1))) return true;
  if (at(from - 1) === "at" && contracted.has(next)) return true;
  if (contracted.has(next) || !toHouse.has(at(from - 1))) return false;
  // "At Frank and Helen's since the sixties", but not "from Tony and Mary's was the lowest".
  const isPair = ["at", "to"].includes(at(from - 3));
  if (["and", "or"].includes(at(from - 1)) && !at(from - 2).endsWith("'s") && !isPair) return false;
  if (at(from - 1) === "of" && (ofPeople.has(at(from - 2)) || /^patient|^client/.test(at(from - 2))))
    return false;
  return !isWord(to) || to >= tokens.length || functionWords.has(next);
}

const outings = wordSet(
  "visited shared ordered dined stayed stopped ate split drove flew walked married celebrated enjoyed rented booked moved live lived came arrived bought",
);

/** "Drew and I shared the platter", "Sam and I got married": who came along. */
export function isCompanion({ at, to }: TokenContext): boolean {
  if (!["and", "&"].includes(at(to)) || at(to + 1) !== "i") return false;
  return (
    outings.has(at(to + 2)) || outings.has(at(to + 3)) || (at(to + 2) === "got" && at(to + 3) === "married")
  );
}

const signs =
  /\b(?:respectfully|sincerely|regards|best wishes|warmly|yours truly),?\s+(?:\p{Lu}[\p{L}']* ?(?:&|and) ?)?$/iu;

/** "Respectfully, Matthew & Alicia": those who signed. */
export const isSigner = ({ text, start }: TokenContext): boolean =>
  signs.test(text.slice(Math.max(0, start - 50), start));

/** Names that without their capital are words: "a curt reply", "tacos al pastor". */
const plain = wordSet("curt norm dot heaven zip al ed bob pat lee ty bo jo di mo");
const describers = wordSet("very so too a an the was is were be been bit in like of more rather quite");

/** "The front desk was curt", "in heaven". */
export const isWordInLower = ({ at, bare, isCapital, typing, from, to }: TokenContext): boolean =>
  to - from === 1 &&
  !isCapital(from) &&
  plain.has(bare(from)) &&
  (typing === "normal" || describers.has(at(from - 1)));

const premises = wordSet(
  "shop store location place corner office salon branch restaurant grill cafe parked located",
);

/** "The shop on Olive", "on 52nd and Sandy": a street. */
export function isStreetName({ at, isWord, isCapital, tokens, from, to }: TokenContext): boolean {
  if (!isCapital(from) || at(to - 1).includes("'")) return false;
  if (
    ["and", "&"].includes(at(from - 1)) &&
    (/^\d+(?:st|nd|rd|th)?$/.test(at(from - 2)) ||
      (/^(?:st|nd|rd|th)$/.test(at(from - 2)) && /^\d/.test(at(from - 3))))
  )
    return true;
  const ends = !isWord(to) || to >= tokens.length || ["and", "is", "was"].includes(at(to));
  return at(from - 1) === "on" && premises.has(at(from - 2)) && ends && !firstNames.has(at(to + 1));
}
