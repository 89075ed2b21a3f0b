import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { chooseQuotes, chooseWhole, createOutspokenness } from "../../../src/insights/figures/quotes.ts";
import { isSure, sure, type Evidence } from "../../../src/schema/insights.ts";
import type { Review } from "../../../src/schema/review.ts";
import { review, withReviews } from "../lawn-site.ts";

test.each(["positive", "negative"] as const)(
  "only verdicts that are right in 97 of 100 are shown first: %s",
  (polarity) => {
    const evidence = (confidence: number) => ({ polarity, confidence }) as Evidence;
    const around = [sure[polarity] - 0.01, sure[polarity], 1];
    expect(around.map((confidence) => isSure(evidence(confidence)))).toEqual([false, true, true]);
  },
);

const published = (text: string, { id, rating }: Pick<Review, "id" | "rating">): Review => ({
  id,
  url: `http://localhost:3000/reviews/${id}/`,
  date: "2026-05-04",
  rating,
  text,
  author: { name: "Dana L." },
  source: { name: "Own website" },
  verification: { method: "platform" },
  verified: true,
  mentions: { technicians: [], services: [], areas: [] },
});

test("the home page quotes what says outright that it is good, before what only counts as good", () => {
  const texts = {
    counted: "The price stayed what it had been for all of the season.",
    outspoken: "The price was excellent for what they did for all of us.",
    both: "The price was excellent but the crew was terribly rude to us.",
  };
  const site = withReviews(Object.entries(texts).map(([id, text]) => review(text, { id, rating: 5 })));
  const { readings } = analyse(site);
  const isOutspoken = createOutspokenness(readings);
  const shown = Object.entries(texts).map(([id, text]) => ({
    review: published(text, { id, rating: 5 }),
    polarity: "positive" as const,
    start: 0,
    end: text.length,
    marks: [],
  }));
  expect(shown.filter(isOutspoken).map((quote) => quote.review.id)).toEqual(["outspoken"]);
});

test("a sentence that needs no other to be understood is quoted before one that does", () => {
  const texts = {
    back: "They said that the price was excellent, and it was just that.",
    preface: "I called around first and their price was excellent by far, too.",
    alone: "The price was excellent for what they did to our old front yard.",
  };
  const site = withReviews(Object.entries(texts).map(([id, text]) => review(text, { id, rating: 5 })));
  const { insights, readings } = analyse(site);
  const byId = new Map(Object.entries(texts).map(([id, text]) => [id, published(text, { id, rating: 5 })]));
  const price = insights.aspects
    .filter(({ id }) => id === "price")
    .map(({ name, evidence }) => ({ name, evidence: evidence.map((one) => ({ ...one, confidence: 1 })) }));
  const [quote] = chooseQuotes(price, "positive", 1, byId, new Set(), createOutspokenness(readings));
  expect(quote?.review.id).toBe("alone");
});

test("where nothing is surely praise, the newest short review of five stars is quoted whole", () => {
  const spanish = "La habitación era amplia y muy limpia, el desayuno excelente.";
  const quote = chooseWhole(
    [
      published("The price was excellent\nfor what they did.", { id: "lines", rating: 5 }),
      published("אוכל מעולה, שירות אדיב מאוד, אבל יקר מדי.", { id: "four-stars", rating: 4 }),
      published(spanish.repeat(4), { id: "long", rating: 5 }),
      published(spanish, { id: "whole", rating: 5 }),
      published("אוכל מעולה, שירות אדיב מאוד, תודה רבה.", { id: "older", rating: 5 }),
    ],
    "positive",
  );
  expect(quote).toMatchObject({ review: { id: "whole" }, start: 0, end: spanish.length, marks: [] });
  const english = published("The price was excellent for what they did.", { id: "e", rating: 5 });
  expect(chooseWhole([english], "positive")?.review).toBe(english);
  expect(chooseWhole([{ ...english, rating: 4 }], "positive")).toBeUndefined();
  expect(chooseWhole([english, { ...english, rating: 3 }], "negative")).toBeUndefined();
  expect(chooseWhole([english, { ...english, rating: 2 }], "negative")).toMatchObject({
    review: { rating: 2 },
    polarity: "negative",
  });
});

