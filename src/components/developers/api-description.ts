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
  properties?: Record<string, JsonSchema>;
  required?: string[];
}
export interface Parameter {
  name: string;
  in: "query" | "path";
  required: boolean;
  description: string;
  schema: JsonSchema;
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: JsonSchema; example: unknown }> }>;
}
interface Description {
  info: { version: string };
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, JsonSchema> };
}

const document = documents.find(({ path }) => path === "/.well-known/openapi.json");
// Pages show plain text: what Markdown marks as code needs no marks here.
export const description = JSON.parse((document?.body() ?? "{}").replaceAll("`", "")) as Description;

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1);

/** The schema's type in a few words, and the name of the schema that it leads to. */
export function toTypeWords(schema: JsonSchema): { words: string; schemaName?: string } {
  if (schema.$ref !== undefined) return { words: "", schemaName: nameOf(schema.$ref) };
  if (schema.const !== undefined) return { words: JSON.stringify(schema.const) };
  if (schema.enum !== undefined)
    return { words: schema.enum.map((value) => JSON.stringify(value)).join(" | ") };
  if (schema.type === "array") {
    const { words, schemaName } = toTypeWords(schema.items ?? {});
    return {
      words: schemaName === undefined ? `array of ${words}` : "array of",
      ...(schemaName && { schemaName }),
    };
  }
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined
      ? ` from ${schema.minimum} to ${schema.maximum}`
      : schema.maxLength === undefined
        ? ""
        : `, at most ${schema.maxLength} characters`;
  const format = { date: "day", "date-time": "instant", uri: "address" }[schema.format ?? ""];
  return { words: `${format ?? schema.type ?? "any"}${range}` };
}

/** The fields of a schema. */
export const buildFields = ({ properties = {}, required = [] }: JsonSchema) =>
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
