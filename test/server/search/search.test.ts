import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ReviewsDataset, SearchQuery, SearchResult } from "../../../src/schema/datasets.ts";
import { buildQueries, buildCorpus } from "../../../scripts/bench/generate-content.ts";
import { search, searchBytes } from "../../../server/search/search.ts";
import { anyDay, anyQueryText, anyReviews, buildDataset, buildReview, toSnapshot } from "../dataset.ts";

const fold = (text: string) => text.normalize("NFC").toLowerCase();

/** The contract's answer, without any index. */
function oracle({ reviews }: ReviewsDataset, query: SearchQuery) {
  const { rating, min_rating, since, until, query: words, mentions_technician, mentions_service } = query;
  return reviews.filter(
    (review) =>
      (rating === undefined || review.rating === rating) &&
      (min_rating === undefined || review.rating >= min_rating) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (words === undefined || fold(review.text).includes(fold(words))) &&
      (mentions_technician === undefined ||
        review.mentions.technicians.some(({ id }) => id === mentions_technician)) &&
      (mentions_service === undefined || review.mentions.services.some(({ id }) => id === mentions_service)),
  );
}

const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const anyQuery = fc
  .record({
    rating: option(fc.integer({ min: 1, max: 5 })),
    min_rating: option(fc.constantFrom(1, 2.5, 3, 4.5, 5)),
    since: option(anyDay),
    until: option(anyDay),
    query: fc.option(anyQueryText, { nil: undefined, freq: 6 }),
    mentions_technician: option(fc.constantFrom("jose", "mike-alvarez")),
    mentions_service: option(fc.constantFrom("mowing", "hedges")),
    limit: fc.constantFrom(1, 3, 20, 100),
  })
  .filter(({ since, until }) => since === undefined || until === undefined || since <= until)
  .map((query) => SearchQuery.parse(JSON.parse(JSON.stringify(query))));

test("search finds exactly what a plain filter finds, newest first, with the exact total", () => {
  fc.assert(
    fc.property(anyReviews, fc.array(anyQuery, { minLength: 1, maxLength: 12 }), (reviews, queries) => {
      const dataset = buildDataset(reviews);
      const snapshot = toSnapshot(dataset);
      for (const query of queries) {
        const expected = oracle(dataset, query);
        const found = search(snapshot, query);
        expect(found.total).toBe(expected.length);
        expect(found.reviews).toEqual(expected.slice(0, query.limit));
      }
    }),
    { numRuns: 600 },
  );
});

test("a query cut out of a review's own text finds that review", () => {
  fc.assert(
    fc.property(anyReviews, fc.nat(), fc.nat(), fc.nat(), (reviews, which, from, length) => {
      const review = reviews[which % Math.max(1, reviews.length)];
      const letters = Array.from(review?.text ?? "");
      const start = from % Math.max(1, letters.length);
      const words = letters.slice(start, start + 1 + (length % 40)).join("");
      fc.pre(review !== undefined && words !== "");
      const dataset = buildDataset(reviews);
      const query = SearchQuery.parse({ query: words, limit: 100 });
      expect(search(toSnapshot(dataset), query).total).toBe(oracle(dataset, query).length);
    }),
    { numRuns: 600 },
  );
});

