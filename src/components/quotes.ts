import type { Evidence, Polarity } from "../schema/insights.ts";

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

/** The newest quote about each thing in turn, no review twice. */
export function newestQuotes(
  judged: readonly (Judged & { name: string })[],
  polarity: Polarity,
  limit: number,
): { name: string; evidence: Evidence }[] {
  const quotes: { name: string; evidence: Evidence }[] = [];
  for (const { name, evidence } of judged) {
    const quote = evidence.find(
      (entry) =>
        entry.polarity === polarity &&
        !quotes.some(({ evidence: { review_id } }) => review_id === entry.review_id),
    );
    if (quote && quotes.length < limit) quotes.push({ name, evidence: quote });
  }
  return quotes;
}
