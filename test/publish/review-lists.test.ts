import { expect, test } from "vitest";
import { analyse } from "../../src/insights/analyse.ts";
import {
  buildListPages,
  buildReviewLists,
  listPageSize,
  maxListPages,
} from "../../src/publish/review-lists.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { aspect } from "../insights/lawn-site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

const punctuality = aspect("punctuality", ["on time", "late"], {
  positive: ["came on time"],
  negative: ["hours late"],
});

test("every filter has its list, with the reviews that fit, newest first", () => {
  const site = buildSite(
    [
      buildEntry({ id: "a", date: "2026-03-01", rating: 5, text: "Grant Hill came on time for the mowing." }),
      buildEntry({ id: "b", date: "2026-04-01", rating: 1, text: "They were three hours late in Town." }),
      buildEntry({ id: "c", date: "2025-04-01", rating: 5, text: "" }),
    ],
    { aspects: [punctuality] },
  );
  const analysis = analyse(site);
  const lists = buildReviewLists(buildReviewsDataset(site, analysis, baseUrl), analysis.insights);
  const found = Object.fromEntries(
    lists.map(({ kind, id, reviews }) => [`${kind}/${id}`, reviews.map((review) => review.id)]),
  );
  expect(found).toEqual({
    "stars/5": ["a", "c"],
    "stars/4": [],
    "stars/3": [],
    "stars/2": [],
    "stars/1": ["b"],
    "people/will": ["a"],
    "services/mowing": ["a"],
    "areas/town": ["b"],
    "praise/punctuality": ["a"],
    "criticism/punctuality": ["b"],
    "years/2026": ["b", "a"],
    "years/2025": ["c"],
  });
});

test("a list is read page by page, each review once, and a very long one ends with its newest reviews", () => {
  const count = listPageSize * (maxListPages + 2);
  const site = buildSite(
    Array.from({ length: count }, (_, index) => buildEntry({ id: `r${index}`, rating: 5 })),
  );
  const analysis = buildAnalysis(site);
  const lists = buildReviewLists(buildReviewsDataset(site, analysis, baseUrl), analysis.insights);
  const pages = buildListPages(lists).filter(({ list }) => list.kind === "stars" && list.id === "5");
  expect(pages).toHaveLength(maxListPages);
  expect(pages.slice(0, 2).map(({ path }) => path)).toEqual(["/reviews/stars/5/", "/reviews/stars/5/2/"]);
  expect(pages.flatMap(({ reviews }) => reviews.map(({ id }) => id))).toEqual(
    site.reviews.slice(0, listPageSize * maxListPages).map(({ id }) => id),
  );
});

test("without reviews each row of stars still leads to a page, and no other list is built", () => {
  const site = buildSite([]);
  const analysis = buildAnalysis(site);
  const lists = buildReviewLists(buildReviewsDataset(site, analysis, baseUrl), analysis.insights);
  expect(buildListPages(lists).map(({ path }) => path)).toEqual(
    [5, 4, 3, 2, 1].map((stars) => `/reviews/stars/${stars}/`),
  );
});
