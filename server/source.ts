import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestDocument } from "../src/schema/manifest.ts";
import type { Log } from "./log.ts";
import {
  BrokenBuildError,
  type Snapshot,
  type SnapshotDocument,
  createSnapshot,
  parseManifest,
  tableOf,
  verifyDocument,
} from "./snapshot.ts";

/** Where a build lies: asks for its manifest and reads the files that this names. */
interface Deploy {
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

function openFolder(folder: string): Deploy {
  const read = async (path: string): Promise<Buffer> => {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new BrokenBuildError(
        `${join(folder, path)} cannot be read (${code}): run npm run build, or set DIST`,
        {
          cause: error,
        },
      );
    }
  };
  const variant = async (path: string, bytes: number) => {
    const body = await read(path).catch(() => undefined);
    return body?.length === bytes ? body : undefined;
  };
  return {
    interval: 2,
    manifest: () => read("manifest.json"),
    document: async (entry) => {
      const path = checkedPath(entry);
      const [body, gzip, br] = await Promise.all([
        read(path),
        variant(`${path}.gz`, entry.encodings.gzip.bytes),
        variant(`${path}.br`, entry.encodings.br.bytes),
      ]);
      verifyDocument(entry, body);
      return { entry, body, ...(gzip && { gzip }), ...(br && { br }) };
    },
  };
}

const seconds = (count: number) => AbortSignal.timeout(count * 1000);

function openUrl(location: string): Deploy {
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

/** The deploy that is served now, and word of each new one. */
export interface SnapshotSource {
  current: () => Snapshot;
  /** Called after each swap; returns how to stop. */
  onChange: (listener: (snapshot: Snapshot) => void) => () => void;
  /** Looks at once; settles when the look is over, also when the build was broken. */
  refresh: () => Promise<void>;
  /** How often a look swapped or failed, for operators. */
  counts: { swapped: number; failed: number };
  close: () => void;
}

const isUrl = (location: string) => /^https?:\/\//i.test(location);

/** Loads the deploy, whole and verified, and from then on follows it; throws when there is nothing good to start with. */
export async function openSource(location: string, log: Log): Promise<SnapshotSource> {
  const deploy = isUrl(location) ? openUrl(location) : openFolder(location);
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const counts = { swapped: 0, failed: 0 };

  const load = async (before: Snapshot | undefined): Promise<Snapshot | undefined> => {
    const manifestBytes = await deploy.manifest();
    if (manifestBytes === undefined || before?.manifest.body.equals(manifestBytes)) return undefined;
    const documents = new Map<string, SnapshotDocument>();
    for (const entry of parseManifest(manifestBytes).documents) {
      const known = before?.documents.get(entry.path);
      const isSame = known?.entry.sha256 === entry.sha256;
      documents.set(entry.path, isSame ? { ...known, entry } : await deploy.document(entry));
    }
    const reviews = documents.get("/reviews.json")?.body;
    const isSame = before !== undefined && before.documents.get("/reviews.json")?.body === reviews;
    return createSnapshot(manifestBytes, documents, isSame ? before.table : tableOf(documents));
  };

  let snapshot = (await load(undefined)) as Snapshot;
  let lastFault = "";
  const look = async () => {
    try {
      const next = await load(snapshot);
      lastFault = "";
      if (next === undefined) return;
      log.info("snapshot", { version: next.version, before: snapshot.version, reviews: next.table.count });
      snapshot = next;
      counts.swapped += 1;
      for (const listener of listeners) listener(next);
    } catch (error) {
      counts.failed += 1;
      const fault = (error as Error).message;
      if (fault !== lastFault) log.warn("snapshot refused", { reason: fault, serving: snapshot.version });
      lastFault = fault;
    }
  };

  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** One look at a time; whoever asks during one gets the next, as the running one may have read too early. */
  const refresh = (): Promise<void> => {
    waiting ??= running.then(() => {
      waiting = undefined;
      running = look();
      return running;
    });
    return waiting;
  };
  const timer = setInterval(() => void refresh(), deploy.interval * 1000).unref();

  return {
    current: () => snapshot,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    counts,
    close: () => clearInterval(timer),
  };
}
