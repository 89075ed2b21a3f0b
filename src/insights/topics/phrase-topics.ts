import type { Site } from "../../schema/site.ts";
import { adverbs, determiners, firstNames, functionWords, isFinite, subjects } from "../language/english.ts";
import { stripClitic } from "../language/token-context.ts";
import type { Reading } from "../aspects/readings.ts";
import { createRandom } from "../../schema/random.ts";

export interface PhraseTopic {
  label: string;
  occurrences: { reading: Reading; from: number; to: number }[];
}

const leastReviews = 3;
const leastAuthors = 3;
const resamples = 200;
const leastStable = 0.8;
const longest = 4;
const mostTopics = 40;
/** How often a single word must stand as a noun: "the gate", not "they gate". */
const leastAsNoun = 0.5;

/** Words too general to name a topic. */
const general = new Set(
  `thing things something anything everything nothing one ones someone anyone everyone time times way lot lots bit kind sort day days
  week weeks month months year years hour hours minute minutes today morning afternoon evening night people man men person
  get gets got make makes made do does did done go goes going went come comes coming came take takes took put say says said see saw
  know think thought look looks looked want wanted need needed use used try tried let keep kept give gave ask asked tell told
  much many more most less least few other others same such own only also still yet again even ever never always about
  well good great best better bad worse worst nice fine ok okay right wrong new old big little long short whole half first second
  last next two three four five six seven eight nine ten twelve twice once every each both all any some none
  don't doesn't didn't won't can't couldn't wouldn't isn't wasn't aren't weren't haven't hasn't hadn't it's that's i'm
  up down out off over back away around here there now then than too very so just really quite maybe perhaps
  into onto upon without within under between through during after before since until against along
  them us me him her himself themselves yourself myself dont im ive lol etc like likes liked love loved yes no not
  third fourth fifth bare dead late early half front side
  job work lawn yard grass company business service house home place`.split(/\s+/),
);
const isGeneral = (word: string): boolean =>
  general.has(word) ||
  functionWords.has(word) ||
  determiners.has(word) ||
  subjects.has(word) ||
  adverbs.has(word);
const isEnd = (word: string): boolean => !isGeneral(word) && word.length > 2 && !isFinite(word);

interface Occurrence {
  reading: Reading;
  review: number;
  from: number;
  to: number;
}

const singular = (word: string): string =>
  word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;

/** Phrases that several customers share and that no name, aspect or service explains. */
export function findPhraseTopics(site: Site, readings: readonly Reading[]): PhraseTopic[] {
  const names = namesOf(site, readings);
  const grams = new Map<string, Occurrence[]>();
  const nouns = new Map<string, { all: number; asNoun: number }>();
  const trade = tradeWords(site);
  readings.forEach((reading, review) => collect(reading, review, { names, trade }, grams, nouns));
  const byAuthors = readings.map(({ review }) => review.author);
  const candidates = [...grams].filter(([key, occurrences]) => {
    const members = new Set(occurrences.map(({ review }) => review));
    if (
      members.size < leastReviews ||
      new Set([...members].map((member) => byAuthors[member])).size < leastAuthors
    )
      return false;
    const noun = nouns.get(key);
    return key.includes(" ") || (noun !== undefined && noun.asNoun >= noun.all * leastAsNoun);
  });
  const samples = drawSamples(readings.length);
  const stable = candidates.filter(([, occurrences]) => isStable(occurrences, samples, byAuthors));
  return withoutNested(stable)
    .map(([, occurrences]) => ({ label: labelOf(occurrences), occurrences }))
    .sort((a, b) => b.occurrences.length - a.occurrences.length || (a.label < b.label ? -1 : 1))
    .slice(0, mostTopics);
}

