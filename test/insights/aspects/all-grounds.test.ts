import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findTrade, loadTrades } from "../../../scripts/init/trades.ts";
import { parseTagged } from "../../../scripts/training/subjects/parse.ts";
import { settleWithAllGrounds, type Settle } from "../../../src/insights/aspects/all-grounds.ts";
import { createReviewReader } from "../../../src/insights/aspects/readings.ts";
import {
  combine,
  combineWords,
  decidingQuotes,
  type ReadOpinion,
} from "../../../src/insights/sentiment/opinions.ts";
import { lawnSite, review } from "../lawn-site.ts";

const { aspects } = findTrade(await loadTrades(), "auto-repair");
const read = createReviewReader({ ...lawnSite, aspects });
const corpus = join(import.meta.dirname, "../../../scripts/training/subjects/long-cars.txt");
const reviews = (await readFile(corpus, "utf8"))
  .trim()
  .split("\n")
  .filter((_, index) => index % 5 === 0)
  .map(parseTagged);

describe("evidence on long reviews of garages", () => {
  const changed = reviews.flatMap(({ text, stars }) =>
    read(review(text, { rating: stars })).aspects.flatMap(({ id, verdict, opinions }) => {
      if (verdict === "unsure" || verdict === "neutral") return [];
      const without = decidingQuotes(text, opinions, verdict).reduce(
        (rest, { from, to }) => rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to),
        text,
      );
      const again = read(review(without, { rating: stars })).aspects.find((aspect) => aspect.id === id);
      return again?.verdict !== verdict;
    }),
  );

  test("there are enough verdicts to tell", () => expect(changed.length).toBeGreaterThan(200));
  test("without it the verdict is another in at least 96 % of cases", () =>
    expect(changed.filter(Boolean).length / changed.length).toBeGreaterThanOrEqual(0.96));
});

describe("what a verdict rests on", () => {
  const opinion = (at: number, blame: number): ReadOpinion => ({
    polarity: blame > 0.65 ? "negative" : "unsure",
    words: [0.1, 0.9 - blame, blame],
    odds: [0.1, 0.9 - blame, blame],
    from: at,
    to: at + 5,
    target: { from: at, to: at + 5 },
  });
  /** A sentence from 50 to 60 that makes a complaint where nothing else does. */
  const sentence: ReadOpinion = { ...opinion(50, 0.7), to: 60 };
  const settle: Settle = (left, isTaken) => {
    const isOpen = combine(left) === "unsure" && !isTaken(sentence);
    const opinions = isOpen ? [...left, sentence] : left;
    return { verdict: combine(opinions), words: combineWords(opinions), opinions };
  };
  const quoted = (opinions: ReadOpinion[]) =>
    decidingQuotes("", settleWithAllGrounds("", opinions, settle)?.opinions ?? [], "negative").map(
      ({ from }) => from,
    );

  test("a sentence that gives the verdict without the other quotes is part of it", () =>
    expect(quoted([opinion(0, 0.8), opinion(70, 0.4)])).toEqual([0, 50]));
  test("a sentence that holds another quote is not added", () =>
    expect(quoted([opinion(52, 0.8)])).toEqual([52]));
  test("a sentence that makes the verdict by itself is quoted once", () =>
    expect(quoted([opinion(0, 0.4)])).toEqual([50]));
});
