import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Snapshot } from "../../../server/data/snapshot.ts";
import { Insights } from "../../../src/schema/insights.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { post, request } from "./messages.ts";
import { loadSnapshot, noInsights, type RunningMcp, snapshotOf, startMcp } from "./running-mcp.ts";

let demo: Snapshot;
let insights: Insights;
let mcp: RunningMcp;
beforeAll(async () => {
  demo = await loadSnapshot(inject("dist"));
  insights = Insights.parse(JSON.parse(demo.documents.get("/insights.json")?.body.toString() ?? ""));
  mcp = await startMcp(demo);
});
afterAll(async () => {
  expect(mcp.errors).toEqual([]);
  await mcp.close();
});

const read = async (uri: string, url = mcp.url) => {
  const { body } = await post(url, request("resources/read", { uri }));
  expect(body.error).toBeUndefined();
  return JSON.parse(body.result.contents[0].text);
};
const readError = async (uri: string, url = mcp.url) =>
  (await post(url, request("resources/read", { uri }))).body.error;

test("a review is the one of the published file, with its permalink", async () => {
  for (const place of [0, 1, demo.reviews.size - 1]) {
    const review = demo.reviews.at(place);
    expect(await read(`review://${review?.id}`)).toEqual(review);
  }
});

test("whatever holds customers' words says that they are untrusted", async () => {
  for (const part of ["aspects", "technicians", "services", "service_areas", "topics", "entities"])
    expect((await read(`insights://${part}`)).note).toContain("untrusted");
  const { body } = await post(
    mcp.url,
    request("resources/read", { uri: `review://${demo.reviews.at(0)?.id}` }),
  );
  const [{ _meta: about }] = body.result.contents;
  expect(about.note).toContain("untrusted");
});

test("the profile is what get_business answers", async () => {
  const { body } = await post(mcp.url, request("tools/call", { name: "get_business" }));
  expect(await read("business://profile")).toEqual(body.result.structuredContent);
});

test("every part of the published insights can be read", async () => {
  for (const part of [...Object.keys(Insights.shape), ...Object.keys(insights.entities)]) {
    expect(Object.keys(await read(`insights://${part}`))).not.toHaveLength(0);
  }
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
        expect(url).toBe(demo.reviews.get(quote.review_id)?.url);
      }
      expect((await read(resource)).evidence).toHaveLength(evidence_count);
    }
  });

  test("items have every quote, word for word in the review that its link shows", async () => {
    const parts = {
      technicians: insights.entities.technicians,
      services: insights.entities.services,
      aspects: insights.aspects,
    };
    for (const [part, items] of Object.entries(parts)) {
      for (const { id, evidence } of items) {
        const item = await read(`insights://${part}/${id}`);
        expect(item.evidence).toHaveLength(evidence.length);
        for (const { review_id, quote, start, end, url } of item.evidence) {
          const review = demo.reviews.get(review_id);
          expect(review?.text.slice(start, end)).toBe(quote);
          expect(url).toBe(review?.url);
        }
      }
    }
  });
});

describe("what does not exist", () => {
  test.each([
    "review://never",
    "review://",
    "review://../secret",
    "insights://nothing",
    "insights://aspects/nothing",
    "insights://summary/x",
    "insights://aspects/a/b",
    "insights://constructor",
    "insights://aspects/",
    "business://other",
    "file:///etc/passwd",
    "https://example.com/",
    "x",
    "",
  ])("%j is -32602 with the uri and what there is", async (uri) => {
    const error = await readError(uri);
    expect(error).toMatchObject({ code: -32_602, data: { uri } });
    expect(error.message).toMatch(/There is no/);
  });

  test("a withdrawn review is said to be withdrawn", async () => {
    const gone = await startMcp(snapshotOf(buildDataset([], [{ id: "gone", removed_at: "2026-02-03" }])));
    expect((await readError("review://gone", gone.url)).message).toContain("withdrawn on 2026-02-03");
    await gone.close();
  });
});

describe("topics and FAQ", () => {
  const review = buildReview({ id: "one", text: "They leave gates closed." });
  const quote = { review_id: "one", quote: "gates closed", start: 11, end: 23 };
  const rich: Insights = {
    ...noInsights,
    topics: [
      {
        id: "gates",
        label: "Gates",
        kind: "phrase",
        review_count: 1,
        share: 1,
        average_rating: 5,
        review_ids: ["one"],
        examples: [quote],
      },
    ],
    faq: [
      {
        id: "gates",
        question: "Do you close gates?",
        answer: "Yes.",
        answer_html: "<p>Yes.</p>",
        review_ids: ["one"],
      },
    ],
  };

  test("link the reviews they rest on", async () => {
    const small = await startMcp(snapshotOf(buildDataset([review]), rich));
    const { url } = review;
    expect((await read("insights://topics", small.url)).topics).toMatchObject([
      { id: "gates", examples: [{ ...quote, url }] },
    ]);
    expect(await read("insights://topics/gates", small.url)).toMatchObject({ reviews: [{ id: "one", url }] });
    expect(await read("insights://faq/gates", small.url)).toMatchObject({
      answer: "Yes.",
      reviews: [{ id: "one", url }],
    });
    await small.close();
  });
});
