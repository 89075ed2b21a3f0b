import type { z } from "zod";
import { isRecord, type JsonRecord } from "../../src/schema/record.ts";
import { type JsonSchema, toJsonSchema } from "../../src/schema/json-schema.ts";

const inlined = (value: unknown, definitions: JsonRecord): unknown =>
  Array.isArray(value)
    ? value.map((item) => inlined(item, definitions))
    : isRecord(value)
      ? inlinedSchema(value, definitions)
      : value;

/** Puts every definition where it is used: MCP clients refuse a schema that refers. */
function inlinedSchema(schema: JsonRecord, definitions: JsonRecord): JsonRecord {
  const { $ref, $defs: _, ...rest } = schema;
  // The name of a definition; a property called id is a schema, not a text.
  if (typeof rest["id"] === "string") delete rest["id"];
  if (typeof $ref === "string") {
    const definition = definitions[$ref.replace("#/$defs/", "")];
    return {
      ...(isRecord(definition) && inlinedSchema(definition, definitions)),
      ...inlinedSchema(rest, definitions),
    };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, inlined(child, definitions)]));
}

/** What a model would read for nothing. */
function shorten(schema: JsonSchema): void {
  // The format says it.
  if (schema.format === "date" || schema.format === "uri") delete schema.pattern;
}

/** The JSON Schema of a tool's input or output, in the form that every client takes. */
export function toToolSchema(schema: z.ZodObject, io: "input" | "output"): { type: "object" } & JsonRecord {
  const json = toJsonSchema(schema, io, shorten);
  const { $schema: _, ...rest } = inlinedSchema(json, json.$defs ?? {});
  return { ...rest, type: "object" };
}
