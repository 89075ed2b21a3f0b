import { Worker } from "node:worker_threads";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { openDeploy } from "./deploy-reader.ts";
import { type ReviewTable, type TextIndexer, buildReviewTable } from "./dataset.ts";
import { BrokenBuildError, type SnapshotDocument } from "./snapshot.ts";
import { messageOf } from "../../src/schema/errors.ts";

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
export type ThreadJob = LoadJob | { reviews: Uint8Array };

/** How search wants the texts: at once, as far as they need no index; and the thread that makes one. */
export interface Indexing {
  collectTexts: TextIndexer;
  worker: URL;
}

/** How it answers. */
export type LoadResult = { loaded: Loaded } | { error: string };

/** Reads and verifies the documents, and makes the reviews searchable. */
export async function load({ location, entries }: LoadJob, indexTexts: TextIndexer): Promise<Loaded> {
  const deploy = openDeploy(location);
  const documents = new Map<string, SnapshotDocument>();
  for (const entry of entries) documents.set(entry.path, await deploy.document(entry));
  const reviews = documents.get("/reviews.json");
  if (reviews === undefined) return { documents };
  try {
    return { documents, table: buildReviewTable(reviews.body, indexTexts) };
  } catch (error) {
    throw new BrokenBuildError(messageOf(error), { cause: error });
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
export function loadInThread(file: URL, job: ThreadJob): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: job });
    worker.once("message", (result: LoadResult) => {
      if ("error" in result) return reject(new BrokenBuildError(result.error));
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
