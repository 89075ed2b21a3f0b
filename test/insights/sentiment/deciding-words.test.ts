import { describe, expect, test } from "vitest";
import { loadSite } from "../../../src/content/load-site.ts";
import { decidingQuotes } from "../../../src/insights/sentiment/opinions.ts";
import { createReviewReader } from "../../../src/insights/aspects/readings.ts";
import { demonstration } from "../../demonstration.ts";

describe("evidence on the demonstration reviews", async () => {
  const site = await loadSite(demonstration, { today: "9999-12-31" });
  const read = createReviewReader(site);
  // Corrections name words that these changed texts need not hold.
  const reviews = site.reviews.map((review) => ({ ...review, mentions: [], verdicts: {} }));
  const cases = reviews.flatMap((review) =>
    read(review).aspects.map(({ id, verdict, opinions }) => {
      const quotes = decidingQuotes(review.text, opinions, verdict);
      const verdictOf = (text: string) =>
        read({ ...review, text }).aspects.find((aspect) => aspect.id === id)?.verdict;
      let [without, at] = ["", 0];
      for (const { from, to } of quotes) {
        without += `${review.text.slice(at, from)} `;
        at = to;
      }
      const words = quotes.map(({ from, to }) => review.text.slice(from, to));
      return {
        changes: verdictOf(without + review.text.slice(at)) !== verdict,
        suffices: verdictOf(words.join(". ")) === verdict,
        share: words.join("").length / review.text.length,
      };
    }),
  );
  const shareOf = (test: (one: (typeof cases)[number]) => boolean) =>
    cases.filter(test).length / cases.length;

  test("there are enough verdicts to tell", () => expect(cases.length).toBeGreaterThan(300));
  test("without it the verdict is another in at least 95 % of cases", () =>
    expect(shareOf(({ changes }) => changes)).toBeGreaterThanOrEqual(0.95));
  test("it alone gives the same verdict in at least 90 % of cases", () =>
    expect(shareOf(({ suffices }) => suffices)).toBeGreaterThanOrEqual(0.9));
  test("it is at most 30 % of the text on average", () =>
    expect(cases.reduce((sum, { share }) => sum + share, 0) / cases.length).toBeLessThanOrEqual(0.3));
});
