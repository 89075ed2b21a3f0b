import { expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { createReviewReader } from "../../src/insights/reader.ts";
import { readReviews } from "../../src/read-reviews.ts";
import { demonstration } from "../demonstration.ts";

test("two threads read what one reads, in the order of the reviews", async () => {
  const site = await loadSite(demonstration, { today: "9999-12-31" });
  expect(await readReviews(site, 2)).toEqual(site.reviews.map(createReviewReader(site)));
});
