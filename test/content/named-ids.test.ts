import { expect, test } from "vitest";
import { holdsName } from "../../src/content/named-ids.ts";
import { issuesOf, load, review } from "./content-folder.ts";

test.each([
  ["2026-05-14-karen-m", "Karen M."],
  ["karen", "Karen M."],
  ["2026-karenm", "Karen M."],
  ["2026-ann-k", "Mary Ann K."],
  ["uwe2026", "Uwe"],
  ["2026-jose", "José R."],
  ["2026-05-strauss", "Strauß"],
])("the id %s holds the name of %s", (id, author) => {
  expect(holdsName(id, author, "Google")).toBe(true);
});

test.each([
  ["2026-05-14-1", "Karen M."],
  ["2026-05-14-m", "Karen M."],
  ["google-k3vq7x2mzp4a6b5c", "Google U."],
  ["2026-karena", "Karen M."],
  ["r-anonymous-1", "Anonymous"],
])("the id %s does not hold the name of %s", (id, author) => {
  expect(holdsName(id, author, "Google")).toBe(false);
});

test("a sentence in the author field is an issue", async () => {
  expect(await issuesOf({ "reviews/more.yaml": review({ author: "They never came b." }) })).toMatch(
    /author of r3 is "They never came b\."; it must be a name and nothing else/,
  );
});

test("an id that was given up is withdrawn, which is no edit by the customer", async () => {
  const { reviews, removed } = await load({
    "reviews/more.yaml": review({ formerly: "[{ id: old, until: 2026-06-01 }, { id: older }]" }),
  });
  expect(removed).toEqual([{ id: "old", removed_at: "2026-06-01" }]);
  expect(reviews.find(({ id }) => id === "r3")?.updated).toBe(undefined);
});

test("an id that was given up is not used again", async () => {
  const files = { "reviews/more.yaml": `${review({ formerly: "[{ id: old }]" })}${review({ id: "old" })}` };
  expect(await issuesOf(files)).toMatch(/more\.yaml:2.*id of old is already used|id of old is already used/);
});
