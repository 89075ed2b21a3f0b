import { encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../server/data/snapshot.ts";
import { SearchQuery } from "../../../src/schema/datasets.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { callTool, hello, issuesOf, post, request, searchReviews, versionOf } from "./messages.ts";
import { snapshotOf, startBuiltMcp, startMcp, startSmallMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();

const tools = async (url = mcp.url) => (await post(url, request("tools/list"))).body.result.tools;
const errorText = async (args: unknown) => {
  const { body } = await callTool(mcp.url, "search_reviews", args);
  expect(body.result.isError).toBe(true);
  return body.result.content[0].text as string;
};

describe("the surface", () => {
  test("is as agreed: tools with their arguments, resources, templates, and prompts with theirs", async () => {
    const list = async (name: string, kind = name) =>
      (await post(mcp.url, request(`${name}/list`))).body.result[kind];
    type Entry = {
      name: string;
      inputSchema?: { properties: object };
      arguments?: { name: string; required: boolean }[];
    };
    const named = (entries: Entry[]) =>
      entries.map(({ name, inputSchema, arguments: taken = [] }) => {
        const prompted = taken.map((one) => one.name + (one.required ? "" : "?"));
        return [name, ...Object.keys(inputSchema?.properties ?? {}), ...prompted].join(" ");
      });
    const parts = "aspects technicians services service_areas topics faq entities summary method".split(" ");
    expect(named(await list("tools"))).toEqual([
      "get_business",
      `search_reviews ${Object.keys(SearchQuery.shape).join(" ")}`,
    ]);
    expect((await list("resources")).map(({ uri }: { uri: string }) => uri)).toEqual([
      "business://profile",
      ...parts.map((part) => `insights://${part}`),
      "ui://open-reviews/reviews.html",
    ]);
    const templates = await list("resources/templates", "resourceTemplates");
    expect(templates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toEqual([
      "review://{id}",
      "insights://{part}",
      "insights://{part}/{id}",
    ]);
    expect(named(await list("prompts"))).toEqual([
      "answer_from_reviews question",
      "summarize_service service since?",
      "compare_technicians first second",
      "find_complaints about? since?",
      "draft_reply review_id",
      "report_period since until?",
    ]);
    const { serverInfo, instructions } = (await post(mcp.url, hello())).body.result;
    expect(serverInfo).toMatchObject({ name: "localhost/reviews", version: "1.0.0" });
    for (const words of ["get_business", "search_reviews", "insights://aspects", "cite the url", "untrusted"])
      expect(instructions).toContain(words);
  });

  test("every parameter and every tool is described, and nothing refers elsewhere", async () => {
    for (const tool of await tools()) {
      expect(tool.title).toBeTruthy();
      expect(tool.description.length).toBeGreaterThan(200);
      expect(tool.annotations).toMatchObject({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      for (const field of Object.values(tool.inputSchema.properties))
        expect((field as { description: string }).description).toBeTruthy();
      expect(JSON.stringify(tool)).not.toMatch(/\$(ref|defs)/);
      expect(tool).toMatchObject({ _meta: { ui: { resourceUri: "ui://open-reviews/reviews.html" } } });
    }
  });

  test("tools/list is within 4,000 tokens, a default search within 15,000", async () => {
    expect(encode((await post(mcp.url, request("tools/list"))).text).length).toBeLessThanOrEqual(4000);
    expect(encode((await callTool(mcp.url, "search_reviews", {})).text).length).toBeLessThanOrEqual(15_000);
    expect(encode((await callTool(mcp.url, "get_business")).text).length).toBeLessThanOrEqual(5000);
  });

  test.each([
    [25, "Cholmondeley 24"],
    [26, "Cholmondeley 24 and 1 more in get_business"],
    [500, "475 more in get_business"],
  ])("the longest names of %i technicians keep tools/list within its budget", async (length, last) => {
    const dataset = buildDataset([]);
    const technicians = Array.from({ length }, (_, index) => ({
      id: `technician-with-a-long-name-${index}`,
      name: `Maximiliane Featherstonehaugh-Cholmondeley ${index}`,
    }));
    const { url } = await startSmallMcp({ ...dataset, business: { ...dataset.business, technicians } });
    const { text } = await post(url, request("tools/list"));
    expect(text).toContain(`${last}"`);
    expect(encode(text).length).toBeLessThanOrEqual(4000);
  });
});

describe("get_business", () => {
  test("gives the business, the rating, the days, and all that filters", async () => {
    const { body } = await callTool(mcp.url, "get_business", {});
    const { structuredContent, content, _meta } = body.result;
    expect(structuredContent.business).toEqual(mcp.demo.dataset.business);
    expect(structuredContent.aggregate_rating).toEqual(mcp.demo.dataset.aggregate_rating);
    expect(structuredContent.date_range).toEqual({
      first: mcp.demo.reviews.at(mcp.demo.reviews.size - 1)?.date,
      last: mcp.demo.reviews.at(0)?.date,
    });
    expect(_meta).toEqual({
      dataset_version: mcp.demo.version,
      history: { size: expect.any(Number), root: expect.any(String) },
    });
    expect(_meta.history.size).toBeGreaterThanOrEqual(mcp.demo.reviews.size);
    for (const { name, review_count } of structuredContent.filters.technicians) {
      expect((await searchReviews(mcp.url, { mentions_technician: name })).total).toBe(review_count);
      expect(content[0].text).toContain(`${name} (${review_count})`);
    }
    for (const { id, review_count } of structuredContent.filters.services) {
      expect((await searchReviews(mcp.url, { mentions_service: id })).total).toBe(review_count);
      expect(content[0].text).toContain(`${id} = `);
    }
    const { body: places } = await post(
      mcp.url,
      request("resources/read", { uri: "insights://service_areas" }),
    );
    type Counted = { id: string; review_count: number };
    const counted = JSON.parse(places.result.contents[0].text).service_areas as Counted[];
    for (const { id, review_count } of structuredContent.filters.areas)
      expect(counted.find((area) => area.id === id)?.review_count ?? 0).toBe(review_count);
    const { distribution } = structuredContent.aggregate_rating;
    const stars = [5, 4, 3, 2, 1].map((star) => `${star}★ ${distribution[star]}`).join(", ");
    expect(content[0].text).toContain(`(${stars}), written`);
  });
});

test("schemas of results refuse no field that a later version adds, anywhere", async () => {
  for (const { inputSchema, outputSchema } of await tools()) {
    expect(inputSchema.additionalProperties).toBe(false);
    expect(JSON.stringify(outputSchema)).not.toContain("additionalProperties");
  }
});

describe("arguments", () => {
  test("null and empty text count as not given", async () => {
    const all = await searchReviews(mcp.url, {});
    const empty = { rating: null, since: null, query: "", mentions_service: null };
    expect(await searchReviews(mcp.url, empty)).toEqual(all);
    expect((await callTool(mcp.url, "search_reviews", null)).body.result.structuredContent).toEqual(all);
    const { body } = await post(mcp.url, request("tools/call", { name: "search_reviews" }));
    expect(body.result.structuredContent).toEqual(all);
  });

  test("numbers may come as plain text", async () => {
    expect(await searchReviews(mcp.url, { rating: "5", limit: "3", min_rating: "4.5" })).toEqual(
      await searchReviews(mcp.url, { rating: 5, limit: 3, min_rating: 4.5 }),
    );
    expect(await errorText({ rating: "five", limit: "0x10", min_rating: " 4" })).toMatchInlineSnapshot(`
      "search_reviews was not run: 3 arguments are not valid.
      - rating must be a whole number from 1 to 5, got five
      - min_rating must be a number from 1 to 5, such as 4 or 4.5, got " 4"; nearest: 4
      - limit must be a whole number from 1 to 100, got 0x10; nearest: 16
      Its arguments, all optional: rating, min_rating, since, until, query, mentions_technician, mentions_service, limit."
    `);
  });

  test("every issue is named at once, with what came, what may come and the nearest value", async () => {
    const text = await errorText({
      minrating: 4,
      rating: 9,
      since: "2026-02-30",
      until: "March",
      limit: 1000,
      query: "x".repeat(201),
      mentions_technician: 5,
    });
    expect(text).toMatchInlineSnapshot(`
      "search_reviews was not run: 7 arguments are not valid.
      - rating must be a whole number from 1 to 5, got 9; nearest: 5
      - since must be a real day, written YYYY-MM-DD, got 2026-02-30; nearest: 2026-02-28
      - until must be a real day, written YYYY-MM-DD, got March
      - query must be text of at most 200 characters, got xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…; nearest: a shorter text
      - mentions_technician must be text, got 5
      - limit must be a whole number from 1 to 100, got 1000; nearest: 100
      - unknown parameter minrating, did you mean min_rating?
      Its arguments, all optional: rating, min_rating, since, until, query, mentions_technician, mentions_service, limit."
    `);
  });

  test("faults are also there for programs", async () => {
    const { body } = await callTool(mcp.url, "search_reviews", { limit: 0, sinse: "2026-01-01" });
    expect(body.result.structuredContent).toBeUndefined();
    expect(issuesOf(body)).toMatchObject([
      { path: ["limit"], received: 0, nearest: 1 },
      { path: ["sinse"], received: "2026-01-01" },
    ]);
  });

  test("a day in another notation is answered with the right one", async () => {
    for (const [given, meant] of [
      ["2026/3/5", "2026-03-05"],
      ["2026-03", "2026-03-01"],
      ["2026-03-05T10:00:00Z", "2026-03-05"],
      ["2024-02-30", "2024-02-29"],
    ]) {
      expect(await errorText({ since: given })).toContain(`nearest: ${meant}`);
    }
  });

  test("a tool without arguments says so; an empty one is let pass", async () => {
    const { body } = await callTool(mcp.url, "get_business", { x: 1 });
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toMatch(/unknown parameter x; it takes none\nIt takes no arguments/);
    expect((await callTool(mcp.url, "get_business", { dummy: "" })).body.result.isError).toBeUndefined();
  });

  test.each(['"constructor": 1', '"toString": 1', '"minrating": null', '"minrating": ""'])(
    "%s is no argument",
    async (given) => {
      expect(await errorText(JSON.parse(`{${given}}`))).toContain(`unknown parameter ${given.split('"')[1]}`);
    },
  );
});

describe("results", () => {
  test("say how many more there are and how to see them", async () => {
    const { body } = await callTool(mcp.url, "search_reviews", { rating: 5, limit: 2 });
    const { total, reviews } = body.result.structuredContent;
    const { text } = body.result.content[0];
    expect(text).toContain(`${total} reviews match rating=5; the newest 2 are below`);
    expect(text).toContain(`${total - 2} more match`);
    expect(text).toContain(`until=${reviews[1].date}`);
    for (const { url } of reviews) expect(text).toContain(url);
  });

  test("never send the client back to the same page", async () => {
    const reviews = ["a", "b", "c"].map((id) => buildReview({ id, date: "2026-05-01" }));
    const busy = await startSmallMcp(buildDataset(reviews));
    const textOf = async (args: object) =>
      (await callTool(busy.url, "search_reviews", args)).body.result.content[0].text as string;
    const two = await textOf({ limit: 2 });
    expect(two).toContain("1 more matches: raise limit (now 2, up to 100), or narrow with rating");
    expect(two).not.toContain("until=");
    expect(await textOf({ limit: 1 })).toContain("(no filter was given); the newest is below");
    expect(await textOf({})).toContain("all are below");
  });

  test("of nothing are no error, and the text says what that means", async () => {
    const { body } = await callTool(mcp.url, "search_reviews", { query: "zeppelin" });
    expect(body.result.isError).toBeUndefined();
    expect(body.result.structuredContent).toMatchObject({ total: 0, count: 0, reviews: [] });
    expect(body.result.content[0].text).toContain('No review matches query="zeppelin"');
  });

  test("of an unknown technician or service name the nearest known", async () => {
    for (const args of [{ mentions_technician: "Rosa Delgada" }, { mentions_service: "aerating" }]) {
      const { body } = await callTool(mcp.url, "search_reviews", args);
      expect(body.result.structuredContent.total).toBe(0);
      for (const hint of body.result.structuredContent.hints)
        expect(body.result.content[0].text).toContain(hint);
    }
  });

  test("carry the version of the dataset, and change with it", async () => {
    const versions = [buildReview({ id: "one" }), buildReview({ id: "two" })].map((review) =>
      snapshotOf(buildDataset([review])),
    );
    let current = versions[0] as Snapshot;
    const moving = await startMcp(() => current);
    const ask = async () => (await callTool(moving.url, "search_reviews", {})).body.result;
    expect(versionOf(await ask())).toBe(versions[0]?.version);
    expect((await ask()).structuredContent.reviews[0].id).toBe("one");
    current = versions[1] as Snapshot;
    expect(versionOf(await ask())).toBe(versions[1]?.version);
    expect((await ask()).structuredContent.reviews[0].id).toBe("two");
    await moving.close();
  });
});
