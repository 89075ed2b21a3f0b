import { analyse } from "./insights/analysis.ts";
import { loadSite } from "./content/load-site.ts";
import { buildDocuments } from "./publish/documents.ts";
import { buildReviewsDataset } from "./publish/reviews.ts";

/** The edge of the build: what every page and document is made from, read once. */
export const baseUrl = (process.env["BASE_URL"] ?? "http://localhost:3000").replace(/\/+$/, "");
export const site = await loadSite(process.env["CONTENT"] ?? "content");
export const analysis = analyse(site);
export const documents = buildDocuments(site, analysis, baseUrl);
export const dataset = buildReviewsDataset(site, analysis, baseUrl);
