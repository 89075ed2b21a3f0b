import type { SentenceReading } from "../language/sentence-reading.ts";
import { isIn, parseContexts } from "../language/contexts.ts";
import type { Token } from "../language/tokens.ts";
import { firms } from "./rivals.ts";

/** Why words are not said of this business. */
type Aside = "what the customer came for" | "trouble from before" | "somebody else";

/** What people came for or intend: naming it says nothing of how it went. */
const occasions = parseContexts(`
  looking|searching|search|shopping|hunting|hunt|market for a|an|another|some|new|good|my * [@]; look|find|finding|found|choose|choosing|picking * new|another [@]; looking to|for * [@] done|replaced|installed|fixed|repaired;
  need|needed|needing|wanted|want|require|required|requested a|an|my|our|some|new|his|her * [@]; in need of * [@]; wanted|want|needed|need|had to get|have * [@] done|replaced|installed|fixed|repaired|removed|cleaned|cut|checked;
  recommend|recommended|recommending|suggest them|him|her|it|this|these * for * [@]; recommend * for|to any|all|your|anyone|everyone * [@]; be|coming|come|go|going|went|return|returning|came back for a|an|my|our|another|future|more|all|his|her * [@];
  back|again|return for|to * future|next|more|yearly|annual|regular [@]; use|using|call|hire them|him|her|again * for any|all|my|our|future|your * [@]; will|would|going|plan|planning * schedule|book|booking|scheduling * [@]; any|whatever [@] you|i|we * need|want|have;
  went|came|come|go|going|stopped|been in|here|there|to|them for a|an|my|our|some|her|his * [@]; went|came|come|go|going for a|an|my|our|some|her|his * [@]; dropped|drop|took|take|brought|bring|bringing my|our|the|his|her * [@] in|into|to|off|here|there|for;
  dropped|drop off my|our|the * [@]; pick|picked|picking up my|our|the * [@]; purchased|bought|buying|buy a|an|my|our|new|used * [@];
  made|make|making|had|have|scheduled|schedule|book|booked an|a|my|our [appointment|appointments|reservation|consultation]; set up an [appointment]; my|our|the|first [appointment] was|is at|for|on|scheduled;
  i|we had|have|having a|an|some|this|several * [problem|problems|issue|issues|leak|leaks|emergency|question|questions|clog|crack|cavity|toothache|flat];
  called|contacted|emailed|hired them|him|her|about|for|to * for|about|to|because * [@]; afraid|scared|terrified|nervous|dread|dreaded|dreading|fear|hate|hated|phobia of|going|about|to * [@]; in case you * [@]`);

/** Things of the customer that had failed before anybody came. */
const troubles = parseContexts(`
  my|our|his|her|one [@] * broke|died|quit|failed|leaked|cracked|chipped|burst|flooded|overheated|clogged; my|our|his|her * [@] was|were|is|had|has|started|began|kept * leaking|broken|clogged|dead|cracked|making|acting|overheating|dying|backed|loose|infected|sore|killing|hurting|rattling|squeaking;
  my|our|his|her * [@] went|gave|stopped|wouldn't|won't|wasn't|weren't out|up|working|start|turn|work|running|drain|open|close|cool|heat|flush|latch; broken|dead|leaky|leaking|clogged|failing|cracked|chipped|infected|flat [@]; with|for|on a|an|my|our broken|dead|leaking|leaky|clogged|cracked|chipped|bad|flat|noisy|old * [@]; my|our|his|her * [was a mess|were a mess|is a mess|was filthy|were filthy]`);
/** Where one of these stands, the trouble came after the work, or again. */
const afterwards = new Set(
  "again still after since later now because they he she caused causing left never until".split(" "),
);

const others =
  "other|another|others|previous|last|old|former|prior|different|first|every|competing|regular|usual|next|original";
const workers =
  "guy|guys|doctor|doctors|technician|tech|stylist|stylists|barber|barbers|one|ones|outfit|crew|mover|office|offices|cleaner|lady|woman|man|team|dentist's|service";
const firmsOrWorkers = `${[...firms].join("|")}|${workers}`;
const rivals = parseContexts(`
  ${others} [${firmsOrWorkers}]; ${others} lawn|moving|cleaning|dental|auto|car|hair|nail|pest|pool|roofing|plumbing|local|big|nearby [${firmsOrWorkers}]; [competitor|competitors|competition|dealerships|franchise]; the|my|local|a [dealer|dealership]; our|my|their [neighbor|neighbors|neighbour|neighbours|friend|friends|neighbor's];
  previous|former|prior [owner|owners|tenant|tenants];
  i|we used to [go|use|take|see|have|bring]; before i|we [found|switched|moved|came|discovered|hired]`);
