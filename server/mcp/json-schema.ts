import type { z } from "zod";
import { type JsonSchema, toJsonSchema } from "../../src/schema/json-schema.ts";

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Puts every definition where it is used: MCP clients refuse a schema that refers. */
function inlined(value: unknown, definitions: Node): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions));
  if (!isNode(value)) return value;
  const { $ref, $defs: _, ...rest } = value;
  // The name of a definition; a property called id is a schema, not a text.
  if (typeof rest["id"] === "string") delete rest["id"];
  if (typeof $ref === "string") {
    const definition = definitions[$ref.replace("#/$defs/", "")];
    return { ...(inlined(definition, definitions) as Node), ...(inlined(rest, definitions) as Node) };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, inlined(child, definitions)]));
}

/** What a model would read for nothing. */
function shorten(schema: JsonSchema): void {
  // The format says it.
  if (schema.format === "date" || schema.format === "uri") delete schema.pattern;
}

/** The JSON Schema of a tool's input or output, in the form that every client takes. */
export function toToolSchema(schema: z.ZodObject, io: "input" | "output"): { type: "object" } & Node {
  const json = toJsonSchema(schema, io, shorten);
  const { $schema: _, ...rest } = inlined(json, json.$defs ?? {}) as Node;
  return { ...rest, type: "object" };
}
