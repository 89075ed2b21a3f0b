import type { ReviewsDataset } from "../schema/datasets.ts";
import type { PreviousDeploy, PreviousReview } from "../schema/site.ts";
import { lastChange, newestFirst, type Review } from "../schema/review.ts";

/** The newest of these days; undefined when there is none. */
const latest = (days: readonly (string | undefined)[]): string | undefined =>
  days.reduce((newest, day) => (newest === undefined || (day ?? "") > newest ? day : newest), undefined);

/** What the next build has to know of a published review. */
export const toPreviousReview = (review: Review): PreviousReview => {
  const { id, published, changed } = review;
  return {
    id,
    newest: lastChange(review),
    ...(published && { published }),
    ...(changed && { changed }),
    // All but the address, which moves with the site, and what the build adds by itself.
    content: JSON.stringify({
      ...review,
      url: undefined,
      proof: undefined,
      published: undefined,
      changed: undefined,
    }),
  };
};

/** Days on which a review gave up earlier ids that copies of the data hold. */
type FormerIds = readonly { id: string; until?: string | undefined }[];

function dateReview(
  review: Review,
  before: PreviousReview | undefined,
  former: FormerIds,
  today: string | undefined,
): Review {
  const isSame = before?.content === toPreviousReview(review).content;
  const published = before === undefined ? today : before.published;
  const changed = latest([
    ...former.map(({ until }) => until),
    ...(before === undefined ? [] : [before.changed, isSame ? undefined : today]),
  ]);
  const first = { ...review, ...(published && published > review.date && { published }) };
  return { ...first, ...(changed && changed > lastChange(first) && { changed }) };
}

/**
 * The dataset with the days on which reviews first stood here, or last changed, where no day that content names is as
 * late: a copy of the deploy before knows all days up to its newest, and would never ask for anything earlier. Nothing
 * is dated that the deploy before cannot tell; `today` is the day of the build.
 */
export function withPublicationDays(
  dataset: ReviewsDataset,
  {
    previous,
    today,
    formerly = new Map(),
  }: { previous: PreviousDeploy; today: string; formerly?: ReadonlyMap<string, FormerIds> },
): ReviewsDataset {
  const before = new Map(previous.reviews?.map((review) => [review.id, review]));
  const tombstones = new Map(previous.removed.map(({ id, removed_at }) => [id, removed_at]));
  const newest =
    latest([...[...before.values()].map((review) => review.newest), ...tombstones.values()]) ?? "";
  const now = previous.reviews && (latest([today, newest]) as string);
  return {
    ...dataset,
    reviews: dataset.reviews.map((review) => {
      const former = formerly.get(review.id) ?? [];
      const known = [review, ...former].flatMap(({ id }) => before.get(id) ?? []);
      return dateReview(review, known[0], former, now);
    }),
    removed: dataset.removed
      .map(({ id, removed_at }) => {
        const late = removed_at < newest ? now : undefined;
        return { id, removed_at: latest([removed_at, tombstones.get(id) ?? late]) ?? removed_at };
      })
      .sort((a, b) => newestFirst({ ...a, date: a.removed_at }, { ...b, date: b.removed_at })),
  };
}
