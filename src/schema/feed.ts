import { z } from "zod";
import { Day, Id, Instant } from "./text.ts";

/** How many reviews the feeds hold. */
export const feedSize = 50;

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
          content_html: z
            .string()
            .meta({ description: "Stars, text and the owner's reply, as in the Atom feed" }),
          content_text: z.string().meta({ description: "The customer's own words" }),
          date_published: Instant.meta({ description: "12:00 UTC of the review's day" }),
          date_modified: Instant.optional(),
          authors: z.array(z.object({ name: z.string() })),
          tags: z.array(z.string()).optional(),
          language: z.string().optional(),
          _review: z
            .object({
              id: Id,
              rating: z.int().min(1).max(5),
              reply: z.object({ date: Day, text: z.string() }).optional(),
            })
            .meta({
              description: "What JSON Feed has no field for: the review's id, stars and the owner's reply",
            }),
        }),
      )
      .max(feedSize),
  })
  .meta({ id: "JsonFeed" });
export type JsonFeed = z.infer<typeof JsonFeed>;
