import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toPreviousReview } from "../../src/publish/reviews.ts";
import { Review } from "../../src/schema/review.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import type { PreviousDeploy, PreviousLog, Site } from "../../src/schema/site.ts";
import { loadFingerprintKey, toIdFingerprint } from "../import/fingerprints.ts";
import { readLog } from "../transparency-log/deployed-log.ts";
import { compress, isCompressible } from "./compressor.ts";
import { linkOrCopy, listFiles, isHashed } from "./files.ts";
import { type Previous, type Published, readDocument, readPublished } from "./previous.ts";
import { UsageError } from "../usage-error.ts";
import { type Withdrawals, findWithdrawals } from "./withdrawals.ts";
import { z } from "zod";
import { Instant } from "../../src/schema/text.ts";

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
  { reviews }: Published,
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
    // It may have gone meanwhile, or never arrived; nobody can be served what is not there.
    if (await keep(previous, path, staging)) kept.push(path);
    else delete retention.state.files[path];
  }
  return { ...retention, kept, vanished };
}

/** Puts an old file beside the new ones, with its compressed variants. */
async function keep({ folder, read }: Previous, path: string, staging: string): Promise<boolean> {
  const file = join(staging, path);
  await mkdir(dirname(file), { recursive: true });
  if (folder !== undefined) {
    const took = await Promise.all(
      ["", ".gz", ".br"].map((end) => linkOrCopy(join(folder, path + end), file + end)),
    );
    return took[0] ?? false;
  }
  const bytes = await read(path);
  if (bytes === undefined) return false;
  await writeFile(file, bytes);
  if (isCompressible(path)) {
    for (const [ending, content] of Object.entries(await compress(bytes, "page")))
      await writeFile(file + ending, content);
  }
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

export interface RetentionLimits {
  days: number;
  builds: number;
}

export interface Retention {
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
