import { expect, test } from "vitest";
import { toPreviousReview, withPublicationDays, buildReviewsDataset } from "../../src/publish/reviews.ts";
import { nothingBefore, type PreviousDeploy, type Site } from "../../src/schema/site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite, picture } from "./fixture.ts";

const build = (
  entries: Parameters<typeof buildEntry>[0][],
  { previous = nothingBefore, today = "2026-06-10", named = [] as { id: string; name: string }[] },
  changes: Partial<Site> = {},
) => {
  const site = buildSite(entries.map(buildEntry), changes);
  const dataset = buildReviewsDataset(site, buildAnalysis(site, named), baseUrl);
  const formerly = new Map(site.reviews.map((review) => [review.id, review.formerly ?? []]));
  return withPublicationDays(dataset, { previous, today, formerly });
};
type Dataset = ReturnType<typeof build>;

/** The deploy that the next build follows. */
const after = ({ reviews, removed }: Dataset): PreviousDeploy => ({
  published: [],
  reviews: reviews.map(toPreviousReview),
  removed,
});
const daysOf = ({ reviews }: Dataset) =>
  reviews.map(({ id, updated, published, changed }) => ({ id, updated, published, changed }));

const first = build([{}], {});
const previous = after(first);

test("a first deploy dates nothing, and one that changes nothing neither", () => {
  expect(first.reviews[0]).not.toHaveProperty("published");
  expect(build([{}], { previous })).toEqual(first);
});

test("a review that is published after its day says so, in every later build alike", () => {
  const late = build([{}, { id: "late" }], { previous });
  expect(daysOf(late)).toEqual([{ id: "r1" }, { id: "late", published: "2026-06-10" }]);
  expect(build([{}, { id: "late" }], { previous: after(late), today: "2026-07-01" })).toEqual(late);
});

test.each([
  ["on its own day", "2026-06-10", {}],
  ["a day later", "2026-06-09", { published: "2026-06-10" }],
])("a review published %s", (_, date, expected) => {
  expect(daysOf(build([{}, { id: "new", date }], { previous }))[0]).toEqual({ id: "new", ...expected });
});

test("what follows a deploy without a review is late as well", () => {
  expect(daysOf(build([{}], { previous: after(build([], {})) }))).toEqual([
    { id: "r1", published: "2026-06-10" },
  ]);
});

test.each([
  ["an edit that came late", { text: "Late.", updated: "2026-05-20" }, { updated: "2026-05-20" }],
  ["words that changed without a day", { text: "Late." }, {}],
  ["a reply that came late", { reply: { date: "2026-05-20", text: "Thanks." } }, {}],
])("%s is dated by the build, and only once", (_, change, own) => {
  const changed = build([change], { previous });
  expect(daysOf(changed)).toEqual([{ id: "r1", ...own, changed: "2026-06-10" }]);
  expect(build([change], { previous: after(changed), today: "2026-07-01" })).toEqual(changed);
});

test("an edit of the day of the build needs no other day", () => {
  const edit = { text: "Late.", updated: "2026-06-10" };
  expect(daysOf(build([edit], { previous }))).toEqual([{ id: "r1", updated: "2026-06-10" }]);
});

test("mentions that are read otherwise are a change; another address of the site is none", () => {
  const mowing = build([{}], { previous, named: [{ id: "mowing", name: "Mowing" }] });
  expect(mowing.reviews[0]?.changed).toBe("2026-06-10");
  const photos = new Map([["a.png", picture]]);
  const site = buildSite([buildEntry({ photos: [{ file: "a.png", alt: "A" }] })], { photos });
  const at = (address: string) => buildReviewsDataset(site, buildAnalysis(site), address);
  const here = after(withPublicationDays(at(baseUrl), { previous: nothingBefore, today: "2026-06-10" }));
  const moved = withPublicationDays(at("https://moved.test"), { previous: here, today: "2026-06-10" });
  expect(moved.reviews[0]).not.toHaveProperty("changed");
  expect(here.reviews?.[0]?.content).toContain('"photos":[{"url":"/photos/webp/ab-40.webp"');
});

test("a clock that is slow, or SOURCE_DATE_EPOCH, dates nothing before what copies know", () => {
  const known = after(build([{ id: "new", date: "2026-08-01" }], {}));
  const late = build([{ id: "new", date: "2026-08-01" }, {}], { previous: known, today: "1970-01-01" });
  expect(daysOf(late)).toEqual([{ id: "new" }, { id: "r1", published: "2026-08-01" }]);
});

test("another id is a change of that day, not an edit by the customer", () => {
  const formerly = [{ id: "r1", until: "2026-06-01" }];
  expect(daysOf(build([{ id: "r2", formerly }], {}))).toEqual([{ id: "r2", changed: "2026-06-01" }]);
  expect(daysOf(build([{ id: "r2", formerly }], { previous }))).toEqual([
    { id: "r2", changed: "2026-06-10" },
  ]);
});

test("a tombstone that came late is dated by the build, once; one in time keeps its day", () => {
  const removed = [{ id: "gone", removed_at: "2026-05-01" }];
  const late = build([{}], { previous }, { removed });
  expect(late.removed).toEqual([{ id: "gone", removed_at: "2026-06-10" }]);
  expect(build([{}], { previous: after(late), today: "2026-07-01" }, { removed }).removed).toEqual(
    late.removed,
  );
  const inTime = [{ id: "gone", removed_at: "2026-05-14" }];
  expect(build([{}], { previous }, { removed: inTime }).removed).toEqual(inTime);
});
