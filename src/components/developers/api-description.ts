import { z } from "zod";
import { documents } from "../../site.ts";
import type { Topic } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";

// The parts of our own OpenAPI document that the page for developers shows, so that both always agree.

interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  prefixItems?: JsonSchema[];
}
const Schema = z.custom<JsonSchema>((value) => typeof value === "object" && value !== null);
const Parameter = z.object({
  name: z.string(),
  in: z.enum(["query", "path"]),
  required: z.boolean(),
  description: z.string(),
  schema: Schema,
  example: z.unknown().optional(),
});
const Answer = z.object({
  description: z.string().optional(),
  content: z.record(z.string(), z.object({ schema: Schema, example: z.unknown() })).optional(),
});
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), Answer),
});
const Description = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.object({ get: Operation })),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
export type Operation = z.infer<typeof Operation>;
export type Parameter = z.infer<typeof Parameter>;

const document = documents.find(({ path }) => path === "/.well-known/openapi.json");
// Pages show plain text: what Markdown marks as code needs no marks here.
export const description = Description.parse(JSON.parse((document?.body() ?? "{}").replaceAll("`", "")));

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1);

/** The schema's type in a few words, and the name of the schema that it leads to. */
export function toTypeWords(schema: JsonSchema): { words: string; schemaName?: string } {
  if (schema.$ref !== undefined) return { words: "", schemaName: nameOf(schema.$ref) };
  if (schema.const !== undefined) return { words: JSON.stringify(schema.const) };
  if (schema.enum !== undefined)
    return { words: schema.enum.map((value) => JSON.stringify(value)).join(" | ") };
  if (schema.type === "array") {
    if (schema.prefixItems)
      return { words: `[${schema.prefixItems.map((item) => toTypeWords(item).words).join(", ")}]` };
    const { words, schemaName } = toTypeWords(schema.items ?? {});
    return {
      words: schemaName === undefined ? `array of ${words}` : "array of",
      ...(schemaName && { schemaName }),
    };
  }
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER
      ? ` from ${schema.minimum} to ${schema.maximum}`
      : schema.maxLength === undefined
        ? ""
        : `, at most ${schema.maxLength} characters`;
  const format = { date: "day", "date-time": "instant", uri: "address" }[schema.format ?? ""];
  return { words: `${format ?? schema.type ?? "any"}${range}` };
}

export interface SchemaField {
  name: string;
  optional: boolean;
  words: string;
  schemaName?: string;
  description: string;
}

/** The fields of a schema. */
export const buildFields = ({ properties = {}, required = [] }: JsonSchema): SchemaField[] =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    optional: !required.includes(name),
    ...toTypeWords(property),
    description: property.description ?? "",
  }));

// The examples ask for words that customers of this very business write, so that they find something.

/** Words without a sign that a shell, an address or JSON would have to escape. */
const isPlain = (words: string) => /^\p{L}+(?: \p{L}+)*$/u.test(words);

/** The search's matches: reviews whose text holds the words. */
export const findByWords = (reviews: readonly Review[], words: string): Review[] =>
  reviews.filter(({ text }) => text.toLowerCase().includes(words));

/** Of the phrases that reviews have in common, the one that most of them hold; else a word of the newest. */
export function chooseFirstQuery(topics: readonly Topic[], reviews: readonly Review[]): string {
  const phrases = topics
    .filter(({ kind, label }) => kind === "phrase" && isPlain(label))
    .map(({ label }) => label.toLowerCase())
    .map((words) => ({ words, count: findByWords(reviews, words).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  // Two words say more than one, and a short one is found inside others.
  const best =
    phrases.find(({ words }) => words.includes(" ")) ?? phrases.find(({ words }) => words.length > 5);
  if (best) return best.words;
  const [newest] = reviews.filter(({ text }) => /\p{L}{4}/u.test(text));
  return /\p{L}{4,20}/u.exec(newest?.text ?? "")?.[0]?.toLowerCase() ?? "thank";
}
