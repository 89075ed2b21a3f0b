import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ReviewsDataset } from "../src/schema/datasets.ts";
import { Manifest, type ManifestDocument } from "../src/schema/manifest.ts";

export interface SnapshotDocument {
  entry: ManifestDocument;
  body: Buffer;
}

/** One deploy, whole and verified against its manifest; never changed, only replaced. */
export interface Snapshot {
  version: string;
  documents: ReadonlyMap<string, SnapshotDocument>;
  dataset: ReviewsDataset;
}

export async function loadSnapshot(folder: string): Promise<Snapshot> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
  const documents = new Map<string, SnapshotDocument>();
  for (const entry of manifest.documents) {
    const body = await readFile(join(folder, entry.hashed_path));
    const sha256 = createHash("sha256").update(body).digest("hex");
    if (sha256 !== entry.sha256) {
      throw new Error(
        `${entry.hashed_path} does not have the hash that the manifest names: rebuild, or wait for the deploy to end`,
      );
    }
    documents.set(entry.path, { entry, body });
  }
  const reviews = documents.get("/reviews.json");
  if (reviews === undefined) throw new Error("the manifest names no /reviews.json: rebuild");
  return {
    version: manifest.version,
    documents,
    dataset: ReviewsDataset.parse(JSON.parse(reviews.body.toString("utf8"))),
  };
}
