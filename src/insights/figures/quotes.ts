import type { Evidence, Polarity } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import type { Reading } from "../aspects/readings.ts";
import { languageOf } from "../language/text-language.ts";
import { decidingQuotes } from "../sentiment/opinions.ts";
import { type Judged, toPublished } from "./evidence.ts";

// Which quotes are shown, of all the evidence: pages choose none. A figure may rest on any quoted words; what is shown
// without its review must be understood alone, and must be beyond doubt.

/** The first quotes of one polarity, at most one a review. */
export function firstQuotes(evidence: readonly Evidence[], polarity: Polarity, limit: number): Evidence[] {
  const reviews = new Map<string, Evidence>();
  for (const entry of evidence) {
    if (reviews.size === limit) break;
    if (entry.polarity === polarity && !reviews.has(entry.review_id)) reviews.set(entry.review_id, entry);
  }
  return [...reviews.values()];
}

/** Fewer words than these convince nobody who sees the quote alone. */
const leastWords = 5;
/** From these odds on, of the words alone, nobody reads them otherwise. */
const sure = 0.75;
/** From these on it is said in so many words. */
const plain = 0.9;
const dangling =
  /^(?:and|but|or|so|because|which|who|that|though|although|while|then)\b|\b(?:and|but|or|so|because|to|the|a|of|with|for)$/i;

interface Candidate {
  evidence: Evidence;
  /** How much is missing that a showcase should have: less is better. */
  lacks: number;
}

function clausesFor({ review, judgement }: Judged, side: "positive" | "negative"): Candidate[] {
  // Words of a mixed verdict stand for half of it, so they are quoted under "mixed" alone.
  if (judgement.verdict !== side) return [];
  const agrees = side === "positive" ? review.rating >= 4 : review.rating <= 3;
  return decidingQuotes(judgement.opinions, side).map((opinion) => {
    const evidence = toPublished(review, judgement, opinion);
    const isWhole = evidence.quote.split(/\s+/).length >= leastWords && !dangling.test(evidence.quote);
    const odds = opinion.words?.[side === "positive" ? 0 : 2] ?? 1;
    const doubt = odds >= plain ? 0 : odds >= sure ? 1 : 3;
    return { evidence, lacks: (agrees ? 0 : 6) + (isWhole ? 0 : 2) + doubt };
  });
}

/**
 * The quotes to show for and against a thing: sure ones, whole clauses whose stars agree first, the newest of equals,
 * one a review and none of a review that says both. `judged` stands newest first.
 */
export function chooseEvidence(
  judged: readonly Judged[],
  limit: number,
): { praise: Evidence[]; criticism: Evidence[] } {
  const choose = (side: "positive" | "negative"): Evidence[] =>
    judged
      .flatMap((one) => clausesFor(one, side).toSorted((a, b) => a.lacks - b.lacks)[0] ?? [])
      .toSorted((a, b) => a.lacks - b.lacks)
      .slice(0, limit)
      .map(({ evidence }) => evidence);
  return { praise: choose("positive"), criticism: choose("negative") };
}

/** Whether the quote's own words, without the stars, leave no doubt; people and language models have none. */
export function createSureness(readings: readonly Reading[]): (evidence: Evidence) => boolean {
  const known = new Set(
    readings.flatMap(({ review, aspects, entities }) =>
      [...aspects, ...entities].flatMap(({ opinions }) =>
        opinions
          .filter(({ polarity, words }) => {
            const odds = words?.[polarity === "positive" ? 0 : 2] ?? 1;
            return odds >= sure;
          })
          .map(({ from, to }) => `${review.id} ${from} ${to}`),
      ),
    ),
  );
  return ({ origin, review_id, start, end }) =>
    origin !== "reader" || known.has(`${review_id} ${start} ${end}`);
}

interface Subject {
  name: string;
  evidence: readonly Evidence[];
}

/** A whole sentence of a review that praises or criticises something. */
export interface Quote {
  review: Review;
  /** What it is about, and whether it praises or criticises it; a review quoted whole is about everything. */
  name?: string;
  polarity: "positive" | "negative";
  start: number;
  end: number;
  /** The words that the verdict rests on. */
  marks: { start: number; end: number }[];
}

