import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { objectMembers, parseElements } from "../../server/data/json-slices.ts";
import { toPreviousReview } from "../../src/publish/reviews.ts";
import type { Review } from "../../src/schema/review.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { PreviousDeploy, PreviousLog, Site } from "../../src/schema/site.ts";
import { loadFingerprintKey } from "../import/fingerprint-key.ts";
import { readLog } from "../transparency-log/deployed-log.ts";
import { toIdFingerprint } from "../import/identity.ts";
import { compress, isCompressible } from "./compression.ts";
import { linkOrCopy, listFiles } from "./files.ts";
import { parsePublished, type Previous, readDocument } from "./previous.ts";
import {
  isHashed,
  planRetention,
  type Retention,
  type RetentionLimits,
  type RetentionState,
} from "./retention.ts";
import { Purged } from "./purge.ts";
import { UsageError } from "../usage-error.ts";
import { findWithdrawals, type Withdrawals } from "./withdrawals.ts";

/** What pages and documents must know of the deploy before. */
export async function loadPreviousDeploy(previous: Previous): Promise<PreviousDeploy> {
  const bytes = await readDocument(previous, "/reviews.json");
  if (bytes === undefined) return { published: [], removed: [] };
  const { published, removed } = parsePublished(bytes);
  const feed = await readDocument(previous, "/api/feed.json");
  const { elements } = objectMembers(bytes, "reviews");
  const reviews =
    elements && [...(parseElements(bytes, elements) as Generator<Review>)].map(toPreviousReview);
  const key = await loadFingerprintKey(process.env);
  return {
    published: [...published, ...(previous.manifest.vanished ?? [])],
    ...(process.env["LOG_KEY"] && { log: await loadPreviousLog(previous, bytes) }),
    ...(feed && { feed: JSON.parse(feed.toString("utf8")) }),
    ...(reviews && { reviews }),
    removed: removed.map((one) =>
      key === undefined ? one : { ...one, fingerprint: toIdFingerprint(one.id, key) },
    ),
  };
}

async function loadPreviousLog({ place, read }: Previous, reviews: Buffer): Promise<PreviousLog | undefined> {
  const log = await readLog(read).catch((error: Error) => {
    throw new UsageError(
      `PREVIOUS: the history of ${place} cannot be read: ${error.message}. A build that starts another one would fork it: restore the files below /log/, or set PREVIOUS to another copy of the last build`,
    );
  });
  if (log === undefined) return undefined;
  const dataset = ReviewsDataset.safeParse(JSON.parse(reviews.toString("utf8")));
  const published = dataset.data?.reviews ?? [];
  return {
    checkpoint: log.checkpoint,
    entries: log.entries.map((entry) => entry.toString("utf8")),
    salts: Object.fromEntries(published.flatMap(({ id, proof }) => (proof ? [[id, proof.salt]] : []))),
    replied: published.filter(({ reply }) => reply !== undefined),
  };
}

export type CarriedOver = Retention & Pick<Withdrawals, "vanished">;

async function loadState(previous: Previous): Promise<RetentionState> {
  const purged = previous.isAddress ? undefined : await previous.read("/.retained.json");
  const files = previous.manifest.earlier ?? {};
  try {
    return { files, ...(purged ? Purged.parse(JSON.parse(purged.toString("utf8"))) : { purged: {} }) };
  } catch {
    // A list of an earlier build that is damaged is a help less, never a condition.
    return { files, purged: {} };
  }
}

/** Keeps what of the deploy before must stay beside the new files, and finds what must go from caches. */
export async function carryOver(
  previous: Previous,
  staging: string,
  site: Pick<Site, "reviews" | "withheld" | "removed">,
  { now, limits }: { now: string; limits: RetentionLimits },
): Promise<CarriedOver> {
  const current = new Set(listFiles(staging).filter(isHashed));
  const old = await previous.hashedPaths();
  const { shown, vanished } = await findWithdrawals(
    previous,
    old.filter((path) => !current.has(path)),
    site,
  );
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
    for (const [ending, content] of Object.entries(compress(bytes, "page")))
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
