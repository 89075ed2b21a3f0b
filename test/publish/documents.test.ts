import { describe, expect, test } from "vitest";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { buildDocuments } from "../../src/publish/documents.ts";
import { ReviewsDataset, JsonFeed } from "../../src/schema/datasets.ts";
import { Insights } from "../../src/schema/insights.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

const build = (site = buildSite([buildEntry(), buildEntry({ id: "r2", rating: 2, text: "" })])) =>
  new Map(buildDocuments(site, buildAnalysis(site), baseUrl).map((document) => [document.path, document]));
const bodyOf = (path: string, documents = build()) => documents.get(path)?.body() ?? "";
const parsed = (path: string): unknown => JSON.parse(bodyOf(path));

test("every document of the contract is published, with its type", () => {
  expect(Object.fromEntries([...build()].map(([path, { type }]) => [path, type]))).toEqual({
    "/reviews.json": "application/json",
    "/insights.json": "application/json",
    "/api/feed.json": "application/json",
    "/feed.xml": "application/atom+xml",
    "/reviews.csv": "text/csv",
    "/reviews.ndjson": "application/x-ndjson",
    "/.well-known/openapi.json": "application/json",
    "/schemas/reviews.json": "application/schema+json",
    "/schemas/insights.json": "application/schema+json",
    "/schemas/feed.json": "application/schema+json",
    "/schemas/manifest.json": "application/schema+json",
    "/schemas/search.json": "application/schema+json",
    "/schemas/since.json": "application/schema+json",
    "/server.json": "application/json",
    "/.well-known/mcp/server-card.json": "application/json",
    "/llms.txt": "text/plain; charset=utf-8",
    "/sitemap.xml": "application/xml",
    "/robots.txt": "text/plain; charset=utf-8",
    "/.well-known/security.txt": "text/plain; charset=utf-8",
    "/.well-known/api-catalog": "application/linkset+json",
  });
});

test("the manifest lists what programs keep, not what crawlers look up", () => {
  const outside = [...build().values()].filter(({ inManifest }) => !inManifest).map(({ path }) => path);
  expect(outside).toEqual([
    "/llms.txt",
    "/sitemap.xml",
    "/robots.txt",
    "/.well-known/security.txt",
    "/.well-known/api-catalog",
  ]);
});

test("no two documents would get the same hashed name", () => {
  const names = [...build().values()].map(({ name, path }) => `${name}${/\.\w+$/.exec(path)?.[0] ?? ""}`);
  expect(new Set(names).size).toBe(names.length);
});

describe("each dataset has its shape, and no key besides it", () => {
  const shapes = { "/reviews.json": ReviewsDataset, "/insights.json": Insights, "/api/feed.json": JsonFeed };
  for (const [path, shape] of Object.entries(shapes)) {
    test(path, () => expect(shape.parse(parsed(path))).toEqual(parsed(path)));
  }
});

describe("each published JSON Schema is valid, has its own address and accepts the document", () => {
  const schemas = ["reviews", "insights", "feed", "manifest", "search", "since"];
  const documents: Record<string, string> = {
    reviews: "/reviews.json",
    insights: "/insights.json",
    feed: "/api/feed.json",
  };
  for (const name of schemas) {
    test(name, () => {
      const ajv = new Ajv2020({ strict: true, strictTuples: false, allErrors: true });
      addFormats.default(ajv);
      const schema = JSON.parse(bodyOf(`/schemas/${name}.json`)) as { $id: string; $schema: string };
      expect(schema.$id).toBe(`${baseUrl}/schemas/${name}.json`);
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      const validate = ajv.compile(schema);
      expect(validate({ reviews: 7 })).toBe(false);
      if (documents[name] === undefined) return;
      const document = parsed(documents[name]) as object;
      validate(document);
      expect(validate.errors).toBeNull();
      expect(validate({ ...document, added_later: 1 }), "a new field is no break").toBe(true);
    });
  }
});

/** The documents that differ after one review, older than so many others, was edited. */
const edit = (others: number) => {
  const newer = Array.from({ length: others }, (_, index) =>
    buildEntry({ id: `n${index}`, date: "2026-06-01" }),
  );
  const before = build(buildSite([...newer, buildEntry()]));
  const after = build(buildSite([...newer, buildEntry({ text: "Will came late." })]));
  return [...before.keys()].filter((path) => bodyOf(path, before) !== bodyOf(path, after));
};

describe("an edit of one review changes exactly the documents that show its text", () => {
  test("one of the 50 newest", () =>
    expect(edit(49)).toEqual([
      "/reviews.json",
      "/api/feed.json",
      "/feed.xml",
      "/reviews.csv",
      "/reviews.ndjson",
    ]));
  test("an older one", () => expect(edit(50)).toEqual(["/reviews.json", "/reviews.csv", "/reviews.ndjson"]));
});

test("a business without a review publishes everything all the same", () => {
  const documents = build(buildSite([]));
  expect(ReviewsDataset.parse(JSON.parse(bodyOf("/reviews.json", documents))).aggregate_rating).toMatchObject(
    {
      rating_value: 0,
      review_count: 0,
    },
  );
  expect(bodyOf("/feed.xml", documents)).toContain("<updated>2026-01-01T12:00:00.000Z</updated>");
  expect(bodyOf("/reviews.ndjson", documents)).toBe("");
});