const shortest = 24;
const longest = 150;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const leaning = {
  positive: (rating: number) => rating === 5,
  negative: (rating: number) => rating <= 2,
} as const;
/** What depends on words before it, or turns round after it, is no quote to show alone. */
const dependent =
  /^(?:and|but|or|so|also|because|which|that said|except|then|still|however|although|though)\b|\b(?:but|although|though|however|except|wish|only complaint|if only|used to)\b/i;

interface Sentence {
  start: number;
  end: number;
  text: string;
}

function sentencesOf(text: string): Sentence[] {
  return Array.from(sentences.segment(text), ({ segment, index }) => {
    const trimmed = segment.trim();
    const start = index + segment.indexOf(trimmed);
    return { start, end: start + trimmed.length, text: trimmed };
  });
}

const standsAlone = ({ text }: Sentence): boolean =>
  text.length >= shortest &&
  text.length <= longest &&
  /[.!]["”’)]?$/u.test(text) &&
  !text.includes("\n") &&
  /^["“]?\p{Lu}/u.test(text) &&
  !dependent.test(text);

const year = 365.25 * 86_400_000;

/** Plain sentences of a comfortable length first; a year of age weighs as much as twenty letters. */
const awkwardness = ({ start, end, review }: Quote): number =>
  Math.abs(end - start - 80) + (start === 0 ? 0 : 10) - (20 * Date.parse(review.date)) / year;

function sentencesFor(
  { name, evidence }: Subject,
  polarity: "positive" | "negative",
  reviews: ReadonlyMap<string, Review>,
  isContradicted: (reviewId: string, sentence: Sentence) => boolean,
): Quote[] {
  return evidence.flatMap((entry) => {
    const review = reviews.get(entry.review_id);
    if (review === undefined || entry.polarity !== polarity || !leaning[polarity](review.rating)) return [];
    if (languageOf(review.text) !== undefined || !entry.quote.includes(" ")) return [];
    const sentence = sentencesOf(review.text).find(
      ({ start, end }) => start <= entry.start && entry.end <= end,
    );
    if (sentence === undefined || !standsAlone(sentence) || isContradicted(review.id, sentence)) return [];
    const { start, end } = sentence;
    return [{ review, name, polarity, start, end, marks: [{ start: entry.start, end: entry.end }] }];
  });
}

/**
 * The best quotes of one polarity, each about another thing and of another review, none of a review in `taken`.
 * Sure and explicit: the stars agree, the sentence is whole, and nothing in it was read otherwise.
 */
export function chooseQuotes(
  subjects: readonly Subject[],
  polarity: "positive" | "negative",
  limit: number,
  reviews: ReadonlyMap<string, Review>,
  taken: ReadonlySet<string>,
  isSure: (evidence: Evidence) => boolean,
): Quote[] {
  const others = new Map<string, Evidence[]>();
  for (const entry of subjects.flatMap(({ evidence }) => evidence)) {
    if (entry.polarity === polarity) continue;
    const list = others.get(entry.review_id);
    if (list) list.push(entry);
    else others.set(entry.review_id, [entry]);
  }
  const isContradicted = (reviewId: string, sentence: Sentence) =>
    (others.get(reviewId) ?? []).some(({ start, end }) => start < sentence.end && sentence.start < end);
  const chosen: Quote[] = [];
  const used = new Set(taken);
  for (const subject of subjects) {
    if (chosen.length === limit) break;
    const sure = { ...subject, evidence: subject.evidence.filter(isSure) };
    const best = sentencesFor(sure, polarity, reviews, isContradicted)
      .filter(({ review }) => !used.has(review.id))
      .sort((a, b) => awkwardness(a) - awkwardness(b) || (a.review.date < b.review.date ? 1 : -1))[0];
    if (best === undefined) continue;
    used.add(best.review.id);
    chosen.push(best);
  }
  return chosen;
}

/**
 * In a language that is not judged, no sentence is known to praise: there the newest short review of five stars is
 * quoted whole. `reviews` stand newest first.
 */
export function chooseWhole(reviews: readonly Review[]): Quote | undefined {
  const review = reviews.find(
    ({ rating, text }) =>
      rating === 5 &&
      text.length >= shortest &&
      text.length <= longest &&
      !text.includes("\n") &&
      languageOf(text) !== undefined,
  );
  return review && { review, polarity: "positive", start: 0, end: review.text.length, marks: [] };
}
