import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { openDeploy } from "./deploy-reader.ts";
import { type Indexing, type Loaded, isSmall, load, loadInThread } from "./load.ts";
import { reclaim } from "./memory.ts";
import {
  BrokenBuildError,
  type Snapshot,
  type SnapshotDocument,
  createSnapshot,
  parseManifest,
  verifyAddress,
} from "./snapshot.ts";

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

/** Where a source reports what it did; any log with levels will do. */
interface SourceLog {
  info: (event: string, fields?: Record<string, unknown>) => void;
  warn: (event: string, fields?: Record<string, unknown>) => void;
}

/** The new deploy, of what was loaded and what is known already. */
function join(
  manifest: Buffer,
  entries: readonly ManifestDocument[],
  loaded: Loaded,
  before: Snapshot | undefined,
): Snapshot {
  const documents = new Map<string, SnapshotDocument>();
  for (const entry of entries) {
    const document = loaded.documents.get(entry.path) ?? before?.documents.get(entry.path);
    if (document !== undefined) documents.set(entry.path, { ...document, entry });
  }
  const table = loaded.table ?? (documents.has("/reviews.json") ? before?.table : undefined);
  if (table === undefined) throw new BrokenBuildError("the manifest names no /reviews.json: rebuild");
  return createSnapshot(manifest, documents, table);
}

/** Loads the deploy, whole and verified, and from then on follows it; throws when there is nothing good to start with. */
export async function openSource(
  location: string,
  baseUrl: string,
  log: SourceLog,
  indexing: Indexing,
): Promise<SnapshotSource> {
  const deploy = openDeploy(location);
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const counts = { swapped: 0, failed: 0 };

  const look = async (before: Snapshot | undefined): Promise<Snapshot | undefined> => {
    const manifestBytes = await deploy.manifest();
    if (manifestBytes === undefined || before?.manifest.body.equals(manifestBytes)) return undefined;
    const { documents: entries } = parseManifest(manifestBytes);
    const isKnown = ({ path, sha256 }: ManifestDocument) =>
      before?.documents.get(path)?.entry.sha256 === sha256;
    const job = { location, entries: entries.filter((entry) => !isKnown(entry)) };
    const isFirst = before === undefined && isSmall(job);
    const loaded = await (isFirst || job.entries.length === 0
      ? load(job, indexing.collectTexts)
      : loadInThread(indexing.worker, job));
    const next = join(manifestBytes, entries, loaded, before);
    verifyAddress(next.documents, location, baseUrl);
    // The first answers do not wait for the index; it is made beside the event loop, which may have but one core.
    if (isFirst) setTimeout(() => void addIndex(next), 50).unref();
    return next;
  };

  const addIndex = async (to: Snapshot) => {
    try {
      const { table } = await loadInThread(indexing.worker, { reviews: to.table.json });
      if (table !== undefined && snapshot === to) {
        snapshot = createSnapshot(to.manifest.body, to.documents, { ...table, json: to.table.json });
      }
    } catch (error) {
      log.warn("no index", { reason: (error as Error).message });
    }
  };

  let snapshot = (await look(undefined)) as Snapshot;
  let lastReason = "";
  const follow = async () => {
    try {
      const next = await look(snapshot);
      lastReason = "";
      if (next === undefined) return;
      log.info("snapshot", { version: next.version, before: snapshot.version, reviews: next.table.count });
      if (next.table !== snapshot.table) void reclaim(new WeakRef(snapshot.table));
      snapshot = next;
      counts.swapped += 1;
      for (const listener of listeners) listener(next);
    } catch (error) {
      counts.failed += 1;
      const reason = (error as Error).message;
      if (reason !== lastReason) log.warn("snapshot refused", { reason, serving: snapshot.version });
      lastReason = reason;
    }
  };

  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** One look at a time; whoever asks during one gets the next, as the running one may have read too early. */
  const refresh = (): Promise<void> => {
    waiting ??= running.then(() => {
      waiting = undefined;
      running = follow();
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
