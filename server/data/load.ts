import { codeOf } from "../../src/schema/errors.ts";
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

/** Makes the reviews searchable in a thread, so that requests are answered meanwhile. */
export function buildTableInThread(reviews: Buffer): Promise<ReviewTable> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { reviews } });
    worker.once("message", (table: ReviewTable) => resolve({ ...table, json: toBuffer(table.json) }));
    worker.once("error", reject);
  });
}

/** A buffer is only an array of bytes on the other side. */
const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

const given = workerData as { reviews?: Uint8Array } | null;
if (!isMainThread && given?.reviews !== undefined)
  parentPort?.postMessage(buildReviewTable(toBuffer(given.reviews)), []);
