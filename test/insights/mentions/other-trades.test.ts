import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, listed, named, review } from "../lawn-site.ts";
import { describeMentions, expectSentiments, idsOf, readLabelled } from "./labelled-entities.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const read = createReviewReader({
  ...lawnSite,
  business: named("Bright Smiles Dental"),
  technicians: [
    ...listed("Grace Hall, Joy Lin, Rose Marsh, Frank Ortiz, Will Tanner, Mark Osei, Hope Bauer, Pat O'Neil"),
    ...listed("patel=Dr. Anita Patel, sam=Samantha Cole, mike=Michael Alvarez, dan=Daniel Reyes, Lee Wong"),
    ...listed("kate=Katherine Moss"),
    { id: "bob", name: "Robert Keller", aliases: ["Bob", "Bobby"] },
  ],
  services: [
    ...listed(
      "Fillings, Crowns, root=Root canal treatment, whitening=Teeth whitening, Oil change, Furnace repair",
    ),
    ...listed("brakes=Brake repair, Drain cleaning, cleaning=Dental cleaning, implants=Dental implants"),
    ...listed("heater=Water heater installation, Duct cleaning"),
  ],
  areas: listed("Lincoln, ostley=Ostley Park, Springfield, Auburn, Riverside, Paris"),
});

const lines = readLabelled("other-trades", read);

describeMentions("%s", lines, { technicians: [0.95, 0.95], services: [0.95, 0.8], areas: [0.95, 0.98] });

test("what is said of people is read right, where he or she stands for the name too", () =>
  expectSentiments(lines, 0.85));

test("a pronoun is an opinion, not another mention", () => {
  const reading = read(review("Grace did my cleaning. She was so gentle.", { rating: 3 }));
  expect(idsOf(reading, "technicians")).toEqual(["grace"]);
  expect(reading.mentions.filter(({ kind }) => kind === "technicians")).toHaveLength(1);
  expect(reading.entities.find(({ id }) => id === "grace")).toMatchObject({ verdict: "positive" });
});

test("a pronoun for a customer's own people says nothing of the staff", () => {
  const text = "Grace did my cleaning. My husband came too and he was awful.";
  const { entities } = read(review(text, { rating: 3 }));
  expect(entities.find(({ id }) => id === "grace")?.verdict).not.toBe("negative");
});

test.each(table<[string, Parameters<typeof idsOf>[1], string[]]>("names"))(
  "%s names %s: %j",
  (text, kind, ids) => {
    expect(idsOf(read(review(text)), kind)).toEqual(ids);
  },
);

test.each<[kind: Parameters<typeof idsOf>[1], names: string, text: string, ids: string[]]>([
  ["technicians", "Austin Pell", "Quick work from Austin.", ["austin"]],
  ["technicians", "Austin Pell", "We had just moved here from Austin.", []],
  ["technicians", "Austin Pell", "Nothing in Austin compares.", []],
  ["technicians", "Summer Quist", "asked for summer and she had an hour free", ["summer"]],
  ["technicians", "Summer Quist", "Summer is the best season to book.", []],
  ["technicians", "Rusty Lund", "Rusty left muddy prints on the rug.", ["rusty"]],
  ["technicians", "Cole Barrow", "Our plumber Cole was neat.", ["cole"]],
  ["technicians", "Cole Barrow", "Our painter Cole was neat.", []],
  ["technicians", "jim=Dr. James Okafor", "Dr. Jim is kind.", ["jim"]],
  ["services", "ac=Air conditioning repair", "Our AC was repaired within the hour.", ["ac"]],
  ["services", "tuneup=Furnace tune-up", "Our furnace was tuned up in October.", ["tuneup"]],
  ["services", "tuneup=Furnace tune-up", "The band was out of tune.", []],
])("of a plumber's %s %s, %s names %j", (kind, names, text, ids) => {
  const site = { ...lawnSite, business: named("Pike Plumbing"), [kind]: listed(names) };
  expect(idsOf(createReviewReader(site)(review(text)), kind)).toEqual(ids);
});

test.each([
  ["Grace was on her phone through the whole cleaning.", "grace", 1, "negative"],
  ["Mark never apologized.", "mark", 1, "negative"],
  ["Joy is such a sweetheart.", "joy", 5, "positive"],
  ["Mike, the hygienist, explained every step.", "mike", 5, "positive"],
  ["Rose wouldn't even take a tip.", "rose", 5, "positive"],
] as const)("%s says of %s, with %d stars: %s", (text, id, rating, verdict) => {
  expect(read(review(text, { rating })).entities.find((one) => one.id === id)?.verdict).toBe(verdict);
});

test("one star blames nobody who is only named", () => {
  const { entities } = read(review("I saw Dan on Monday at nine.", { rating: 1 }));
  expect(entities.find((one) => one.id === "dan")?.verdict).not.toBe("negative");
});
