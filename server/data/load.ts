import { codeOf, messageOf } from "../../src/schema/errors.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { etagOf } from "./hashes.ts";
import { BrokenBuildError, type SnapshotDocument, verifyDocument } from "./snapshot.ts";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { buildReviewTable, type ReviewTable } from "./dataset.ts";

/** Where a build lies: asks for its manifest and reads the files that this names. */
export interface DeployReader {
  /** The manifest's bytes; undefined when they are known to be the same as the last time. */
  manifest: () => Promise<Buffer | undefined>;
  document: (entry: ManifestDocument) => Promise<SnapshotDocument>;
  /** Seconds between two looks. */
  interval: number;
}

const checkedPath = ({ hashed_path }: ManifestDocument): string => {
  if (/^\/data\/[\w.-]+$/.test(hashed_path)) return hashed_path;
  throw new BrokenBuildError(`manifest.json names ${hashed_path}, which is not under /data/: rebuild`);
};

function openFolder(folder: string): DeployReader {
  const read = async (path: string): Promise<Buffer> => {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      const message = `${join(folder, path)} cannot be read (${codeOf(error)}): run npm run build, or set DIST`;
      throw new BrokenBuildError(message, { cause: error });
    }
  };
  // One that is missing or is not what the manifest names is left out: the plain bytes are enough.
  const variant = async (path: string, { bytes, etag }: { bytes: number; etag: string }) => {
    const body = await read(path).catch(() => undefined);
    return body?.length === bytes && etagOf(body) === etag ? body : undefined;
  };
  return {
    interval: 2,
    manifest: () => read("manifest.json"),
    document: async (entry) => {
      const path = checkedPath(entry);
      const [body, gzip, br] = await Promise.all([
        read(path),
        variant(`${path}.gz`, entry.encodings.gzip),
        variant(`${path}.br`, entry.encodings.br),
      ]);
      verifyDocument(entry, body);
      return { entry, body, ...(gzip && { gzip }), ...(br && { br }) };
    },
  };
}

const seconds = (count: number) => AbortSignal.timeout(count * 1000);

function openUrl(location: string): DeployReader {
  const base = location.replace(/\/+$/, "");
  let etag: string | undefined;
  const get = async (path: string, headers: Record<string, string>, patience: number): Promise<Response> => {
    try {
      return await fetch(base + path, { headers, signal: seconds(patience) });
    } catch (error) {
      throw new BrokenBuildError(`${base}${path} cannot be fetched: is the deploy up?`, { cause: error });
    }
  };
  return {
    interval: 30,
    manifest: async () => {
      const headers = etag === undefined ? {} : { "If-None-Match": etag };
      const response = await get("/manifest.json", headers, 10);
      if (response.status === 304) return undefined;
      if (response.status !== 200) {
        throw new BrokenBuildError(`${base}/manifest.json answers ${response.status}: is the deploy up?`);
      }
      const body = Buffer.from(await response.arrayBuffer());
      etag = response.headers.get("etag") ?? undefined;
      return body;
    },
    document: async (entry) => {
      const response = await get(checkedPath(entry), {}, 120);
      if (response.status !== 200) {
        throw new BrokenBuildError(
          `${base}${entry.hashed_path} answers ${response.status}: wait for the deploy`,
        );
      }
      const body = Buffer.from(await response.arrayBuffer());
      verifyDocument(entry, body);
      return { entry, body };
    },
  };
}

export const openDeploy = (location: string): DeployReader =>
  /^https?:\/\//i.test(location) ? openUrl(location) : openFolder(location);

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
