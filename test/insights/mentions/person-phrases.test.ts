import { describe, expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, listed, named, review } from "../lawn-site.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const read = createReviewReader({
  ...lawnSite,
  business: named("Corner Works"),
  services: [],
  areas: [],
  technicians: [
    ...listed(
      "Luke Brandt, Mary Ostrow, Susan Vale, Joe Kessler, Curt Lindgren, Norm Pike, Al Duarte, Tony Marsh",
    ),
    ...listed(
      "Wanda Birch, Drew Holt, Austin Bell, Wayne Cobb, Olive Reyes, Robin Tate, Taylor Quinn, Angel Soto",
    ),
    ...listed(
      "Josh Metz, Crystal Yoon, Heather Lowe, Victor Ames, Summer Diaz, Dan Roth, Amy Jo Fisk, Tiffany Blum",
    ),
    ...listed("Anna Wells, Guadalupe Rios, leonard=Dr. Leonard Hale"),
  ],
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

test.each([
  ["Dana's Ultimate Auto", "Dana Reed", "Thank you, Dana's Ultimate Auto, for being so fair.", 0],
  ["Dana's Ultimate Auto", "Dana Reed", "We have been coming to Dana's for years.", 0],
  ["Dana's Ultimate Auto", "Dana Reed", "Dana's work is worth every mile.", 1],
  ["Andre Richard Salon", "Richard Low", "If you want careful cuts, you find them at Andre Richard.", 0],
  ["Andre Richard Salon", "Richard Low", "If you want careful cuts, you ask Richard.", 1],
])("of %s, where %s works, %s names %i", (business, name, text, people) => {
  const site = { ...lawnSite, business: named(business), services: [], areas: [], technicians: listed(name) };
  expect(createReviewReader(site)(review(text)).mentions).toHaveLength(people);
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
