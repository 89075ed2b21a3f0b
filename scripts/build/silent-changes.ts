import { objectMembers, parseElements } from "../../server/data/json-slices.ts";
import type { Review } from "../../src/schema/review.ts";
import type { Site } from "../../src/schema/site.ts";

type Written = Pick<Review, "date" | "rating" | "text"> & { title?: string | undefined };

/** All that a customer or the owner wrote, to compare. */
const wordsOf = ({ date, rating, title, text }: Written, author: string, reply: string | undefined): string =>
  JSON.stringify([date, rating, title, text, author, reply]);

const most = 20;

/**
 * What became of published reviews since the earlier /reviews.json without a date that says so. Whoever keeps a copy
 * asks only for what is new, updated or removed, and would never hear of it.
 */
export function findSilentChanges(
  before: Uint8Array,
  { reviews, removed }: Pick<Site, "reviews" | "removed">,
  today: string,
): string[] {
  const { elements } = objectMembers(before, "reviews");
  if (elements === undefined) return [];
  const published = new Map(reviews.map((review) => [review.id, review]));
  const tombstones = new Set(removed.map(({ id }) => id));
  const found: string[] = [];
  for (const old of parseElements(before, elements) as Generator<Review>) {
    const { id } = old;
    const review = published.get(id);
    if (review === undefined) {
      if (!tombstones.has(id)) found.push(`${id} is gone: withdraw it with npm run redact -- ${id}`);
    } else if (
      review.updated === old.updated &&
      wordsOf(review, review.author, review.reply?.text) !== wordsOf(old, old.author.name, old.reply?.text)
    ) {
      found.push(`${id} was changed: give it "updated: ${today}"`);
    }
  }
  const rest = found.length - most;
  return [
    ...found
      .slice(0, most)
      .map((what) => `warning: whoever keeps a copy of the reviews will not hear that ${what}`),
    ...(rest > 0 ? [`warning: nor of ${rest} more that were changed or are gone`] : []),
  ];
}
