import { expect, test } from "vitest";
import { loadSite } from "../../../src/content/load-site.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import type { Site } from "../../../src/schema/site.ts";
import { aspect, lawnSite, review, withReviews } from "../lawn-site.ts";
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
  expect(topics[2]!.examples[0]).toMatchObject({ quote: "The gift card was sweet.", review_id: "p0" });
});

test("a phrase needs five authors, however often they repeat it", () => {
  const by = (authors: number) =>
    phrases(withReviews(many("The gift card was sweet.", 9, (index) => `Author${index % authors} Z.`)));
  expect(by(4)).toEqual([]);
  expect(by(5)).toMatchObject([{ label: "Gift card", review_count: 9 }]);
});

test("a word that every trade's customers use is no topic", () => {
  const list = many("The couple saw the gate. The gate was there, the couple was there.", 9);
  const aspects = [aspect("care", ["gate"], { description: "Gates and beds." })];
  const labels = phrases(withReviews(list, { aspects })).map(({ label }) => label);
  expect(labels).toContain("Gate");
  expect(labels).not.toContain("Couple");
});

/** The labels of the phrases in reviews of which each says one of the texts, nine times over. */
const labelsOf = (texts: readonly string[], site: Partial<Site> = {}) =>
  phrases(
    withReviews(
      [...texts, "Nothing to add.", "Hello."].flatMap((text, index) =>
        many(text, 9).map((one) => ({ ...one, id: `${index}-${one.id}`, author: `A${index}${one.author}` })),
      ),
      site,
    ),
  ).map(({ label }) => label);

test("a thing of which this business's customers speak is a topic, though no list of the owner has it", () => {
  const labels = labelsOf([
    "We had the gumbo. My friend paid on her phone.",
    "That gumbo is rich. The first day we sat outside.",
  ]);
  expect(labels).toEqual(["Gumbo"]);
});

test("what is said of a thing, and what is done, is no topic; the whole name of the thing is", () => {
  const labels = labelsOf([
    "They have a raw bar. The oysters were raw. We kept returning for the raw bar.",
    "I wanted to linger. They linger too. Thanks for returning my deposit.",
  ]);
  expect(labels).toContain("Raw bar");
  for (const no of ["Raw", "Linger", "Returning"]) expect(labels).not.toContain(no);
});

test("one thing in the plural, or cut short, is one topic, with its whole name", () => {
  const labels = labelsOf([
    "I love my pedi. The stripe was straight.",
    "The pedicure lasted. My stripes were crooked.",
    "Another pedi for me. Our stripes faded.",
  ]);
  expect(labels.filter((label) => /pedi/i.test(label))).toEqual(["Pedicure"]);
  expect(labels.filter((label) => /stripe/i.test(label))).toHaveLength(1);
});

test("two things that always go together are one topic", () => {
  const labels = labelsOf(["We shared the shrimp and grits.", "Get the shrimp & grits."]);
  expect(labels).toEqual(["Shrimp and grits"]);
});

test("who works there, who came along, and what kind of shop it is are no topics", () => {
  const texts = ["Our waitress smiled at my husband.", "This salon is lovely.", "The owner called."];
  expect(labelsOf(texts)).toEqual([]);
});

test("a topic is no second name for an aspect, a service or the trade", () => {
  const aspects = lawnSite.aspects.map((aspect, at) => (at === 0 ? { ...aspect, name: "Waiting" } : aspect));
  const texts = ["The wait was short. The mow was even.", "A long wait, a clean mow."];
  const labels = labelsOf(texts, { aspects });
  for (const no of ["Wait", "Mow"]) expect(labels).not.toContain(no);
});

const giftCard = (reviews: ReturnType<typeof many>) =>
  phrases(withReviews(reviews)).find(({ label }) => label === "Gift card")!;

