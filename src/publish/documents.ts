import type { Analysis } from "../insights/analysis.ts";
import type { Site } from "../schema/site.ts";
import { buildReviewsDataset } from "./reviews.ts";

/** One machine-readable file of the deploy. */
export interface Document {
  /** The stem of its hashed name, /data/<name>.<hash>.<ext>. */
  name: string;
  path: string;
  type: string;
  body: string;
}

const json = (name: string, path: string, value: unknown, type = "application/json"): Document => ({
  name,
  path,
  type,
  body: `${JSON.stringify(value)}\n`,
});

/** Everything that is published for machines, one line a document. */
export function buildDocuments(site: Site, analysis: Analysis, baseUrl: string): Document[] {
  const dataset = buildReviewsDataset(site, analysis, baseUrl);
  return [json("reviews", "/reviews.json", dataset), json("insights", "/insights.json", analysis.insights)];
}
