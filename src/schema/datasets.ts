import { z } from "zod";
import { AggregateRating, Business } from "./business.ts";
import { Review, Tombstone } from "./review.ts";
import { Day, Id, Instant } from "./text.ts";

/** /reviews.json: everything that is published about the business and by its customers. */
export const ReviewsDataset = z
  .object({
    business: Business,
    aggregate_rating: AggregateRating,
    reviews: z
      .array(Review)
      .meta({ description: "Every published review, newest first (date, then id, descending)" }),
    removed: z
      .array(Tombstone)
      .meta({ description: "Reviews that were withdrawn: drop them from your copy" }),
  })
  .meta({ id: "ReviewsDataset" });
export type ReviewsDataset = z.infer<typeof ReviewsDataset>;

/** The answer of /api/reviews/since/{date}. */
export const SinceResult = z
  .object({
    since: Day,
    count: z.int().min(0).meta({ description: "How many entries `reviews` has" }),
    reviews: z.array(Review).meta({ description: "Every review written on or after that day" }),
    updated: z.array(Review).meta({
      description: "Older reviews that were edited, answered or first published on or after that day",
    }),
    removed: z.array(Tombstone).meta({ description: "Reviews that were withdrawn on or after that day" }),
  })
  .meta({ id: "SinceResult" });
export type SinceResult = z.infer<typeof SinceResult>;

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
    hubs: z
      .array(z.object({ type: z.literal("WebSub"), url: z.url() }))
      .optional()
      .meta({ description: "Absent where the site is files alone" }),
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
          attachments: z
            .array(z.object({ url: z.url(), mime_type: z.string() }))
            .optional()
            .meta({ description: "Pictures of the customer" }),
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

const stars = "must be a whole number from 1 to 5";
const minimum = "must be a number from 1 to 5, such as 4 or 4.5";
const limit = "must be a whole number from 1 to 100";
const day = "must be a real day, written YYYY-MM-DD";
const words = "must be text of at most 200 characters";
/** Whatever fits into a request's target; a longer name than that reaches us by MCP alone. */
const maxNameLength = 8192;
const name = z.string("must be text").max(maxNameLength, "must be text of at most 8,192 characters");

/** The filters of HTTP search and the MCP tool search_reviews. */
export const SearchQuery = z
  .strictObject({
    rating: z.int(stars).min(1, stars).max(5, stars).optional().meta({ description: "Exact star rating" }),
    min_rating: z
      .number(minimum)
      .min(1, minimum)
      .max(5, minimum)
      .optional()
      .meta({ description: "Lowest star rating" }),
    since: z.iso.date(day).optional().meta({ description: "First day, inclusive, YYYY-MM-DD" }),
    until: z.iso.date(day).optional().meta({ description: "Last day, inclusive, YYYY-MM-DD" }),
    query: z
      .string(words)
      .refine((text) => text.length <= 200 || (text.length <= 400 && Array.from(text).length <= 200), words)
      .optional()
      .meta({
        maxLength: 200,
        description:
          "Substring of the review's text, in any case; not a word search: spaces and punctuation count",
      }),
    mentions_technician: name.optional().meta({
      description:
        "Reviews that mention this technician: full name, id, or an alias that only he has, in any case",
    }),
    mentions_service: name.optional().meta({ description: "Reviews that mention the service with this id" }),
    limit: z
      .int(limit)
      .min(1, limit)
      .max(100, limit)
      .default(20)
      .meta({ description: "Most reviews to return" }),
  })
  .refine(({ since, until }) => since === undefined || until === undefined || since <= until, {
    path: ["since"],
    error: ({ input }) => `must not be after until (${(input as { until: string }).until})`,
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "since" || path?.[0] === "until"),
  });
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchResult = z
  .object({
    total: z.int().min(0).meta({ description: "How many reviews match, exactly" }),
    count: z.int().min(0).meta({ description: "How many of them are in `reviews`" }),
    limit: z.int().min(1).max(100),
    filters: z
      .object({
        rating: z.int().optional(),
        min_rating: z.number().optional(),
        since: z.string().optional(),
        until: z.string().optional(),
        query: z.string().optional(),
        mentions_technician: z.string().optional(),
        mentions_service: z.string().optional(),
      })
      .meta({ description: "The filters that were given" }),
    hints: z.array(z.string()).optional().meta({ description: "Sentences that help to ask better" }),
    reviews: z.array(Review).meta({ description: "The newest matches, newest first" }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

/** The path of /api/reviews/since/{date}. */
export const SinceParams = z.strictObject({
  date: z.iso.date(day).meta({ description: "First day, YYYY-MM-DD" }),
});

/** The query of addresses that take none. */
export const NoQuery = z.strictObject({});

const count = z.int().min(0).meta({ description: "Reviews that mention it" });

const counted = z.array(z.object({ id: Id, name: z.string(), review_count: count }));

/** The answer of the MCP tool get_business. */
export const Overview = z
  .object({
    business: Business,
    aggregate_rating: AggregateRating,
    date_range: z
      .object({ first: Day, last: Day })
      .optional()
      .meta({ description: "Days of the oldest and the newest review; absent without reviews" }),
    filters: z
      .object({
        technicians: counted.meta({ description: "Names for mentions_technician of search_reviews" }),
        services: counted.meta({ description: "Ids for mentions_service of search_reviews" }),
        areas: counted.meta({ description: "Places; search for their name with query" }),
      })
      .meta({ description: "What search_reviews can filter by" }),
    aspects: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          review_count: count,
          positive: count.meta({ description: "Reviews that praise it" }),
          negative: count.meta({ description: "Reviews that complain about it" }),
          mixed: count.meta({ description: "Reviews that do both" }),
        }),
      )
      .meta({ description: "What customers judge; the quotes are in the resource insights://aspects/{id}" }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;