/** Words that set this business against a rival, or put it among others: then it is this one that is spoken of. */
const comparisons = new Set(
  "than unlike compared like as over versus vs beats beat most any all no not never won't wouldn't only among switched many".split(
    " ",
  ),
);
const returns = new Set(
  "here this these finally until then so now but however instead luckily thankfully told recommended referred because".split(
    " ",
  ),
);

/** Whether a rival is spoken of in the clause up to the words, and nothing leads back to this business. */
function isRivals({ tokens, words }: SentenceReading, first: number, end: number): boolean {
  for (let at = end - 1; at >= 0 && first - at <= 14; at -= 1) {
    if ((words[first]?.barrier ?? 0) - (words[at]?.barrier ?? 0) >= 1.5) return false;
    if (at < first && returns.has(words[at]?.word ?? "")) return false;
    if (!isIn(rivals, tokens, at, at + 1)) continue;
    // "Most other hotels charge you" compares nothing; "better than most other hotels" does.
    const before = tokens.slice(tokens[0]?.word === "most" ? 1 : 0, at).slice(-5);
    return !before.some(({ word }) => comparisons.has(word));
  }
  return false;
}

/** "Ripped off by two other shops". */
const isByRivals = (tokens: readonly Token[], end: number): boolean =>
  tokens[end]?.word === "by" && [1, 2, 3].some((on) => isIn(rivals, tokens, end + on, end + on + 1));

/** Who does harm and is not of the business: weather, animals, neighbours, the customer's household, strangers. */
const outsiders = new Set(
  `storm storms hail wind winds tornado hurricane lightning freeze flood rain snow ice squirrel squirrels raccoon
  raccoons rats mice puppy kid kids child children toddler son daughter husband ex-husband wife ex-wife boyfriend
  girlfriend roommate roommates brother father dad tenant tenants renter renters landlord builder builders
  burglar burglars vandal vandals`.split(/\s+/),
);
const harms = new Set(
  `broke damaged scratched cracked ruined dented destroyed killed smashed tore ripped stained flooded clogged left did
  made botched scraped knocked hit`.split(/\s+/),
);

/** "The kid down the street broke my fence": whether an outsider does what a phrase blames. */
function isOutsiders(tokens: readonly Token[], first: number): boolean {
  if (![first, first - 1, first - 2].some((at) => harms.has(tokens[at]?.word ?? ""))) return false;
  for (let at = first - 1; at >= 0 && first - at <= 7; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (people.has(word) || customer.has(word) || !/[\p{L}\d]/u.test(word)) return false;
    if (outsiders.has(word)) return true;
  }
  return false;
}

/** A sentence that tells what some other firm did, as against one that names it on the way to this one. */
const openings = parseContexts(`
  ${others} [${firmsOrWorkers}]; ${others} local|big|nearby|auto|dental|moving|cleaning [${firmsOrWorkers}];
  i|we * took|brought|went|called|tried|hired|used|drove * * * [first|before|originally|initially|elsewhere]; i|we first|originally|initially [took|brought|went|called|tried|hired|used]`);
const people = new Set("they he she it their his her".split(" "));
const customer = new Set("i we my our".split(" "));
const comesBack = (word: string): boolean => returns.has(word) || /^(?:than|unlike|only|best)$/.test(word);

/** Sentences that go on with another firm's story, by index: "The last shop had it for a week. They charged me $600." */
export function findStoriesOfOthers(
  sentences: readonly { readonly tokens: readonly Token[] }[],
): ReadonlySet<number> {
  const found = new Set<number>();
  let isOthers = false;
  for (const [index, { tokens }] of sentences.entries()) {
    const isBack = tokens.some(({ word }) => comesBack(word));
    const start = tokens.slice(0, 3);
    const goesOn: boolean =
      isOthers &&
      !isBack &&
      start.some(({ word }) => people.has(word)) &&
      !start.some(({ word }) => customer.has(word));
    if (goesOn) found.add(index);
    isOthers =
      goesOn ||
      (!isBack &&
        !tokens.some(({ word }) => comparisons.has(word)) &&
        tokens.some((_, at) => isIn(openings, tokens, at, at + 1)));
  }
  return found;
}

/**
 * Whose experience the words at tokens [first, end) tell; undefined for what this business did. A phrase that judges
 * by itself may name a rival ("half the price of the dealer"): it is this business that it judges.
 */
export function asideAt(
  reading: SentenceReading,
  first: number,
  end: number,
  judges = false,
): Aside | undefined {
  const { tokens } = reading;
  if (isIn(occasions, tokens, first, end)) return "what the customer came for";
  if (isIn(troubles, tokens, first, end) && !tokens.some(({ word }) => afterwards.has(word)))
    return "trouble from before";
  if (judges && (isByRivals(tokens, end) || isOutsiders(tokens, first))) return "somebody else";
  return isRivals(reading, first, judges ? first : end) ? "somebody else" : undefined;
}
