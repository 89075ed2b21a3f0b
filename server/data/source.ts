import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { load, type Loaded, loadInThread, openDeploy } from "./load.ts";
import {
  BrokenBuildError,
  createSnapshot,
  parseManifest,
  type Snapshot,
  type SnapshotDocument,
  verifyAddress,
} from "./snapshot.ts";
import type { EventLog } from "../log.ts";
import { messageOf } from "../../src/schema/errors.ts";

const maxLooks = 8;

/**
 * Gives the memory of something replaced back as soon as nobody holds it any more. V8 by itself collects when it
 * needs memory, and an idle server gives none back: the arrays of a whole old deploy would stay for hours.
 */
async function reclaim(replaced: WeakRef<object>): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Whoever is being answered from it is mostly done by the first look, and slow readers by a later one.
  for (let look = 0; look < maxLooks; look += 1) {
    await wait(500 * 2 ** look, undefined, { ref: false });
    collect();
    if (replaced.deref() === undefined) return;
  }
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

/** Gives what looks at the deploy: a new snapshot, or undefined when it shows the one that is known. */
function createLook(location: string, baseUrl: string) {
  const deploy = openDeploy(location);
  const look = async (before?: Snapshot): Promise<Snapshot | undefined> => {
    const manifestBytes = await deploy.manifest();
    if (manifestBytes === undefined || before?.manifest.body.equals(manifestBytes)) return undefined;
    const { documents: entries } = parseManifest(manifestBytes);
    // The same bytes may have been compressed anew, and then have other tags.
    const isKnown = ({ path, sha256, encodings }: ManifestDocument) => {
      const known = before?.documents.get(path)?.entry;
      return (
        known?.sha256 === sha256 &&
        known.encodings.gzip.etag === encodings.gzip.etag &&
        known.encodings.br.etag === encodings.br.etag
      );
    };
    const job = { location, entries: entries.filter((entry) => !isKnown(entry)) };
    // At start nobody waits for an answer yet, and a thread would only take longer.
    const loaded = await (before === undefined ? load(job) : loadInThread(job));
    const next = join(manifestBytes, entries, loaded, before);
    verifyAddress(next.documents, location, baseUrl);
    return next;
  };
  return { look, interval: deploy.interval };
}

/** One at a time; whoever asks during one gets the next, as the running one may have begun too early. */
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
export async function openSource(location: string, baseUrl: string, log: EventLog): Promise<SnapshotSource> {
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
      if (next.table !== snapshot.table) void reclaim(new WeakRef(snapshot.table));
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
