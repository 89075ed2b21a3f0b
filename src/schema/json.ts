import { z } from "zod";

/** Named values, such as a JSON object holds. */
export type JsonRecord = Record<string, unknown>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value's property of this name, if it has properties. */
export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

/** The names of an object that has no others than its type says. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];

/** A value for each name. */
export const recordOf = <K extends string, V>(names: readonly K[], toValue: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<K, V>;

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * `prefixItems` is new in 2020-12: readers of older drafts see only the `items: false` beside it, and take a pair for
 * a list that must be empty. Where all items are alike, a list of fixed length says the same to everyone.
 */
function writeTupleAsList(schema: JsonSchema): void {
  const { prefixItems } = schema;
  const [first, ...others] = prefixItems ?? [];
  if (prefixItems === undefined || first === undefined) return;
  const text = JSON.stringify(first);
  if (others.some((other) => JSON.stringify(other) !== text))
    throw new Error("a tuple of unlike items has no form that older readers of JSON Schema understand");
  delete schema.prefixItems;
  Object.assign(schema, { items: first, minItems: prefixItems.length, maxItems: prefixItems.length });
}

/**
 * JSON Schema 2020-12 of what we answer (or take), in words that readers of draft-07 understand alike; schemas with an
 * id of their own stand under `$defs`. Answers may have fields that a schema does not know: one may be added within a
 * version, so no copy of the schema may refuse it.
 */
export const toJsonSchema = (
  schema: z.ZodType,
  io: "input" | "output" = "output",
  adjust?: (schema: JsonSchema) => void,
  metadata = z.globalRegistry,
): JsonSchema =>
  z.toJSONSchema(schema, {
    io,
    metadata,
    override: ({ jsonSchema }) => {
      writeTupleAsList(jsonSchema);
      // The limits of a whole number in JavaScript are none of the data.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      adjust?.(jsonSchema);
    },
  });
