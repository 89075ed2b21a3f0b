import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createReader, type Reading } from "../../../src/insights/aspects/readings.ts";
import { lawnSite, review } from "../lawn-site.ts";

const person = (id: string, name: string) => ({ id, name, aliases: [] });
const service = (id: string, name: string) => ({ id, name, description: "", aliases: [] });
const area = (id: string, name: string) => ({ id, name, region: "North Carolina", aliases: [] });
const read = createReader({
  ...lawnSite,
  business: { ...lawnSite.business, name: "Corner Works" },
  technicians: [
    ..."Faith Adler, Chase Monroe, Rich Bellamy, Autumn Reyes, Tony Russo, Christian Vale, Bill Hart, Drew Park, Sky Nolan, Miguel Santos"
      .split(", ")
      .map((name) => person(name.split(" ")[0]!.toLowerCase(), name)),
    person("stone", "Dr. Olivia Stone"),
    person("liz", "Elizabeth Crane"),
  ],
  services: [
    service("rotation", "Tire rotation"),
    service("gutter", "Gutter cleaning"),
    service("pressure", "Pressure washing"),
    service("balayage", "Balayage"),
    service("panel", "Panel upgrade"),
    service("nail", "Nail trim"),
    service("massage", "Deep tissue massage"),
    service("alignment", "Alignment"),
    service("softener", "Water softener installation"),
    service("tuneup", "Tune-up"),
    service("correction", "Color correction"),
  ],
  areas: [
    area("hopemills", "Hope Mills"),
    ...["Reading", "Mobile", "Orange", "Bend", "Jackson", "Surprise", "Gilbert", "Lakewood"].map((name) =>
      area(name.toLowerCase(), name),
    ),
  ],
});

interface Labelled {
  text: string;
  kind: "technicians" | "services" | "areas";
  ids: string[];
  sentiment?: "positive" | "negative";
}
const starsOf = { positive: 5, negative: 1 };
const lines = readFileSync(new URL("../../fixtures/entities/voices.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Labelled)
  .map((line) => ({
    ...line,
    reading: read(review(line.text, { rating: line.sentiment ? starsOf[line.sentiment] : 3 })),
  }));

const idsOf = ({ mentions }: Reading, kind: Labelled["kind"]): string[] => [
  ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
];

describe.each([
  ["technicians", 0.95, 0.95],
  ["services", 0.95, 0.9],
  ["areas", 0.9, 0.98],
] as const)("%s whose names are words too, in many voices", (kind, leastPrecision, leastRecall) => {
  const ofKind = lines.filter((line) => line.kind === kind);
  test("are found where they are meant, and only there", () => {
    const found = ofKind.flatMap(({ reading, ids }) => idsOf(reading, kind).map((id) => ids.includes(id)));
    const right = found.filter(Boolean).length;
    const wanted = ofKind.reduce((sum, { ids }) => sum + ids.length, 0);
    expect(right / found.length).toBeGreaterThanOrEqual(leastPrecision);
    expect(right / wanted).toBeGreaterThanOrEqual(leastRecall);
  });
});

test("what is said of people is read right in three of four", () => {
  const judged = lines.filter(({ sentiment }) => sentiment !== undefined);
  const right = judged.filter(({ reading, ids, sentiment }) =>
    ids.every((id) => reading.entities.find((entity) => entity.id === id)?.verdict === sentiment),
  );
  expect(judged.length).toBeGreaterThan(30);
  expect(right.length / judged.length).toBeGreaterThanOrEqual(0.75);
});

test("who had to be asked for is not", () => {
  const { entities } = read(review("I had to ask for Miguel on Tuesday.", { rating: 3 }));
  expect(entities).toMatchObject([{ id: "miguel", verdict: expect.not.stringContaining("positive") }]);
});

test("who is asked for is praised", () => {
  const { entities } = read(review("Ask for Miguel!", { rating: 3 }));
  expect(entities).toMatchObject([{ id: "miguel", verdict: "positive" }]);
});
