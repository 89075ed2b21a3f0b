import { z } from "zod";

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

/** The JSON Schema of a tool's input or output, in the form that every client takes. */
export function toToolSchema(shape: z.ZodObject): { type: "object" } & Node {
  const schema = z.toJSONSchema(shape, {
    io: "input",
    override: ({ jsonSchema }) => {
      // The format says it; a model reads the pattern for nothing.
      if (jsonSchema.format === "date" || jsonSchema.format === "uri") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const { $schema: _, ...rest } = inlined(schema, schema.$defs ?? {}) as Node;
  return { ...rest, type: "object" };
}
