import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { ReviewsDataset } from "../src/schema/datasets.ts";
import { Insights } from "../src/schema/insights.ts";
import { Manifest } from "../src/schema/manifest.ts";

const read = async (dist: string, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(dist, name), "utf8"));

/** What a build publishes: the demonstration's, unless another folder is named. */
export const readDataset = async (dist = inject("dist")) =>
  ReviewsDataset.parse(await read(dist, "reviews.json"));
export const readInsights = async (dist = inject("dist")) =>
  Insights.parse(await read(dist, "insights.json"));
export const readManifest = async (dist = inject("dist")) =>
  Manifest.parse(await read(dist, "manifest.json"));