/** Words that name somebody or some place: those in content, and those written with a capital inside sentences. */
function namesOf(site: Site, readings: readonly Reading[]): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    for (const word of name.toLowerCase().split(/[^\p{L}']+/u)) if (word.length > 1) names.add(word);
  };
  for (const { name, aliases } of [...site.technicians, ...site.areas]) [name, ...aliases].forEach(add);
  for (const { review } of readings) add(review.author);
  add(site.business.name);
  for (const name of firstNames) names.add(name);
  // What the business does may stand in its name; it is a word all the same.
  for (const word of tradeWords(site)) names.delete(word);
  const seen = new Map<string, { all: number; capital: number }>();
  for (const { review, prepared } of readings) {
    for (const { tokens } of prepared().sentences) {
      tokens.forEach(({ word, from, to }, index) => {
        if (index === 0 || !/^\p{L}/u.test(word)) return;
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

/** Words of the owner's trade: a single word is only a topic if it is one. Those of names stand for themselves already. */
function tradeWords({ aspects, services, business }: Site): Set<string> {
  const words = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singular);
  const trade = new Set(
    words([
      ...aspects.flatMap(({ triggers, description }) => [...triggers, description]),
      ...services.map(({ description }) => description),
      business.description,
    ]),
  );
  for (const word of words([...aspects, ...services].flatMap(({ id, name }) => [id, name])))
    trade.delete(word);
  return trade;
}

function collect(
  reading: Reading,
  review: number,
  { names, trade }: { names: ReadonlySet<string>; trade: ReadonlySet<string> },
  grams: Map<string, Occurrence[]>,
  nouns: Map<string, { all: number; asNoun: number }>,
): void {
  const add = (gram: string, occurrence: Occurrence): void => {
    const list = grams.get(gram);
    if (list) list.push(occurrence);
    else grams.set(gram, [occurrence]);
  };
  const explained = [
    ...reading.aspects.flatMap(({ opinions }) => opinions.map(({ target }) => target)),
    ...reading.mentions,
  ];
  for (const { tokens } of reading.prepared().sentences) {
    const usable = tokens.map(({ word, from, to }) => {
      const free = !explained.some((span) => span.from < to && from < span.to);
      return /^\p{L}/u.test(word) && free && !names.has(stripClitic(word));
    });
    for (const [first, { word, from, to }] of tokens.entries()) {
      const single = singular(stripClitic(word));
      if (trade.has(single) && isEnd(word) && !names.has(single)) {
        const counts = nouns.get(single) ?? { all: 0, asNoun: 0 };
        counts.all += 1;
        const before = tokens[first - 1]?.word ?? "";
        if (determiners.has(before) || /^\d+$/.test(before)) counts.asNoun += 1;
        nouns.set(single, counts);
        add(single, { reading, review, from, to });
      }
      if (!usable[first] || !isEnd(word)) continue;
      const words: string[] = [];
      for (const [index, last] of tokens.slice(first, first + longest).entries()) {
        // A verb makes a statement, not a topic.
        if (!usable[first + index] || isFinite(last.word) || subjects.has(last.word)) break;
        words.push(singular(stripClitic(last.word)));
        if (index > 0 && isEnd(last.word)) add(words.join(" "), { reading, review, from, to: last.to });
      }
    }
  }
}

function drawSamples(size: number): Uint8Array[] {
  const random = createRandom(20_260_101);
  return Array.from({ length: resamples }, () => {
    const drawn = new Uint8Array(size);
    for (let draw = 0; draw < size; draw += 1) drawn[Math.floor(random() * size)] = 1;
    return drawn;
  });
}

function isStable(
  occurrences: readonly Occurrence[],
  samples: readonly Uint8Array[],
  authors: readonly string[],
): boolean {
  const members = [...new Set(occurrences.map(({ review }) => review))];
  let kept = 0;
  for (const drawn of samples) {
    const seen = new Set<string>();
    let reviews = 0;
    for (const member of members) {
      if (!drawn[member]) continue;
      reviews += 1;
      seen.add(authors[member] ?? "");
      if (reviews >= leastReviews && seen.size >= leastAuthors) break;
    }
    if (reviews >= leastReviews && seen.size >= leastAuthors) kept += 1;
  }
  return kept >= samples.length * leastStable;
}

/** Of a phrase and a longer one around it in mostly the same reviews, the longer stays. */
function withoutNested(phrases: [string, Occurrence[]][]): [string, Occurrence[]][] {
  const longerOnes = phrases.filter(([key]) => key.includes(" "));
  return phrases.filter(
    ([key, occurrences]) =>
      !longerOnes.some(
        ([longer, around]) =>
          longer !== key && ` ${longer} `.includes(` ${key} `) && around.length >= occurrences.length * 0.7,
      ),
  );
}

/** The spelling used most, with a capital. */
function labelOf(occurrences: readonly Occurrence[]): string {
  const spellings = new Map<string, number>();
  for (const { reading, from, to } of occurrences) {
    const raw = reading.review.text
      .slice(from, to)
      .replace(/\s+/g, " ")
      .replace(/['’]s$/, "");
    const text = raw === raw.toUpperCase() && raw.length < 5 ? raw : raw.toLowerCase();
    spellings.set(text, (spellings.get(text) ?? 0) + 1);
  }
  const [best = ""] = [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  return best.slice(0, 1).toUpperCase() + best.slice(1);
}
