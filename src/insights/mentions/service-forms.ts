import { tokenize } from "../language/tokens.ts";
import { inflect, pluralsOf, verbsOf } from "./service-verbs.ts";
import { otherThings, phrasesFor, renamed, verbsBeside, workOn } from "./service-words.ts";

/** A verb in all its forms with the thing it is done to: "trimmed … hedges", "the hedges were trimmed". */
export interface VerbObject {
  verbs: ReadonlySet<string>;
  objects: ReadonlySet<string>;
  /** What the thing is called in full: "water" of a water heater. */
  modifiers: ReadonlySet<string>;
  /** The verb says little ("did", "put in"), so that a name beside the thing says more. */
  isGeneral: boolean;
  /** The thing must end what is named: "got brakes", not "got a brake light". */
  isWhole?: boolean;
}

const nounLike = new Set(
  `edge seed weed water plant feed trim cut blow rake light grade spray haul clean treat repair control install
  remove replace plow mulch stake drain board power-wash wash stain paint fence design stump limb compost irrigate pick start`.split(
    /\s+/,
  ),
);
/** Nouns of verbObjects that mean nothing without the thing they are done to. */
const needsObject = new Set(
  `cutting trimming cleaning planting feeding installation application preparation consultation evaluation estimation inspection
  lighting grading treatment removal repair replacement cleanup maintenance care service control spraying watering washing rotation
  landscaping blowing hauling shaping building cut trim spray feed blow painting staining program plan package start-up startup tuneup hookup design pickup change check flooring siding grinding wiring brushing recovery blowout organizing opening closing charging styling conditioning cooling heating molding moulding framing bonding fitting coating balancing imaging testing loading move seating filing`.split(
    /\s+/,
  ),
);
/** Endings of a name that people leave out: "root canal treatment". */
const leftOut = new Set([
  "treatment",
  "treatments",
  "service",
  "services",
  "therapy",
  "procedure",
  "procedures",
]);
/** What a trade puts before everything. */
const tradeWords = new Set(
  "dental auto automotive residential commercial professional custom general home household".split(" "),
);

const prefix = /^(over|re|pre|hydro|power)([a-z]{4,})$/;
const particle = /^([a-z]{4,})(up|out|off|down)$/;

/** Spellings of a phrase: hyphens as spaces or as nothing, prefixes and particles apart or joined. */
export function spellings(phrase: string): string[][] {
  const parts = phrase.toLowerCase().replaceAll("’", "'").split(/\s+/);
  let variants: string[][] = [[]];
  for (const part of parts) {
    const split = tokenize(part)
      .map(({ word }) => word)
      .filter((word) => word !== "-");
    const options = [split];
    if (split.length > 1 && /^[\p{L}-]+$/u.test(part)) options.push([split.join("")]);
    const [, start, rest] = (split.length === 1 && (prefix.exec(part) ?? particle.exec(part))) || [];
    if (start !== undefined && rest !== undefined) options.push([start, rest]);
    variants = variants.flatMap((before) => options.map((option) => [...before, ...option]));
  }
  // "Tune up" is written "tuneup" too.
  const joined = variants.flatMap((variant) => {
    const at = variant.findIndex((word, index) => index > 0 && /^(?:up|out|off)s?$/.test(word));
    return at > 0
      ? [[...variant.slice(0, at - 1), `${variant[at - 1]}${variant[at]}`, ...variant.slice(at + 1)]]
      : [];
  });
  return [...variants, ...joined].filter((variant) => variant.length > 0);
}

/** "cutting", "raked" and "cut" as infinitives; guesses that are no words match nothing. */
const infinitives = (word: string): string[] => [word, ...verbsOf(word.replace(/ed$/, "ing"))];

/** What people name instead: "painted our bedroom" is interior painting. */
const partsOf: Record<string, string[]> = {
  interior: [
    "room",
    "wall",
    "ceiling",
    "bedroom",
    "bathroom",
    "kitchen",
    "hallway",
    "nursery",
    "basement",
    "stairwell",
  ],
  dental: ["teeth"],
  exterior: ["siding", "stucco", "facade", "porch", "shutter"],
};
/** Which room: "painted our living room". */
const kindsOfRoom = [
  "living",
  "dining",
  "family",
  "guest",
  "laundry",
  "sitting",
  "master",
  "spare",
  "upstairs",
  "whole",
];

/** A haircut is "the best cut". */
const praise = "my best great good perfect amazing awesome new bad worst".split(" ");

const airConditioning = /\bair[ -]condition(?:ing|er)\b/i;
const articles = new Set(["the", "our", "my", "your", "their", "his", "her"]);
const grammar = new Set(["a", "an", "and", "or", "in", "of", "with", ...articles]);

/** "Hedge and shrub trimming" is two services in one name. */
const pairIn = (name: string) => /^(\S+) (?:and|&) (\S+) (.+)$/i.exec(name);

