import { expect, test } from "vitest";
import { z } from "zod";
import { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "../../src/schema/business.ts";
import {
  JsonFeed,
  Overview,
  ReviewsDataset,
  SearchQuery,
  SearchResult,
  SinceParams,
  SinceResult,
} from "../../src/schema/datasets.ts";
import { apiVersion, endpoints, mcpVersions, Problem, problems } from "../../src/schema/endpoints.ts";
import {
  buildHeaderRules,
  filePreflightHeaders,
  notFoundHeaders,
  openHeaders,
  preflightHeaders,
  privateFiles,
} from "../../src/schema/headers.ts";
import { Insights } from "../../src/schema/insights.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { HubPublication, HubSubscription, PublishedTopic } from "../../src/schema/hub.ts";
import { EditEntry, RemovedEntry, ReviewEntry } from "../../src/schema/review.ts";
import { AspectEntry, FaqFrontMatter, PageFrontMatter, SummaryFrontMatter } from "../../src/schema/site.ts";
import { KeyRotation, LogEntry } from "../../src/schema/transparency-log.ts";
import { AcceptedVerdicts, VerdictAnswer } from "../../src/schema/verdicts.ts";

// The contract that others build on: renewing a snapshot changes it, so do it knowingly.

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
    ...($ref === undefined ? [] : [($ref as string).replace("#/$defs/", "→ ")]),
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
    ...[anyOf, oneOf, allOf]
      .flat()
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
  Insights,
  JsonFeed,
  Manifest,
  ReviewsDataset,
  SearchResult,
  SinceResult,
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

test("the table of endpoints, the kinds of problems, the versions and the headers", () => {
  const table = Object.entries(endpoints).map(([id, { path, servedBy, summary, description, ...more }]) => [
    id,
    path,
    servedBy,
    summary,
    description,
    "tool" in more ? more.tool : "",
  ]);
  const all = [...table, ...Object.entries(problems), apiVersion, mcpVersions, openHeaders, preflightHeaders];
  const headers = [
    ...buildHeaderRules("https://a.example"),
    filePreflightHeaders,
    notFoundHeaders,
    privateFiles,
  ];
  expect([...all, ...headers].map((one) => JSON.stringify(one)).join("\n")).toMatchSnapshot();
});
