import type { Manifest, ManifestDocument } from "../schema/manifest.ts";
import { apiVersion } from "../schema/endpoints.ts";
import type { Analysis } from "../insights/analyse.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import type { Site } from "../schema/site.ts";
import {
  buildApiCatalog,
  buildRobots,
  buildSecurityTxt,
  buildAiCatalog,
  buildServerCard,
  buildServerJson,
  buildSitemaps,
  buildSitePages,
  buildLlmsTxt,
  serverCardPath,
  serverJsonPath,
} from "./discovery.ts";
import { buildCsv, buildNdjson } from "./exports.ts";
import { buildAtom, buildChannel, buildJsonFeed, type PreviousFeed } from "./feeds.ts";
import { buildJsonSchema, type DescribedSchema, describedSchemas, buildOpenApi } from "./openapi.ts";
import { buildReviewsDataset } from "./reviews.ts";

export const buildManifest = (
  documents: ManifestDocument[],
  version: string,
  hasSidecar = true,
): Manifest => ({
  version,
  api_version: apiVersion,
  documents,
  ...(!hasSidecar && { sidecar: "none" }),
});

/** Where a copy of the document stays under its content hash: /data/<name>.<hash>.<ext>. */
export const toHashedPath = (document: { name: string; path: string }, sha256: string): string =>
  `/data/${document.name}.${sha256.slice(0, 16)}${/\.[a-z0-9]+$/.exec(document.path)?.[0] ?? ""}`;

/** One file of the deploy that is for machines. */
export interface Document {
  /** The stem of its hashed name, /data/<name>.<hash>.<ext>; with its extension it is unique. */
  name: string;
  path: string;
  /** Its Content-Type. */
  type: string;
  /** Whether /manifest.json lists it, with a copy under its hash: what programs keep, not what crawlers look up. */
  inManifest: boolean;
  /** Made when asked for: with very many reviews, all bodies at once would not fit in memory. */
  body: () => string;
}

const atom = "application/atom+xml";
const csv = "text/csv";
const linkset = "application/linkset+json";
const ndjson = "application/x-ndjson";
const plain = "text/plain; charset=utf-8";
const schema = "application/schema+json";
const xml = "application/xml";

const data = (name: string, path: string, type: string, body: () => string): Document => ({
  name,
  path,
  type,
  inManifest: true,
  body,
});
const json = (name: string, path: string, value: () => unknown, type = "application/json"): Document =>
  data(name, path, type, () => `${JSON.stringify(value())}\n`);
const lookup = (name: string, path: string, type: string, body: () => string): Document => ({
  name,
  path,
  type,
  inManifest: false,
  body,
});

/** Everything that is published for machines, one line a document. Only /manifest.json is made later, from the bytes of these. */
export function buildDocuments(
  site: Site,
  analysis: Analysis,
  baseUrl: string,
  {
    dataset = buildReviewsDataset(site, analysis, baseUrl),
    previousFeed,
    hasSidecar = true,
  }: { dataset?: ReviewsDataset; previousFeed?: PreviousFeed | undefined; hasSidecar?: boolean } = {},
): Document[] {
  const { business, reviews } = dataset;
  const channel = buildChannel(dataset, baseUrl, site.summary.updated, {
    authority: site.business.feed_authority,
    language: site.business.language,
    previous: previousFeed,
    hasSidecar,
  });
  const described = Object.entries<DescribedSchema>(describedSchemas).filter(
    ([, { isAnswer }]) => hasSidecar || !isAnswer,
  );
  const newestDay = [site.summary.updated, reviews[0]?.date ?? ""].toSorted().at(-1) ?? "";
  return [
    json("reviews", "/reviews.json", () => dataset),
    json("insights", "/insights.json", () => analysis.insights),
    json("feed", "/api/feed.json", () => buildJsonFeed(channel, baseUrl)),
    data("feed", "/feed.xml", atom, () => buildAtom(channel, baseUrl)),
    data("reviews", "/reviews.csv", csv, () => buildCsv(reviews)),
    data("reviews", "/reviews.ndjson", ndjson, () => buildNdjson(reviews)),
    json("openapi", "/.well-known/openapi.json", () => buildOpenApi(site, dataset, baseUrl, hasSidecar)),
    ...described.map(([name, document]) => {
      const path = `/schemas/${name}.json`;
      return json(`schema-${name}`, path, () => buildJsonSchema(document, baseUrl + path), schema);
    }),
    ...(hasSidecar
      ? [
          json("server", serverJsonPath, () => buildServerJson(business, baseUrl)),
          json("server-card", serverCardPath, () => buildServerCard(business, baseUrl)),
          lookup("ai-catalog", "/.well-known/ai-catalog.json", "application/json", () =>
            JSON.stringify(buildAiCatalog(baseUrl)),
          ),
        ]
      : []),
    lookup("llms", "/llms.txt", plain, () => buildLlmsTxt(business, baseUrl, hasSidecar)),
    ...buildSitemaps(buildSitePages(dataset, analysis.insights, site.pages), baseUrl).map(({ path, body }) =>
      lookup("sitemap", path, xml, () => body),
    ),
    lookup("robots", "/robots.txt", plain, () => buildRobots(baseUrl)),
    lookup("security", "/.well-known/security.txt", plain, () =>
      buildSecurityTxt(business.email, newestDay, baseUrl),
    ),
    lookup(
      "api-catalog",
      "/.well-known/api-catalog",
      linkset,
      () => `${JSON.stringify(buildApiCatalog(baseUrl, hasSidecar))}\n`,
    ),
  ];
}
