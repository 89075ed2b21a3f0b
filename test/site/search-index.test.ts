import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { SearchQuery } from "../../src/schema/datasets.ts";
import type { Review } from "../../src/schema/review.ts";
import { findPhrase } from "../../src/components/search/search-data.ts";
import { buildSearchFiles } from "../../src/site-search/build-index.ts";
import {
  facetKinds,
  type PackedIndex,
  maxSearched,
  packNumbers,
  unpackIndex,
  unpackNumbers,
} from "../../src/site-search/index-format.ts";
import { findMarks, findStemPhrases, toNearness, stemOf, wordsOf } from "../../src/site-search/words.ts";
import { findMatches } from "../../src/site-search/ranking.ts";
import { parseQuestion } from "../../src/site-search/question.ts";
import { readDataset, readInsights } from "../published.ts";

const dist = inject("dist");
const dataset = await readDataset();
const { reviews } = dataset;
const file = await readFile(join(dist, "search-index/words.json"));
const index = unpackIndex(JSON.parse(file.toString("utf8")) as PackedIndex);

const find = (query: string) => findMatches(index, { query, limit: 20, facets: {} });
const textsOf = (query: string) =>
  find(query).places.map((place) => reviews[place]?.text.toLowerCase() ?? "");

test("places survive packing, however far apart", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: maxSearched - 1 })), (numbers) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      expect(unpackNumbers(packNumbers(sorted))).toEqual(sorted);
    }),
  );
});

test("the index names every review with its day and stars, and every word of every review", () => {
  expect(index.ids).toEqual(reviews.map(({ id }) => id));
  expect(index.dates).toEqual(reviews.map(({ date }) => date));
  expect(index.ratings).toEqual(reviews.map(({ rating }) => rating));
  for (const [place, { text }] of reviews.entries()) {
    for (const { stem } of wordsOf(text)) expect(index.reviews[index.words.indexOf(stem)]).toContain(place);
  }
});

test("the index has at most 60 KB compressed for a thousand reviews", () => {
  expect((brotliCompressSync(file).length * 1000) / reviews.length).toBeLessThanOrEqual(60_000);
});

test("of very many reviews the newest 20,000 have an index and texts, which keep the names that they always had", async () => {
  const insights = await readInsights();
  const many = Array.from({ length: 20_130 }, (_, place) => {
    const [review] = reviews;
    if (review === undefined) throw new Error("the site has no review");
    return { ...review, id: `r-${place}` };
  });
  const files = buildSearchFiles({ ...dataset, reviews: many }, insights);
  const [words] = files;
  expect((JSON.parse(words?.body() ?? "") as PackedIndex).ids).toEqual(
    many.slice(0, 20_000).map(({ id }) => id),
  );
  const texts = files.filter(({ name }) => name.startsWith("texts-"));
  expect(texts[0]?.name).toBe("texts-2");
  const ids = texts.flatMap(({ body }) => (JSON.parse(body()) as Review[]).map(({ id }) => id));
  const there = new Set(ids);
  expect(many.slice(0, 20_000).filter(({ id }) => !there.has(id))).toEqual([]);
  expect(ids).toHaveLength(20_030);
});

test("words are found in any order, in any form, with typos and without accents", () => {
  expect(find("time on ").places).toEqual(find("on time ").places);
  expect(textsOf("mowed").some((text) => /\bmowing\b/.test(text))).toBe(true);
  expect(find("on tme ").corrected.get("tme")).toBe(stemOf("time"));
  expect(new Set(find("on tme ").places)).toEqual(new Set(find("on time ").places));
  expect(find("puenktlich").places.length + find("punktlich").places.length).toBeGreaterThan(0);
});

test("every review that is found holds what was marked, and all of the words", () => {
  for (const query of ["gate", "on time", "fair price", "hedges trimmed"]) {
    const { places, stems } = find(`${query} `);
    expect(places.length, query).toBeGreaterThan(0);
    for (const place of places) {
      const { text = "", title = "" } = reviews[place] ?? {};
      const marked = findMarks(`${title} ${text}`, stems);
      expect(marked.length, query).toBeGreaterThanOrEqual(query.split(" ").length);
    }
  }
});

test("a finished word stands for itself, and words side by side are nearer", () => {
  expect([...find("time on").stems]).toEqual([stemOf("time"), "on"]);
  expect(stemOf("ones")).not.toBe(stemOf("on"));
  const { terms } = find("on time ");
  expect(toNearness("They came on time.", terms)).toBe(1);
  expect(toNearness("Time went on.", terms)).toBe(0);
});

test("words that are also written as one are found either way, what looks like an ending is none", () => {
  expect(find("e-mail ").places).toEqual(expect.arrayContaining(find("email ").places));
  expect(find("email ").places.length).toBeGreaterThan(0);
  expect(find("backyard ").corrected.get("backyard")).toBe("back yard");
  expect(find("backyard ").places).toEqual(expect.arrayContaining(find("back yard ").places));
  expect(stemOf("overseeded")).toBe(stemOf("overseed"));
  expect(stemOf("agreed")).toBe(stemOf("agree"));
  expect(stemOf("reply")).toBe(stemOf("replied"));
  expect(stemOf("early")).not.toBe(stemOf("ear"));
  expect(stemOf("best")).not.toBe(stemOf("good"));
});

