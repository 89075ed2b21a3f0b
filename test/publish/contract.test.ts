import { expect, test } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { buildApiCatalog, buildLlmsTxt } from "../../src/publish/discovery.ts";
import { buildEditorConfig } from "../../src/publish/editor.ts";
import { buildOpenApi, describedSchemas } from "../../src/publish/openapi.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import {
  buildCaddyfile,
  buildHeadersFile,
  buildNginxMaps,
  buildNginxServer,
} from "../../src/publish/web-servers.ts";
import { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "../../src/schema/business.ts";
import { Overview, SearchQuery, SinceParams } from "../../src/schema/datasets.ts";
import { Problem } from "../../src/schema/endpoints.ts";
import { buildHeaderRules } from "../../src/schema/headers.ts";
import { HubPublication, HubSubscription, PublishedTopic } from "../../src/schema/hub.ts";
import { EditEntry, RemovedEntry, ReviewEntry } from "../../src/schema/review.ts";
import {
  AspectEntry,
  FaqFrontMatter,
  PageFrontMatter,
  PreviousDeploy,
  SummaryFrontMatter,
} from "../../src/schema/site.ts";
import { KeyRotation, LogEntry } from "../../src/schema/transparency-log.ts";
import { AcceptedVerdicts, VerdictAnswer } from "../../src/schema/verdicts.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

// What others build on: a snapshot that has to be written anew is a change of the contract, to be made knowingly.

type Schema = Record<string, unknown>;

/** A line for each value that a schema describes: where it stands, and all that is said of it. */
function outline(schema: Schema, path: string, isRequired = true): string[] {
  const {
    $ref,
    properties,
    required = [],
    items,
    anyOf,
    oneOf,
    allOf,
    additionalProperties,
    ...said
  } = schema;
  const { $schema: _, $defs: __, propertyNames, ...own } = said;
  const facts = [
    ...($ref === undefined ? [] : [String($ref).replace("#/$defs/", "→ ")]),
    ...Object.entries(own).map(([key, value]) => `${key}=${JSON.stringify(value)}`),
    ...(additionalProperties === false ? ["closed"] : []),
    ...(propertyNames === undefined ? [] : [`names=${JSON.stringify(propertyNames)}`]),
  ];
  const below = (child: unknown, name: string, isChildRequired = true) =>
    outline(child as Schema, name, isChildRequired);
  return [
    `${path}${isRequired ? "" : "?"} ${facts.join(" ")}`.trimEnd(),
    ...Object.entries((properties as Schema | undefined) ?? {}).flatMap(([name, child]) =>
      below(child, `${path}.${name}`, (required as string[]).includes(name)),
    ),
    ...(items === undefined ? [] : below(items, `${path}[]`)),
    ...([anyOf, oneOf, allOf].flat() as unknown[])
      .filter((form) => form !== undefined)
      .flatMap((form, index) => below(form, `${path}|${index}`)),
    ...(typeof additionalProperties === "object" ? below(additionalProperties, `${path}.*`) : []),
  ];
}

const entries = {
  AcceptedVerdicts,
  AreaEntry,
  AspectEntry,
  BusinessEntry,
  EditEntry,
  FaqFrontMatter,
  HubPublication,
  HubSubscription,
  KeyRotation,
  LogEntry,
  PageFrontMatter,
  PreviousDeploy,
  PublishedTopic,
  RemovedEntry,
  ReviewEntry,
  SearchQuery,
  ServiceEntry,
  SinceParams,
  SummaryFrontMatter,
  TechnicianEntry,
  VerdictAnswer,
};
const answers = z.object({
  Overview,
  Problem,
  ...Object.fromEntries(Object.entries(describedSchemas).map(([name, { schema }]) => [name, schema])),
});

test.each([...Object.entries({ ...entries }), ["what is answered", answers] as const])(
  "the shape of %s",
  (name, schema) => {
    const io = schema === answers ? "output" : "input";
    const json = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as Schema;
    const defs = Object.entries((json["$defs"] ?? {}) as Record<string, Schema>);
    const lines = [[name, json] as const, ...defs].flatMap(([own, one]) => outline(one, own));
    expect(lines.join("\n")).toMatchSnapshot();
  },
);

/** As YAML, with a line for each example and each field of the editor. */
const written = (value: unknown): string =>
  stringify(
    JSON.parse(JSON.stringify(value), (key, part: unknown) =>
      key === "example" ? JSON.stringify(part) : key === "fields" ? outlineFields(part) : part,
    ),
    { lineWidth: 0 },
  );

/** Each field on a line; those of fields below them are lines already. */
const outlineFields = (fields: unknown): unknown =>
  (fields as { name: string }[]).map((field) => JSON.stringify(field));

const site = buildSite(
  [
    buildEntry({ text: "Grant Hill came on time.", reply: { date: "2026-05-15", text: "Thanks." } }),
    buildEntry({ id: "r2", date: "2025-08-01", rating: 2, title: "Late" }),
  ],
  { removed: [{ id: "gone", removed_at: "2026-06-01" }] },
);
const analysis = buildAnalysis(site, [{ id: "edging", name: "Edging" }]);
const dataset = buildReviewsDataset(site, analysis, baseUrl);
const openApi = (hasSidecar: boolean) => {
  const { components, ...rest } = buildOpenApi(dataset, analysis.insights, baseUrl, hasSidecar);
  return { ...rest, components: { ...components, schemas: Object.keys(components.schemas as object) } };
};
/** Enough to see each kind: on everything, by ending, by name, in a folder, and one header twice. */
const few = ["/*", "*/", "*.json", "/log/tile/*", "/log/checkpoint", "/write/", "/reviews.json"];
const served = (basePath: string, hasSidecar: boolean, files: readonly string[]) => ({
  basePath,
  rules: buildHeaderRules(baseUrl + basePath, hasSidecar).filter(({ path }) => few.includes(path)),
  files,
  hasSidecar,
});
const files = [
  "/index.html",
  "/404.html",
  "/reviews.json",
  "/write/index.html",
  "/admin/index.html",
  "/log/checkpoint",
  ...["a.b", "c.b"].flatMap((name) => [
    `/log/tile/0/${name}`,
    `/photos/webp/${name}.webp`,
    `/data/${name}.json`,
  ]),
];
const [whole, alone] = [served("/my.shop", true, files), served("", false, files.slice(2))];

test.each<[name: string, text: () => string]>([
  ["all headers", () => written(buildHeaderRules(baseUrl))],
  ["OpenAPI", () => written(openApi(true))],
  ["OpenAPI of files alone", () => written(openApi(false).paths)],
  ["llms.txt", () => buildLlmsTxt(dataset.business, baseUrl)],
  ["llms.txt of files alone", () => buildLlmsTxt({ ...dataset.business, fictional: false }, baseUrl, false)],
  ["the API catalog", () => written(buildApiCatalog(baseUrl))],
  ["the API catalog of files alone", () => written(buildApiCatalog(baseUrl, false))],
  [
    "the editor's configuration",
    () => written(buildEditorConfig(site, { repository: "a/b", branch: "main", folder: "content" })),
  ],
  [
    "the editor's configuration on this machine",
    () => written({ ...buildEditorConfig(site, "local"), collections: [] }),
  ],
  ...[whole, alone].flatMap((one): [string, () => string][] => [
    [`_headers below "${one.basePath}"`, () => buildHeadersFile(one)],
    [`nginx-maps.conf below "${one.basePath}"`, () => buildNginxMaps(one)],
    [`nginx-server.conf below "${one.basePath}"`, () => buildNginxServer(one)],
    [`Caddyfile below "${one.basePath}"`, () => buildCaddyfile(one)],
  ]),
])("the text of %s", (_, text) => {
  expect(text()).toMatchSnapshot();
});