/** What a name stands for: each of two services in one name, and what people leave out or say instead. */
function readingsOf(name: string, isTaken: (word: string) => boolean): string[] {
  // "Full detail (inside & out)": what brackets add is not said.
  const bare = name.replaceAll(/\s*\([^)]*\)/g, "").trim();
  if (bare !== "" && bare !== name) return [name, ...readingsOf(bare, isTaken)];
  const pair = pairIn(name);
  const readings = pair ? [name, `${pair[1]} ${pair[3]}`, `${pair[2]} ${pair[3]}`] : [name];
  const words = name.split(/\s+/);
  const lower = words.map((word) => word.toLowerCase());
  if (words.length > 2 && leftOut.has(lower.at(-1) ?? "")) readings.push(words.slice(0, -1).join(" "));
  const [trade = "", work = ""] = lower;
  if (words.length === 2 && tradeWords.has(trade) && !needsObject.has(work)) readings.push(...words.slice(1));
  if (/\bA\/?C\b/i.test(name))
    for (const full of ["air conditioner", "air conditioning", "A/C"])
      readings.push(name.replace(/\bA\/?C\b/i, full));
  if (airConditioning.test(name))
    for (const other of ["AC", "A/C", "air conditioner", "air conditioning"])
      readings.push(name.replace(airConditioning, other));
  const [, program] = /^(\S+(?:ing|ation)) (?:program|plan|service|services|package)$/i.exec(name) ?? [];
  if (program !== undefined) readings.push(program);
  return readings.concat(renamed(name, isTaken));
}

/** What a name itself is done to: "highlighted my hair", "recharged the A/C". */
function ownWork(name: string): [verbs: string[], things: string[]][] {
  const words = name.toLowerCase().split(/\s+/);
  return words.flatMap((word) => {
    const found = workOn(word);
    return found ? [found] : [];
  });
}

/** All that a service's name or alias may look like in a sentence, and what is done to what; other services have the words that are taken. */
export function serviceForms(
  name: string,
  isTaken: (word: string) => boolean,
): { phrases: string[][]; verbObjects: VerbObject[] } {
  const phrases: string[][] = phrasesFor(name);
  const verbObjects: VerbObject[] = [];
  const verbObject = (verbs: readonly string[], object: string, modifiers: readonly string[] = []): void => {
    if (grammar.has(object)) return;
    verbObjects.push({
      verbs: new Set(verbs.flatMap(inflect)),
      objects: new Set(pluralsOf(object)),
      modifiers: new Set(modifiers),
      isGeneral: false,
    });
  };
  // "Mice and rats" are two services in one name.
  const [, one = "", other = ""] = /^(\p{L}+) (?:and|&|or) (\p{L}+)$/iu.exec(name) ?? [];
  for (const word of [one, other].map((word) => word.toLowerCase()))
    if (/^\p{L}{4,}s$|^mice$/u.test(word) && !needsObject.has(word.slice(0, -1))) phrases.push([word]);
  const [, thing, verb] = /^([a-z]{3,})(cut|wash|trim|wax|polish)s?$/i.exec(name) ?? [];
  if (thing !== undefined && verb !== undefined) {
    verbObject([verb.toLowerCase()], thing.toLowerCase());
    phrases.push(...praise.map((word) => [word, verb.toLowerCase()]));
  }
  for (const [verbs, things] of ownWork(name)) for (const thing of things) verbObject(verbs, thing);
  for (const reading of readingsOf(name, isTaken)) {
    for (const words of spellings(reading))
      for (const form of pluralsOf(words.at(-1) ?? "")) phrases.push([...words.slice(0, -1), form]);
    const words = reading.toLowerCase().replaceAll("-", "").split(/\s+/);
    const last = words.at(-1) ?? "";
    const object = words.at(-2) ?? "";
    // "Panel upgrade": a noun that is a verb as it stands, where the thing it is done to is named too.
    const work = [last, ...pluralsOf(last)].find((form) => verbsOf(form).length > 0) ?? last;
    const known = verbsOf(work);
    const isNamed = words.length > 1 && !grammar.has(object) && !grammar.has(last);
    const verbs = known.length === 0 && isNamed ? [last] : known;
    if (words.length > 1 && verbs.length > 0) {
      const besides = [...verbs, ...verbsBeside(last)];
      verbObject(besides, object, words.slice(0, -2));
      // "Recharged the A/C" is three words.
      if (object === "ac" || object === "a/c") verbObject(besides, "c", ["/"]);
      for (const other of otherThings(object)) if (!isTaken(other)) verbObject(besides, other);
      for (const part of partsOf[object] ?? []) {
        verbObject(verbs, part, kindsOfRoom);
        phrases.push([part, last]);
      }
      // At the dentist's "my cleaning" is no floor's.
      if (object === "dental") phrases.push(...["my", "our", "routine"].map((word) => [word, last]));
    }
    if (words.length === 3 && articles.has(object)) verbObject(infinitives(words[0] ?? ""), last);
    if (known.length === 0 || needsObject.has(work) || (words.length > 1 && pairIn(name))) continue;
    for (const verb of verbs) {
      // The base and "-s" of "edge" or "seed" are things, not verbs.
      const forms = inflect(verb).slice(nounLike.has(verb) ? 2 : 0);
      for (const form of forms.flatMap((one) => spellings(one))) phrases.push(form);
    }
  }
  return { phrases, verbObjects };
}
