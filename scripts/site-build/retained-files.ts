import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toPreviousReview } from "../../src/publish/reviews.ts";
import { Review } from "../../src/schema/review.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import type { PreviousDeploy, PreviousLog, Site } from "../../src/schema/site.ts";
import { loadFingerprintKey, toIdFingerprint } from "../import/fingerprints.ts";
import { readLog } from "../transparency-log/deployed-log.ts";
import { isCompressible, writeCompressed } from "./compressor.ts";
import { forEach, isHashed, listFiles } from "./files.ts";
import {
  type Previous,
  type PublishedDataset,
  readDocument,
  readPublished,
  takeOver,
} from "./previous-deploy.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { z } from "zod";
import { Instant } from "../../src/schema/text.ts";
import { permalinkPath, picturePath } from "../../src/schema/review-paths.ts";
import { photoFolder } from "../../src/publish/photo-paths.ts";
import { isRecord } from "../../src/schema/json.ts";

/** The words of a document but for its tombstones: in a dataset a list, in the Atom feed elements (RFC 6721). */
function withoutTombstones(text: string): string {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) ? JSON.stringify({ ...document, removed: [] }) : text;
  } catch {
    return text.replace(/<at:deleted-entry [^<>]*>/g, "");
  }
}

/**
 * Whether the text of a deployed file shows one of these reviews. A tombstone names an id without showing
 * anything, so it does not count.
 */
export function showsAny(text: string, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  for (const [word] of withoutTombstones(text).matchAll(/[a-z0-9][a-z0-9-]*/g))
    if (ids.has(word)) return true;
  return false;
}

/** Those of the addresses at which the deploy shows one of the reviews, or may show it. */
export async function findShown(
  previous: Pick<Previous, "read">,
  paths: readonly string[],
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const shown: string[] = [];
  if (ids.size === 0) return shown;
  await forEach(paths, 8, async (path) => {
    // An unreadable file may show anything, and one address too many does no harm.
    const bytes = await previous.read(path).catch(() => "unreadable" as const);
    if (bytes === "unreadable" || (bytes && showsAny(bytes.toString("utf8"), ids))) shown.push(path);
  });
  return shown.sort();
}

/**
 * Stable addresses that may show one of the reviews. Of the many pages of other reviews, only the neighbors, which
 * link to it, can name it.
 */
export async function listSuspects(
  previous: Previous,
  published: readonly string[],
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const isNear = (index: number) => [index - 1, index, index + 1].some((at) => ids.has(published[at] ?? ""));
  const others = new Set(published.filter((_, index) => !isNear(index)).map(permalinkPath));
  return (await previous.stablePaths()).filter((path) => !others.has(path));
}

/** The pictures of these reviews that the deploy shows: their words are drawn in them. */
export async function findPictures(
  previous: Pick<Previous, "read">,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const paths = [...ids].map(picturePath);
  const there = await Promise.all(paths.map((path) => previous.read(path).catch(() => true)));
  return paths.filter((_, index) => there[index] !== undefined);
}

interface Withdrawals {
  /** Addresses whose bytes show a review that is withdrawn. */
  shown: string[];
  /** Reviews that were on the site and are now neither published nor withdrawn: withheld, most likely. */
  vanished: string[];
}

/**
 * What the previous deploy shows of reviews that are withdrawn: among hashed files those that are superseded, among
 * stable addresses those that showed it until now.
 */
async function findWithdrawals(
  previous: Previous,
  { old, current }: { old: readonly string[]; current: ReadonlySet<string> },
  site: Pick<Site, "reviews" | "withheld" | "removed">,
): Promise<Withdrawals> {
  const shown = await readPublished(previous);
  const before = shown?.published ?? [];
  const published = new Set(site.reviews.map(({ id }) => id));
  const gone = before.filter((id) => !published.has(id));
  const tombstones = new Set(site.removed.map(({ id }) => id));
  const everGone = new Set([...gone, ...tombstones, ...site.withheld.map(({ id }) => id)]);
  const stable = gone.length === 0 ? [] : await listSuspects(previous, before, new Set(gone));
  const photos = new Set([...old.filter((path) => path.startsWith(photoFolder)), ...(shown?.photos ?? [])]);
  return {
    shown: [
      // A picture that is no longer shown is not kept: somebody may have asked for its removal.
      ...[...photos].filter((path) => !current.has(path)),
      ...(await findShown(
        previous,
        old.filter((path) => path.startsWith("/data/") && !current.has(path)),
        everGone,
      )),
      ...(await findShown(previous, stable, new Set(gone))),
      ...(await findPictures(previous, new Set(gone))),
    ],
    vanished: [...new Set([...(previous.manifest.vanished ?? []), ...gone])]
      .filter((id) => !published.has(id) && !tombstones.has(id))
      .sort(),
  };
}

