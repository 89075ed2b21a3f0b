import type { Token } from "../language/tokens.ts";
import { wordSet } from "../language/word-set.ts";

/** Firms that everybody knows: what they did is told to compare. */
const chains =
  "costco|walmart|sam['’]s club|home depot|lowe['’]s|menards|sears|best buy|jiffy lube|midas|meineke|firestone|pep boys|autozone|valvoline|discount tire|les schwab|safelite|maaco|petsmart|petco|banfield|supercuts|great clips|sport clips|cost cutters|fantastic sams|massage envy|aspen dental|smile ?direct(?: ?club)?|lenscrafters|warby parker|terminix|orkin|trugreen|stanley steemer|merry maids|molly maids?|servpro|roto[- ]rooter|mr\\.? rooter|u-haul|h&r block|turbotax|legalzoom|geek squad|kumon|sylvan|mathnasium";
const chainName = new RegExp(String.raw`(?<!\p{L})(?:${chains})(?!\p{L})`, "giu");

/** Work of others that a review tells of: what an earlier firm, a neighbour or the customer did is no service of ours. */

const firms =
  "company|companies|contractor|contractors|plumber|plumbers|painter|painters|electrician|roofer|groomer|groomers|dentist|dentists|mechanic|mechanics|vet|shop|place|salon|outfit|firm|crew|installer|installers|builder|builders|landscaper|landscapers|stylist|trainer|kennel|clinic|office|dealer|dealership|chain|barber|hairdresser|colorist|cleaner|cleaners|service|technician|tech|photographer|tutor|therapist|spa|garage|guys?|people|lady";
const earlier = "previous|prior|former|last|old|other|original";
const otherFirm = String.raw`(?:(?:an)?other|a different|some other) (?:\p{L}+ )?(?:${firms})|(?:(?:the|our|my) )(?:${earlier}) (?:\p{L}+ )?(?:owners?|guys?|tenants?|people|${firms})(?: (?:i|we) (?:used|had|hired|tried|went to))?|(?:the|a) (?:\p{L}+ )?(?:${firms}) (?:i|we) (?:used|had|hired|tried|went to|called) (?:before|first|last (?:time|year))(?: (?:them|that|this))?|(?:the|a|my) (?:local )?(?:dealer|dealership)`;
const handymen =
  "husband|boyfriend|dad|father|brother|son|uncle|nephew|neighbor|neighbour|friend|buddy|landlord|handyman|brother-in-law|father-in-law|roommate|cousin|grandpa";
const doer = String.raw`${otherFirm}|(?:${chains})(?:['’]s (?:crew|guys|team|people|installers?))?|(?:most|other) people|whoever|(?:\p{L}+ )?(?:guys|people|folks|company|crew) (?:next door|down the street|across the street)|the (?:vet|builder|builders|flippers?|previous owners?|sellers?)`;
const between =
  "had|has|have|just|already|actually|only|always|also|never|once|twice|tried|to|did|do|does|a|an|the|my|our|his|her|their|this|that|all|of|some|it|terrible|awful|bad|poor|lousy|horrible|sloppy";

const deed = String.raw`(?: (?:${between})){0,4}(?: (?!quot|recomm|refer|want|refus|suggest|charg)\p{L}+ed (?:a|an|the|my|our|all the))?\s+$`;
/** "Another company had already", "the guys next door painted the": right before what was done. */
const doneByOthers = new RegExp(String.raw`(?:^|[^\p{L}])(?:${doer})(?: (?:who|that))?${deed}`, "iu");
/** "PetSmart trained": a capital inside a name makes it a chain's; "McKenna" and "DeShawn" are people. */
const doneByChain = new RegExp(
  String.raw`(?:^|[^\p{L}])(?!Mc|Mac|D[aeiu]\p{Lu}|L[ae]\p{Lu}|Ja\p{Lu})\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+${deed}`,
  "u",
);
/** "My dad already replaced the": right before what kin did; what kin had done to them, they may have had here. */
const kinBefore = String.raw`(?:^|[^\p{L}])(?:my|our) (?:${handymen})(?: (?:had already|has already|already|just|actually|once|always|usually|normally|tried to|even|also|can|could|used to))*`;
const kinDid = new RegExp(
  String.raw`${kinBefore} (?:did|does|do|(?!need|want|lov|lik|book|schedul|receiv|enjoy|call|recomm|referr|ask|hir|notic|us)\p{L}+ed)(?: (?:a|an|the|my|our|his|her|all))+\s+$`,
  "iu",
);
const kinDoes = new RegExp(String.raw`${kinBefore}\s+$`, "iu");
const isDeed = (word: string): boolean => /(?:ed|cut|did|does|put|hung|built|dug|swept|fed)$/.test(word);
/** "I do my own". */
const ownThing = /(?:^|[^\p{L}])(?:i|we)(?: \p{L}+){1,3} (?:my|our) own\s+$/iu;
/** "I tried to", "I tried" before "unclogging": without success, or no firm were needed. */
const ownTry =
  /(?:^|[^\p{L}])(?:i|we)(?:['’]d|['’]ve)?(?: (?:had|have|even|already|first))* (?:tried|attempted)(?: to)?\s+$/iu;

