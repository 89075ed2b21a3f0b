import { z } from "zod";
import { Instant } from "../schema/text.ts";

/** What counts of the JSON Feed that the previous deploy shows; builds before this one gave their entries no HTML. */
export const PreviousFeed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      content_html: z.string().optional(),
      date_published: Instant,
      date_modified: Instant.optional(),
    }),
  ),
});
export type PreviousFeed = z.infer<typeof PreviousFeed>;

const hour = 3_600_000;
const second = 1000;

/**
 * When an entry was last changed. Content knows days only, so a second edit on one day would leave the date as it was,
 * and readers would not look: it is a second later than the state that the previous deploy shows.
 */
export function dateChange(
  noon: string,
  entry: { title: string; content: string },
  before: PreviousFeed["items"][number] | undefined,
): string {
  if (before === undefined) return noon;
  const shown = before.date_modified ?? before.date_published;
  const later = Date.parse(shown) - Date.parse(noon);
  // Further away, the day or the time zone is another one.
  if (later < 0 || later >= hour) return noon;
  const isSame =
    before.content_html === undefined ||
    (before.title === entry.title && before.content_html === entry.content);
  return isSame ? shown : `${new Date(Date.parse(shown) + second).toISOString().slice(0, 19)}Z`;
}

const authorityOf = (id: string): string | undefined => /^tag:([^,]+),/.exec(id)?.[1];

/** What readers would notice: under another domain, they take every entry for a new one. */
export function buildFeedWarnings(previous: PreviousFeed | undefined, authority: string): string[] {
  const [first] = previous?.items ?? [];
  const before = first && authorityOf(first.id);
  if (before === undefined || before === authority || before === "localhost") return [];
  return [
    `warning: the ids of all feed entries change with the site's address, and readers will show them again: write "feed_authority: ${before}" into business.yaml to keep them`,
  ];
}
