import { words } from "../words.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { Insights } from "../../../src/schema/insights.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { post, request } from "./messages.ts";
import { noInsights, startBuiltMcp, startSmallMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();
let insights: Insights;
beforeAll(() => {
  insights = Insights.parse(JSON.parse(String(mcp.demo.documents.get("/insights.json")?.body)));
});

const read = async (uri: string, url = mcp.url) => {
  const { body } = await post(url, request("resources/read", { uri }));
  expect(body.error).toBeUndefined();
  return JSON.parse(body.result.contents[0].text);
};
const readError = async (uri: string, url = mcp.url) =>
  (await post(url, request("resources/read", { uri }))).body.error;

test("a review is the one of the published file, with its permalink", async () => {
  for (const place of [0, 1, mcp.demo.reviews.size - 1]) {
    const review = mcp.demo.reviews.at(place);
    expect(await read(`review://${review?.id}`)).toEqual(review);
  }
});

test("whatever holds customers' words says that they are untrusted", async () => {
  for (const part of ["aspects", "technicians", "services", "service_areas", "topics", "entities"])
    expect((await read(`insights://${part}`)).note).toContain("untrusted");
  const uri = `review://${mcp.demo.reviews.at(0)?.id}`;
  const { body } = await post(mcp.url, request("resources/read", { uri }));
  const [{ _meta: about }] = body.result.contents;
  expect(about.note).toContain("untrusted");
});

test("the profile is what get_business answers", async () => {
  const { body } = await post(mcp.url, request("tools/call", { name: "get_business" }));
  expect(await read("business://profile")).toEqual(body.result.structuredContent);
});

describe("insights", () => {
  test("lists have the published figures and some quotes of praise and complaint, each with a permalink", async () => {
    const { aspects } = await read("insights://aspects");
    expect(aspects.map(({ id }: { id: string }) => id)).toEqual(insights.aspects.map(({ id }) => id));
    for (const [index, { evidence, evidence_count, resource, ...figures }] of aspects.entries()) {
      const { evidence: all, ...published } = insights.aspects[index] as Insights["aspects"][number];
      expect(figures).toEqual(published);
      expect(evidence_count).toBe(all.length);
      for (const { url, ...quote } of evidence) {
        expect(all).toContainEqual(quote);
        expect(url).toBe(mcp.demo.reviews.get(quote.review_id)?.url);
      }
      expect((await read(resource)).evidence).toHaveLength(evidence_count);
    }
  });

  test("items have every quote, word for word in the review that its link shows", async () => {
    const { aspects, entities } = insights;
    const parts = { technicians: entities.technicians, services: entities.services, aspects };
    for (const [part, items] of Object.entries(parts)) {
      for (const { id, evidence } of items) {
        const item = await read(`insights://${part}/${id}`);
        expect(item.evidence).toHaveLength(evidence.length);
        for (const { review_id, quote, start, end, url } of item.evidence) {
          const review = mcp.demo.reviews.get(review_id);
          expect(review?.text.slice(start, end)).toBe(quote);
          expect(url).toBe(review?.url);
        }
      }
    }
  });
});

describe("what does not exist", () => {
  test.each([
    ...words(`review://never review:// review://../secret insights://nothing insights://aspects/nothing
      insights://summary/x insights://aspects/a/b insights://constructor insights://aspects/
      business://other file:///etc/passwd https://example.com/ x`),
    "",
  ])("%j is -32602 with the uri and what there is", async (uri) => {
    const error = await readError(uri);
    expect(error).toMatchObject({ code: -32_602, data: { uri } });
    expect(error.message).toMatch(/There is no/);
  });

  test("a withdrawn review is said to be withdrawn", async () => {
    const removed = ["gone", "went"].map((id, at) => ({ id, removed_at: `2026-02-0${3 + at}` }));
    const { url } = await startSmallMcp(buildDataset([], removed));
    for (const { id, removed_at } of removed)
      expect((await readError(`review://${id}`, url)).message).toContain(`withdrawn on ${removed_at}`);
    expect((await readError("insights://gone", url)).message).toContain("There is no insights://gone");
  });
});

test("lists show three sure quotes and three reviews of each kind, items all, and each links its review", async () => {
  const ids = ["doubtful", "r1", "r2", "r3", "r4"];
  const reviews = ids.map((id) => buildReview({ id, text: "They leave gates closed." }));
  const quote = { quote: "gates closed", start: 11, end: 23, origin: "reader" as const };
  const polarities = ["positive", "negative", "mixed", "neutral", "unsure"] as const;
  const sure = (review_id: string) => ({ review_id, confidence: review_id === "doubtful" ? 0.8 : 0.95 });
  const evidence = ids.flatMap((id) => polarities.map((polarity) => ({ ...quote, ...sure(id), polarity })));
  const figures = { review_count: 4, positive: 4, negative: 4, mixed: 4, neutral: 4, unsure: 4 };
  const example = { review_id: "r2", quote: "gates closed", start: 11, end: 23 };
  const shares = { review_count: 4, share: 1, average_rating: 5 };
  const { url } = await startSmallMcp(buildDataset(reviews), {
    ...noInsights,
    aspects: [{ id: "gates", name: "Gates", description: "", ...figures, trend: [], evidence }],
    topics: [
      { id: "gates", label: "Gates", kind: "phrase", ...shares, review_ids: ids, examples: [example] },
    ],
    faq: [{ id: "gates", question: "Closed?", answer: "Yes.", answer_html: "<p>Yes.</p>", review_ids: ids }],
  });
  const linked = (chosen: string[]) =>
    chosen.map((id) => ({ id, url: reviews.find((one) => one.id === id)?.url }));
  const cited = evidence.map((one) => ({ ...one, url: linked([one.review_id])[0]?.url }));
  const shown = cited.filter(
    ({ polarity, review_id }) =>
      ["r1", "r2", "r3"].includes(review_id) && !["neutral", "unsure"].includes(polarity),
  );
  const [aspect] = (await read("insights://aspects", url)).aspects;
  expect(aspect).toMatchObject({ evidence: shown, evidence_count: 25 });
  expect(aspect.evidence).toHaveLength(9);
  expect((await read("insights://aspects/gates", url)).evidence).toEqual(cited);
  const examples = [{ ...example, url: linked(["r2"])[0]?.url }];
  expect((await read("insights://topics", url)).topics).toMatchObject([{ id: "gates", examples }]);
  expect(await read("insights://topics/gates", url)).toMatchObject({ examples, reviews: linked(ids) });
  expect((await read("insights://faq", url)).faq).toMatchObject([
    { answer: "Yes.", review_count: 5, reviews: linked(ids.slice(0, 3)) },
  ]);
  expect((await read("insights://faq/gates", url)).reviews).toEqual(linked(ids));
});
