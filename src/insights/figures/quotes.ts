import { type Evidence, isSure } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import type { Reading } from "../reader.ts";
import { languageOf } from "../text-language.ts";
import { opposite, strengthsIn, type Side } from "../quotes.ts";
import { outspoken, preface, ofOthers } from "./showcase.ts";

// The sentences that stand alone on the home page.

/** Whether some words of a review say outright that they praise, or criticize, and nothing to the contrary. */
export function createOutspokenness(
  readings: readonly Reading[],
): (quote: Pick<Quote, "polarity" | "start" | "end"> & { review: Pick<Review, "id"> }) => boolean {
  const byId = new Map(readings.map((reading) => [reading.review.id, reading]));
  return ({ review: { id }, polarity, start, end }) => {
    const reading = byId.get(id);
    if (reading === undefined) return false;
    const said = strengthsIn(reading.prepared(), { from: start, to: end });
    return said[polarity] >= outspoken && said[opposite(polarity)] <= 1;
  };
}

interface Subject {
  name: string;
  evidence: readonly Evidence[];
}

/** A whole sentence of a review that praises or criticizes something. */
export interface Quote {
  review: Review;
  /** Its subject, and whether it praises or criticizes it; a review quoted whole is about everything. */
  name?: string;
  polarity: Side;
  start: number;
  end: number;
  /** The words that the verdict rests on. */
  marks: { start: number; end: number }[];
}

const shortest = 32;
const longest = 150;
const longestWhole = 200;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const leaning = {
  positive: (rating: number) => rating === 5,
  negative: (rating: number) => rating <= 2,
} as const;
/** A quote that depends on words before it, or turns round after it, is not shown alone. */
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
/** A reader of the sentence alone would ask who or what is meant. */
const pointsBack =
  /^["“]?(?:it|they|this|that|these|those|he|she|his|her|their|its|you|your|you're|you've)\b/i;

/** So many sentences are read word by word to find one that is outspoken. */
const maxRead = 100;
const trailsOff = /\.{2,}["”’)]*$/;

/** Plain sentences of a comfortable length first; a year of age weighs as much as twenty letters. */
function awkwardness({ start, end, review }: Quote): number {
  const words = review.text.slice(start, end);
  const asksBack =
    (pointsBack.test(words) ? 40 : 0) + (preface.test(words) ? 40 : 0) + (trailsOff.test(words) ? 40 : 0);
  return (
    Math.abs(end - start - 80) +
    (start === 0 ? 0 : 10) +
    asksBack +
    (ofOthers.test(words) ? 60 : 0) -
    (20 * Date.parse(review.date)) / year
  );
}

function sentencesFor(
  { name, evidence }: Subject,
  polarity: Side,
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
  polarity: Side,
  limit: number,
  reviews: ReadonlyMap<string, Review>,
  taken: ReadonlySet<string>,
  isOutspoken: (quote: Quote) => boolean = () => true,
): Quote[] {
  const others = Map.groupBy(
    subjects.flatMap(({ evidence }) => evidence).filter((entry) => entry.polarity !== polarity),
    (entry) => entry.review_id,
  );
  const isContradicted = (reviewId: string, sentence: Sentence) =>
    (others.get(reviewId) ?? []).some(({ start, end }) => start < sentence.end && sentence.start < end);
  const chosen: Quote[] = [];
  const used = new Set(taken);
  for (const subject of subjects) {
    if (chosen.length === limit) break;
    const shown = { ...subject, evidence: subject.evidence.filter(isSure) };
    const best = sentencesFor(shown, polarity, reviews, isContradicted)
      .filter(({ review }) => !used.has(review.id))
      .sort((a, b) => awkwardness(a) - awkwardness(b) || (a.review.date < b.review.date ? 1 : -1))
      .slice(0, maxRead)
      .find(isOutspoken);
    if (best === undefined) continue;
    used.add(best.review.id);
    chosen.push(best);
  }
  return chosen;
}

/**
 * Where no sentence is surely praise or criticism, as in a language that is not judged or among a handful of reviews, the
 * newest short review whose stars say it is quoted whole. `reviews` stand newest first.
 */
export function chooseWhole(reviews: readonly Review[], polarity: Side): Quote | undefined {
  const review = reviews.find(
    ({ rating, text }) =>
      leaning[polarity](rating) &&
      text.length >= shortest &&
      text.length <= longestWhole &&
      !text.includes("\n"),
  );
  return review && { review, polarity, start: 0, end: review.text.length, marks: [] };
}
