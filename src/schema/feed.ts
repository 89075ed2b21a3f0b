import { z } from "zod";
import { Instant } from "./text.ts";

/** /api/feed.json: JSON Feed 1.1, the 50 newest reviews. */
export const JsonFeed = z
  .object({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.string(),
    authors: z.array(z.object({ name: z.string(), url: z.url() })),
    hubs: z.array(z.object({ type: z.literal("WebSub"), url: z.url() })),
    items: z
      .array(
        z.object({
          id: z.string(),
          url: z.url(),
          title: z.string(),
          content_text: z.string(),
          date_published: Instant,
          date_modified: Instant.optional(),
          authors: z.array(z.object({ name: z.string() })),
          tags: z.array(z.string()).optional(),
          language: z.string().optional(),
        }),
      )
      .max(50),
  })
  .meta({ id: "JsonFeed" });
export type JsonFeed = z.infer<typeof JsonFeed>;
