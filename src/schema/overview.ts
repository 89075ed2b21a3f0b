import { z } from "zod";
import { AggregateRating, Business } from "./business.ts";
import { Day, Id } from "./text.ts";

const count = z.int().min(0).meta({ description: "Reviews that mention it" });

/** What the MCP tool get_business answers. */
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
        technicians: z
          .array(z.object({ id: Id, name: z.string(), review_count: count }))
          .meta({ description: "Names for mentions_technician of search_reviews" }),
        services: z
          .array(z.object({ id: Id, name: z.string(), review_count: count }))
          .meta({ description: "Ids for mentions_service of search_reviews" }),
        areas: z
          .array(z.object({ id: Id, name: z.string(), review_count: count }))
          .meta({ description: "Places; search for their name with query" }),
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
