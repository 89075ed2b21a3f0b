import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { beforeAll, expect, inject, test } from "vitest";
import { startBuiltServer } from "../built-server.ts";
import { words } from "../words.ts";

interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  schema: { type?: string; format?: string; minimum?: number; maximum?: number; maxLength?: number };
}
interface Reply {
  content?: Record<string, { schema?: object }>;
  $ref?: string;
}
interface OpenApi {
  paths: Record<
    string,
    { get?: { parameters?: (Parameter | { $ref: string })[]; responses: Record<string, Reply> } }
  >;
}

// A failure prints its seed: run again with FC_SEED=<seed> to replay it.
const seed = process.env["FC_SEED"];
const options = { numRuns: 400, ...(seed !== undefined && { seed: Number(seed) }) };

const server = startBuiltServer();
let document: OpenApi;
let ajv: Ajv2020;
beforeAll(async () => {
  document = JSON.parse(await readFile(join(inject("dist"), ".well-known/openapi.json"), "utf8")) as OpenApi;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
});

const resolved = <T extends object>(value: T | { $ref: string }): T => {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  let target: unknown = document;
  for (const step of value.$ref.slice(2).split("/")) target = (target as Record<string, unknown>)[step];
  return target as T;
};

const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** A value that the parameter's schema allows. */
function allowed({ schema }: Parameter): fc.Arbitrary<string> {
  const { type, format, minimum = 0, maximum = 100, maxLength = 60 } = schema;
  if (type === "integer") return fc.integer({ min: minimum, max: maximum }).map(String);
  if (type === "number") return fc.integer({ min: minimum * 2, max: maximum * 2 }).map((n) => String(n / 2));
  if (format === "date") return day;
  return fc
    .string({ minLength: 1, maxLength: Math.floor(maxLength / 2), unit: "grapheme" })
    .filter((text) => Array.from(text).length <= maxLength && text.isWellFormed());
}

/** A value that no schema with a type other than string allows. */
const odd = fc.oneof(
  fc.constantFrom(...words("abc 1e1 0x1 01 +1"), " 1", ...words("-1 999 NaN null 2026-02-30 2026-1-1 []")),
  fc.string({ minLength: 1, unit: "binary" }).map((text) => `~${text.toWellFormed()}`),
);

const validators = new Map<string, ValidateFunction>();

/** Every answer must be one that the document announces, in its type and shape. */
async function check(path: string, target: string): Promise<number> {
  const response = await fetch(server.url + target);
  const text = await response.text();
  const { status } = response;
  expect(status, target).toBeLessThan(500);
  const get = document.paths[path]?.get;
  const announced = get?.responses[String(status)];
  expect(announced, `${target} answers ${status}, which the document does not announce`).toBeDefined();
  const { content = {} } = resolved(announced as Reply);
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  expect(Object.keys(content), target).toContain(type);
  const key = `${path} ${status}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    const text = JSON.stringify(content[type]?.schema ?? {}).replaceAll('"$ref":"#/', '"$ref":"openapi#/');
    validate = ajv.compile(JSON.parse(text) as object);
    validators.set(key, validate);
  }
  expect(validate(JSON.parse(text)), `${target}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  return status;
}

const parametersOf = (path: string, place: Parameter["in"]): Parameter[] =>
  (document.paths[path]?.get?.parameters ?? [])
    .map((parameter) => resolved<Parameter>(parameter))
    .filter((parameter) => parameter.in === place);

const searchPath = "/api/reviews/search";
const query = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();

test("whatever the document allows of a search is answered as it announces", async () => {
  const shapes = Object.fromEntries(
    parametersOf(searchPath, "query").map((parameter) => [
      parameter.name,
      fc.option(allowed(parameter), { nil: undefined, freq: 2 }),
    ]),
  );
  expect(Object.keys(shapes)).toHaveLength(8);
  await fc.assert(
    fc.asyncProperty(fc.record(shapes), async (values) => {
      const pairs = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const { since = "", until = "" } = Object.fromEntries(pairs);
      const isValid = since === "" || until === "" || since <= until;
      expect(await check(searchPath, `${searchPath}?${query(pairs)}`)).toBe(isValid ? 200 : 400);
    }),
    options,
  );
});

test("whatever it does not allow is a 400 as it announces", async () => {
  const typed = parametersOf(searchPath, "query").filter(
    ({ schema }) => schema.type !== "string" || schema.format === "date",
  );
  const fault = fc.oneof(
    fc.tuple(fc.constantFrom(...typed.map(({ name }) => name)), odd),
    fc.tuple(
      fc.string({ minLength: 1, unit: "binary" }).map((name) => `x${name.toWellFormed()}`),
      fc.string({ maxLength: 5 }),
    ),
    fc.tuple(fc.constant("query"), fc.string({ minLength: 201, maxLength: 300 })),
  );
  const allowedNumbers = /^[1-5]$/;
  await fc.assert(
    fc.asyncProperty(fault, async ([name, value]) => {
      fc.pre(!allowedNumbers.test(value));
      fc.pre(!(name === "limit" && /^\d+$/.test(value)));
      expect(await check(searchPath, `${searchPath}?${query([[name, value]])}`)).toBe(400);
    }),
    options,
  );
});

test("any day, and anything in place of a day, is answered as the document announces", async () => {
  const path = "/api/reviews/since/{date}";
  await fc.assert(
    fc.asyncProperty(day, async (value) => {
      expect(await check(path, path.replace("{date}", value))).toBe(200);
    }),
    { ...options, numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(odd, async (value) => {
      const target = path.replace("{date}", encodeURIComponent(value));
      expect(await check(path, target)).toBe(400);
    }),
    options,
  );
});

test("no request line, however odd, is a 5xx", async () => {
  const piece = fc.oneof(
    fc.constantFrom(...words("/ // % %00 %2f .. ? & = # api reviews since search data"), "\\"),
    fc.string({ unit: "binary-ascii", maxLength: 6 }).map(encodeURI),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 10 }),
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"),
      async (pieces, method) => {
        const response = await fetch(`${server.url}/${pieces.join("")}`, { method, redirect: "manual" });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      },
    ),
    options,
  );
});
