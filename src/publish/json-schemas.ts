import type { z } from "zod";
import { ReviewsDataset, SinceResult } from "../schema/datasets.ts";
import { JsonFeed } from "../schema/feed.ts";
import { Insights } from "../schema/insights.ts";
import { Manifest } from "../schema/manifest.ts";
import { type JsonSchema, toJsonSchema } from "../schema/json-schema.ts";
import { SearchResult } from "../schema/search.ts";

/** The JSON documents whose JSON Schema is published. */
export const describedShapes = {
  reviews: { title: "All reviews, /reviews.json", shape: ReviewsDataset },
  insights: { title: "Insights, /insights.json", shape: Insights },
  feed: { title: "JSON Feed, /api/feed.json", shape: JsonFeed },
  manifest: { title: "Manifest, /manifest.json", shape: Manifest },
  search: { title: "Search result, /api/reviews/search", shape: SearchResult },
  since: { title: "Changes since a day, /api/reviews/since/{date}", shape: SinceResult },
} satisfies Record<string, DescribedShape>;

interface DescribedShape {
  title: string;
  shape: z.ZodType;
}

/** The schema as a document of its own, named by its address. */
export function buildJsonSchema({ title, shape }: DescribedShape, address: string): JsonSchema {
  const { $schema, $ref = "", $defs = {}, ...schema } = toJsonSchema(shape);
  // Readers of draft-07 ignore all that stands beside a reference, so the document itself is none.
  const { [$ref.replace("#/$defs/", "")]: own = {}, ...others } = $defs;
  return { ...($schema && { $schema }), $id: address, title, ...schema, ...own, $defs: others };
}
