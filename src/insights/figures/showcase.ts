import { type Evidence, isSure } from "../../schema/insights.ts";
import type { Judgement } from "../verdict.ts";
import { isFinite } from "../english.ts";
import { mayBeEnglish } from "../text-language.ts";
import { decidingQuotes, isSide, opposite, strengthsIn, type Opinion, type Side } from "../quotes.ts";
import { type Judged, toPublished } from "./evidence.ts";

// Chooses the evidence that pages show first. A figure may rest on any quoted words; what is shown must make sense to
// somebody who has not read the review, and must be beyond doubt.

/** A word or phrase of this strength says it outright. */
export const outspoken = 1.5;
/** Fewer words than these convince nobody who sees the quote alone. */
const minWords = 4;
const comfortable = { least: 30, most: 180 };
/** Quotes that do not name the thing, or are less sure than this by themselves, come after all others. */
const minConfidence = 0.6;
const doubtful = 100;
/** A quote that lacks more than this is no showcase. */
const maxLacking = 5;
/** The words of so many quotes are read to order them; the others come after. */
const maxRead = 40;

const opensMidThought =
  /^(?:(?:and|but|or|so|also|because|which|who|that|though|although|while|then|if|when|as|since|than|except|however|etc|before|after|until|not to mention)\b|[^\p{L}\d"“‘'$£€¿¡(*])/iu;
/** A quote that starts after the subject of its sentence: "for the letter", "gave me good advice". */
const lacksSubject =
  /^(?:(?!\p{L}*thing\b)\p{Ll}+ing|for|to|of|in|on|at|with|by|from|even|through|about|into|than)\b/u;
const endsMidThought =
  /\b(?:and|but|or|so|because|to|the|a|an|of|with|for|my|our|their|is|was|are|were|i|we|they|that|which|who|def)[.…]*$|…$|\.{3,}$/i;
export const preface =
  /^(?:so |then )?(?:i|we|my \w+) (?:called|went|walked|brought|stopped|came|arrived|drove|decided|booked|found|used)\b|^(?:called|went|walked|stopped|booked) /i;
const greeting =
  /^(?:many thanks|thanks?|thank you|hi|hello|dear|kudos|cheers|shout ?outs?|congratulations)\b/i;
export const ofOthers =
  /\b(?:other|another|previous|prior|former|last|elsewhere|competitors?|used to|friend's|neighbor's|neighbour's)\b/i;
/** "The best place for breakfast is the diner a couple of doors away": praise of another business. */
const ofNeighbors =
  /\bbest\b[^.!?]*\b(?:next door|doors? (?:away|down)|down the (?:street|road|block)|across the (?:street|road)|around the corner)\b/i;
const isBalanced = (text: string): boolean =>
  text.split("(").length === text.split(")").length && text.split(/["“”]/).length % 2 === 1;

const foreign = new WeakMap<Judged["review"], boolean>();
/** Every aspect asks the same of a review. */
function isForeign(review: Judged["review"]): boolean {
  const known = foreign.get(review) ?? !mayBeEnglish(review.text);
  foreign.set(review, known);
  return known;
}

/** The quote's faults, fewer are better; its meaning is not considered. */
function lacksOf(
  { review, judgement }: Judged,
  { from, to, confidence = judgement.confidence }: Opinion,
  side: Side,
): number {
  const { text, rating } = review;
  const quote = text.slice(from, to);
  const isFew = quote.split(/\s+/).length < minWords;
  // Praise in three stars and a complaint in four may be what the stars weigh; what is further off convinces nobody.
  const disagrees = side === "positive" ? 4 - rating : rating - 3;
  const isWhole = /^["“]?[\p{Lu}\d]/u.test(quote) && /[.!]["”’)]*$/u.test(quote);
  return (
    (disagrees > 1 ? 9 : disagrees === 1 ? 2 : 0) +
    (isSure({ polarity: side, confidence: Math.min(confidence, judgement.confidence) }) ? 0 : 9) +
    (confidence < minConfidence ? doubtful : 0) +
    (isFew ? 6 : 0) +
    (isWhole ? 0 : 1) +
    (opensMidThought.test(quote) ? 6 : 0) +
    (lacksSubject.test(quote) || isFinite(quote.split(/\s/, 1)[0] ?? "") ? 3 : 0) +
    (isForeign(review) ? 4 : 0) +
    (endsMidThought.test(quote) || quote.endsWith("?") ? 6 : 0) +
    (preface.test(quote) ? 2 : 0) +
    (greeting.test(quote) ? 6 : 0) +
    (ofOthers.test(quote) ? 2 : 0) +
    (ofNeighbors.test(quote) ? 6 : 0) +
    (!isBalanced(quote) || quote.includes("\n") ? 6 : 0) +
    (quote.length > 2 * comfortable.most ? 6 : quote.length > comfortable.most ? 2 : 0) +
    (quote.length < comfortable.least ? 1 : 0)
  );
}

/** Whether the sentence goes on after a quote: "did kill the weeds", and everything else. */
const isCutShort = (text: string, { from, to }: Opinion): boolean =>
  !/[.!?]["”’)]*$/u.test(text.slice(from, to)) && /^["”’)]*[^\S\n]*[^\s.!?"”’)]/u.test(text.slice(to));

/** Whether words say rather the opposite of a verdict. */
export function isContrary(
  reading: Pick<Judged, "prepared" | "review">,
  { start, end }: { start: number; end: number },
  side: Side,
): boolean {
  const said = strengthsIn(reading.prepared(), { from: start, to: end });
  return said[opposite(side)] > said[side];
}

interface Candidate {
  judged: Judged;
  opinion: Opinion;
  lacks: number;
}

const bests = {
  positive: new WeakMap<Judgement, Candidate[]>(),
  negative: new WeakMap<Judgement, Candidate[]>(),
};

/** The best of a review's quotes on one side, found once for all pages. */
function bestOf(judged: Judged, side: Side): Candidate[] {
  const { judgement } = judged;
  const known = bests[side].get(judgement);
  if (known) return known;
  const best = decidingQuotes(judged.review.text, judgement.opinions, judgement.verdict)
    .filter(({ polarity }) => polarity === side)
    .map((opinion) => ({ judged, opinion, lacks: lacksOf(judged, opinion, side) }))
    .toSorted((a, b) => a.lacks - b.lacks)
    .slice(0, 1);
  bests[side].set(judgement, best);
  return best;
}

const year = 365.25 * 86_400_000;

/** The best quote of each review with the side's verdict, the best first; a year of age weighs as little as a missing capital. */
function rank(judged: readonly Judged[], side: Side): Candidate[] {
  const newest = Math.max(...judged.map(({ review }) => Date.parse(review.date)));
  const candidates = judged
    .filter(({ judgement }) => judgement.verdict === side)
    .flatMap((one) => bestOf(one, side))
    .toSorted((a, b) => a.lacks - b.lacks);
  const other = opposite(side);
  const read = candidates.slice(0, maxRead).map((candidate): Candidate => {
    const { judged: one, opinion, lacks } = candidate;
    const said = strengthsIn(one.prepared(), opinion);
    // People and services are named in plain facts too, which the network may take for praise; and their quotes were
    // chosen without the rest of the sentence.
    const isPlain = opinion.confidence === undefined && one.judgement.origin === undefined;
    const isSaid = said[side] >= outspoken ? 0 : said[side] > 0 ? 1 : isPlain ? 6 : 3;
    const isHalf = isPlain && isCutShort(one.review.text, opinion);
    const age = Math.floor((newest - Date.parse(one.review.date)) / year);
    return { ...candidate, lacks: lacks + age + isSaid + (isHalf ? 6 : 0) + (said[other] > 1 ? 3 : 0) };
  });
  return putRepeatsLast([...read.toSorted((a, b) => a.lacks - b.lacks), ...candidates.slice(maxRead)]);
}

/** The first of those that say the same, letter by letter. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const told = new Set<string>();
  return candidates.filter(({ judged: { review }, opinion: { from, to } }) => {
    const words = review.text.slice(from, to).toLowerCase();
    const isNew = !told.has(words);
    told.add(words);
    return isNew;
  });
}

/** Words that another customer has said already come after all others. */
function putRepeatsLast(ranked: readonly Candidate[]): Candidate[] {
  const firsts = new Set(withoutRepeats(ranked));
  return [...firsts, ...ranked.filter((candidate) => !firsts.has(candidate))];
}

const publish = ({ judged: { review, judgement }, opinion }: Candidate): Evidence =>
  toPublished(review, judgement, opinion);

/**
 * The quotes to show for and against a thing: sure, outspoken, whole clauses whose stars agree, or none; one a review, and
 * none of a review that says both or that is in `taken`. `judged` stands newest first.
 */
export function chooseEvidence(
  judged: readonly Judged[],
  limit: number,
  taken: ReadonlySet<string> = new Set(),
): { praise: Evidence[]; criticism: Evidence[] } {
  const choose = (side: Side): Evidence[] =>
    rank(
      judged.filter(({ review }) => !taken.has(review.id)),
      side,
    )
      .filter(({ lacks }) => lacks <= maxLacking)
      .slice(0, limit)
      .map(publish);
  return { praise: choose("positive"), criticism: choose("negative") };
}

/** The quotes under one verdict. */
export interface VerdictQuotes {
  /** How many reviews have the verdict. */
  count: number;
  /** Of how many of them there are quotes. */
  shown: number;
  /** The most convincing first; a mixed review is quoted for and against. */
  quotes: Evidence[];
}

/** The quotes of each review under the one verdict that counts it, so that each heading's number is that of its reviews. */
export function quotesByVerdict(
  judged: readonly Judged[],
  limit: number,
): Record<Judged["judgement"]["verdict"], VerdictQuotes> {
  const under = (verdict: Judged["judgement"]["verdict"]): VerdictQuotes => {
    const all = judged.filter(({ judgement }) => judgement.verdict === verdict);
    const shown = all.slice(0, limit);
    const count = all.length;
    if (isSide(verdict)) {
      const ranked = withoutRepeats(rank(all, verdict));
      const plain = ranked.filter(({ lacks }) => lacks < doubtful);
      const quotes = (plain.length > 0 ? plain : ranked).slice(0, limit).map(publish);
      return { count, shown: quotes.length, quotes };
    }
    const quotes = shown.flatMap((one) => (verdict === "mixed" ? quotesOfMixed(one) : toEvidenceOnce(one)));
    return { count, shown: shown.length, quotes };
  };
  return {
    positive: under("positive"),
    negative: under("negative"),
    mixed: under("mixed"),
    neutral: under("neutral"),
    unsure: under("unsure"),
  };
}

/** The first quote of a review. */
const toEvidenceOnce = ({ review, judgement }: Judged): Evidence[] =>
  decidingQuotes(review.text, judgement.opinions, judgement.verdict)
    .slice(0, 1)
    .map((opinion) => toPublished(review, judgement, opinion));

/** The best words for and against, or those that say both. */
function quotesOfMixed(judged: Judged): Evidence[] {
  const sides = [...bestOf(judged, "positive"), ...bestOf(judged, "negative")];
  return sides.length === 2 ? sides.map(publish) : toEvidenceOnce(judged);
}
