import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { messageOf } from "../../src/schema/errors.ts";
import { type ReviewTable, buildReviewTable } from "./dataset.ts";
import { openDeploy } from "./deploy-reader.ts";
import { BrokenBuildError, type SnapshotDocument } from "./snapshot.ts";

interface LoadJob {
  location: string;
  entries: ManifestDocument[];
}

export interface Loaded {
  documents: Map<string, SnapshotDocument>;
  /** When the reviews are among the documents. */
  table?: ReviewTable;
}

type LoadResult = { loaded: Loaded } | { error: string };

/** Reads and verifies the documents, and makes the reviews searchable. */
export async function load({ location, entries }: LoadJob): Promise<Loaded> {
  const deploy = openDeploy(location);
  const documents = new Map<string, SnapshotDocument>();
  for (const entry of entries) documents.set(entry.path, await deploy.document(entry));
  const reviews = documents.get("/reviews.json");
  if (reviews === undefined) return { documents };
  try {
    return { documents, table: buildReviewTable(reviews.body) };
  } catch (error) {
    throw new BrokenBuildError(messageOf(error), { cause: error });
  }
}

/** Buffers lose their kind on the way between threads. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const toBuffers = ({ entry, body, gzip, br }: SnapshotDocument): SnapshotDocument => ({
  entry,
  body: asBuffer(body),
  ...(gzip && { gzip: asBuffer(gzip) }),
  ...(br && { br: asBuffer(br) }),
});

/** Loads in a thread, so that requests are answered meanwhile. */
export function loadInThread(job: LoadJob): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { load: job } });
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

/** Every array's memory in the value, so that it is handed over and not copied. */
function memoryOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Small buffers share their memory with others of this thread; they are copied.
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength > Buffer.poolSize)
      found.add(value.buffer);
  } else if (value instanceof Map) {
    for (const each of value.values()) memoryOf(each, found);
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) memoryOf(each, found);
  }
  return found;
}

const given = workerData as { load?: LoadJob } | null;
if (!isMainThread && given?.load !== undefined) {
  const result: LoadResult = await load(given.load).then(
    (loaded) => ({ loaded }),
    (error: unknown) => ({ error: messageOf(error) }),
  );
  parentPort?.postMessage(result, [...memoryOf(result)]);
}
