import type { Site } from "../../schema/site.ts";
import { createRandom } from "../../schema/lists.ts";
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

const leastReviews = 3;
const leastAuthors = 3;
const resamples = 200;
const leastStable = 0.7;
const mostTopics = 40;
/** A phrase in more of the reviews than this sets none apart, where there are enough reviews. */
const mostShare = 0.6;
const leastToTell = 20;
/** How often a word must be a noun where its use is clear, and how often a thing beyond doubt: see word-uses.ts. */
const leastAsNoun = 0.5;
const leastAsThing = 0.25;
/** How many times its share elsewhere a word of the owner's lists must have, another word, and a phrase. */
const leastLift = { ofTrade: 2, other: 4 };
/** Added to every share elsewhere, since rare words are in few reviews by chance. */
const smoothing = 0.005;
/** How many of its reviews a longer phrase must hold to stand for a word or a shorter one. */
const leastOfLonger = 0.5;
/** How many of the places of one of its words a phrase must fill when general or judging words are in it. */
const leastBound = 0.4;
/** From this share on, a word has its meaning in the phrase alone: "bread pudding". */
const leastFixed = 0.75;

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
  const samples = drawSamples(readings.length);
  const judged: Judged[] = [];
  for (const [key, places] of all) {
    if (places.length < leastReviews) continue;
    const isPhrase = key.includes(" ");
    const occurrences = places.filter(({ use }) => (isPhrase ? use !== "modifier" : use !== "verb"));
    const reviews = new Set(occurrences.map(({ review }) => review));
    if (reviews.size < leastReviews) continue;
    if (readings.length >= leastToTell && reviews.size > readings.length * mostShare) continue;
    if (new Set(Array.from(reviews, (review) => authors[review])).size < leastAuthors) continue;
    if (isPhrase ? !isBound(key, occurrences, all) : !mayStandAlone(key) || named(key) || !isNoun(places))
      continue;
    const lift = reviews.size / readings.length / (shareElsewhere(key) + smoothing);
    if (lift < (!isPhrase && trade.has(key) ? leastLift.ofTrade : leastLift.other)) continue;
    if (isPhrase && key.split(" ").every((word) => isGeneral(word) || named(word))) continue;
    judged.push({ key, occurrences, reviews });
  }
  return withoutNested(judged.filter(({ reviews }) => isStable([...reviews], samples, authors)))
    .map(({ occurrences }) => ({ label: labelOf(occurrences), occurrences }))
    .sort((a, b) => b.occurrences.length - a.occurrences.length || (a.label < b.label ? -1 : 1))
    .slice(0, mostTopics);
}

function isNoun(places: readonly Occurrence[]): boolean {
  const clear = places.filter(({ use }) => use !== undefined);
  const things = clear.filter(({ use }) => use === "thing").length;
  const nouns = things + clear.filter(({ use }) => use === "noun").length;
  return nouns >= clear.length * leastAsNoun && things >= Math.max(2, clear.length * leastAsThing);
}

/** Whether a phrase is a thing whose words belong together: "gel polish", "happy hour", not "great polish" or "next hour". */
function isBound(key: string, occurrences: readonly Occurrence[], all: Candidates): boolean {
  const words = key.split(" ").filter((word) => word !== "and" && word !== "of");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (isPointing(first)) return false;
  const places = (word: string) => all.get(word) ?? [];
  const share = (word: string) => occurrences.length / places(word).length;
  if (
    (share(last) < leastFixed && !isNoun(places(last))) ||
    (first.endsWith("ing") && !isNoun(places(first))) ||
    first.endsWith("ly")
  )
    return false;
  const isPlain = (word: string) => !isGeneral(word) && opinionOf(word) === 0;
  if (words.length === key.split(" ").length && isPlain(first) && mayStandAlone(last)) return true;
  const [less, more] = [Math.min(share(first), share(last)), Math.max(share(first), share(last))];
  return more >= leastBound && less >= leastBound / 2;
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
  members: readonly number[],
  samples: readonly Uint8Array[],
  authors: readonly string[],
): boolean {
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
function withoutNested(phrases: readonly Judged[]): Judged[] {
  const longerOnes = phrases.filter(({ key }) => key.includes(" "));
  return phrases.filter(
    ({ key, reviews }) =>
      !longerOnes.some(
        (longer) =>
          longer.key !== key &&
          ` ${longer.key} `.includes(` ${key} `) &&
          longer.reviews.size >= reviews.size * leastOfLonger,
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
