import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { judgementsOn } from "../../../src/insights/figures/evidence.ts";
import { chooseEvidence } from "../../../src/insights/figures/showcase.ts";
import { review, withReviews } from "../lawn-site.ts";

const praiseOf = (texts: readonly string[], ratings: readonly number[] = []) => {
  const reviews = texts.map((text, at) => review(text, { id: `r${at}`, rating: ratings[at] ?? 5 }));
  const judged = judgementsOn(analyse(withReviews(reviews)).readings, "price").map((one) => ({
    ...one,
    judgement: {
      ...one.judgement,
      verdict: "positive" as const,
      confidence: 1,
      opinions: [
        {
          ...one.judgement.opinions[0]!,
          polarity: "positive" as const,
          confidence: 1,
          from: 0,
          to: one.review.text.length,
        },
      ],
    },
  }));
  return chooseEvidence(judged, 5).praise.map(({ quote }) => quote);
};

const plain = "The price was excellent for all that they did.";
test.each([
  ["more than 180 letters", `The price was excellent for all that they did${", and did".repeat(16)}.`],
  ["fewer than 30 letters", "The price was excellent now."],
  ["no full stop", "The price was excellent for all that they did"],
  ["no capital", "the price was excellent for all that they did."],
  ["a story before it", "We called about the price and it was excellent."],
  ["somebody else", "The price was excellent next to my previous firm."],
  ["no word that judges outright", "The price was what it was for all that they did."],
  ["a word of the other side", "The price was excellent though the mess was awful."],
])("a quote with %s comes after one without", (_, worse) => {
  expect(praiseOf([worse, plain])).toEqual([plain, worse]);
});

test.each([
  ["a half in brackets", "The price (was excellent for all that they did."],
  ["a half of a quotation", "The “price was excellent for all that they did."],
  ["more than 360 letters", `The price was excellent for all that they did${", and did".repeat(36)}.`],
  ["an opening of another thought", ", and the price was excellent for all that."],
  ["praise of a neighbor", "The best price is at the shop that is next door."],
  ["words that lack their rest", "The price was excellent and cheaper than the"],
  ["a greeting", "Thanks to all of you for the excellent price."],
])("a quote with %s is not shown", (_, text) => expect(praiseOf([text])).toEqual([]));

test("a quote without its subject is shown last", () =>
  expect(praiseOf(["gave us an excellent price for all that work.", plain])).toEqual([
    plain,
    "gave us an excellent price for all that work.",
  ]));

const part = "the price was excellent for all that they did.";
test.each([
  ["getting that price was excellent for all of us.", 1],
  ["for that price it was excellent work, all of it.", 1],
  ["about the price they were excellent from day one.", 1],
  ["something in the price was excellent for all of us.", 0],
])("of parts, one that names what it is about comes first: %s", (other, place) => {
  expect(praiseOf([other, part]).indexOf(other)).toBe(place);
});

test("of what lacks as much, the newest stands first", () =>
  expect(praiseOf([plain, `${plain.slice(0, -1)} too.`])).toEqual([plain, `${plain.slice(0, -1)} too.`]));

test("a denied word counts for the other side", () =>
  expect(praiseOf(["The price was never excellent for what they did.", plain])[0]).toBe(plain));
