import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyse } from "./insights/analyse.ts";
import { loadSite } from "./content/load-site.ts";
import { buildDocuments } from "./publish/documents.ts";
import { tagAuthority } from "./publish/feeds.ts";
import { buildFeedWarnings, PreviousFeed } from "./publish/previous-feed.ts";
import { parseBaseUrl } from "./schema/base-url.ts";
import { buildReviewsDataset } from "./publish/reviews.ts";

// A day has begun when it has begun for the owner or by universal time, whichever is later. An epoch set for
// reproducible builds may lie before the newest review, so it only ever moves the day forward.
const days = [
  new Date(),
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000),
  new Date(Number(process.env["SOURCE_DATE_EPOCH"] ?? 0) * 1000),
];
const today =
  days
    .map((day) => day.toISOString().slice(0, 10))
    .sort()
    .at(-1) ?? "";

/** The feed in the folder of the deploy that this one follows; what an earlier build left is a help, never a condition. */
async function loadPreviousFeed(folder: string | undefined): Promise<PreviousFeed | undefined> {
  if (folder === undefined) return undefined;
  try {
    const text = await readFile(join(folder, "api", "feed.json"), "utf8");
    return PreviousFeed.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The edge of the build: what every page and document is made from, read once. */
export const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
export const site = await loadSite(process.env["CONTENT"] ?? "content", { today });
export const analysis = analyse(site);
const previousFeed = await loadPreviousFeed(process.env["PREVIOUS"]);
export const documents = buildDocuments(site, analysis, baseUrl, previousFeed);
export const feedWarnings = buildFeedWarnings(
  previousFeed,
  tagAuthority(baseUrl, site.business.feed_authority),
);
export const dataset = buildReviewsDataset(site, analysis, baseUrl);

/** Ids that reviews had before: links to them still lead to the review. */
export const formerIds: ReadonlyMap<string, readonly string[]> = new Map(
  site.reviews.map(({ id, formerly = [] }) => [id, formerly.map((one) => one.id)]),
);
