import { Worker } from "node:worker_threads";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { openDeploy } from "./deploy-reader.ts";
import { type ReviewTable, buildReviewTable } from "./dataset.ts";
import { BrokenBuildError, type SnapshotDocument } from "./snapshot.ts";

export interface LoadJob {
  location: string;
  entries: ManifestDocument[];
}

export interface Loaded {
  documents: Map<string, SnapshotDocument>;
  /** When the reviews are among the documents. */
  table?: ReviewTable;
}

/** What a worker thread does: load all, or make the index of reviews that are loaded already. */
export type AsideJob = LoadJob | { reviews: Uint8Array };

/** How it answers. */
export type LoadResult = { loaded: Loaded } | { fault: string };

/** Reads and verifies the documents, and makes the reviews searchable. */
export async function load({ location, entries }: LoadJob, isIndexed = true): Promise<Loaded> {
  const deploy = openDeploy(location);
  const documents = new Map<string, SnapshotDocument>();
  for (const entry of entries) documents.set(entry.path, await deploy.document(entry));
  const reviews = documents.get("/reviews.json");
  if (reviews === undefined) return { documents };
  try {
    return { documents, table: buildReviewTable(reviews.body, isIndexed) };
  } catch (error) {
    throw new BrokenBuildError((error as Error).message, { cause: error });
  }
}

/** Buffers lose their kind on the way between threads. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const toBuffers = ({ entry, body, gzip, br }: SnapshotDocument): SnapshotDocument => ({
  entry,
  body: asBuffer(body),
  ...(gzip && { gzip: asBuffer(gzip) }),
  ...(br && { br: asBuffer(br) }),
});

/** Loads in a thread beside the event loop. */
export function loadAside(job: AsideJob): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("load-worker.ts", import.meta.url), { workerData: job });
    worker.once("message", (result: LoadResult) => {
      if ("fault" in result) return reject(new BrokenBuildError(result.fault));
      const { documents, table } = result.loaded;
      resolve({
        documents: new Map([...documents].map(([path, each]) => [path, toBuffers(each)])),
        ...(table && { table: { ...table, json: asBuffer(table.json) } }),
      });
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the loading thread ended with ${code}`)));
  });
}

/** Up to here, starting a thread takes longer than reading without making an index. */
const smallBytes = 32 * 1024 * 1024;

export const isSmall = ({ entries }: LoadJob): boolean =>
  entries.reduce((sum, entry) => sum + entry.bytes, 0) <= smallBytes;
