import type { Evidence } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import { languageOf } from "../review/review-language.ts";

// Which quotes stand in the window. A figure may rest on any quoted words; what is shown without its review must be
// understood alone, and must be beyond doubt.

interface Judged {
  id: string;
  name: string;
  evidence: readonly Evidence[];
}

/** A whole sentence of a review that praises or criticises something. */
export interface Quote {
  review: Review;
  /** What it is about, and whether it praises or criticises it. */
  name: string;
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

/** Plain sentences of a comfortable length first, then the newest. */
const awkwardness = ({ start, end }: { start: number; end: number }): number =>
  Math.abs(end - start - 80) + (start === 0 ? 0 : 10);

function candidatesOf(
  { name, evidence }: Judged,
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
  judged: readonly Judged[],
  polarity: "positive" | "negative",
  limit: number,
  reviews: ReadonlyMap<string, Review>,
  taken: ReadonlySet<string> = new Set(),
  isSure: (evidence: Evidence) => boolean = () => true,
): Quote[] {
  const others = new Map<string, Evidence[]>();
  for (const entry of judged.flatMap(({ evidence }) => evidence)) {
    if (entry.polarity === polarity) continue;
    const list = others.get(entry.review_id);
    if (list) list.push(entry);
    else others.set(entry.review_id, [entry]);
  }
  const isContradicted = (reviewId: string, sentence: Sentence) =>
    (others.get(reviewId) ?? []).some(({ start, end }) => start < sentence.end && sentence.start < end);
  const chosen: Quote[] = [];
  const used = new Set(taken);
  for (const subject of judged) {
    if (chosen.length === limit) break;
    const sure = { ...subject, evidence: subject.evidence.filter(isSure) };
    const best = candidatesOf(sure, polarity, reviews, isContradicted)
      .filter(({ review }) => !used.has(review.id))
      .sort((a, b) => awkwardness(a) - awkwardness(b) || (a.review.date < b.review.date ? 1 : -1))[0];
    if (best === undefined) continue;
    used.add(best.review.id);
    chosen.push(best);
  }
  return chosen;
}
