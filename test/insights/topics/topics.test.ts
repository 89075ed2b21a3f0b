import { expect, test } from "vitest";
import { loadSite } from "../../../src/content/load-site.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import type { Site } from "../../../src/schema/site.ts";
import { review, withReviews } from "../lawn-site.ts";
import { demonstration } from "../../demonstration.ts";

const topicsOf = (site: Site) => analyse(site).insights.topics;
const phrases = (site: Site) => topicsOf(site).filter(({ kind }) => kind === "phrase");
const many = (text: string, count: number, author = (index: number) => `Author${index} Z.`) =>
  Array.from({ length: count }, (_, index) => review(text, { id: `p${index}`, author: author(index) }));

test("aspects and services come first, then phrases, each with its members", () => {
  const site = withReviews([...many("The price was fair. They aerated it. The gift card was sweet.", 8)]);
  const topics = topicsOf(site);
  expect(topics.map(({ kind }) => kind)).toEqual(["aspect", "service", "phrase"]);
  for (const topic of topics) expect(topic).toMatchObject({ review_count: 8, share: 1, average_rating: 5 });
  expect(topics[2]).toMatchObject({ label: "Gift card", review_ids: site.reviews.map(({ id }) => id) });
  expect(topics[1]!.examples[0]).toMatchObject({ quote: "They aerated it.", review_id: "p0" });
  expect(topics[2]!.examples[0]).toMatchObject({ quote: "gift card", review_id: "p0" });
});

test("a phrase needs three authors, however often one repeats it", () => {
  expect(
    phrases(withReviews(many("The gift card was sweet.", 9, (index) => (index % 2 ? "Ann B." : "Cal D.")))),
  ).toEqual([]);
});

test("a phrase that most resamples lose is no topic", () => {
  const filler = many("Lovely people.", 30).map((one, index) => ({ ...one, id: `f${index}` }));
  expect(phrases(withReviews([...many("The gift card was sweet.", 3), ...filler]))).toEqual([]);
});

test("a single word is a topic only if it is of the trade", () => {
  const list = many("The couple saw the gate. The gate was there, the couple was there.", 9);
  const aspects = [
    {
      id: "care",
      name: "Care",
      description: "Gates and beds.",
      triggers: ["gate"],
      positive: [],
      negative: [],
      ignore: [],
    },
  ];
  const labels = phrases(withReviews(list, { aspects })).map(({ label }) => label);
  expect(labels).toContain("Gate");
  expect(labels).not.toContain("Couple");
});

test("names are no topics", () => {
  const labels = phrases(withReviews(many("Harrow Glen folks know Barney and the Buckeyes.", 9))).map(
    ({ label }) => label,
  );
  for (const name of ["Harrow", "Glen", "Barney", "Buckeyes"])
    expect(labels.join(" ")).not.toMatch(new RegExp(name, "i"));
});

test("at least 70 % of the demonstration's sentences belong to a topic; the rest is said", async () => {
  const { other_share } = analyse(await loadSite(demonstration, { today: "9999-12-31" })).insights.method;
  expect(other_share).toBeGreaterThan(0);
  expect(other_share).toBeLessThanOrEqual(0.3);
});
