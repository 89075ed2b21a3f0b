import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { buildOpenApi } from "../../src/publish/openapi.ts";
import { buildBusiness } from "../../src/publish/reviews.ts";
import { sampleQuery } from "../../src/publish/samples.ts";
import { baseUrl, buildSite } from "./fixture.ts";

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

const text = JSON.stringify(buildOpenApi(buildBusiness(buildSite([]), baseUrl), baseUrl));
const openApi = JSON.parse(text) as OpenApi;

/** The document's own schemas decide, found by their place in it. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "https://document.test/", components: openApi.components });
const faults = (schema: object, value: unknown) => {
  const absolute: unknown = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"https://document.test/#/components'),
  );
  const validate = ajv.compile(absolute as object);
  return validate(value) ? [] : validate.errors;
};

test("it is OpenAPI 3.1.0, version 1.0.0, with exactly the six GET endpoints", () => {
  expect(openApi.openapi).toBe("3.1.0");
  expect(openApi.info["version"]).toBe("1.0.0");
  expect(openApi.servers).toEqual([{ url: baseUrl }]);
  expect(Object.entries(openApi.paths).map(([path, item]) => [path, ...Object.keys(item)])).toEqual([
    ["/reviews.json", "get"],
    ["/insights.json", "get"],
    ["/api/feed.json", "get"],
    ["/api/reviews/search", "get"],
    ["/api/reviews/since/{date}", "get"],
    ["/.well-known/openapi.json", "get"],
  ]);
});

test("MCP and the hub are found in the description and the webhooks", () => {
  expect(openApi.info["description"]).toContain(`${baseUrl}/mcp`);
  expect(openApi.info["description"]).toContain(`${baseUrl}/api/websub/hub`);
  expect(Object.keys(openApi.webhooks)).toEqual(["topicChanged"]);
});

test("it passes every recommended rule of Redocly, warnings included", async () => {
  const problems = await lintFromString({
    source: text,
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"] }),
  });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

test("every answer has an example, and every example is what its schema says", () => {
  const answers = [
    ...Object.values(openApi.paths).flatMap(({ get }) => Object.values(get.responses)),
    ...Object.values(openApi.components.responses),
    ...Object.values(openApi.webhooks).map(({ post }) => post.requestBody),
  ];
  const media = answers.flatMap(({ content = {} }) => Object.entries(content));
  const json = media.filter(([type]) => type.endsWith("json"));
  expect(json.length).toBe(11);
  for (const [, { schema, example }] of json) {
    expect(example).toBeDefined();
    expect(faults(schema, example), JSON.stringify(example)).toEqual([]);
  }
});

test("every example's quote is cut from the review it names", () => {
  const samples = openApi.paths;
  const exampleOf = (path: string) =>
    samples[path]?.get.responses["200"]?.content?.["application/json"]?.example;
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
  expect(checked).toBe(3);
});

test("search has exactly its parameters, each described, with an example that is valid", () => {
  const parameters = openApi.paths["/api/reviews/search"]?.get.parameters ?? [];
  expect(parameters.map(({ name }) => name)).toEqual(Object.keys(sampleQuery));
  for (const parameter of parameters) {
    expect(parameter.in).toBe("query");
    expect(parameter.description).not.toBe("");
    expect(faults(parameter.schema, parameter.example), parameter.name).toEqual([]);
  }
  const limit = parameters.find(({ name }) => name === "limit")?.schema;
  expect(limit).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 20 });
});

test("the names to try out exist here", () => {
  const parameters = openApi.paths["/api/reviews/search"]?.get.parameters ?? [];
  const examples = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  expect(examples).toMatchObject({ mentions_technician: "Grant Hill", mentions_service: "mowing" });
});

test("answers tell how to ask conditionally and what errors look like", () => {
  for (const [path, { get }] of Object.entries(openApi.paths)) {
    expect(Object.keys(get.responses["200"]?.headers ?? {}), path).toEqual(
      expect.arrayContaining(["ETag", "Last-Modified", "Cache-Control"]),
    );
    expect(get.responses["304"]?.$ref).toBe("#/components/responses/NotModified");
    const isQuestion = path.startsWith("/api/reviews/");
    expect("400" in get.responses).toBe(isQuestion);
    if (isQuestion) expect(get.responses["400"]?.content).toHaveProperty(["application/problem+json"]);
  }
});

test("no schema refuses a field that a later version may add", () => {
  expect(text).not.toContain('"additionalProperties":false');
});
