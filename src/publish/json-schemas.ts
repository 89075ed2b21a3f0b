import type { z } from "zod";
import { ReviewsDataset, SinceResult, JsonFeed, SearchResult } from "../schema/datasets.ts";
import { Insights } from "../schema/insights.ts";
import { Manifest } from "../schema/manifest.ts";
import { type JsonSchema, toJsonSchema } from "../schema/json.ts";

/** The JSON documents whose JSON Schema is published. */
export const describedSchemas = {
  reviews: { title: "All reviews, /reviews.json", schema: ReviewsDataset },
  insights: { title: "Insights, /insights.json", schema: Insights },
  feed: { title: "JSON Feed, /api/feed.json", schema: JsonFeed },
  manifest: { title: "Manifest, /manifest.json", schema: Manifest },
  search: { title: "Search result, /api/reviews/search", schema: SearchResult },
  since: { title: "Changes since a day, /api/reviews/since/{date}", schema: SinceResult },
} satisfies Record<string, DescribedSchema>;

interface DescribedSchema {
  title: string;
  schema: z.ZodType;
}

/** The schema as a document of its own, named by its address. */
export function buildJsonSchema({ title, schema }: DescribedSchema, address: string): JsonSchema {
  const { $schema, $ref = "", $defs = {}, ...rest } = toJsonSchema(schema);
  // Readers of draft-07 ignore all that stands beside a reference, so the document itself is none.
  const { [$ref.replace("#/$defs/", "")]: own = {}, ...others } = $defs;
  return { ...($schema && { $schema }), $id: address, title, ...rest, ...own, $defs: others };
}
