import { describe, expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { analyse } from "../../src/insights/analyse.ts";
import { createReviewReader } from "../../src/insights/reader.ts";
import type { AspectEntry, PublishedEntry } from "../../src/schema/site.ts";
import { demonstration } from "../demonstration.ts";
import { expectLinear } from "../growth.ts";
import { aspect, review, withReviews } from "./lawn-site.ts";

const aspectOf = (text: string, id: string, changes: Partial<PublishedEntry> = {}) =>
  analyse(withReviews([review(text, changes)])).insights.aspects.find((aspect) => aspect.id === id)!;

test("a trigger raises its aspect, and the words around it decide", () => {
  const price = aspectOf("The price was outrageous.", "price");
  expect(price).toMatchObject({ review_count: 1, negative: 1, positive: 0 });
  expect(price.evidence).toMatchObject([{ review_id: "r1", polarity: "negative" }]);
  expect(price.evidence[0]!.quote).toContain("price");
});

test("an aspect that no word raises is not counted", () => {
  expect(aspectOf("Lovely people.", "price")).toMatchObject({ review_count: 0, evidence: [], trend: [] });
});

test("the clause around an owner's phrase is quoted, without the word that joins it", () => {
  const { evidence } = aspectOf(
    "Nice folks, but on a cold Monday they left us waiting, sadly.",
    "punctuality",
  );
  expect(evidence).toMatchObject([{ polarity: "negative", quote: "on a cold Monday they left us waiting" }]);
});

describe("with the demonstration's aspects", async () => {
  const read = createReviewReader(await loadSite(demonstration, { today: "2026-11-28" }));
  const verdictOf = (id: string, text: string, more: Partial<PublishedEntry>) =>
    read({ ...review(text), ...more }).aspects.find((judged) => judged.id === id)?.verdict;

  test("what stands far back in a text without punctuation is read", () => {
    const story = "so we moved here in spring and asked around and then we called them and ".repeat(5);
    const text = `${story}we waited three hours and nobody came`;
    expect(verdictOf("punctuality", text, { rating: 3 })).toBe("negative");
  });

  test("a reading that the owner overrules puts no other in doubt", () => {
    const text =
      "came when they said, did what they said, cost what they said left a dirty bucket in my tub tho";
    expect(verdictOf("punctuality", text, { rating: 4 })).toBe("unsure");
    const verdicts = { "property-care": "none" } as const;
    expect(verdictOf("punctuality", text, { rating: 4, verdicts })).toBe("positive");
  });
});

test("a phrase to ignore raises nothing, though a trigger stands in it", () => {
  expect(aspectOf("In late summer it rained.", "punctuality").review_count).toBe(0);
  expect(aspectOf("They were late in summer.", "punctuality").review_count).toBe(1);
});

test("a trigger that is a person's name here raises nothing", () => {
  const read = createReviewReader({ ...withReviews([]), aspects: [aspect("tools", ["grant"])] });
  expect(read(review("Grant Ellison was so patient.")).aspects).toEqual([]);
  expect(read(review("The grant was great.")).aspects).toMatchObject([{ id: "tools" }]);
});

test("the owner's phrases alone make verdicts in a language that the network does not read", () => {
  const aspectsInGerman = [
    aspect("punctuality", ["pünktlich"], { positive: ["immer pünktlich"] }),
    aspect("price", ["preis"]),
  ];
  const read = createReviewReader({ ...withReviews([]), aspects: aspectsInGerman });
  const text = "Die Arbeiter waren immer pünktlich und der Preis ist super und nicht zu hoch für uns.";
  const { aspects, entities, mentions } = read(review(`Teo Nakamura war sehr professional. ${text}`));
  expect(aspects).toMatchObject([{ id: "punctuality", verdict: "positive" }]);
  expect(mentions.length).toBe(1);
  expect(entities).toMatchObject([{ verdict: "unsure" }]);
});

test("opposed opinions on one aspect make the review mixed, with both quoted", () => {
  const { mixed, evidence } = aspectOf(
    "Arrived on time in May. In June they left us waiting.",
    "punctuality",
    { rating: 3 },
  );
  expect(mixed).toBe(1);
  expect(evidence.map(({ polarity }) => polarity).sort()).toEqual(["negative", "positive"]);
});

describe("a verdict overruled in content", () => {
  test("replaces the engine's, and is marked", () => {
    const aspect = aspectOf("The price was outrageous.", "price", { verdicts: { price: "positive" } });
    expect(aspect).toMatchObject({ positive: 1, negative: 0 });
    expect(aspect.evidence).toMatchObject([{ polarity: "positive", overruled: true }]);
  });
  test("none takes the review out of the aspect", () =>
    expect(aspectOf("The price was outrageous.", "price", { verdicts: { price: "none" } }).review_count).toBe(
      0,
    ));
  test("quotes the whole text when no trigger stands in it", () => {
    const [evidence] = aspectOf("Nothing to add.", "price", { verdicts: { price: "neutral" } }).evidence;
    expect(evidence).toMatchObject({ quote: "Nothing to add.", polarity: "neutral", overruled: true });
  });
  test("changes no other aspect", () => {
    const text = "The price was outrageous and they left us waiting.";
    expect(aspectOf(text, "punctuality", { verdicts: { price: "none" } })).toEqual(
      aspectOf(text, "punctuality"),
    );
  });
});

describe("the stars of a review", () => {
  const verdictsOf = (text: string, rating: number) => {
    const { aspects, entities } = analyse(withReviews([review(text, { rating })])).insights;
    return [...aspects, ...entities.technicians].map(({ positive, negative, mixed }) => ({
      positive,
      negative,
      mixed,
    }));
  };
  test.each(["Great price.", "The price was outrageous.", "They left us waiting.", "Will was rude."])(
    "do not turn plain words: %s",
    (text) => expect(verdictsOf(text, 1)).toEqual(verdictsOf(text, 5)),
  );
  test("make no verdict where nothing is said", () => {
    for (const rating of [1, 5])
      expect(aspectOf("We asked about the price.", "price", { rating })).toMatchObject({
        positive: 0,
        negative: 0,
        mixed: 0,
      });
  });
  test("are left out where words are compared with stars", () => {
    const agreement = (rating: number) =>
      analyse(withReviews([review("The price was outrageous.", { rating })])).insights.method.star_agreement;
    expect([agreement(5), agreement(1)]).toEqual([0, 1]);
  });
});

test("a place is counted and quoted, never judged", () => {
  const [fernwick] = analyse(withReviews([review("They are the worst company in Fernwick.", { rating: 1 })]))
    .insights.entities.service_areas;
  expect(fernwick).toMatchObject({ review_count: 1, positive: 0, negative: 0, mixed: 0, neutral: 1 });
  expect(fernwick!.evidence).toMatchObject([{ polarity: "neutral", quote: "Fernwick" }]);
});

const evidenceOf = (list: PublishedEntry[]) =>
  analyse(withReviews(list)).insights.aspects.flatMap(({ evidence }) =>
    evidence.filter(({ review_id }) => review_id === "r2"),
  );

test("the verdict on one review does not depend on the others or their order", () => {
  const texts = ["Great price.", "Late again.", "Will was polite but the cost hurt."];
  const reviews = texts.map((text, index) => review(text, { id: `r${index}` }));
  expect(evidenceOf(reviews)).toEqual(evidenceOf(reviews.toReversed()));
  expect(evidenceOf(reviews)).toEqual(evidenceOf(reviews.slice(2)));
  expect(evidenceOf(reviews)).toHaveLength(1);
});

/** The verdicts on each aspect, with quotes. */
const said = (text: string, aspects: AspectEntry[], rating = 3): Record<string, string[]> =>
  Object.fromEntries(
    analyse(withReviews([review(text, { rating })], { aspects })).insights.aspects.flatMap(
      ({ id, evidence }) =>
        evidence.length === 0 ? [] : [[id, evidence.map(({ polarity, quote }) => `${polarity}: ${quote}`)]],
    ),
  );
const common = [
  aspect("price", ["price", "cost"]),
  aspect("time", ["on time", "late"]),
  aspect("work", ["job", "quality"]),
  aspect("staff", ["staff", "friendly"]),
  aspect("food", ["food", "menu"]),
  aspect("contact", ["explained", "answered"]),
];
const unanswered = "I left message after message and nobody ever got back to me.";

describe("two words of an aspect stand for all that customers say of it", () => {
  test.each([
    ["price", "They charged far too much for it.", "negative", 1],
    ["time", "They were forty minutes behind and nobody said sorry.", "negative", 1],
    ["work", "The best massage of my life.", "positive", 5],
    ["staff", "The receptionist was an absolute delight.", "positive", 5],
    ["staff", "The girl at the counter was an absolute sweetheart.", "positive", 5],
    ["food", "The salad was delicious.", "positive", 5],
    ["contact", unanswered, "negative", 1],
  ])("%s: %s", (id, text, verdict, rating) =>
    expect(said(`We moved in May. ${text}`, common, rating)[id]).toEqual([`${verdict}: ${text}`]),
  );

  test("not where another aspect shares it, nor where the owner says that a word means something else", () => {
    const text = "The girl at the counter was an absolute sweetheart.";
    const servers = aspect("servers", ["server", "waiter"]);
    expect(said(text, [...common, servers], 5)).not.toHaveProperty("staff");
    const ignoring = aspect("staff", ["staff", "friendly"], { ignore: ["girl at the counter"] });
    expect(said(text, [ignoring], 5)).toEqual({});
  });

  test("and nothing is said of an aspect of the trade's own where its words do not stand", () => {
    const gates = aspect("gates", ["gate", "fence"]);
    expect(said(unanswered, [gates], 1)).toEqual({});
    expect(said("The gate was left wide open, how careless.", [gates], 1)).toHaveProperty("gates");
  });
});

test("no words praise one aspect and blame another unless they say both", () => {
  const list = [
    aspect("price", ["price", "cost"]),
    aspect("billing", ["charged"], { negative: ["charged"] }),
    aspect("staff", ["friendly", "rude"]),
  ];
  for (const text of ["They were friendly and the price was great."]) {
    const sides = Object.values(said(text, list, 5)).flatMap((quotes) =>
      quotes.map((each) => each.split(":")[0]),
    );
    expect(new Set(sides).isSupersetOf(new Set(["positive", "negative"])), text).toBe(false);
  }
  const both = said("The crew was friendly, but the price was an outrageous rip off.", list, 3);
  expect([both["staff"]?.[0]?.split(":")[0], both["price"]?.[0]?.split(":")[0]]).toEqual([
    "positive",
    "negative",
  ]);
});

test("each verdict has a confidence of two decimals, and those of people are sure", () => {
  const evidence = analyse(
    withReviews([
      review("The price was excellent, truly the best price in town."),
      review("The price stayed as it was.", { id: "r2", verdicts: { price: "negative" } }),
    ]),
  ).insights.aspects.flatMap((each) => each.evidence);
  const [plain, overruled] = ["r1", "r2"].map(
    (id) => evidence.find(({ review_id }) => review_id === id)!.confidence,
  );
  expect(plain).toBeGreaterThan(0.7);
  expect(plain).toBe(Math.round(plain! * 100) / 100);
  expect(overruled).toBe(1);
});

test.each([
  ["one word", "a"],
  ["triggers", "late "],
  ["brackets", "( "],
  ["wishes", "I wish not "],
  ["sentences", "They came late. "],
  ["emoji", "\u{1F600}"],
])("a text costs as much as it is long: %s", async (_, part) => {
  const read = createReviewReader(withReviews([]));
  await expectLinear((size) => {
    const long = review(part.repeat(size));
    return () => read(long);
  }, 150);
});