test("a name in a review answers for its own words only, and the filter of its name is offered for these", () => {
  const inPark = reviews.flatMap(({ text }, place) =>
    /Ostley.Park/.test(text) && !/\bpark(?:s|ed|ing)?\b/i.test(text.replaceAll(/Ostley.Park/g, ""))
      ? place
      : [],
  );
  expect(inPark.length).toBeGreaterThan(3);
  expect(find("park ").places).toEqual(expect.arrayContaining(inPark));
  expect(find("parking ").places.length).toBeGreaterThan(0);
  expect(find("parking ").places.filter((place) => inPark.includes(place))).toEqual([]);
  const offers = (query: string) => find(query).named.map(({ id }) => id);
  expect(offers("park ")).toContain("ostley-park");
  expect(offers("parking ")).toEqual([]);
});

describe("a mistyped name of a filter", () => {
  /** The name without its third letter, with two neighbors swapped in its last word. */
  const mistype = (name: string) =>
    `${name.slice(0, 2)}${name.slice(3)}`.replace(/(\p{L})(\p{L})$/u, "$2$1").toUpperCase();

  test.each(facetKinds)("offers what was meant among %s, and how many reviews it would leave", (kind) => {
    expect(index[kind].length).toBeGreaterThan(0);
    for (const { id, name, reviews: having } of index[kind]) {
      const { meant, places, unknown } = findMatches(index, {
        query: "",
        limit: 20,
        facets: { [kind]: mistype(name) },
      });
      expect(places).toEqual([]);
      expect(unknown).toEqual([kind]);
      expect(meant[0], mistype(name)).toMatchObject({ kind, id, count: having.length });
    }
  });

  test("is offered when it was typed as words to search for", () => {
    for (const { id, name } of index.people.filter((person) => person.reviews.length > 0))
      expect(find(`${name.slice(0, -2)}${name.at(-1)}x`).named.map((one) => one.id)).toContain(id);
  });

  test("is not made up: what is like nothing has no offer, however long it is", () => {
    for (const asked of ["zzzzqqq", "x".repeat(100_000), "ab ".repeat(30_000), "👩‍👩‍👧‍👦", ""]) {
      const { meant } = findMatches(index, {
        query: "",
        limit: 20,
        facets: { people: asked, praise: asked },
      });
      expect(meant).toEqual([]);
    }
  });
});

describe("the page takes and refuses what the interface takes and refuses", () => {
  const values = [
    "",
    "0",
    "1",
    "3",
    "4.5",
    "5",
    "6",
    "04",
    "4e0",
    "2026-02-30",
    "2026-02-28",
    "x",
    "101",
    "100",
  ];
  test.each(["rating", "min_rating", "since", "until", "limit", "query"])("%s", (name) => {
    for (const value of values) {
      const given =
        value === "" ? undefined : ["rating", "min_rating", "limit"].includes(name) ? Number(value) : value;
      const isPlain =
        value === "" ||
        !["rating", "min_rating", "limit"].includes(name) ||
        /^(0|[1-9]\d*)(\.\d+)?$/.test(value);
      const accepted = isPlain && SearchQuery.safeParse(given === undefined ? {} : { [name]: given }).success;
      const { problems } = parseQuestion(new URLSearchParams({ [name]: value }));
      expect(problems.length === 0, `${name}=${value}`).toBe(accepted);
    }
  });

  test("what nobody knows, and what is given twice", () => {
    expect(parseQuestion(new URLSearchParams("minrating=4")).problems).toEqual([
      "there is no filter called minrating",
    ]);
    expect(parseQuestion(new URLSearchParams("rating=4&rating=5")).problems).toHaveLength(1);
    expect(parseQuestion(new URLSearchParams("since=2026-02-02&until=2026-01-01")).problems).toHaveLength(1);
    expect(parseQuestion(new URLSearchParams("query=a&utm_source=x")).problems).toEqual([]);
  });
});

test("a phrase is found as it is written, whatever signs it has", () => {
  expect(findPhrase("On-time, every time. (ON-TIME!)", "on-time")).toEqual([
    { start: 0, end: 7 },
    { start: 22, end: 29 },
  ]);
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (phrase) => {
      expect(findPhrase(`${phrase.normalize("NFC")} there`, phrase)[0]).toMatchObject({ start: 0 });
    }),
  );
});

test("of phrases written as stems the longest is found, in any form of its words", () => {
  const text = "He was late, then came on time; on the phone they were kind.";
  const phrases = ["on time", "time", "late", "on the phones"].map((phrase) =>
    wordsOf(phrase)
      .map(({ stem }) => stem)
      .join(" "),
  );
  const said = findStemPhrases(text, phrases);
  expect(said.map(({ start, end }) => text.slice(start, end))).toEqual(["late", "on time", "on the phone"]);
  expect(findStemPhrases(text, [])).toEqual([]);
  expect(findStemPhrases("Late April, and two days late.", ["lat"], ["lat april"])).toEqual([
    { start: 25, end: 29 },
  ]);
});