const maxNamed = 20;

/**
 * Published reviews that are gone without a tombstone. Whoever keeps a copy asks for what is new, changed or removed, and
 * would keep them.
 */
export function findSilentChanges(
  published: readonly string[],
  { reviews, removed }: Pick<Site, "reviews" | "removed">,
): string[] {
  const known = new Set([...reviews, ...removed].map(({ id }) => id));
  const gone = published.filter((id) => !known.has(id));
  const named = gone
    .slice(0, maxNamed)
    .map(
      (id) =>
        `warning: ${id} is gone, and whoever keeps a copy of the reviews keeps it: withdraw it with npm run redact -- ${id}`,
    );
  const rest = gone.length - named.length;
  return [...named, ...(rest > 0 ? [`warning: ${rest} more are gone`] : [])];
}

/** The facts about the previous deploy that pages and documents need. */
export async function loadPreviousDeploy(previous: Previous): Promise<PreviousDeploy> {
  const shown = await readPublished(previous);
  if (shown === undefined) return { published: [], removed: [] };
  const feed = await readDocument(previous, "/api/feed.json");
  const key = await loadFingerprintKey(process.env);
  return {
    published: [...shown.published, ...(previous.manifest.vanished ?? [])],
    ...(process.env["LOG_KEY"] && { log: await loadPreviousLog(previous, shown) }),
    ...(feed && { feed: JSON.parse(feed.toString("utf8")) }),
    reviews: shown.reviews.map(toPreviousReview),
    removed: shown.removed.map((one) =>
      key === undefined ? one : { ...one, fingerprint: toIdFingerprint(one.id, key) },
    ),
  };
}

async function loadPreviousLog(
  { place, read }: Previous,
  { reviews }: PublishedDataset,
): Promise<PreviousLog | undefined> {
  const log = await readLog(read).catch((error: Error) => {
    throw new UsageError(
      `PREVIOUS: the history of ${place} cannot be read: ${error.message}. A build that starts another one would fork it: restore the files below /log/, or set PREVIOUS to another copy of the last build`,
    );
  });
  if (log === undefined) return undefined;
  const known = reviews.flatMap((review) => Review.safeParse(review).data ?? []);
  return {
    checkpoint: log.checkpoint,
    entries: log.entries.map((entry) => entry.toString("utf8")),
    salts: Object.fromEntries(known.flatMap(({ id, proof }) => (proof ? [[id, proof.salt]] : []))),
    replied: known.filter(({ reply }) => reply !== undefined),
  };
}

export type CarriedOver = Retention & Pick<Withdrawals, "vanished">;

async function loadState(previous: Previous): Promise<RetentionState> {
  const purged = previous.isAddress ? undefined : await previous.read("/.retained.json");
  const files = previous.manifest.earlier ?? {};
  try {
    return { files, ...(purged ? Purged.parse(JSON.parse(purged.toString("utf8"))) : { purged: {} }) };
  } catch {
    // The list is optional: a damaged one is ignored.
    return { files, purged: {} };
  }
}

/** Keeps what of the previous deploy must stay beside the new files, and finds what must go from caches. */
export async function carryOver(
  previous: Previous,
  staging: string,
  site: Pick<Site, "reviews" | "withheld" | "removed">,
  { now, limits }: { now: string; limits: RetentionLimits },
): Promise<CarriedOver> {
  const current = new Set(listFiles(staging).filter(isHashed));
  const old = await previous.hashedPaths();
  const { shown, vanished } = await findWithdrawals(previous, { old, current }, site);
  const retention = planRetention(await loadState(previous), { old, current, withdrawn: shown, now, limits });
  const kept: string[] = [];
  for (const path of retention.kept) {
    // It may be gone by now, or never have been uploaded.
    if (await keep(previous, path, staging)) kept.push(path);
    else delete retention.state.files[path];
  }
  return { ...retention, kept, vanished };
}

/** Puts an old file beside the new ones, with its compressed variants. */
async function keep(previous: Previous, path: string, staging: string): Promise<boolean> {
  if (!(await takeOver(previous, path, staging))) return false;
  if (previous.folder !== undefined)
    for (const end of [".gz", ".br"]) await takeOver(previous, path + end, staging);
  else if (isCompressible(path)) await writeCompressed(join(staging, path), "page");
  return true;
}

