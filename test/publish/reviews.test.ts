import { expect, test } from "vitest";
import { archivePageSize, buildAggregateRating, buildArchivePages } from "../../src/publish/reviews.ts";
import { lastChange } from "../../src/schema/review.ts";

test("the aggregate rating is the mean of the ratings, to two decimals, with its distribution", () => {
  expect(buildAggregateRating([{ rating: 5 }, { rating: 4 }, { rating: 5 }])).toEqual({
    rating_value: 4.67,
    best_rating: 5,
    worst_rating: 1,
    review_count: 3,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
});

test("a month fills its pages from its oldest review on, so a new review moves no older one to another page", () => {
  const month = Array.from({ length: archivePageSize + 1 }, (_, index) => ({
    id: `r${String(archivePageSize - index).padStart(4, "0")}`,
    date: "2026-05-01",
  }));
  const pathsOf = (reviews: { id: string; date: string }[]) =>
    new Map(
      buildArchivePages(reviews).flatMap(({ path, reviews }) => reviews.map(({ id }) => [id, path] as const)),
    );
  const before = pathsOf(month.slice(1));
  const after = pathsOf(month);
  for (const [id, path] of before) expect(after.get(id)).toBe(path);
  const newest = month[0]?.id ?? "";
  expect(after.get(newest)).toBe("/reviews/2026-05/2/");
});

test("the archive shows every review once, newest first, no page longer than its size", () => {
  const reviews = Array.from({ length: 3 * archivePageSize }, (_, index) => ({
    id: `r${index}`,
    date: index < 2 * archivePageSize + 1 ? "2026-05-01" : "2026-04-01",
  }));
  const pages = buildArchivePages(reviews);
  expect(pages.flatMap((page) => page.reviews)).toEqual(reviews);
  expect(pages.map(({ path, page, pages: of, reviews: shown }) => [path, page, of, shown.length])).toEqual([
    ["/reviews/2026-05/3/", 3, 3, 1],
    ["/reviews/2026-05/2/", 2, 3, archivePageSize],
    ["/reviews/2026-05/", 1, 3, archivePageSize],
    ["/reviews/2026-04/", 1, 1, archivePageSize - 1],
  ]);
});

test("a review's last change is its latest day: written, edited or replied to", () => {
  const date = "2026-05-14";
  expect(lastChange({ date })).toBe(date);
  expect(lastChange({ date, updated: "2026-06-01", reply: { date: "2026-05-20" } })).toBe("2026-06-01");
  expect(lastChange({ date, updated: "2026-05-16", reply: { date: "2026-05-20" } })).toBe("2026-05-20");
});
