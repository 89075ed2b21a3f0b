import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { buildOpenApi } from "../../src/publish/openapi.ts";
import { analyse } from "../../src/insights/analyse.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { Insights } from "../../src/schema/insights.ts";
import { SearchQuery } from "../../src/schema/datasets.ts";
import { buildSamples } from "../../src/publish/samples.ts";
import type { Review } from "../../src/schema/review.ts";
import type { Site } from "../../src/schema/site.ts";
import { search } from "../../server/search/search.ts";
import { toSnapshot } from "../server/dataset.ts";
import { aspect } from "../insights/lawn-site.ts";
import { baseUrl, buildEntry, buildSite } from "./fixture.ts";

type Json = Record<string, unknown>;
interface MediaType {
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description: string; schema: object; example: unknown }[];
  responses: Record<string, { content?: Record<string, MediaType>; headers?: Json; $ref?: string }>;
}
interface OpenApi {
  openapi: string;
  info: Json;
  servers: Json[];
  paths: Record<string, { get: Operation }>;
  webhooks: Record<string, { post: Operation & { requestBody: { content: Record<string, MediaType> } } }>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { content?: Record<string, MediaType> }>;
  };
}

const describeSite = (site: Site) => {
  const analysis = analyse(site);
  const dataset = buildReviewsDataset(site, analysis, baseUrl);
  const text = JSON.stringify(buildOpenApi(site, dataset, baseUrl));
  return { dataset, text, openApi: JSON.parse(text) as OpenApi };
};
const punctuality = aspect("punctuality", ["on time"], { name: "Punctuality", description: "On time." });
const removed = [{ id: "gone", removed_at: "2026-07-01" }];
const entries = [
  buildEntry({ id: "r0", date: "2026-06-01", text: "Fine." }),
  buildEntry({ id: "r1", text: "Grant Hill came on time for the mowing.", rating: 4 }),
  buildEntry({ id: "r2", date: "2025-01-01", text: "Late." }),
];
const { dataset, text, openApi } = describeSite(buildSite(entries, { aspects: [punctuality], removed }));

