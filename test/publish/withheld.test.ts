import { expect, test } from "vitest";
import { buildWithheldCounts, buildWithheldWarnings } from "../../src/publish/reviews.ts";
import { WithheldReason } from "../../src/schema/review.ts";
import { buildEntry, buildSite } from "./fixture.ts";

const published = [buildEntry({ id: "a", rating: 5 }), buildEntry({ id: "b", rating: 4 })];

test("every reason is counted, the unused ones too, and none is negative", () => {
  const site = buildSite(published, {
    withheld: [
      buildEntry({ id: "c", withheld: "unverified" }),
      buildEntry({ id: "d", withheld: "unverified" }),
      buildEntry({ id: "e", withheld: "off-topic" }),
    ],
  });
  const counts = buildWithheldCounts(site);
  expect(Object.keys(counts)).toEqual(WithheldReason.options);
  expect(counts).toMatchObject({ unverified: 2, "off-topic": 1, duplicate: 0 });
  expect(WithheldReason.options.join()).not.toMatch(/negative|bad|low/);
});

test.each([
  [[3], ""],
  [[2, 3], "; look again at w0 (off-topic)"],
  [
    [1, 1, 1, 1, 1],
    "; look again at w0 (off-topic), w1 (off-topic), w2 (off-topic), w3 (off-topic), w4 (off-topic)",
  ],
  [
    [1, 1, 1, 1, 1, 1, 1],
    "; look again at w0 (off-topic), w1 (off-topic), w2 (off-topic), w3 (off-topic), w4 (off-topic) and 2 more",
  ],
])("of withheld reviews with %j stars those to look at again are few", (stars, named) => {
  const withheld = stars.map((rating, index) =>
    buildEntry({ id: `w${index}`, rating, withheld: "off-topic" }),
  );
  const average = stars.reduce((sum, rating) => sum + rating, 0) / stars.length;
  expect(buildWithheldWarnings(buildSite(published, { withheld }))).toEqual([
    `warning: withheld reviews average ${average.toFixed(2)} stars, published ones 4.50: being negative is no reason to withhold one${named}. Where one was a customer, write verification: { method: job_record, date: … } in place of withheld`,
  ]);
});

test("no warning when they average the same or higher, or when there are none", () => {
  const high = buildEntry({ id: "good", rating: 5, withheld: "unverified" });
  expect(buildWithheldWarnings(buildSite(published, { withheld: [high] }))).toEqual([]);
  expect(buildWithheldWarnings(buildSite(published))).toEqual([]);
  const same = [
    buildEntry({ id: "x", rating: 5, withheld: "unverified" }),
    buildEntry({ id: "y", rating: 4 }),
  ];
  expect(buildWithheldWarnings(buildSite(published, { withheld: same }))).toEqual([]);
  expect(buildWithheldWarnings(buildSite([], { withheld: same }))).toEqual([]);
});
