import type { SearchQuery, SearchResult } from "../src/schema/search.ts";
import type { Snapshot } from "./snapshot.ts";

const fold = (text: string) => text.normalize("NFC").toLowerCase();

/** The newest matches of the query and their exact number. */
export function search({ dataset }: Snapshot, query: SearchQuery): SearchResult {
  const { limit, ...filters } = query;
  const words = filters.query === undefined ? undefined : fold(filters.query);
  const name = filters.mentions_technician === undefined ? undefined : fold(filters.mentions_technician);
  const technicians = dataset.business.technicians.filter(
    (technician) =>
      name !== undefined &&
      [technician.id, technician.name, ...(technician.aliases ?? [])].some((known) => fold(known) === name),
  );
  const technician = technicians.length === 1 ? technicians[0]?.id : undefined;
  const matches = dataset.reviews.filter(
    (review) =>
      (filters.rating === undefined || review.rating === filters.rating) &&
      (filters.min_rating === undefined || review.rating >= filters.min_rating) &&
      (filters.since === undefined || review.date >= filters.since) &&
      (filters.until === undefined || review.date <= filters.until) &&
      (words === undefined || fold(review.text).includes(words)) &&
      (name === undefined || review.mentions.technicians.some(({ id }) => id === technician)) &&
      (filters.mentions_service === undefined ||
        review.mentions.services.some(({ id }) => id === filters.mentions_service)),
  );
  const reviews = matches.slice(0, limit);
  return { total: matches.length, count: reviews.length, limit, filters, reviews };
}
