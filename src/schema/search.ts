import { z } from "zod";
import { Review } from "./review.ts";

const stars = "must be a whole number from 1 to 5";
const minimum = "must be a number from 1 to 5, such as 4 or 4.5";
const most = "must be a whole number from 1 to 100";
const day = "must be a real day, written YYYY-MM-DD";
const words = "must be text of at most 200 characters";
/** Whatever fits into a request's target; a longer name than that reaches us by MCP alone. */
const longestName = 8192;
const name = z.string("must be text").max(longestName, "must be text of at most 8,192 characters");

/** What HTTP search and the MCP tool search_reviews accept. */
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
      .int(most)
      .min(1, most)
      .max(100, most)
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
