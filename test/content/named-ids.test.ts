import { expect, test } from "vitest";
import { buildNamedIdWarnings, holdsName } from "../../src/content/named-ids.ts";
import type { PublishedEntry } from "../../src/schema/site.ts";
import { buildEntry } from "../publish/fixture.ts";
import { load, review } from "./content-folder.ts";

test.each([
  ["2026-05-14-karen-m", "Karen M."],
  ["karen", "Karen M."],
  ["2026-karenm", "Karen M."],
  ["2026-ann-k", "Mary Ann K."],
  ["uwe2026", "Uwe"],
  ["2026-jose", "José R."],
  ["2026-05-strauss", "Strauß"],
  ["miller-1", "Karen Ann Miller"],
  ["karenannmiller", "Karen Ann Miller"],
  ["millerannkaren", "Karen Ann Miller"],
  ["1-mkaren", "Karen M."],
])("the id %s holds the name of %s", (id, author) => {
  expect(holdsName(id, author, "Google")).toBe(true);
});

test.each([
  ["2026-05-14-1", "Karen M."],
  ["2026-05-14-m", "Karen M."],
  ["google-k3vq7x2mzp4a6b5c", "Google U."],
  ["2026-karena", "Karen M."],
  ["r-anonymous-1", "Anonymous"],
  ["a-b", "A B."],
  ["x1", "X"],
])("the id %s does not hold the name of %s", (id, author) => {
  expect(holdsName(id, author, "Google")).toBe(false);
});

test("ids that hold names are counted, and the first of them are named", () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => buildEntry({ id: `ann-${index}`, author: "Ann K." }));
  const [r1, plain] = [
    buildEntry({ id: "karen" }),
    buildEntry({ id: "google-1", author: "Google U.", source: { name: "Google" } }),
  ];
  const warn = (reviews: PublishedEntry[], withheld: PublishedEntry[] = []) =>
    buildNamedIdWarnings({ reviews, withheld });
  expect(warn([plain])).toEqual([]);
  expect(warn([plain, r1])).toEqual([
    "warning: an id holds its author's name, which would stay public when the review is erased: karen; give it a neutral id with npm run redact -- ID --new-id",
  ]);
  expect(warn(named(4), [r1])).toEqual([
    "warning: 5 ids hold their authors' names, which would stay public when the review is erased: ann-0, ann-1, ann-2, ann-3, karen; give each a neutral id with npm run redact -- ID --new-id",
  ]);
  expect(warn(named(7))[0]).toContain("ann-4 and 2 more; give each");
});

test("an id that was given up is withdrawn, which is no edit by the customer", async () => {
  const { reviews, removed } = await load({
    "reviews/more.yaml": review({ formerly: "[{ id: old, until: 2026-06-01 }, { id: older }]" }),
  });
  expect(removed).toEqual([{ id: "old", removed_at: "2026-06-01" }]);
  expect(reviews.find(({ id }) => id === "r3")?.updated).toBe(undefined);
});
