import { pluralsOf } from "./service-verbs.ts";
import type { Token } from "../language/tokens.ts";
import { isIn, parseContexts } from "../language/contexts.ts";

/** Other names of a thing, clipped ones too: "fixed the tranny", "best pedi of my life". */
const sameThing: Record<string, string[]> = {
  transmission: ["tranny", "gearbox"],
  manicure: ["mani"],
  pedicure: ["pedi"],
  eyebrow: ["brow"],
  windshield: ["windscreen"],
  refrigerator: ["fridge"],
  faucet: ["tap"],
  toilet: ["commode"],
  vaccination: ["vaccine"],
  hedge: ["bush", "shrub"],
  rodent: ["mouse", "rat"],
  cockroach: ["roach"],
  eyeglass: ["glasses"],
  auto: ["car", "truck"],
  couch: ["sofa"],
  sofa: ["couch"],
};
/** What is worked on where the name says the whole: brakes have pads. */
const partsOfThing: Record<string, string[]> = {
  brake: ["pad", "rotor", "caliper"],
  exhaust: ["muffler", "tailpipe"],
  lawn: ["grass"],
  irrigation: ["sprinkler", "sprinklers"],
  gutter: ["downspout"],
  tooth: ["molar"],
  teeth: ["molar"],
};
/** Verbs for a piece of work that say it only beside its thing: "pulled a tooth". */
const verbsBesideThing: Record<string, string[]> = {
  extraction: ["pull", "remove"],
  mowing: ["cut"],
  coloring: ["dye", "tint"],
  colouring: ["dye", "tint"],
  color: ["dye", "tint"],
  colour: ["dye", "tint"],
  cleaning: ["snake", "shampoo", "scrub"],
  installation: ["lay", "swap"],
  repair: ["weld", "rebuild"],
  trim: ["clip", "cut"],
  removal: ["strip", "rake", "haul", "clear", "rid", "gone"],
  treatment: ["gone"],
  extermination: ["kill", "rid", "gone"],
  exam: ["examine"],
  control: ["gone", "kill"],
  detection: ["locate", "pinpoint"],
  recharge: ["refill"],
};
/** What a service named by a noun does, to what: highlights are "highlighted my hair". */
const doneTo: Record<string, [verbs: string[], things: string[]]> = {
  highlight: [["highlight"], ["hair"]],
  perm: [["perm"], ["hair"]],
  crown: [
    ["crown", "cap"],
    ["tooth", "molar"],
  ],
  filling: [["fill"], ["cavity", "tooth", "molar"]],
  extension: [["put", "install", "add"], ["extension"]],
  diagnostic: [
    ["run", "do", "perform"],
    ["diagnostic", "code"],
  ],
  extraction: [
    ["pull", "remove", "take"],
    ["tooth", "molar"],
  ],
  blowout: [["blow"], ["hair"]],
  organizing: [["organize"], ["pantry", "closet", "kitchen", "garage", "drawer", "cabinet", "fridge"]],
  dent: [["pop", "pull", "take", "hammer"], ["dent"]],
  scratch: [["buff", "polish"], ["scratch"]],
  haircut: [["trim"], ["hair", "bang"]],
  ac: [
    ["top", "refill", "add", "recharge"],
    ["freon", "refrigerant"],
  ],
};
/** Phrases that stand for a service by themselves. */
const setPhrases: [name: RegExp, phrases: string][] = [
  [/^oil changes?$/, "oil and filter|oil & filter|oil and filter change"],
  [/^haircuts?$/, "a trim|quick trim|my trim|just trim"],
  [/^brakes? /, "new pads|new rotors|brake pads|pads and rotors|brake job"],
  [/\bdiagnostics?$/, "read the codes|pulled the codes|scanned the codes|diagnostic test|diagnostic scan"],
  [/^hair colou?r(?:ing)?$/, "hair color|hair colour|my color|my colour|her color|color job"],
  [/^pressure wash/, "power washed|power washing"],
  [/^power wash/, "pressure washed|pressure washing"],
  [/^massages?$/, "massaged"],
  [/\bspay\b|\bneuter/, "spayed|neutered"],
  [/^(?:lockout|locksmith)/, "locked out|locked myself out"],
  [/ tune-?up$/, "tune up|tuneup"],
  [/^contact lens/, "my contacts|new contacts|got contacts"],
  [/^surger(?:y|ies)$/, "operated on"],
];
/** Nouns of work that stand for a name of two words, as no other of the firm's services ends in them. */
const isWorkNoun = (word: string): boolean =>
  /^(?:alignment|extraction|lamination|aeration|fertilization|fumigation|restoration|renovation|refinishing|resurfacing|exam|daycare)s?$/.test(
    word,
  );

