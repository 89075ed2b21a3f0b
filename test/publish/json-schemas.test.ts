import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, inject, test } from "vitest";
import { describedSchemas } from "../../src/publish/openapi.ts";

const read = (path: string) => JSON.parse(readFileSync(join(inject("dist"), path), "utf8")) as object;
const published = Object.keys(describedSchemas).map((name) => [name, `/schemas/${name}.json`] as const);

/** Every object in a JSON value, the value itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* objectsIn(child);
}

/** Keywords that draft-07 does not know, so that its readers see only what stands beside them. */
const newer =
  /^(?:prefixItems|unevaluated(?:Items|Properties)|dependent(?:Required|Schemas)|(?:min|max)Contains|\$(?:dynamic|recursive)Ref)$/;
const annotations = new Set(["$ref", "description", "title", "examples", "default"]);

test.each([...published, ["openapi", "/.well-known/openapi.json"]] as const)(
  "the schemas of %s say the same to readers of draft-07",
  (_, path) => {
    for (const schema of objectsIn(read(path))) {
      expect(Object.keys(schema).filter((key) => newer.test(key))).toEqual([]);
      expect(schema["items"]).not.toBe(false);
      // Draft-07 ignores whatever stands beside a reference.
      if (typeof schema["$ref"] === "string")
        expect(Object.keys(schema).filter((key) => !annotations.has(key))).toEqual([]);
    }
  },
);

test.each([
  ["reviews", "/reviews.json"],
  ["insights", "/insights.json"],
  ["feed", "/api/feed.json"],
  ["manifest", "/manifest.json"],
])("a validator of draft-07 accepts the published %s", (name, path) => {
  const { $schema: _, ...schema } = read(`/schemas/${name}.json`) as { $schema: string };
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  const isValid = ajv.compile(schema);
  isValid(read(path));
  expect(isValid.errors ?? []).toEqual([]);
});

test("a score's interval is a list of exactly two shares", () => {
  const schema = JSON.stringify(read("/schemas/insights.json"));
  const [, interval = ""] = /"interval":(\{.*?\})\s*,"trend"/.exec(schema) ?? [];
  expect(JSON.parse(interval)).toMatchObject({
    type: "array",
    items: { type: "number", minimum: 0, maximum: 1 },
    minItems: 2,
    maxItems: 2,
  });
});