/** The manifest with what the next build has to know of this one. */
export const addMemory = (
  manifest: Manifest,
  sums: Readonly<Record<string, string>>,
  { state, vanished }: Pick<CarriedOver, "state" | "vanished">,
): Manifest => ({
  ...manifest,
  assets: Object.keys(sums).filter((path) => path.startsWith("/_astro/")),
  asset_sums: sums,
  ...(Object.keys(state.files).length > 0 && { earlier: state.files }),
  ...(vanished.length > 0 && { vanished }),
});

/** A build's memory of the files that earlier builds left behind. */
export interface RetentionState {
  /** Hashed files that are no longer current: since when, and how many builds ago they were. In the manifest. */
  files: NonNullable<Manifest["earlier"]>;
  /** Withdrawn addresses that must leave every cache, and when. In a file of their own that is not public. */
  purged: Record<string, string>;
}

interface RetentionLimits {
  days: number;
  builds: number;
}

interface Retention {
  /** Old files that stay for now. */
  kept: string[];
  /** Addresses to purge from caches, because their bytes held something that is withdrawn. */
  purge: string[];
  state: RetentionState;
}

/** Which hashed files of earlier builds stay; those named `withdrawn` go at once, with their stable addresses. */
export function planRetention(
  before: RetentionState,
  {
    old,
    current,
    withdrawn,
    now,
    limits,
  }: {
    old: readonly string[];
    current: ReadonlySet<string>;
    withdrawn: readonly string[];
    now: string;
    limits: RetentionLimits;
  },
): Retention {
  const superseded = old.filter((path) => !current.has(path));
  // Building the same content again makes nothing older.
  const isNewBuild = superseded.some((path) => !Object.hasOwn(before.files, path));
  const oldest = toInstant(Date.parse(now) - limits.days * 86_400_000);
  const gone = new Set(withdrawn);
  const files: RetentionState["files"] = {};
  for (const path of superseded) {
    const known = before.files[path];
    const next = {
      since: known?.since ?? now,
      builds: known ? known.builds + (isNewBuild ? 1 : 0) : 1,
    };
    if (gone.has(path) || next.builds > limits.builds || next.since < oldest) continue;
    files[path] = next;
  }
  // The list outlives this build, so that a purge is not lost when two builds come before one deploy.
  const purged = Object.fromEntries(
    Object.entries(before.purged).filter(
      ([path, since]) => since >= oldest && !(isHashed(path) && current.has(path)),
    ),
  );
  for (const path of withdrawn) purged[path] = now;
  return { kept: Object.keys(files).sort(), purge: Object.keys(purged).sort(), state: { files, purged } };
}

export const toInstant = (milliseconds: number): string =>
  `${new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().slice(0, 19)}Z`;

/** Sidecar answers from the same data: too many addresses to list, so only their prefixes are. */
const answerPrefixes = ["/api/reviews/search*", "/api/reviews/since/*"];

/** /.retained.json: addresses under which caches may still hold what was withdrawn. */
const Purged = z.object({ purged: z.record(z.string(), Instant) });

/** Writes purge.txt, which says what a CDN has to forget, and what the next build must know of it. */
export async function writePurgeList(
  staging: string,
  { baseUrl, hasSidecar }: { baseUrl: string; hasSidecar: boolean },
  { purge, state }: Pick<Retention, "purge" | "state">,
): Promise<void> {
  if (purge.length === 0) return;
  const addresses = [...purge, ...(hasSidecar ? answerPrefixes : [])].map((path) => `${baseUrl}${path}\n`);
  await writeFile(join(staging, "purge.txt"), addresses.join(""));
  await writeFile(join(staging, ".retained.json"), `${JSON.stringify({ purged: state.purged })}\n`);
}

/** The owner's tasks after this build; none when nothing was withdrawn. */
export function toPurgeNotes(purge: readonly string[], out: string, hasSidecar: boolean): string[] {
  if (purge.length === 0) return [];
  const answers = `. Answers of search and since (${answerPrefixes.join(" and ")}) are gone from caches after 11 minutes without it`;
  return [
    `Some addresses showed reviews that are withdrawn. Purge them from your CDN; they are listed in ${join(out, "purge.txt")}${hasSidecar ? answers : ""}`,
  ];
}
