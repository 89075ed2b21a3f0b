import { expect, test } from "vitest";
import { archivePageSize, buildAggregateRating, buildPermalinks } from "../../src/publish/reviews.ts";

test("the aggregate rating is the mean of the ratings, to two decimals, with its distribution", () => {
  expect(buildAggregateRating([{ rating: 5 }, { rating: 4 }, { rating: 5 }])).toEqual({
    rating_value: 4.67,
    best_rating: 5,
    worst_rating: 1,
    review_count: 3,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
});

test("a month fills its pages from its oldest review on, so a new review moves no permalink", () => {
  const month = Array.from({ length: archivePageSize + 1 }, (_, index) => ({
    id: `r${String(archivePageSize - index).padStart(4, "0")}`,
    date: "2026-05-01",
  }));
  const before = buildPermalinks(month.slice(1));
  const after = buildPermalinks(month);
  for (const [id, path] of before) expect(after.get(id)).toBe(path);
  expect(after.get(`r0${archivePageSize}`)).toBe(`/reviews/2026-05/2/#r0${archivePageSize}`);
});