test("a phrase is quoted with its sentence, or with its clause where the sentence is long", () => {
  const tail =
    "and then we went on and on about the weather, the neighbors and whatever else came to mind that day";
  const long = many(`My aunt got a gift card from them, ${tail}, ${tail}.`, 4);
  const others = long.map((one) => ({ ...one, id: `long-${one.id}`, author: `L${one.author}` }));
  const { examples } = giftCard([...many("The gift card was sweet.", 4), ...others]);
  for (const { quote } of examples)
    expect(["The gift card was sweet.", "My aunt got a gift card from them"]).toContain(quote);
});

test("of a topic's quotes, those that say something of it come first", () => {
  const plain = many("There was a gift card on the table in the front hall when we all left.", 5);
  const text = "The gift card that came with it was wonderful, and we used it at once.";
  const outspoken = review(text, { id: "outspoken", author: "Wren O.", date: "2020-01-01" });
  const { examples } = giftCard([...plain, outspoken]);
  expect(examples[0]?.review_id).toBe("outspoken");
});

test("a word that only describes is no topic where a comma parts it from its thing", () => {
  const labels = labelsOf(["It is a small, friendly crew.", "They have a small, tidy trailer."]);
  expect(labels).not.toContain("Small");
});

test("words of time beside a figure are no topics", () => {
  expect(labelsOf(["We came two years ago.", "A month ago it broke."])).toEqual([]);
});

test("names are no topics", () => {
  const site = withReviews(many("Harrow Glen folks know Barney and the Buckeyes.", 9));
  expect(JSON.stringify(phrases(site).map(({ label }) => label))).not.toMatch(/harrow|glen|barney|buckeyes/i);
});

test("at least 70 % of the demonstration's sentences belong to a topic; the rest is said", async () => {
  const { other_share } = analyse(await loadSite(demonstration, { today: "9999-12-31" })).insights.method;
  expect(other_share).toBeGreaterThan(0);
  expect(other_share).toBeLessThanOrEqual(0.3);
});

test("what more than three of five reviews name sets none apart, where there are twenty", () => {
  const site = (naming: number, others: number) =>
    withReviews([
      ...many("The gumbo was there.", naming),
      ...Array.from({ length: others }, (_, at) => review("Fine day.", { id: `y${at}`, author: `Y${at}` })),
    ]);
  const gumbo = (naming: number, others: number) => phrases(site(naming, others)).map(({ label }) => label);
  expect(gumbo(12, 8)).toEqual(["Gumbo"]);
  expect(gumbo(13, 7)).toEqual([]);
  expect(gumbo(13, 6)).toEqual(["Gumbo"]);
});

test("a short name in capitals keeps them, and a word that means its thing in one phrase alone is that phrase", () => {
  expect(labelsOf(["The GPS was on.", "A GPS beeped."])).toEqual(["GPS"]);
  expect(labelsOf(["I had the bread pudding. The bread pudding is rich."])).toEqual(["Bread pudding"]);
});

test("an aspect and a service of one id are two topics, each with a quote a review and three in all", () => {
  const site = withReviews(
    many("They mowed the lawn. They mowed the lawn again. The price hurt. We moved.", 4),
    { aspects: [{ ...lawnSite.aspects[1]!, id: "mowing" }] },
  );
  const { topics, method } = analyse(site).insights;
  expect(topics.map(({ id, kind, review_count }) => [id, kind, review_count])).toEqual([
    ["mowing", "aspect", 4],
    ["service-mowing", "service", 4],
  ]);
  for (const { examples } of topics) expect(new Set(examples.map(({ review_id }) => review_id)).size).toBe(3);
  expect(method.other_share).toBe(0.25);
});

test("topics stand by how many reviews they have, of equals by id", () => {
  const texts = ["The cost hurt. They came late.", "They came late."];
  const site = withReviews(texts.map((text, at) => review(text, { id: `r${at}` })));
  expect(topicsOf(site).map(({ id }) => id)).toEqual(["punctuality", "price"]);
  const one = { ...site, reviews: site.reviews.slice(0, 1) };
  expect(topicsOf(one).map(({ id }) => id)).toEqual(["price", "punctuality"]);
});
