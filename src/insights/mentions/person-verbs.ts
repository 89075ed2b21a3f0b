import { adverbs, humanTraits, isFinite, isPersonalVerb, isSeason, subjects } from "../language/english.ts";
import type { TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

/** What people have and bills have not: "Bill has the patience of a saint". */
const gifts = wordSet(
  "patience heart touch eye eyes hands gift knack way sense knowledge talent personality manner smile attitude temper",
);
/** What follows a verb that somebody did to the customer: "butchered my bangs", "surprised us". */
const ownObjects = wordSet("my our me us");
const pronouns = wordSet("he she him his her himself herself");
/** Words that describe: as a subject, or with 's, they can only be names. */
export const describing = wordSet("frank ernest rich rusty sandy sunny woody stormy rocky dusty");
const auxiliaries = wordSet(
  `could couldn't would wouldn't should shouldn't can can't cannot won't will did didn't has hasn't have haven't had hadn't be been`,
);
/** What hopes, bills and arts do themselves; whatever else "-ed" tells at the start of a sentence, somebody did. */
const thingsDo = wordSet(
  `arrived totaled totalled included showed listed reflected doubled tripled jumped increased dropped faded turned bloomed died
  smelled wilted ended started seemed looked appeared remained stayed sounded helped worked needed returned happened increased
  changed added matched reached exceeded covered covers reads says shows includes seems looks used based`,
);
/** Past forms of what takes hands or a mouth. */
const deeds = wordSet(
  "threw sat sang taught dealt stole swept drove spoke built held hung spent dug shook slept swore creates created designs designed owes matched",
);
/** What bills and pennies do too, unless it was done to something: "left a mess", "put the panel back". */
const deedsTo = wordSet("left put cut sent paid read tore let lost sold");
const acts =
  wordSet(`smiling laughing texting talking yelling listening explaining rushing arguing sighing joking chewing checking
  sleeping smoking flirting cursing whistling humming complaining chatting scrolling staring typing standing sitting wearing minutes behind man boss goat mvp reason worth gift listener communicator keeper annoyed bored irritated moody eager`);
const sides = wordSet("rear front side turn hand lane lower upper outer inner over arm");
const articles = wordSet("a an the my our his her their me us everything everyone");
/** What somebody would or could not do: "Rose wouldn't even take a tip". */
const undone = wordSet("take accept listen answer explain call apologize tell give");
/** What hopes, plants and pictures are doing without anybody's help: "Ivy was growing". */
const thingsAreDoing = wordSet(
  `growing blooming dying wilting climbing spreading fading leaking dripping missing pending coming going hanging showing
  running having being getting becoming starting ending written`,
);
/** Where people are, and plants, sums and hopes are not: "Dale was here by nine", "Joy was in and out in an hour". */
const whereabouts = [
  ["here"],
  ["on", "time"],
  ["on", "the", "phone"],
  ["in", "and", "out"],
  ["at", "my"],
  ["at", "our"],
  ["up", "on", "the"],
];
/** What ends in -er, -or and -ist without being people. */
const notPeople = wordSet(
  `matter number flower factor color power bummer order summer winter center killer corner monster
  better bigger larger smaller nicer cheaper safer easier softer brighter lighter darker other`,
);
/** What is said of sums: "Bill was higher than quoted". */
const amounts = wordSet(
  "higher lower less more fair reasonable wrong correct right due high low accurate itemized double off outrageous late",
);
/** What seasons are: "Summer is the best time to go", "summer is their busy season". */
const times = wordSet("season time times month months weather heat hours schedule rush busy hot dry wet");

const isCopula = (word: string): boolean => ["was", "is", "were", "named", "called"].includes(word);

/** Whether a trait of people follows in the same clause, and not what a bill or a season is. */
function hasTrait({ at }: TokenContext, name: string, follow: number): boolean {
  let found = false;
  for (let index = follow; index < follow + 6; index += 1) {
    const word = at(index);
    if (index > follow && (subjects.has(word) || (word === "so" && subjects.has(at(index + 1))))) break;
    if (isSeason(name) && times.has(word)) return false;
    if (name === "bill" && word === "reason") return false;
    found ||= humanTraits.has(word) || acts.has(word);
  }
  return found;
}

/** "Joy was scraping so hard", "Dale was here within two hours", "Dale is a talker": after a copula at `follow`. */
function isBusyOrSomewhere({ at }: TokenContext, follow: number): boolean {
  const next = at(follow + 1);
  if (next.endsWith("ing") && !thingsAreDoing.has(next)) return true;
  if (whereabouts.some((words) => words.every((word, step) => at(follow + 1 + step) === word))) return true;
  const noun = at(follow + 2);
  return ["a", "an"].includes(next) && /(?:er|or|ist)$/.test(noun) && !notPeople.has(noun);
}

/** Whether the word at `follow`, after a name that is a noun or a season, is what people do or are. */
export function actsAsPerson(context: TokenContext, name: string, follow: number): boolean {
  const { at, tokens, to } = context;
  const verb = at(follow);
  const object = at(follow + 1);
  if (name === "bill") {
    if (["came", "went", "comes", "goes"].includes(verb)) return false;
    if (isCopula(verb) && [1, 2].some((step) => amounts.has(at(follow + step)))) return false;
  }
  const isSetUp = verb === "set" && ["up", "me", "us", "everything"].includes(object);
  const isPast = isSetUp || deeds.has(verb) || (deedsTo.has(verb) && articles.has(object));
  // A bill comes and a rose is lovely; only people explain.
  if (isPersonalVerb(verb) || (isPast && !(name === "bill" && deedsTo.has(verb)))) return true;
  // "Rusty left handprints", and not "Rusty left front strut".
  if (describing.has(name) && (isCopula(verb) || (verb === "left" && !sides.has(object)))) return true;
  if (/^ha[sd]$/.test(verb) && [2, 3].some((step) => gifts.has(at(follow + step)))) return true;
  if (!isSeason(name)) {
    // "Heather couldn't have cared less".
    let main = follow;
    while ((auxiliaries.has(at(main)) || adverbs.has(at(main))) && main < follow + 4) main += 1;
    if (isPersonalVerb(at(main)) || (main > follow && name !== "bill" && undone.has(at(main)))) return true;
    if (isFinite(verb) && ownObjects.has(object)) return true;
    if (name !== "bill" && isCopula(verb) && isBusyOrSomewhere(context, follow)) return true;
    // "Art got it running again", "Ginger put on a film".
    const isHandled =
      ["got", "put", "kept", "had", "made"].includes(verb) && ["it", "them", "on"].includes(object);
    if (name !== "bill" && isHandled) return true;
    // "Joy couldn't have been sweeter".
    const isPraise = at(main - 1) === "been" && (at(main) === "more" || at(main).endsWith("er"));
    if (main > follow + 1 && isPraise && name !== "bill") return true;
  }
  if (!isFinite(verb)) return false;
  return (
    pronouns.has(context.next ?? "") ||
    tokens.slice(to, to + 25).some(({ word }) => pronouns.has(word)) ||
    hasTrait(context, name, follow) ||
    (verb.endsWith("ed") && !thingsDo.has(verb))
  );
}