/** "I", "we've always": right before what the customer did, if "myself" follows. */
const ownHands =
  /(?:^|[^\p{L}])(?:I|i|We|we)(?:['’](?:ve|d))?(?: (?:already|just|actually|always|usually|normally|have|had|did|do|even|also|only|still|can|could|once)){0,3}(?: \p{L}+ed)?(?: (?:the|a|an|my|our|his|her|their|all))*\s+$/u;
const byMyself =
  /^[^.!?;]{0,40}?\b(?:(?:my|our)sel(?:f|ves)\b|at home\b(?! (?:visit|service))|for a living\b|on my own\b)/iu;
/** "The guy from Roto-Rooter": a firm whose name has a service in it. */
const sentFrom = /\b(?:guys?|man|men|lady|people|folks|techs?) from (?:the )?$/iu;
/** "My husband laid the tile in the hall himself". */
const kin = new RegExp(String.raw`(?:^|[^\p{L}])(?:my|our) (?:${handymen}) [^,.!?;]{0,30}$`, "iu");
const byHimself = /^[^.!?;]{0,40}?\b(?:himself|herself|themselves)\b/iu;
/** "They tracked mud across the deck", "scratched our floors": what was harmed is where the work was done. */
const harmed =
  /\b(?:(?:dripped|dripping|spilled|splattered|splashed|dropped|tracked|tracking|left|got|getting)\b[^,.!?;]{0,20}\b(?:mud|dirt|paint|dust|drips|footprints|trash|tools|grease)\b[^,.!?;]{0,12} (?:on|across|over|onto|into)|(?:they|he|she|crew|guys) (?:\p{L}+ )?(?:scratched|gouged|scuffed|dinged)) (?:the|our|my|his|her|their)(?: \p{L}+)?\s+$/iu;
/** "Painted by the previous owner", "groomed at another place". */
const ofOthers = new RegExp(
  String.raw`^(?: (?!they|he|she|we|i\b|than|quote|price|cheap|less|half|like|as\b|over)[\p{L}'’]+){0,3} (?:elsewhere|somewhere else|(?:by|at|from|with) (?:(?:some(?:one|body) else)|an? (?:\p{L}+ )?(?:surgeon|specialist|competitor|chain)|an? (?:\p{L}+ )?(?:${firms}) (?:in|on|near|off|down|up|across)|${otherFirm}|the (?:mall|big box store|builder|previous owner)|(?!Mc|Mac|D[aeiu]\p{Lu}|L[ae]\p{Lu}|Ja\p{Lu})\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+))`,
  "u",
);
const fromChain = new RegExp(
  String.raw`^(?: (?!than|quote|price|cheap|less|half|like|as\b|over|bought|got|ordered|picked)[\p{L}'’]+){0,3} (?:by|at) (?:${chains})(?!\p{L})`,
  "iu",
);
const nextDoor =
  /^,? (?:place |center |centre |shop )?(?:across the street|next door|down the (?:street|road|block))\b/iu;
/** Here the work of others is told as the customer's own: "my dad had his brakes done here". */
const here = /(?<!\bcall(?:ed|ing)? )\b(?:here|with them|with these|to them)\b/iu;

/** A sentence may be as long as a review, and hold a hundred services. */
const near = 120;

/** What needs a firm afterwards: "I locked myself out", "I clogged the toilet myself". */
const troubles = wordSet(
  "locked clogged broke cracked burst chipped jammed flooded punctured dented scratched backed ruined damaged",
);

/** Whether somebody else did what tokens [first, end) tell: another firm, a neighbour, or the customer with her own hands. */
export function isDoneByOthers(
  text: string,
  tokens: readonly Token[],
  first: number,
  end: number,
  known: ReadonlySet<string>,
): boolean {
  const [opens, start, close, last] = [tokens[0], tokens[first], tokens[end - 1], tokens.at(-1)];
  if (!opens || !start || !close || !last) return false;
  const before = text.slice(Math.max(opens.from, start.from - near), start.from);
  const after = text.slice(close.to, Math.min(last.to, close.to + near));
  if (nextDoor.test(after) || harmed.test(before)) return true;
  if (sentFrom.test(before) && /^\p{Lu}/u.test(text.slice(start.from))) return true;
  const isTrouble = [start, tokens[first - 1], tokens[first - 2]].some((one) =>
    troubles.has(one?.word ?? ""),
  );
  if (isTrouble && byMyself.test(after)) return false;
  if (kin.test(before) && byHimself.test(after)) return true;
  // "The Other Vet", "PetSmart" may be what the firm itself is called.
  const isOurs = (words: string): boolean =>
    words
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .some((word) => word.length > 4 && known.has(word));
  // "Jiffy Lube" is no lube.
  const from = Math.max(opens.from, start.from - 20);
  const isInChain = [...text.slice(from, close.to + 20).matchAll(chainName)].some(
    ({ index, 0: name }) =>
      from + index < close.to && start.from < from + index + name.length && !isOurs(name),
  );
  const byOthers = (words: RegExp, around: string): boolean => {
    const found = words.exec(around);
    return found !== null && !isOurs(found[0]);
  };
  if (isInChain) return true;
  if (kinDid.test(before) || (kinDoes.test(before) && isDeed(start.word))) return !here.test(after);
  if (ownThing.test(before) || (ownTry.test(before) && !/^\p{L}+ed$/u.test(start.word))) return true;
  if (ownHands.test(before) && byMyself.test(after)) return true;
  if (here.test(after)) return false;
  return (
    [doneByOthers, doneByChain].some((words) => byOthers(words, before)) ||
    [ofOthers, fromChain].some((words) => byOthers(words, after))
  );
}
