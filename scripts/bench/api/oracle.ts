import type { ReviewsDataset } from "../../../src/schema/datasets.ts";

const fold = (text: string) => text.normalize("NFC").toLowerCase();

/** Search without an index, from parameters as they come. */
export function oracle({ reviews }: ReviewsDataset, given: Record<string, string>) {
  const {
    rating,
    min_rating,
    since,
    until,
    query,
    mentions_technician: technician,
    mentions_service: service,
  } = given;
  const words = query === undefined ? undefined : fold(query);
  const found = reviews.filter(
    (review) =>
      (rating === undefined || review.rating === Number(rating)) &&
      (min_rating === undefined || review.rating >= Number(min_rating)) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (words === undefined || fold(review.text).includes(words)) &&
      (technician === undefined || review.mentions.technicians.some(({ id }) => id === technician)) &&
      (service === undefined || review.mentions.services.some(({ id }) => id === service)),
  );
  return { limit: Number(given["limit"] ?? 20), found };
}