test("among many reviews, of rare and common words, a query finds exactly what a plain filter finds", () => {
  const dataset = JSON.parse(buildCorpus(1500).toString("utf8")) as ReviewsDataset;
  // Spaces in a row, letters of several bytes, and lines.
  const changes: [string, string][] = [
    [" ", "  "],
    ["e t", "é t"],
    [" s", " ß"],
    [". ", ".\n"],
  ];
  const reviews = dataset.reviews.map((review, place) => ({
    ...review,
    text: review.text.replaceAll(...(changes[place % 40] ?? ["", ""])),
  }));
  const snapshot = toSnapshot({ ...dataset, reviews });
  const folded = reviews.map(({ text }) => fold(text));
  const ends = ["", "e", "t", "d", "s", ".", "é", "ß", "q", "1", "e,", "ng", "the"];
  const texts = [" the ", "  ", "   ", "e  t", "a the a", "é", "\n", "lawn and t", "a ".repeat(50)].concat(
    ends.flatMap((one) => ends.flatMap((other) => [`${one} ${other}`, one + other, `${one} and ${other}`])),
  );
  const mixed = buildQueries((place) => reviews[place]?.text ?? "", reviews.length, 400);
  const filters = [{}, { min_rating: 4, since: "2019-01-01" }, { mentions_service: "mowing" }];
  const queries = texts.flatMap((query) => filters.map((each) => SearchQuery.parse({ ...each, query })));
  for (const query of [...queries, ...mixed.map((each) => each.query)]) {
    const words = query.query === undefined ? undefined : fold(query.query);
    const having = reviews.filter((_, place) => words === undefined || folded[place]?.includes(words));
    const expected = oracle({ ...dataset, reviews: having }, { ...query, query: undefined });
    const found = search(snapshot, query);
    const about = JSON.stringify(query);
    expect(found.total, about).toBe(expected.length);
    expect(
      found.reviews.map(({ id }) => id),
      about,
    ).toEqual(expected.slice(0, query.limit).map(({ id }) => id));
  }
});

test("the bytes of an answer are the answer, and keep the shape that is published", () => {
  fc.assert(
    fc.property(anyReviews, anyQuery, (reviews, query) => {
      const snapshot = toSnapshot(buildDataset(reviews));
      const answer = JSON.parse(searchBytes(snapshot, query).body.toString("utf8")) as unknown;
      expect(answer).toEqual(search(snapshot, query));
      expect(SearchResult.strict().parse(answer)).toEqual(answer);
    }),
    { numRuns: 200 },
  );
});

test("the tag of an answer changes with the answer and with nothing else", () => {
  const query = SearchQuery.parse({ query: "grass" });
  const one = buildReview({ id: "one", text: "Good grass." });
  const two = buildReview({ id: "two", text: "Other words." });
  const tag = (reviews: (typeof one)[]) => searchBytes(toSnapshot(buildDataset(reviews)), query).etag;
  expect(tag([one, two])).toBe(tag([one]));
  expect(tag([{ ...one, rating: 4 }, two])).not.toBe(tag([one]));
});

const technicians = toSnapshot(
  buildDataset([
    buildReview({
      id: "a",
      mentions: { technicians: [{ id: "mike-alvarez", name: "Mike Alvarez" }], services: [], areas: [] },
    }),
    buildReview({
      id: "b",
      mentions: {
        technicians: [{ id: "jose", name: "José Ōta" }],
        services: [{ id: "hedges", name: "Hedge trimming" }],
        areas: [],
      },
    }),
  ]),
);
const idsFor = (given: object) => search(technicians, SearchQuery.parse(given)).reviews.map(({ id }) => id);

test.each([
  ["full name", "mike ALVAREZ", ["a"]],
  ["id", "mike-alvarez", ["a"]],
  ["alias that only he has", "big mike", ["a"]],
  ["name written with combining marks", "JOSE\u0301 O\u0304ta", ["b"]],
  ["alias of two", "mike", []],
  ["part of a name", "alvarez", []],
])("a technician is found by %s", (_, mentions_technician, ids) => {
  expect(idsFor({ mentions_technician })).toEqual(ids);
});

test("a service is found by its exact id alone", () => {
  expect(idsFor({ mentions_service: "hedges" })).toEqual(["b"]);
  expect(idsFor({ mentions_service: "Hedges" })).toEqual([]);
});

test.each([
  [{ mentions_technician: "mike" }, "Mike Alvarez (mike-alvarez) or Mike Donnelly (mike-donnelly)"],
  [{ mentions_technician: "mike alvares" }, "Mike Alvarez (mike-alvarez)"],
  [{ mentions_service: "mowin" }, "mowing"],
  [{ mentions_service: "hedge trimming" }, "hedges"],
  [{ rating: 2, min_rating: 3 }, "rating 2"],
])("an empty answer to %j hints at what would be found", (given, hint) => {
  const { total, hints } = search(technicians, SearchQuery.parse(given));
  expect(total).toBe(0);
  expect(hints).toEqual([expect.stringContaining(hint)]);
});