const singular = (word: string): string => word.replace(/(?<=[^s])s$/, "");

export const otherThings = (thing: string): string[] => [
  ...(sameThing[singular(thing)] ?? []),
  ...(partsOfThing[singular(thing)] ?? []),
];
export const verbsBeside = (work: string): string[] => verbsBesideThing[singular(work)] ?? [];
export const workOn = (word: string): [verbs: string[], things: string[]] | undefined =>
  doneTo[singular(word)];

/** A name with each of its words said otherwise. */
export const renamed = (name: string, isTaken: (word: string) => boolean): string[] =>
  name
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word, at, words) =>
      (sameThing[singular(word)] ?? [])
        .filter((other) => !isTaken(other))
        .map((other) => words.with(at, other).join(" ")),
    );

/** What people say for a service in other words than its name's. */
export function phrasesFor(name: string): string[][] {
  const lower = name.toLowerCase();
  const words = lower.split(/[\s-]+/);
  const phrases = setPhrases
    .filter(([pattern]) => pattern.test(lower))
    .flatMap(([, list]) => list.split("|").map((phrase) => phrase.split(" ")));
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  if (words.length > 1 && isWorkNoun(last)) phrases.push([singular(last)], [`${singular(last)}s`]);
  if (words.length === 2 && last === "nails")
    phrases.push([first, "set"], [first, "polish"], [first, "fill"], [`${first}s`]);
  if (/^(?:deep|out|in|spring|weekly|regular|tenancy)$/.test(words.at(-2) ?? "") && last === "cleaning")
    phrases.push([...words.slice(0, -1), "clean"]);
  // "The deep tissue was heaven."
  if (words.length === 3 && last === "massage")
    for (const form of pluralsOf(words[1] ?? "")) phrases.push([first, form]);
  // "Haven't seen an ant since."
  const pest = words.at(-2) ?? "";
  if (words.length > 1 && /^(?:control|extermination)$/.test(last))
    phrases.push(
      ...[pest, ...(sameThing[singular(pest)] ?? [])].flatMap(pluralsOf).flatMap((one) => [
        [one, "since"],
        ["more", one],
      ]),
    );
  // "A new clutch in one day."
  if (words.length > 1 && /^(?:replacement|installation)s?$/.test(last)) {
    const thing = words.slice(0, -1);
    phrases.push(["new", ...thing], ["new", ...thing.slice(0, -1), `${thing.at(-1)}s`]);
  }
  return phrases;
}

