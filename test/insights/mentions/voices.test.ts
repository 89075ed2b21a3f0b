import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, listed, named, review } from "../lawn-site.ts";
import { describeMentions, expectSentiments, readLabelled } from "./labelled-entities.ts";

const read = createReviewReader({
  ...lawnSite,
  business: named("Corner Works"),
  technicians: [
    ...listed("Faith Adler, Chase Monroe, Rich Bellamy, Autumn Reyes, Tony Russo, Christian Vale, Bill Hart"),
    ...listed("Drew Park, Sky Nolan, Miguel Santos, stone=Dr. Olivia Stone, liz=Elizabeth Crane"),
  ],
  services: [
    ...listed(
      "rotation=Tire rotation, Gutter cleaning, Pressure washing, Balayage, Panel upgrade, Nail trim",
    ),
    ...listed("massage=Deep tissue massage, Alignment, softener=Water softener installation, tuneup=Tune-up"),
    ...listed("correction=Color correction"),
  ],
  areas: listed(
    "hopemills=Hope Mills, Reading, Mobile, Orange, Bend, Jackson, Surprise, Gilbert, Lakewood",
    "North Carolina",
  ),
});

const starsOf = { positive: 5, negative: 1 } as const;
const lines = readLabelled("voices", read, (sentiment) => (sentiment ? starsOf[sentiment] : 3));

describeMentions("%s whose names are words too, in many voices", lines, {
  technicians: [0.95, 0.95],
  services: [0.95, 0.9],
  areas: [0.9, 0.98],
});

test("what is said of people is read right in three of four", () => expectSentiments(lines, 0.75));

test("who is asked for is praised, and who had to be is not", () => {
  const verdictOf = (text: string) => read(review(text, { rating: 3 })).entities[0]?.verdict;
  expect(verdictOf("Ask for Miguel!")).toBe("positive");
  expect(verdictOf("I had to ask for Miguel on Tuesday.")).toBeOneOf(["negative", "neutral", "unsure"]);
});
