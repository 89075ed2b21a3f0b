import type { SinceResult } from "../src/schema/datasets.ts";
import type { Snapshot } from "./snapshot.ts";

/** What an older copy needs to become today's dataset. */
export function since({ dataset }: Snapshot, day: string): SinceResult {
  const reviews = dataset.reviews.filter(({ date }) => date >= day);
  return {
    since: day,
    count: reviews.length,
    reviews,
    updated: dataset.reviews.filter(
      ({ date, updated }) => date < day && updated !== undefined && updated >= day,
    ),
    removed: dataset.removed.filter(({ removed_at }) => removed_at >= day),
  };
}
