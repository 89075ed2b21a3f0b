import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SinceResult } from "../../../src/schema/datasets.ts";
import { type Review, newestFirst } from "../../../src/schema/review.ts";
import { sinceBytes } from "../../../server/search/since.ts";
import { anyDay, anyReviews, buildDataset, buildReview, toSnapshot } from "../dataset.ts";

const answer = (reviews: Review[], removed: { id: string; removed_at: string }[], day: string) => {
  const { body, etag } = sinceBytes(toSnapshot(buildDataset(reviews, removed)), day);
  return { etag, value: SinceResult.strict().parse(JSON.parse(Buffer.concat(body).toString("utf8"))) };
};

test("an older copy with the answer applied is today's dataset", () => {
  const anyFate = fc.record({
    fate: fc.constantFrom("kept", "kept", "new", "edited", "removed"),
    stars: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(anyReviews, fc.infiniteStream(anyFate), anyDay, (reviews, fates, day) => {
      const before = new Map<string, Review>();
      const today: Review[] = [];
      const removed: { id: string; removed_at: string }[] = [];
      for (const review of reviews) {
        const { fate, stars } = fates.next().value as { fate: string; stars: number };
        // A review that came after the copy was made is dated since; all else was in the copy.
        if (fate === "new") {
          today.push({ ...review, date: day });
          continue;
        }
        before.set(review.id, review);
        if (fate === "removed") removed.push({ id: review.id, removed_at: day });
        else if (fate === "edited") today.push({ ...review, rating: stars, updated: day });
        else today.push(review);
      }
      const { value } = answer(today, removed, day);
      for (const review of [...value.reviews, ...value.updated]) before.set(review.id, review);
      for (const { id } of value.removed) before.delete(id);
      expect([...before.values()].toSorted(newestFirst)).toEqual(today.toSorted(newestFirst));
      expect(value.count).toBe(value.reviews.length);
      expect(value.reviews.every(({ date }) => date >= day)).toBe(true);
      expect(value.updated.every(({ date, updated }) => date < day && (updated ?? "") >= day)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const old = buildReview({ id: "old", date: "2026-01-05" });
const late = buildReview({ id: "late", date: "2026-05-05" });

test("the tag of one day's answer stays the same until that answer changes", () => {
  const { etag } = answer([old, late], [], "2026-05-01");
  expect(answer([{ ...old, rating: 1 }, late], [], "2026-05-01").etag).toBe(etag);
  expect(answer([late], [], "2026-05-01").etag).toBe(etag);
  expect(answer([old, { ...late, rating: 1 }], [], "2026-05-01").etag).not.toBe(etag);
  expect(answer([{ ...old, updated: "2026-05-02" }, late], [], "2026-05-01").etag).not.toBe(etag);
  expect(answer([late], [{ id: "old", removed_at: "2026-05-02" }], "2026-05-01").etag).not.toBe(etag);
});

test("a day before all reviews answers the whole dataset, one after all of them nothing", () => {
  expect(answer([old, late], [], "0001-01-01").value.reviews).toEqual([late, old]);
  expect(answer([old, late], [], "9999-12-31").value).toMatchObject({ count: 0, reviews: [], updated: [] });
});
