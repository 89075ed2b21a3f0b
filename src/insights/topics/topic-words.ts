import type { Site } from "../../schema/site.ts";
import type { Reading } from "../aspects/readings.ts";
import {
  adverbs,
  determiners,
  firstNames,
  functionWords,
  isFinite,
  relations,
  roles,
  subjects,
} from "../english.ts";
import { stripClitic } from "../language/token-context.ts";
import { factsOf } from "../language/word-classes.ts";
import { wordSet } from "../language/word-set.ts";
import { isLetters, keyOf } from "./word-keys.ts";

/** Words too general to name a topic. */
const general = wordSet(
  `thing things something anything everything nothing one ones someone anyone everyone time times way lot lots bit kind sort day days
  week weeks month months year years hour hours minute minutes today morning afternoon evening night nights people man men person
  get gets got make makes made do does did done go goes going went come comes coming came take takes took put say says said see saw
  know think thought look looks looked want wanted need needed use used try tried let keep kept give gave ask asked tell told
  much many more most less least few other others same such own only also still yet again even ever never always about
  well good great best better bad worse worst nice fine ok okay right wrong new old big little long short whole half first second
  last next two three four five six seven eight nine ten twelve twice once every each both all any some none
  don't doesn't didn't won't can't couldn't wouldn't isn't wasn't aren't weren't haven't hasn't hadn't it's that's i'm
  up down out off over back away around here there now then than too very so just really quite maybe perhaps
  into onto upon without within under between through during after before since until against along
  them us me him her himself themselves yourself myself dont im ive lol etc like likes liked love loved yes no not
  third fourth fifth bare dead late early half front side extra entire hard main top part end
  job work lawn yard grass company business service house home place area location spot town city reason idea fan
  experience visit trip star review rating yelp google issue problem question point case fact story
  lady girl boy woman women folks gal child children group party family customer client guest patient member
  staff owner employee worker server waiter waitress bartender host hostess receptionist stylist technician mechanic
  therapist dentist doctor barber plumber electrician driver cashier clerk salesman
  meal food dish item stuff product option choice style quality amount size price value money order car vehicle ago
  stay weekend holiday future past sure due throughout chance world space life rest couple check deal variety selection standard level care luck hope fun cost charge green tip`,
);
/** What kind of a business it is: in its reviews, another word for "they". */
const kinds = wordSet(
  `salon shop store restaurant cafe hotel motel resort property spa garage clinic practice dealership dealer office studio
  gym market bakery diner joint establishment facility branch center centre`,
);
export const isGeneral = (word: string): boolean =>
  general.has(word) ||
  functionWords.has(word) ||
  determiners.has(word) ||
  subjects.has(word) ||
  adverbs.has(word);

const pointing = wordSet(
  "same other others next last more most few many several such own first second third extra different",
);
/** Whether a word only points at the thing after it: "another cut", "the same cut". */
export const isPointing = (word: string): boolean =>
  determiners.has(word) || subjects.has(word) || adverbs.has(word) || pointing.has(word);

/** A noun may be a little good or bad, as flavor and noise are; what is more is a verdict. */
const mostOpinion = 1;

/** Whether a word may be a topic by itself: neither general, nor an opinion, nor who works, buys or is kin, nor a kind of business. */
export const mayStandAlone = (key: string): boolean =>
  key.length > 2 &&
  !isGeneral(key) &&
  !kinds.has(key) &&
  !roles.has(key) &&
  !relations.has(key) &&
  !isFinite(key) &&
  !key.endsWith("ly") &&
  Math.abs(factsOf(key).opinion) <= mostOpinion;

const keysIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []).map(keyOf);

/** A word without the endings that make "waiting" of "wait". */
const stemOf = (key: string): string => (key.length > 5 ? key.replace(/(?:ing|ed|er|ness|ly)$/, "") : key);

/** Words of the owner's trade, and those that stand for themselves already: in names of aspects, services and the trade. */
export function tradeWords({ aspects, services, business }: Site): {
  trade: Set<string>;
  named: (key: string) => boolean;
} {
  const trade = new Set(
    keysIn([
      ...aspects.flatMap(({ triggers, description }) => [...triggers, description]),
      ...services.map(({ description }) => description),
      business.description,
    ]),
  );
  const stems = new Set(
    keysIn([business.trade ?? "", ...[...aspects, ...services].flatMap(({ id, name }) => [id, name])]).map(
      stemOf,
    ),
  );
  return { trade, named: (key) => stems.has(stemOf(key)) };
}

/** Words that name somebody or some place: those in content, and those written with a capital inside sentences. */
export function namesOf(site: Site, readings: readonly Reading[], trade: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    for (const word of name.toLowerCase().split(/[^\p{L}']+/u)) if (word.length > 1) names.add(word);
  };
  for (const { name, aliases } of [...site.technicians, ...site.areas]) [name, ...aliases].forEach(add);
  for (const { review } of readings) add(review.author);
  add(site.business.name);
  for (const name of firstNames) names.add(name);
  // What the business does may stand in its name; it is a word all the same.
  for (const word of trade) names.delete(word);
  const seen = new Map<string, { all: number; capital: number }>();
  for (const { review, prepared } of readings) {
    for (const { tokens } of prepared().sentences) {
      tokens.forEach(({ word, from, to }, index) => {
        if (index === 0 || !isLetters(word)) return;
        const raw = review.text.slice(from, to);
        const key = stripClitic(word);
        const counts = seen.get(key) ?? { all: 0, capital: 0 };
        counts.all += 1;
        if (/^\p{Lu}/u.test(raw) && raw !== raw.toUpperCase()) counts.capital += 1;
        seen.set(key, counts);
      });
    }
  }
  for (const [word, { all, capital }] of seen) if (capital > all / 2) names.add(word);
  return names;
}
