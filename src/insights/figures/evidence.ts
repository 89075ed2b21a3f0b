import type { Evidence } from "../../schema/insights.ts";
import type { Judgement, Reading } from "../aspects/readings.ts";
import { decidingQuotes, type Opinion } from "../sentiment/opinions.ts";

type Judged = Pick<Reading, "review"> & { judgement: Judgement };

/** The quotes that a verdict rests on, as they are published. */
export const toEvidence = ({ review, judgement }: Judged): Evidence[] =>
  decidingQuotes(judgement.opinions, judgement.verdict).map((opinion) => publish(review, judgement, opinion));

const publish = (
  { id, text }: Reading["review"],
  { origin, overruled }: Judgement,
  { polarity, from, to }: Opinion,
): Evidence => ({
  review_id: id,
  polarity,
  quote: text.slice(from, to),
  start: from,
  end: to,
  origin: origin ?? "reader",
  ...(overruled && { overruled: true as const }),
});

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

function candidatesOf({ review, judgement }: Judged, side: "positive" | "negative"): Candidate[] {
  // Words of a mixed verdict stand for half of it, so they are quoted under "mixed" alone.
  if (judgement.verdict !== side) return [];
  const agrees = side === "positive" ? review.rating >= 4 : review.rating <= 3;
  return decidingQuotes(judgement.opinions, side).map((opinion) => {
    const evidence = publish(review, judgement, opinion);
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
      .flatMap((one) => candidatesOf(one, side).toSorted((a, b) => a.lacks - b.lacks)[0] ?? [])
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

/** The judgements of all reviews on one aspect. */
export const judgementsOn = (readings: readonly Reading[], aspect: string): Judged[] =>
  readings.flatMap(({ review, aspects }) =>
    aspects.filter(({ id }) => id === aspect).map((judgement) => ({ review, judgement })),
  );
