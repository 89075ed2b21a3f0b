import type { Site } from "../../schema/site.ts";
import type { Reading } from "../reader.ts";
import { opinionOf } from "../opinion-words.ts";
import { type Candidates, collectCandidates, type Occurrence } from "./candidates.ts";
import shares from "./shares-elsewhere.json" with { type: "json" };
import { inFull } from "./word-keys.ts";
import { isGeneral, isPointing, mayStandAlone, namesOf, tradeWords } from "./topic-words.ts";

/** A word that is not in the list is in fewer reviews of other trades than this. */
const rare = 0.002;
const known = new Map(
  Object.entries(shares).flatMap(([perThousand, words]) =>
    words.split(",").map((word) => [word, Number(perThousand) / 1000] as const),
  ),
);

/**
 * In what share of the reviews of a business of any trade a word or a phrase stands, on average over some hundred trades
 * (scripts/training/shares-elsewhere.ts): "phone" in 7 %, "gate" in 1.5 %, "gumbo" in next to none.
 */
export const shareElsewhere = (key: string): number => known.get(key) ?? rare;

export interface PhraseTopic {
  label: string;
  occurrences: Occurrence[];
}

/** Fewer customers may name a thing by chance. */
const minAuthors = 5;
const maxTopics = 40;
/** A phrase in more of the reviews than this sets none apart, where there are enough reviews. */
const maxShare = 0.6;
const minToTell = 20;
/** How often a word must be a noun where its use is clear, and how often a thing beyond doubt. */
const minAsNoun = 0.5;
const minAsThing = 0.25;
/** How many times its share elsewhere a word of the owner's lists must have, another word, and a phrase. */
const minLift = { ofTrade: 2, other: 4 };
/** Added to every share elsewhere, since rare words are in few reviews by chance. */
const smoothing = 0.005;
/** How many of its reviews a longer phrase must hold to stand for a word or a shorter one. */
const minOfLonger = 0.5;
/** How many of the places of one of its words a phrase must fill when general or judging words are in it. */
const minBound = 0.4;
/** From this share on, a word has its meaning in the phrase alone: "bread pudding". */
const minFixed = 0.75;

interface Judged {
  key: string;
  occurrences: Occurrence[];
  reviews: Set<number>;
}

/** Phrases that several customers share and that no name, aspect or service explains. */
export function findPhraseTopics(site: Site, readings: readonly Reading[]): PhraseTopic[] {
  const { trade, named } = tradeWords(site);
  const all = collectCandidates(readings, namesOf(site, readings, trade));
  const authors = readings.map(({ review }) => review.author);
  const judged: Judged[] = [];
  for (const [key, places] of all) {
    if (places.length < minAuthors) continue;
    const isPhrase = key.includes(" ");
    const occurrences = places.filter(({ use }) => (isPhrase ? use !== "modifier" : use !== "verb"));
    const reviews = new Set(occurrences.map(({ review }) => review));
    if (readings.length >= minToTell && reviews.size > readings.length * maxShare) continue;
    if (new Set(Array.from(reviews, (review) => authors[review])).size < minAuthors) continue;
    if (isPhrase ? !isBound(key, occurrences, all) : !mayStandAlone(key) || named(key) || !isNoun(places))
      continue;
    const lift = reviews.size / readings.length / (shareElsewhere(key) + smoothing);
    if (lift < (!isPhrase && trade.has(key) ? minLift.ofTrade : minLift.other)) continue;
    if (isPhrase && key.split(" ").every((word) => isGeneral(word) || named(word))) continue;
    judged.push({ key, occurrences, reviews });
  }
  return withoutNested(judged)
    .map(({ occurrences }) => ({ label: labelOf(occurrences), occurrences }))
    .sort((a, b) => b.occurrences.length - a.occurrences.length || (a.label < b.label ? -1 : 1))
    .slice(0, maxTopics);
}

function isNoun(places: readonly Occurrence[]): boolean {
  const clear = places.filter(({ use }) => use !== undefined);
  const things = clear.filter(({ use }) => use === "thing").length;
  const nouns = things + clear.filter(({ use }) => use === "noun").length;
  return nouns >= clear.length * minAsNoun && things >= Math.max(2, clear.length * minAsThing);
}

/** Whether a phrase is a thing whose words belong together: "gel polish", "happy hour", not "great polish" or "next hour". */
function isBound(key: string, occurrences: readonly Occurrence[], all: Candidates): boolean {
  const words = key.split(" ").filter((word) => word !== "and" && word !== "of");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (isPointing(first)) return false;
  const places = (word: string) => all.get(word) ?? [];
  const share = (word: string) => occurrences.length / places(word).length;
  if (
    (share(last) < minFixed && !isNoun(places(last))) ||
    (first.endsWith("ing") && !isNoun(places(first))) ||
    first.endsWith("ly")
  )
    return false;
  const isPlain = (word: string) => !isGeneral(word) && opinionOf(word) === 0;
  if (words.length === key.split(" ").length && isPlain(first) && mayStandAlone(last)) return true;
  const [less, more] = [Math.min(share(first), share(last)), Math.max(share(first), share(last))];
  return more >= minBound && less >= minBound / 2;
}

/** Of a phrase and a longer one around it in mostly the same reviews, the longer stays. */
function withoutNested(phrases: readonly Judged[]): Judged[] {
  const longerOnes = phrases.filter(({ key }) => key.includes(" "));
  return phrases.filter(
    ({ key, reviews }) =>
      !longerOnes.some(
        (longer) =>
          longer.key !== key &&
          ` ${longer.key} `.includes(` ${key} `) &&
          longer.reviews.size >= reviews.size * minOfLonger,
      ),
  );
}

/** The spelling used most, with a capital; in full where customers cut it short. */
function labelOf(occurrences: readonly Occurrence[]): string {
  const spellings = new Map<string, number>();
  for (const { reading, from, to } of occurrences) {
    const raw = reading.review.text
      .slice(from, to)
      .replace(/\s*&\s*/g, " and ")
      .replace(/\s+/g, " ")
      .replace(/['’]s$/, "");
    const text = raw === raw.toUpperCase() && raw.length < 5 ? raw : inFull(raw.toLowerCase());
    spellings.set(text, (spellings.get(text) ?? 0) + 1);
  }
  const [best = ""] = [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  return best.slice(0, 1).toUpperCase() + best.slice(1);
}