/** Set phrases in which a word of a service's name is none: notation of `language/contexts.ts`. */
const setSenses = parseContexts(`
  [blowout] sale|sales|deal|deals|prices|win|loss|game; tire|tyre [blowout]; [highlight|highlights] of|that|how|reel|was; [highlight|highlights|highlighted|highlighting] the|how|that|several|some|a;
  [color|colour|colored|coloring] me|us|book|books|page|pages|contest|sheet|pencil|pencils|scheme|code; [colored|coloured|coloring|colouring] in;
  [wax|waxed|waxing] poetic|poetical|lyrical|nostalgic|philosophical|eloquent; [perm] parking|position|job|staff|location|resident|spot|employee; [gel] with|together|well; sanitizer|hand [gel];
  [align|aligned|aligning|aligns] with; [extension|extensions] on|of|number|cord|cords|ladder|0|1|2|3|4|5|6|7|8|9; deadline|contract|payment|visa|warranty|phone|an|lease [extension|extensions];
  [facial|facials] expression|expressions|recognition|hair|feature|features; [massage|massages|massaged] chair|chairs|ego; [massage|massages|massaged] the numbers; [lash|lashed|lashing] out; [manicured] lawn|lawns|grounds|garden|gardens|landscaping;
  lawn|lawns|grounds|yard|landscaping|garden|bushes is|are|was|were|looks * [manicured]; [laminated] menu|menus|card|sheet|sign|list;
  like|than|was [pulling teeth]; like * [pulling * teeth]; [crowning] touch|glory|achievement|moment; [fill|filled] the|our|my|a prescription|order|position|time|tank|gap|void|room; [filled] with|the|my|out|in|up|our|us|me|a;
  [flush] with|of|against; at my|your|our|their [disposal]; [leaked] my|our|info|information|photos; [vent|vented|venting] to|about|frustration|frustrations;
  [wired] the|me|money|funds; [wire] transfer; live [wire]; [battery] of; [pull|pulls|pulled|pulling] in|up|into|over; [shift|shifted|shifting] my|our|the|gears; [loaded|packed|load] with; [pack|packs] of; [deliver|delivers|delivered] on; [take out] the|your|my|our|of; a|the|city|state [park] across|near|nearby|next|down; [pressed|press] for|my|your|too; [panel] of|discussion; hit|hits the [fan]; [rewired] my|her|his brain;
  [weed|weeded|weeding] out|through; [plow|plowed|plowing|plough|ploughed] through|ahead|on|into; [mow|mowed|mowing] down|over; [hedge|hedged|hedging] his|her|their|my|the bets; [hedged] when|on|about;
  [rake|raked|raking] in|over; [dig|digging] into; [prune|pruned|trim|trimmed|trimming] their|the|our|my hours|budget|fat|price|prices|bill|staff|list;
  [paint|painted|paints|painting] a|an|the * picture|portrait; watching|watch [paint]; [laundry] list|detergent|money; [mop|mopped] up; [sweep|swept] under|away|through; red [carpet]; [window] of|shopping;
  [detail|details] in|of|about|that|person|minded; for|the|more|some|any [details]; in|kids|children|dog|family|baby|toddler [tow]; [tow|towed|towing] the line; fine [tune|tuned|tuning|tuneup]; [tune|tuned] out|in|into;
  in the [clutch]; [dent] in my|our|your|the wallet|budget|bank|account|savings; [sealed] the deal|envelope; [sided|siding|sides] with; [polish|polished] off;
  on [board]; [kennel] cough; hit|hitting a [wall]; [roto rooter] guy|guys|man;
  [board|boarded|boarding] the|a|my|our|that train|plane|bus|flight|ship|boat|cruise; [boarded] up; [boarding] pass|passes|school|area|house|gate|process; [groomed] for; take|took|takes|taking a [bath|baths]; [bathed] in; [chip|chipped] in|away|on|paint;
  [bug|bugged|bugging|bugs] me|us|him|her; [bug|bugs] in|on the|their|my app|website|site|software|system; smell|smelled a [rat]; [packed] house|lobby|with|full|schedule|lunch; place|lobby|shop|room|lot|schedule|parking was|is|always [packed];
  [exam|exams] room|rooms|table|chair; final|midterm|bar [exam|exams]; phone|cloud|computer|email [storage]; [storage] full; [painting|paintings] on|of|by|hung; phone|laptop|cell|watch|remote|fob|phone's [battery|batteries|charger];
  search [engine]; [cater|caters|catered|catering] to; true|team [color|colors|colours]; [extracting|extract|extracted] a|the|my|any refund|information|money|answer|answers|apology;
  [locked out] of my|the|our|their account|email|phone|app|portal|website;
  price|budget|pay|tax|job [cut|cuts]; [organized] team|crew|office|company|staff|and
`);

/** Past participles that praise or describe rather than tell what was done: "a detailed estimate", "very organized". */
const describes = new Set(
  "well very so super more most pretty quite highly extremely too really less".split(" "),
);

/** Whether words that name a service mean something else where they stand. */
export function isOtherUse(tokens: readonly Token[], first: number, end: number): boolean {
  if (isIn(setSenses, tokens, first, end)) return true;
  const before = tokens[first - 1]?.word ?? "";
  const isParticiple = end === first + 1 && /(?:[^e]ed|ted)$/.test(tokens[first]?.word ?? "");
  const after = tokens[end]?.word ?? "";
  return (
    isParticiple &&
    (describes.has(before) || ((before === "a" || before === "an") && /^\p{L}{4,}$/u.test(after)))
  );
}
