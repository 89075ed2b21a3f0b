import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { codeOf, messageOf } from "../../src/schema/errors.ts";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import type { EventLog } from "../log.ts";
import { buildReviewTable, type ReviewTable } from "./dataset.ts";
import { etagOf } from "./hashes.ts";
import {
  BrokenBuildError,
  createSnapshot,
  parseManifest,
  type Snapshot,
  type SnapshotDocument,
  verifyAddress,
  verifyDocument,
} from "./snapshot.ts";

/** The deploy that is served now, and word of each new one. */
export type SnapshotSource = Awaited<ReturnType<typeof openSource>>;

/** Gives what looks at the deploy: a new snapshot, or undefined when it shows the one that is known. */
function createLook(location: string, baseUrl: string) {
  const deploy = /^https?:\/\//i.test(location) ? openUrl(location) : openFolder(location);
  const look = async (before?: Snapshot): Promise<Snapshot | undefined> => {
    const manifest = await deploy.manifest(before?.manifest.body);
    if (manifest === undefined || before?.manifest.body.equals(manifest)) return undefined;
    const documents = new Map<string, SnapshotDocument>();
    for (const entry of parseManifest(manifest).documents) {
      const known = before?.documents.get(entry.path);
      const isKnown = known !== undefined && hasSameBytes(known.entry, entry);
      documents.set(entry.path, isKnown ? { ...known, entry } : await deploy.document(entry));
    }
    verifyAddress(documents, location, baseUrl);
    const reviews = documents.get("/reviews.json")?.body;
    if (reviews === undefined) throw new BrokenBuildError("the manifest names no /reviews.json: rebuild");
    // At start nobody waits for an answer yet, and a thread would only take longer.
    if (before === undefined) return createSnapshot(manifest, documents, buildReviewTable(reviews));
    const isSame = reviews === before.documents.get("/reviews.json")?.body;
    return createSnapshot(manifest, documents, isSame ? before.table : await buildTableInThread(reviews));
  };
  return { look, interval: deploy.interval };
}

/** The same bytes may have been compressed anew, and then have other tags. */
const hasSameBytes = (one: ManifestDocument, other: ManifestDocument): boolean =>
  one.sha256 === other.sha256 &&
  one.encodings.gzip.etag === other.encodings.gzip.etag &&
  one.encodings.br.etag === other.encodings.br.etag;

/** Runs one at a time. A call during a run waits for the next one, because the current run may have started too early. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () =>
    (waiting ??= running.then(() => {
      waiting = undefined;
      running = work();
      return running;
    }));
}

/** Loads the deploy, whole and verified, and from then on follows it; throws when there is nothing good to start with. */
export async function openSource(location: string, baseUrl: string, log: EventLog) {
  const { look, interval } = createLook(location, baseUrl);
  const found = await look();
  if (found === undefined) throw new BrokenBuildError(`${location} shows no manifest: is the deploy up?`);
  let snapshot = found;
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const counts = { swapped: 0, failed: 0 };

  let lastReason = "";
  const refresh = oneAtATime(async () => {
    try {
      const next = await look(snapshot);
      lastReason = "";
      if (next === undefined) return;
      log.info("snapshot", { version: next.version, before: snapshot.version, reviews: next.table.count });
      snapshot = next;
      counts.swapped += 1;
      for (const listener of listeners) listener(next);
    } catch (error) {
      counts.failed += 1;
      const reason = messageOf(error);
      if (reason !== lastReason) log.warn("snapshot refused", { reason, serving: snapshot.version });
      lastReason = reason;
    }
  });
  const timer = setInterval(() => void refresh(), interval * 1000).unref();

  return {
    current: (): Snapshot => snapshot,
    /** Called after each swap; returns how to stop. */
    onChange: (listener: (snapshot: Snapshot) => void) => {
      listeners.add(listener);
      return (): void => void listeners.delete(listener);
    },
    /** Looks at once; settles when the look is over, also when the build was broken. */
    refresh,
    /** How often a look swapped or failed, for operators. */
    counts,
    close: (): void => clearInterval(timer),
  };
}

const checkedPath = ({ hashed_path }: ManifestDocument): string => {
  if (/^\/data\/[\w.-]+$/.test(hashed_path)) return hashed_path;
  throw new BrokenBuildError(`manifest.json names ${hashed_path}, which is not under /data/: rebuild`);
};

function openFolder(folder: string) {
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
    /** Seconds between two looks. */
    interval: 2,
    manifest: () => read("manifest.json"),
    document: async (entry: ManifestDocument): Promise<SnapshotDocument> => {
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

function openUrl(location: string) {
  const base = location.replace(/\/+$/, "");
  let last: { body: Buffer; etag: string | null } | undefined;
  /** Waits so many seconds; undefined where nothing has changed. */
  const get = async (path: string, patience: number, headers: Record<string, string> = {}) => {
    const signal = AbortSignal.timeout(patience * 1000);
    const response = await fetch(base + path, { headers, signal }).catch((error: unknown) => {
      throw new BrokenBuildError(`${base}${path} cannot be fetched: is the deploy up?`, { cause: error });
    });
    if (response.status === 304) return undefined;
    if (response.status !== 200)
      throw new BrokenBuildError(`${base}${path} answers ${response.status}: is the deploy up?`);
    return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") };
  };
  return {
    interval: 30,
    /** Undefined when it is known to be the one that is served: one whose documents did not load is read again. */
    manifest: async (served?: Buffer): Promise<Buffer | undefined> => {
      const etag = served !== undefined && last?.body.equals(served) ? last.etag : null;
      const found = await get("/manifest.json", 10, etag === null ? {} : { "If-None-Match": etag });
      if (found !== undefined) last = found;
      return found?.body;
    },
    document: async (entry: ManifestDocument): Promise<SnapshotDocument> => {
      const { body = Buffer.alloc(0) } = (await get(checkedPath(entry), 120)) ?? {};
      verifyDocument(entry, body);
      return { entry, body };
    },
  };
}

/** Makes the reviews searchable in a thread, so that requests are answered meanwhile. */
function buildTableInThread(reviews: Buffer): Promise<ReviewTable> {
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
