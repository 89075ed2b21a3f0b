import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { describeMentions, expectSentiments, idsOf, readLabelled } from "./labelled-entities.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const person = (id: string, name: string, aliases: string[] = []) => ({ id, name, aliases });
const service = (id: string, name: string) => ({ id, name, description: "", aliases: [] });
const area = (id: string, name: string) => ({ id, name, region: "Nebraska", aliases: [] });
const read = createReviewReader({
  ...lawnSite,
  business: { ...lawnSite.business, name: "Bright Smiles Dental" },
  technicians: [
    ...["Grace Hall", "Joy Lin", "Rose Marsh", "Frank Ortiz", "Will Tanner", "Mark Osei", "Hope Bauer"].map(
      (name) => person(name.split(" ")[0]!.toLowerCase(), name),
    ),
    person("patel", "Dr. Anita Patel"),
    person("bob", "Robert Keller", ["Bob", "Bobby"]),
    person("sam", "Samantha Cole"),
    person("mike", "Michael Alvarez"),
    person("pat", "Pat O'Neil"),
    person("dan", "Daniel Reyes"),
    person("kate", "Katherine Moss"),
    person("lee", "Lee Wong"),
  ],
  services: [
    service("fillings", "Fillings"),
    service("crowns", "Crowns"),
    service("root", "Root canal treatment"),
    service("whitening", "Teeth whitening"),
    service("oil", "Oil change"),
    service("brakes", "Brake repair"),
    service("furnace", "Furnace repair"),
    service("drain", "Drain cleaning"),
    service("cleaning", "Dental cleaning"),
    service("implants", "Dental implants"),
    service("heater", "Water heater installation"),
    service("duct", "Duct cleaning"),
  ],
  areas: [
    area("lincoln", "Lincoln"),
    area("ostley", "Ostley Park"),
    area("springfield", "Springfield"),
    area("auburn", "Auburn"),
    area("riverside", "Riverside"),
    area("paris", "Paris"),
  ],
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
  const { entities } = read(
    review("Grace did my cleaning. My husband came too and he was awful.", { rating: 3 }),
  );
  expect(entities.find(({ id }) => id === "grace")?.verdict).not.toBe("negative");
});

test.each(table<[string, Parameters<typeof idsOf>[1], string[]]>("names"))(
  "%s names %s: %j",
  (text, kind, ids) => {
    expect(idsOf(read(review(text)), kind)).toEqual(ids);
  },
);

test("names of towns and months are people where a person is meant", () => {
  const named = createReviewReader({
    ...lawnSite,
    technicians: [
      person("austin", "Austin Pell"),
      person("summer", "Summer Quist"),
      person("rusty", "Rusty Lund"),
    ],
  });
  const peopleIn = (text: string) => idsOf(named(review(text)), "technicians");
  expect(peopleIn("Quick work from Austin.")).toEqual(["austin"]);
  expect(peopleIn("We had just moved here from Austin.")).toEqual([]);
  expect(peopleIn("Nothing in Austin compares.")).toEqual([]);
  expect(peopleIn("asked for summer and she had an hour free")).toEqual(["summer"]);
  expect(peopleIn("Summer is the best season to book.")).toEqual([]);
  expect(peopleIn("Rusty left muddy prints on the rug.")).toEqual(["rusty"]);
});

test("a tradesman of the trade is ours, of another trade is not", () => {
  const named = createReviewReader({
    ...lawnSite,
    business: { ...lawnSite.business, name: "Pike Plumbing" },
    technicians: [person("cole", "Cole Barrow")],
  });
  const peopleIn = (text: string) => idsOf(named(review(text)), "technicians");
  expect(peopleIn("Our plumber Cole was neat.")).toEqual(["cole"]);
  expect(peopleIn("Our painter Cole was neat.")).toEqual([]);
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

test("a doctor goes by a short name too", () => {
  const named = createReviewReader({ ...lawnSite, technicians: [person("jim", "Dr. James Okafor")] });
  expect(idsOf(named(review("Dr. Jim is kind.")), "technicians")).toEqual(["jim"]);
});

test("an air conditioner is called AC, and tune-ups tune", () => {
  const named = createReviewReader({
    ...lawnSite,
    services: [service("ac", "Air conditioning repair"), service("tuneup", "Furnace tune-up")],
  });
  const servicesIn = (text: string) => idsOf(named(review(text)), "services");
  expect(servicesIn("Our AC was repaired within the hour.")).toEqual(["ac"]);
  expect(servicesIn("Our furnace was tuned up in October.")).toEqual(["tuneup"]);
  expect(servicesIn("The band was out of tune.")).toEqual([]);
});
