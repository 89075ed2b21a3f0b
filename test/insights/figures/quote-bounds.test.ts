import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { aspect, lawnSite, review, withReviews } from "../lawn-site.ts";

/** Text that a quote must contain whole. */
const units = [
  "$1,200", "1,200.50", "10:30", "3.5", "24/7", "3rd", "50%", "7-day", "e.g.", "a.m.", "Dr. Hale", "approx. 40",
  "https://example.com/a,b:c", "www.example.com", "me@example.com", "well-known", "don't", "client(s)", "B&B", "€2.000,75",
]; // prettier-ignore
const clauses = [
  "they charged WORD for the water heater", "the price was fair, WORD in all", "WORD, which was expensive", "(the cost: WORD)",
  "great price WORD", "late again: WORD", "on time at WORD and polite", "Will came WORD, so friendly", "the mowing cost WORD",
  "terrible price;WORD", "price—WORD", "it was WORD-price work",
]; // prettier-ignore
const phrase = fc
  .tuple(fc.constantFrom(...clauses), fc.constantFrom(...units))
  .map(([clause, unit]) => clause.replace("WORD", unit));
const text = fc
  .array(fc.tuple(phrase, fc.constantFrom(", ", ". ", " and ", " but ", "! ", ": ", " ")), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flat().join("").trim());
const aspects = [
  ...lawnSite.aspects,
  aspect("known", ["known", "client", "day"], { positive: ["200", "friendly"], negative: ["1", "example"] }),
];

const quotesOf = (words: string, rating: number) => {
  const { insights } = analyse(withReviews([review(words, { rating })], { aspects }));
  const { technicians, services, service_areas: areas } = insights.entities;
  return [
    ...[...insights.aspects, ...technicians, ...services, ...areas].flatMap(({ evidence }) => evidence),
    ...insights.topics.flatMap(({ examples }) => examples),
  ];
};
/** The characters around a place in a text, and the units that it cuts. */
const cutBy = (words: string, at: number): string[] => [
  ...(/^[\p{L}\d]{2}$/u.test(words.slice(at - 1, at + 1)) ? [words.slice(at - 4, at + 4)] : []),
  ...units
    .flatMap((unit) => unit.split(" "))
    .filter((unit) => {
      for (let from = words.indexOf(unit); from >= 0; from = words.indexOf(unit, from + 1))
        if (from < at && at < from + unit.length) return true;
      return false;
    }),
];

describe("quotes", () => {
  test("begin and end inside no number, word, address or abbreviation", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (words, rating) => {
        for (const { start, end, quote } of quotesOf(words, rating)) {
          expect(words.slice(start, end)).toBe(quote);
          expect(cutBy(words, start), `${quote} of ${words}`).toEqual([]);
          expect(cutBy(words, end), `${quote} of ${words}`).toEqual([]);
        }
      }),
      { numRuns: 300, seed: 14 },
    );
  });
  test("hold the whole amount that they tell of", () =>
    expect(quotesOf("They charged me $1,200 for the water heater, a terrible price.", 1)[0]?.quote).toContain(
      "$1,200 for the water heater",
    ));
});
