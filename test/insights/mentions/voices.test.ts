import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { describeMentions, expectSentiments, readLabelled } from "./labelled-entities.ts";

const person = (id: string, name: string) => ({ id, name, aliases: [] });
const service = (id: string, name: string) => ({ id, name, description: "", aliases: [] });
const area = (id: string, name: string) => ({ id, name, region: "North Carolina", aliases: [] });
const read = createReviewReader({
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

const starsOf = { positive: 5, negative: 1 } as const;
const lines = readLabelled("voices", read, (sentiment) => (sentiment ? starsOf[sentiment] : 3));

describeMentions("%s whose names are words too, in many voices", lines, {
  technicians: [0.95, 0.95],
  services: [0.95, 0.9],
  areas: [0.9, 0.98],
});

test("what is said of people is read right in three of four", () => expectSentiments(lines, 0.75));

test("who had to be asked for is not", () => {
  const { entities } = read(review("I had to ask for Miguel on Tuesday.", { rating: 3 }));
  expect(entities).toMatchObject([{ id: "miguel", verdict: expect.not.stringContaining("positive") }]);
});

test("who is asked for is praised", () => {
  const { entities } = read(review("Ask for Miguel!", { rating: 3 }));
  expect(entities).toMatchObject([{ id: "miguel", verdict: "positive" }]);
});
