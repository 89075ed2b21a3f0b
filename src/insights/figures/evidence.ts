import type { Evidence } from "../../schema/insights.ts";
import type { Reading } from "../reader.ts";
import type { Judgement } from "../verdict.ts";
import { round } from "./tally.ts";
import { decidingQuotes, type Opinion } from "../quotes.ts";

/** A review's findings, and its verdict on one thing. */
export type Judged = Pick<Reading, "review" | "prepared"> & { judgement: Judgement };

/** The quotes that a verdict rests on, as they are published. */
export const toEvidence = ({ review, judgement }: Judged): Evidence[] =>
  decidingQuotes(review.text, judgement.opinions, judgement.verdict).map((opinion) =>
    toPublished(review, judgement, opinion),
  );

export const toPublished = (
  { id, text }: Reading["review"],
  { origin, overruled, confidence }: Judgement,
  { polarity, from, to }: Opinion,
): Evidence => ({
  review_id: id,
  polarity,
  quote: text.slice(from, to),
  start: from,
  end: to,
  confidence: round(confidence, 2),
  origin: origin ?? "reader",
  ...(overruled && { overruled: true as const }),
});

/** The judgements of all reviews on one aspect. */
export const judgementsOn = (readings: readonly Reading[], aspect: string): Judged[] =>
  readings.flatMap(({ review, prepared, aspects }) =>
    aspects.filter(({ id }) => id === aspect).map((judgement) => ({ review, prepared, judgement })),
  );

/** The judgements of all reviews on one of the staff, or on a service. */
export const judgementsOnEntity = (
  readings: readonly Reading[],
  kind: Reading["entities"][number]["kind"],
  named: string,
): Judged[] =>
  readings.flatMap(({ review, prepared, entities }) =>
    entities
      .filter((entity) => entity.kind === kind && entity.id === named)
      .map((judgement) => ({ review, prepared, judgement })),
  );