/** The document's own schemas decide, found by their place in it. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "https://document.test/", components: openApi.components });
const issues = (schema: object, value: unknown) => {
  const absolute = JSON.stringify(schema).replaceAll('"#/components', '"https://document.test/#/components');
  const validate = ajv.compile(JSON.parse(absolute) as object);
  return validate(value) ? [] : validate.errors;
};

test("it passes every recommended rule of Redocly, warnings included", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const said = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(said).toEqual([]);
});

const answersOf = ({ paths, components, webhooks }: OpenApi) => [
  ...Object.values(paths).flatMap(({ get }) => Object.values(get.responses)),
  ...Object.values(components.responses),
  ...Object.values(webhooks).map(({ post }) => post.requestBody),
];
const exampleOf = (path: string, document = openApi) =>
  document.paths[path]?.get.responses["200"]?.content?.["application/json"]?.example;
const filtersOf = (document: OpenApi) => {
  const parameters = document.paths["/api/reviews/search"]?.get.parameters ?? [];
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
};

const empty = describeSite(
  buildSite([], { technicians: [], services: [], areas: [], aspects: [], faq: [], removed: [] }),
);

test.each([
  ["a business with reviews", openApi],
  ["a business that has nothing yet", empty.openApi],
])("every answer has an example, and every example is what its schema says: %s", (_, document) => {
  const media = answersOf(document).flatMap(({ content = {} }) => Object.entries(content));
  const json = media.filter(([type]) => type.endsWith("json"));
  expect(json.length).toBe(11);
  for (const [, { schema, example }] of json) {
    expect(example).toBeDefined();
    expect(issues(schema, example), JSON.stringify(example)).toEqual([]);
  }
});

test("every example's quote is cut from the review it names", () => {
  const reviews = exampleOf("/reviews.json") as { reviews: { id: string; text: string }[] };
  const quotes = JSON.stringify(exampleOf("/insights.json")).matchAll(
    /"review_id":"([^"]+)"[^}]*?"quote":"([^"]+)","start":(\d+),"end":(\d+)/g,
  );
  let checked = 0;
  for (const [, id, quote, start, end] of quotes) {
    const review = reviews.reviews.find((candidate) => candidate.id === id);
    expect(review?.text.slice(Number(start), Number(end))).toBe(quote);
    checked += 1;
  }
  expect(checked).toBeGreaterThanOrEqual(3);
});

test("search has exactly its parameters, each described, with an example that is valid", () => {
  const parameters = openApi.paths["/api/reviews/search"]?.get.parameters ?? [];
  expect(parameters.map(({ name }) => name)).toEqual(Object.keys(SearchQuery.shape));
  for (const parameter of parameters) {
    expect(parameter.in).toBe("query");
    expect(parameter.description).not.toBe("");
    expect(issues(parameter.schema, parameter.example), parameter.name).toEqual([]);
  }
  const limit = parameters.find(({ name }) => name === "limit")?.schema;
  expect(limit).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 20 });
});

test("the examples taken together find the review of the examples, in the data they ship with", () => {
  const filters = SearchQuery.parse(filtersOf(openApi));
  expect(filters).toMatchObject({ mentions_technician: "Grant Hill", mentions_service: "mowing" });
  const { reviews } = search(toSnapshot(dataset), filters);
  expect(reviews.map(({ id }) => id)).toEqual(["r1"]);
  expect(exampleOf("/reviews.json")).toMatchObject({ reviews });
  expect(exampleOf("/api/reviews/search")).toMatchObject({ total: 1, reviews });
  expect(exampleOf("/api/reviews/since/{date}")).toMatchObject({ reviews, removed });
});

test("the names to try out exist here, before the first review too, and none is made up", () => {
  const names = { mentions_technician: "Grant Hill", mentions_service: "mowing" };
  expect(filtersOf(describeSite(buildSite([])).openApi)).toMatchObject(names);
  expect(filtersOf(empty.openApi)).not.toHaveProperty("mentions_technician", expect.anything());
  for (const document of [text, empty.text])
    expect(document).not.toMatch(/Example Lawn|Exampleton|Crew lead|Will Turner/);
});

test("no schema refuses a field that a later version may add", () => {
  expect(text).not.toContain('"additionalProperties":false');
});

const none = { technicians: [], services: [], areas: [] };
const one = [{ id: "a", name: "A" }];
const long = "x".repeat(499);
const samplesOf = (reviews: Partial<Review>[]) => {
  const all = reviews.map((review, index) => ({ ...plainReview, id: `r${index}`, ...review }));
  return buildSamples(buildSite([]), { ...dataset, reviews: all }, baseUrl);
};
const [, plainSource] = dataset.reviews;
const plainReview: Review = { ...(plainSource as Review), text: "Fine.", mentions: none };

const [place, technician, service] = [{ areas: one }, { technicians: one }, { services: one }].map(
  (mention): Partial<Review> => ({ mentions: { ...none, ...mention } }),
);
const title: Partial<Review> = { title: "A" };
const reply: Partial<Review> = { reply: { date: "2026-06-02", text: "B" } };
const most: Partial<Review> = { ...title, ...reply, text: long };

test.each<[what: string, poorer: Partial<Review>, richer: Partial<Review> | undefined]>([
  ["a technician beside all else", { ...most, mentions: { ...none, services: one, areas: one } }, technician],
  ["a service beside what is no filter", { ...most, ...place }, service],
  ["a text of some length", { text: "x".repeat(20) }, { text: "x".repeat(21) }],
  ["a text that is not too long", { text: `${long}x` }, { text: long }],
  ["a reply beside a title", { ...title, ...place }, reply],
  ["a title beside a place", { ...place }, title],
  ["a place beside nothing", {}, place],
])("the examples are of a review with %s", (_, poorer, richer) => {
  const both = [poorer, { ...richer, id: "richer" }];
  const shown = (reviews: Partial<Review>[]) => samplesOf(reviews).results["searchReviews"];
  for (const reviews of [both, both.toReversed()])
    expect(shown(reviews)).toMatchObject({ reviews: [{ id: "richer" }] });
  expect(shown([richer ?? {}, richer ?? {}])).toMatchObject({ reviews: [{ id: "r0" }] });
});

const year = { since: "2024-01-01", until: "2024-12-31" };
test.each<[review: Partial<Review>, filters: object]>([
  [
    { rating: 1, text: "They were, in May, so so" },
    { rating: 1, min_rating: 1, query: "They were" },
  ],
  [
    { rating: 3, text: "A. Very." },
    { rating: 3, min_rating: 2, query: "Very" },
  ],
  [
    { rating: 3, text: "", mentions: { ...none, technicians: one, services: [{ id: "b", name: "B" }] } },
    { rating: 3, min_rating: 2, mentions_technician: "A", mentions_service: "b" },
  ],
])("the filters of the examples find their review: %j", (review, found) => {
  const filters = { ...year, ...found };
  const samples = samplesOf([{ date: "2024-07-01", ...review }]);
  expect(samples.filters).toEqual({ ...filters, limit: 20 });
  expect(samples.results["searchReviews"]).toMatchObject({ total: 1, count: 1, limit: 20, filters });
});

test("the filters of the examples of a business without a review are what may be asked", () => {
  const { filters, results } = samplesOf([]);
  const names = { mentions_technician: "Grant Hill", mentions_service: "mowing" };
  const wide = { rating: 5, min_rating: 4, since: "2026-01-01", until: "2026-12-31", ...names };
  expect(filters).toEqual({ ...wide, limit: 20 });
  expect(results["searchReviews"]).toMatchObject({ total: 0, count: 0, limit: 20, filters: wide });
});

test.each([
  [openApi, "One review gives 4 of 5 stars.", 1],
  [empty.openApi, "There is no review yet.", 0],
])("the insights of the examples say what their review alone says: %#", (document, said, count) => {
  const insights = Insights.parse(exampleOf("/insights.json", document));
  const { aspects, entities, topics, faq, summary, method } = insights;
  const found = [...aspects, ...entities.technicians, ...entities.services, ...topics];
  expect(found).toHaveLength(4 * count);
  for (const { review_count } of found) expect(review_count).toBe(1);
  expect(entities.service_areas).toEqual([]);
  for (const { answer } of faq) expect(answer).toBe(said);
  expect(summary.text).toBe(said);
  expect(method.verdict_origins).toEqual({ reader: count, person: 0, model: 0 });
});
