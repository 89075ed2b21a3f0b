import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { buildReviewTable } from "./dataset.ts";
import { buildTableInThread, openDeploy } from "./load.ts";
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

/** Gives what looks at the deploy: a new snapshot, or undefined when it shows the one that is known. */
function createLook(location: string, baseUrl: string) {
  const deploy = openDeploy(location);
  const look = async (before?: Snapshot): Promise<Snapshot | undefined> => {
    const manifest = await deploy.manifest();
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
