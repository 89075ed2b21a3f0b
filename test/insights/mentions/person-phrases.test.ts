import { describe, expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const names =
  "Luke Brandt, Mary Ostrow, Susan Vale, Joe Kessler, Curt Lindgren, Norm Pike, Al Duarte, Tony Marsh, Wanda Birch, Drew Holt, Austin Bell, Wayne Cobb, Olive Reyes, Robin Tate, Taylor Quinn, Angel Soto, Josh Metz, Crystal Yoon, Heather Lowe, Victor Ames, Summer Diaz, Dan Roth, Amy Jo Fisk, Tiffany Blum, Anna Wells, Guadalupe Rios, Dr. Leonard Hale";
const read = createReviewReader({
  ...lawnSite,
  business: { ...lawnSite.business, name: "Corner Works" },
  services: [],
  areas: [],
  technicians: names
    .split(", ")
    .map((name) => ({ id: name.replace("Dr. ", "").split(" ")[0]?.toLowerCase() ?? "", name, aliases: [] })),
});
const namedIn = (text: string): string[] => [
  ...new Set(read(review(text, { rating: 4 })).mentions.map(({ id }) => id)),
];

describe("a first name is nobody of the staff", () => {
  test.each(table<string>("nobody of the staff"))("%s", (text) => expect(namedIn(text)).toEqual([]));
});

describe("a first name is one of the staff", () => {
  test.each(table<[string, string]>("one of the staff"))("%s", (text, id) =>
    expect(namedIn(text)).toContain(id),
  );
});

describe("kin, pets and people of other firms", () => {
  test.each(table<string>("kin, pets and others"))("%s", (text) => expect(namedIn(text)).toEqual([]));
  test.each(table<[string, string]>("staff like kin and pets"))("%s", (text, id) =>
    expect(namedIn(text)).toContain(id),
  );
});

test("a house called after one of the staff is the house", () => {
  const own = createReviewReader({
    ...lawnSite,
    business: { ...lawnSite.business, name: "Dana's Ultimate Auto" },
    services: [],
    areas: [],
    technicians: [{ id: "dana", name: "Dana Reed", aliases: [] }],
  });
  const isNamed = (text: string): boolean => own(review(text, { rating: 5 })).mentions.length > 0;
  expect(isNamed("Thank you, Dana's Ultimate Auto, for being so fair.")).toBe(false);
  expect(isNamed("We have been coming to Dana's for years.")).toBe(false);
  expect(isNamed("Dana's work is worth every mile.")).toBe(true);
});

test("a house whose name ends in a first name is the house", () => {
  const own = createReviewReader({
    ...lawnSite,
    business: { ...lawnSite.business, name: "Andre Richard Salon" },
    services: [],
    areas: [],
    technicians: [{ id: "richard", name: "Richard Low", aliases: [] }],
  });
  const isNamed = (text: string): boolean => own(review(text, { rating: 5 })).mentions.length > 0;
  expect(isNamed("If you want careful cuts, you find them at Andre Richard.")).toBe(false);
  expect(isNamed("If you want careful cuts, you ask Richard.")).toBe(true);
});

describe("people who answer the phone, are cheered, or come from another house", () => {
  test.each([
    ["Olive on the phone was so patient with my mom.", "olive"],
    ["Heather at the office said somebody would call.", "heather"],
    ["The cut holds up well. Angel you rock", "angel"],
  ])("%s", (text, id) => expect(namedIn(text)).toContain(id));
  test("a namesake sent by another house is none of ours", () =>
    expect(namedIn("The guy from Roto-Rooter, also named Victor, told me it was hopeless.")).toEqual([]));
  test.each([
    ["They got the smell out! God bless you Susan.", 5, "positive"],
    ["Tiffany was snippy about it too.", 1, "negative"],
  ] as const)("%s", (text, rating, verdict) =>
    expect(read(review(text, { rating })).entities).toMatchObject([{ verdict }]),
  );
});
