import type { Evidence, Polarity } from "../../schema/insights.ts";

interface Judged {
  evidence: readonly Evidence[];
}

/** The first quotes of one kind, at most one a review. */
export function quotesOf({ evidence }: Judged, polarity: Polarity, limit: number): Evidence[] {
  const reviews = new Map<string, Evidence>();
  for (const entry of evidence) {
    if (reviews.size === limit && !reviews.has(entry.review_id)) break;
    if (entry.polarity === polarity && !reviews.has(entry.review_id)) reviews.set(entry.review_id, entry);
  }
  return [...reviews.values()];
}
