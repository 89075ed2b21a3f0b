import { readFile } from "node:fs/promises";
import { analyse } from "./insights/analyse.ts";
import { loadSigner, buildSiteHistory, withHistory, withProofs } from "./transparency-log/site-history.ts";
import { createBusinessWords } from "./messages/catalogues.ts";
import { linkWithin } from "./link.ts";
import { loadSite } from "./content/load-site.ts";
import { readTimeZone, toDay } from "./content/today.ts";
import { buildDocuments } from "./publish/documents.ts";
import { tagAuthority, buildFeedWarnings, PreviousFeed } from "./publish/feeds.ts";
import { parseBaseUrl, parseSidecar } from "./schema/endpoints.ts";
import { nothingBefore, PreviousDeploy } from "./schema/site.ts";
import { withPublicationDays, buildReviewsDataset } from "./publish/reviews.ts";
import { findLogKey, givenContent } from "./content/given-path.ts";

const content = givenContent();

// Today is the later of two days: the one where the business is, and the one in UTC, in which commands write dates. An epoch
// that is set for reproducible builds may lie before the newest review, so it only ever moves the day forward.
const timeZone = readTimeZone(content);
const epoch = process.env["SOURCE_DATE_EPOCH"];
const buildTime = epoch ? new Date(Number(epoch) * 1000) : new Date();
const toLatestDay = (...instants: Date[]): string =>
  instants
    .flatMap((instant) => [toDay(instant, "UTC"), toDay(instant, timeZone ?? "UTC")])
    .sort()
    .at(-1) ?? "";
const today = toLatestDay(new Date(), buildTime);

/** The build's findings about the previous deploy, which pages and documents need too. */
async function readPrevious(): Promise<PreviousDeploy> {
  const file = process.env["PREVIOUS_DEPLOY"];
  if (file === undefined) return nothingBefore;
  return PreviousDeploy.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Whether scripts/build.ts runs, which writes the pages of reviews itself; Astro's dev server renders each. */
export const isBuild = process.env["OUT_DIR"] !== undefined;

/** Where npm run edit reads and writes the owner's files; nothing in a build. */
export const localFiles = process.env["EDIT_LOCALLY"];

/** The edge of the build: what every page and document is made from, read once. */
export const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
/** Whether pages and documents promise what only a sidecar answers. */
export const hasSidecar = parseSidecar(process.env["SIDECAR"]);
const previous = await readPrevious();
export const site = await loadSite(content, { today, previous });
/** The words of the site in its language, and how it writes dates and figures. */
export const words = createBusinessWords(site.business);
const found = analyse(site);
const { faq, summary } = found.insights;
const analysed = {
  ...found,
  insights: {
    ...found.insights,
    faq: faq.map((one) => ({ ...one, answer_html: linkWithin(one.answer_html) })),
    summary: { ...summary, html: linkWithin(summary.html) },
  },
};
const unsigned = withPublicationDays(buildReviewsDataset(site, analysed, baseUrl), {
  previous,
  today: toLatestDay(buildTime),
  formerly: new Map(site.reviews.map(({ id, formerly = [] }) => [id, formerly])),
});
const signer = await loadSigner(findLogKey(content));

/** The signed history; without a key there is none. */
export const history = signer && buildSiteHistory(site, unsigned, signer, previous.log);
export const dataset = history ? withProofs(unsigned, history) : unsigned;
export const analysis = history ? withHistory(analysed, history) : analysed;
const previousFeed = PreviousFeed.safeParse(previous.feed).data;
export const documents = buildDocuments(site, analysis, baseUrl, { dataset, previousFeed, hasSidecar });
export const feedWarnings = buildFeedWarnings(
  previousFeed,
  tagAuthority(baseUrl, site.business.feed_authority),
);

/** Ids that reviews had before: links to them still lead to the review. */
export const formerIds: ReadonlyMap<string, readonly string[]> = new Map(
  site.reviews.map(({ id, formerly = [] }) => [id, formerly.map((one) => one.id)]),
);

/** Those of them under which the review was published, so that its page had another address. */
export const givenUpIds: ReadonlyMap<string, readonly string[]> = new Map(
  site.reviews.map(({ id, formerly = [] }) => [
    id,
    formerly.filter(({ until }) => until !== undefined).map((one) => one.id),
  ]),
);
