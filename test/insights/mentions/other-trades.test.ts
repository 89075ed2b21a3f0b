import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createReader, type Reading } from "../../../src/insights/aspects/readings.ts";
import { lawnSite, review } from "../lawn-site.ts";

const person = (id: string, name: string, aliases: string[] = []) => ({ id, name, aliases });
const service = (id: string, name: string) => ({ id, name, description: "", aliases: [] });
const area = (id: string, name: string) => ({ id, name, region: "Nebraska", aliases: [] });
const read = createReader({
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

interface Labelled {
  text: string;
  kind: "technicians" | "services" | "areas";
  ids: string[];
  sentiment?: "positive" | "negative";
}
const lines = readFileSync(new URL("../../fixtures/entities/other-trades.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Labelled)
  .map((line) => ({ ...line, reading: read(review(line.text, { rating: 3 })) }));

const idsOf = ({ mentions }: Reading, kind: Labelled["kind"]): string[] => [
  ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
];

describe.each([
  ["technicians", 0.95, 0.95],
  ["services", 0.95, 0.8],
  ["areas", 0.95, 0.98],
] as const)("%s", (kind, leastPrecision, leastRecall) => {
  const ofKind = lines.filter((line) => line.kind === kind);
  test("are found where they are meant, and only there", () => {
    const found = ofKind.flatMap(({ reading, ids }) => idsOf(reading, kind).map((id) => ids.includes(id)));
    const right = found.filter(Boolean).length;
    const wanted = ofKind.reduce((sum, { ids }) => sum + ids.length, 0);
    expect(right / found.length).toBeGreaterThanOrEqual(leastPrecision);
    expect(right / wanted).toBeGreaterThanOrEqual(leastRecall);
  });
});

test("what is said of people is read right, where he or she stands for the name too", () => {
  const judged = lines.filter(({ sentiment }) => sentiment !== undefined);
  const right = judged.filter(({ reading, ids, sentiment }) =>
    ids.every((id) => reading.entities.find((entity) => entity.id === id)?.verdict === sentiment),
  );
  expect(judged.length).toBeGreaterThan(30);
  expect(right.length / judged.length).toBeGreaterThanOrEqual(0.85);
});

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
