import { describe, expect, test } from "vitest";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { buildDocuments, buildManifest, toHashedPath } from "../../src/publish/documents.ts";
import { ReviewsDataset, JsonFeed } from "../../src/schema/datasets.ts";
import { Insights } from "../../src/schema/insights.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

const build = (site = buildSite([buildEntry(), buildEntry({ id: "r2", rating: 2, text: "" })])) =>
  new Map(buildDocuments(site, buildAnalysis(site), baseUrl).map((document) => [document.path, document]));
const bodyOf = (path: string, documents = build()) => documents.get(path)?.body() ?? "";
const parsed = (path: string): unknown => JSON.parse(bodyOf(path));

/** Name, path, type and a word of each; the last six are for crawlers, and the manifest leaves them out. */
const published = [
  ["reviews", "/reviews.json", "application/json", '"aggregate_rating"'],
  ["insights", "/insights.json", "application/json", '"aspects"'],
  ["feed", "/api/feed.json", "application/json", '"https://jsonfeed.org/version/1.1"'],
  ["feed", "/feed.xml", "application/atom+xml", "<feed"],
  ["reviews", "/reviews.csv", "text/csv", "id,date,"],
  ["reviews", "/reviews.ndjson", "application/x-ndjson", '{"id":"r2"'],
  ["openapi", "/.well-known/openapi.json", "application/json", '"openapi":"3.1.0"'],
  ...["reviews", "insights", "feed", "manifest"].map((name) => [
    `schema-${name}`,
    `/schemas/${name}.json`,
    "application/schema+json",
    `"$id":"https://reviews.test/schemas/${name}.json"`,
  ]),
  ["schema-search", "/schemas/search.json", "application/schema+json", '"title":"Search result'],
  ["schema-since", "/schemas/since.json", "application/schema+json", '"title":"Changes since a day'],
  ["server", "/server.json", "application/json", '"streamable-http"'],
  ["server-card", "/.well-known/mcp/server-card.json", "application/json", '"supportedProtocolVersions"'],
  ["ai-catalog", "/.well-known/ai-catalog.json", "application/json", '"application/mcp-server-card+json"'],
  ["llms", "/llms.txt", "text/plain; charset=utf-8", "# Green"],
  ["sitemap", "/sitemap.xml", "application/xml", "<urlset"],
  ["robots", "/robots.txt", "text/plain; charset=utf-8", "Sitemap: https://reviews.test/sitemap.xml"],
  ["security", "/.well-known/security.txt", "text/plain; charset=utf-8", "Expires: 2027-04-01T00:00:00Z"],
  ["api-catalog", "/.well-known/api-catalog", "application/linkset+json", '{"linkset":['],
] as const;

test("every document of the contract is published, with its name, type and text; the manifest has what programs keep", () => {
  const documents = [...build().values()];
  const kinds = documents.map(({ name, path, type }) => [name, path, type]);
  expect(kinds).toEqual(published.map((row) => row.slice(0, 3)));
  for (const [index, { body, path }] of documents.entries())
    expect(body(), path).toContain(published[index]?.[3]);
  const kept = documents.filter(({ inManifest }) => inManifest);
  expect(kept).toEqual(documents.slice(0, -6));
  expect(bodyOf("/.well-known/api-catalog")).toMatch(/\}\n$/);
});

test("of files alone nothing is published that only a sidecar answers", () => {
  const site = buildSite([]);
  const alone = buildDocuments(site, buildAnalysis(site), baseUrl, { hasSidecar: false });
  const missing = published.map(([, path]) => path).filter((path) => alone.every((one) => one.path !== path));
  expect(missing).toEqual([
    "/schemas/search.json",
    "/schemas/since.json",
    "/server.json",
    "/.well-known/mcp/server-card.json",
    "/.well-known/ai-catalog.json",
  ]);
  expect(alone.find(({ path }) => path === "/llms.txt")?.body()).not.toContain("/mcp");
  expect(buildManifest([], "v")).toEqual({ version: "v", api_version: "1.0.0", documents: [] });
  expect(buildManifest([], "v", false)).toMatchObject({ sidecar: "none" });
});

test("feeds have the owner's language and ids, and go on from the feed before; the summary counts as content", () => {
  const summary = { updated: "2026-12-01", body: { text: "", file: "", line: 1 } };
  const usual = buildSite([buildEntry()], { summary });
  const site = { ...usual, business: { ...usual.business, language: "de", feed_authority: "a.test/b" } };
  const id = "tag:a.test,2026:b/review/r1";
  const before = { id, title: "old", content_html: "old", date_published: "2026-05-14T12:00:00Z" };
  const all = buildDocuments(site, buildAnalysis(site), baseUrl, { previousFeed: { items: [before] } });
  const documents = new Map(all.map((one) => [one.path, one]));
  const feed = JsonFeed.parse(JSON.parse(bodyOf("/api/feed.json", documents)));
  expect(feed.language).toBe("de");
  expect(feed.items).toMatchObject([{ id, date_modified: "2026-05-14T12:00:01Z" }]);
  expect(bodyOf("/.well-known/security.txt", documents)).toContain("Expires: 2027-10-01");
});

test("a copy under its hash has the name, 16 digits and the ending of the document, and no two have one name", () => {
  const sha256 = "0123456789abcdef0123";
  expect(toHashedPath({ name: "feed", path: "/feed.xml" }, sha256)).toBe("/data/feed.0123456789abcdef.xml");
  expect(toHashedPath({ name: "a", path: "/a.b/c" }, sha256)).toBe("/data/a.0123456789abcdef");
  const paths = [...build().values()].map((document) => toHashedPath(document, sha256));
  expect(new Set(paths).size).toBe(paths.length);
});

describe("each dataset has its shape, and no key besides it", () => {
  const shapes = { "/reviews.json": ReviewsDataset, "/insights.json": Insights, "/api/feed.json": JsonFeed };
  for (const [path, shape] of Object.entries(shapes)) {
    test(path, () => expect(shape.parse(parsed(path))).toEqual(parsed(path)));
  }
});

describe("each published JSON Schema is valid, has its own address and accepts the document", () => {
  const schemas = ["reviews", "insights", "feed", "manifest", "search", "since"];
  const [reviews, insights, feed] = ["/reviews.json", "/insights.json", "/api/feed.json"];
  const documents: Record<string, string | undefined> = { reviews, insights, feed };
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
  const all = ["/reviews.json", "/api/feed.json", "/feed.xml", "/reviews.csv", "/reviews.ndjson"];
  test("one of the 50 newest", () => expect(edit(49)).toEqual(all));
  test("an older one", () => expect(edit(50)).toEqual(["/reviews.json", "/reviews.csv", "/reviews.ndjson"]));
});

test("a business without a review publishes everything all the same", () => {
  const documents = build(buildSite([]));
  const { aggregate_rating } = ReviewsDataset.parse(JSON.parse(bodyOf("/reviews.json", documents)));
  expect(aggregate_rating).toMatchObject({ rating_value: 0, review_count: 0 });
  expect(bodyOf("/feed.xml", documents)).toContain("<updated>2026-01-01T12:00:00.000Z</updated>");
  expect(bodyOf("/reviews.ndjson", documents)).toBe("");
});
