import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toPreviousReview, withPublicationDays } from "../../../src/publish/reviews.ts";
import { type ReviewsDataset, SinceResult } from "../../../src/schema/datasets.ts";
import { nothingBefore } from "../../../src/schema/site.ts";
import { keysOf } from "../../../src/schema/json.ts";
import { lastChange, newestFirst, type Review } from "../../../src/schema/review.ts";
import { sinceBytes } from "../../../server/search/search.ts";
import type { Snapshot } from "../../../server/data/snapshot.ts";
import { buildDataset, buildReview, toSnapshot } from "../dataset.ts";
import { words } from "../words.ts";

const ask = (snapshot: Snapshot, day: string) => {
  const { body, etag } = sinceBytes(snapshot, day);
  return { etag, value: SinceResult.strict().parse(JSON.parse(Buffer.concat(body).toString("utf8"))) };
};
const answer = (reviews: Review[], removed: { id: string; removed_at: string }[], day: string) =>
  ask(toSnapshot(buildDataset(reviews, removed)), day);

type Entry = Pick<Review, "id" | "date" | "rating" | "updated" | "reply">;

const dayAt = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
const anyStep = fc.record({
  // Content may be of any earlier day: imports bring reviews from weeks ago.
  act: fc.constantFrom(...words("publish publish edit answer silence rename withdraw deploy deploy")),
  which: fc.nat(),
  ago: fc.constantFrom(0, 0, 1, 5, 30),
  passed: fc.constantFrom(0, 0, 1, 3),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The successive deploys of an owner's actions; the building machine's clock may be wrong. */
function deployAll(steps: Step[], clock: (day: string) => string): ReviewsDataset[] {
  const reviews = new Map<string, Entry>();
  const formerly = new Map<string, { id: string; until: string }[]>();
  const removed = new Map<string, string>();
  const deploys: ReviewsDataset[] = [];
  let [today, count] = [40, 0];
  for (const { act, which, ago, passed } of steps) {
    today += passed;
    const review = [...reviews.values()][which % Math.max(1, reviews.size)];
    const day = [dayAt(today - ago), review?.date ?? ""].toSorted().at(-1) ?? "";
    if (act === "publish") {
      const id = `r${(count += 1)}`;
      reviews.set(id, { id, date: dayAt(today - ago), rating: 3 });
    } else if (act === "deploy") {
      const previous = deploys.at(-1);
      const gone = [...removed].map(([id, removed_at]) => ({ id, removed_at }));
      const dataset = buildDataset([...reviews.values()].map(buildReview), gone);
      const before = previous
        ? { ...previous, published: [], reviews: previous.reviews.map(toPreviousReview) }
        : nothingBefore;
      deploys.push(withPublicationDays(dataset, { previous: before, today: clock(dayAt(today)), formerly }));
    } else if (review !== undefined) {
      const rating = (review.rating % 5) + 1;
      if (act === "edit") reviews.set(review.id, { ...review, rating, updated: day });
      if (act === "answer") reviews.set(review.id, { ...review, reply: { date: day, text: `No. ${which}` } });
      // Words that change with no day for it, and a reply that is taken back.
      if (act === "silence") reviews.set(review.id, { ...review, rating, reply: undefined });
      if (act === "rename" || act === "withdraw") {
        reviews.delete(review.id);
        removed.set(review.id, day);
      }
      if (act === "rename") {
        const id = `r${(count += 1)}`;
        reviews.set(id, { ...review, id });
        formerly.set(id, [...(formerly.get(review.id) ?? []), { id: review.id, until: day }]);
      }
    }
  }
  return deploys;
}

/** The newest day that a copy names anywhere; before there is any, the first of all. */
const newestKnown = ({ reviews, removed }: ReviewsDataset): string =>
  [...reviews.map(lastChange), ...removed.map(({ removed_at }) => removed_at)].toSorted().at(-1) ??
  "0001-01-01";

const clocks = {
  right: (day: string) => day,
  "a month slow": (day: string) => new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10),
  "of a fixed SOURCE_DATE_EPOCH": () => "1970-01-01",
};

test.each(keysOf(clocks))(
  "any older copy becomes today's reviews by the answer for the newest day that it knows, with a clock that is %s",
  (clock) => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 5, maxLength: 40 }), (steps) => {
        const deploys = deployAll([...steps, { act: "deploy", which: 0, ago: 0, passed: 0 }], clocks[clock]);
        const current = deploys.at(-1) as ReviewsDataset;
        const snapshot = toSnapshot(current);
        for (const copy of deploys) {
          const day = newestKnown(copy);
          const { value } = ask(snapshot, day);
          const copied = new Map(copy.reviews.map((review) => [review.id, review]));
          for (const review of [...value.reviews, ...value.updated]) copied.set(review.id, review);
          for (const { id } of value.removed) copied.delete(id);
          expect([...copied.values()].toSorted(newestFirst)).toEqual(current.reviews);
          expect(value.count).toBe(value.reviews.length);
          expect(value.reviews.every(({ date }) => date >= day)).toBe(true);
          expect(value.updated.every((review) => review.date < day && lastChange(review) >= day)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  },
);

test.each(["updated", "published", "changed", "reply"] as const)(
  "an older review whose only later day is its %s stands in updated on that day, and not after it",
  (field) => {
    const later =
      field === "reply" ? { reply: { date: "2026-04-02", text: "Thanks." } } : { [field]: "2026-04-02" };
    const updatedAt = (day: string) =>
      answer([buildReview({ id: "x", date: "2026-01-05", ...later })], [], day).value.updated.length;
    expect(["2026-04-01", "2026-04-02", "2026-04-03"].map(updatedAt)).toEqual([1, 1, 0]);
    expect(updatedAt("2026-01-05")).toBe(0);
  },
);

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