describe("a sentence on the home page", () => {
  interface Said {
    text: string;
    rating?: number;
    date?: string;
    polarity?: Evidence["polarity"];
    /** The words that the verdict rests on. */
    words?: string;
    confidence?: number;
  }
  const chosen = (
    said: Said[],
    limit = 1,
    polarity: "positive" | "negative" = "positive",
    taken: string[] = [],
  ) => {
    const reviews = said.map(({ text, rating = 5, date = "2026-05-04" }, at) => ({
      ...published(text, { id: `r${at}`, rating }),
      date,
    }));
    const evidence = said.map(({ text, words = text, polarity: own = polarity, confidence = 1 }, at) => {
      const start = text.indexOf(words);
      const range = { quote: words, start, end: start + words.length };
      return { review_id: `r${at}`, polarity: own, confidence, origin: "reader" as const, ...range };
    });
    const subjects = [
      { name: "Price", evidence },
      { name: "Crew", evidence: evidence.toReversed() },
    ];
    const byId = new Map(reviews.map((one) => [one.id, one]));
    return chooseQuotes(subjects, polarity, limit, byId, new Set(taken));
  };
  const best = "The price was excellent for what they did to our old front yard in June.";

  test("is whole, marks its words, and says what it is about", () => {
    const text = `We moved in May. ${best} Bye.`;
    const [quote] = chosen([{ text, words: "price was excellent" }]);
    expect(text.slice(quote!.start, quote!.end)).toBe(best);
    expect(quote!.marks.map(({ start, end }) => text.slice(start, end))).toEqual(["price was excellent"]);
    expect(quote).toMatchObject({ name: "Price", polarity: "positive", review: { id: "r0" } });
  });

  test.each([
    ["31 letters", "It was an excellent price, too.", 0],
    ["32 letters", "It was an excellent price, also.", 1],
    ["150 letters", `${"The price was so excellent, ".repeat(6).slice(0, 149)}.`, 1],
    ["151 letters", `${"The price was so excellent, ".repeat(6).slice(0, 150)}.`, 0],
    ["no end", "The price was excellent for what they did", 0],
    ["a question", "Was the price not excellent for what they did?", 0],
    ["no capital", "the price was excellent for what they did.", 0],
    ["a quotation", "“The price was excellent for what they did.”", 1],
    ["two lines", "The price was excellent\nfor what they did.", 0],
    ["a joint before it", "But the price was excellent for what they did.", 0],
    ["a turn in it", "The price was excellent although they came late.", 0],
  ])("of %s", (_, text, count) => expect(chosen([{ text }])).toHaveLength(count));

  test.each([
    ["four stars", { rating: 4 }],
    ["doubt", { confidence: 0.5 }],
    ["the other side", { polarity: "negative" as const }],
    ["one word", { words: "price" }],
  ])("is none of %s", (_, change) => expect(chosen([{ text: best, ...change }])).toEqual([]));

  test("complains where the review has one or two stars", () => {
    const complaints = [1, 2, 3].map((rating) => chosen([{ text: best, rating }], 1, "negative").length);
    expect(complaints).toEqual([1, 1, 0]);
  });

  test("is none in which something else was read, nor of a review that is shown already", () => {
    const [own, other] = [
      { review_id: "r0", polarity: "positive", confidence: 1, quote: best, start: 0, end: best.length },
      { review_id: "r0", polarity: "mixed", confidence: 1, quote: "front", start: 60, end: 65 },
    ] as Evidence[] as [Evidence, Evidence];
    const byId = new Map([["r0", published(best, { id: "r0", rating: 5 })]]);
    const from = (evidence: Evidence[]) =>
      chooseQuotes([{ name: "Price", evidence }], "positive", 3, byId, new Set());
    expect(from([own])).toHaveLength(1);
    expect(from([own, other])).toEqual([]);
    expect(from([own, { ...other, start: best.length, end: best.length + 3 }])).toHaveLength(1);
    expect(chosen([{ text: best }], 1, "positive", ["r0"])).toEqual([]);
  });

  test.each([
    ["one that asks back", "They said the price was excellent for our old front yard in June of all."],
    ["a story", "We called about the price, excellent for our old front yard in June here."],
    ["words that trail off", "The price was excellent for what they did to our old front yard, in June..."],
    ["others", "The price was excellent next to the other firms here in our old town, sure."],
    ["a longer one", `${best.slice(0, -1)} and to the hedges and beds by the garage.`],
    ["a shorter one", "The price was excellent for the yard."],
  ])("stands before %s", (_, text) => {
    expect(chosen([{ text }, { text: best }], 1)[0]!.review.id).toBe("r1");
  });

  test("is the newer of two, about as many letters for a year, and each review and thing is shown once", () => {
    const old = { text: best, date: "2024-05-04" };
    const quotes = chosen([old, { text: best }, { text: best, date: "2025-05-04" }], 3);
    expect(quotes.map(({ review, name }) => [review.id, name])).toEqual([
      ["r1", "Price"],
      ["r2", "Crew"],
    ]);
    expect(chosen([old, { text: best }], 1)).toHaveLength(1);
  });
});
