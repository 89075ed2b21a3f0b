import { join } from "node:path";
import { sha256 } from "../../server/data/hashes.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { causeOf, messageOf, PlainError } from "../../src/schema/errors.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import {
  bundleOf,
  readEntries,
  createMerkleTree,
  hashLeaf,
  buildTiles,
} from "../../src/transparency-log/merkle.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import type { DeployedLog } from "../../src/transparency-log/history.ts";
import { forEach, readIfThere } from "../site-build/files.ts";
import { readBounded } from "../read-bounded.ts";

/** Gives the bytes at an address of a deploy ("/log/checkpoint"). */
type ReadFile = (path: string) => Promise<Buffer | undefined>;

/** The log of a deploy, unchecked; nothing when there is none. Throws when entries that it promises are missing. */
export async function readLog(read: ReadFile): Promise<DeployedLog | undefined> {
  const checkpoint = (await read("/log/checkpoint"))?.toString("utf8");
  if (checkpoint === undefined) return undefined;
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const entries = await readEntries(size, (path) => read(`/log/${path}`));
  if (entries.length < size)
    throw new Error(`/log/${bundleOf(entries.length, size)} is missing, which the checkpoint promises`);
  return { checkpoint, entries };
}

export const readFolderLog = (folder: string): Promise<DeployedLog | undefined> =>
  readLog((path) => readIfThere(join(folder, path)));

/** The site cannot be asked, so nothing can be said of it. */
export class UnreachableError extends PlainError {}

// A bundle holds up to 256 entries of up to 65,535 bytes, a tile of hashes 256 of 32.
const maxBundleBytes = 256 * 65_537;
const maxTileBytes = 256 * 32;
const maxCheckpointBytes = 1_000_000;
const maxManifestBytes = 16 * 1024 * 1024;
const maxDatasetBytes = 128 * 1024 * 1024;
const maxRequests = 6;

/** The bytes at an address of the site; undefined when there is nothing. */
async function read(base: string, path: string, maxBytes: number): Promise<Buffer | undefined> {
  const response = await fetch(base + path, {
    headers: { "Cache-Control": "no-cache" },
    redirect: "follow",
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new UnreachableError(`${base}${path} cannot be reached: ${messageOf(causeOf(error))}`);
  });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new UnreachableError(`${base}${path} answers ${response.status}`);
  return readBounded(
    response,
    maxBytes,
    () => new UnreachableError(`${base}${path} has more than ${maxBytes} bytes: too much to check`),
  );
}

/** The signed checkpoint; undefined when the site has no log. */
export const readCheckpoint = async (base: string): Promise<string | undefined> =>
  (await read(base, "/log/checkpoint", maxCheckpointBytes))?.toString("utf8");

/** The entries that the checkpoint is about, as many as are there. */
export const readLogEntries = (base: string, checkpoint: string): Promise<Buffer[]> =>
  readEntries(parseCheckpoint(parseNote(checkpoint).text).size, (path) =>
    read(base, `/log/${path}`, maxBundleBytes),
  );

/** The faults of the hashes that others check single reviews with: they must equal those of the entries. */
export async function findWrongTiles(base: string, entries: readonly Buffer[]): Promise<string[]> {
  const tiles = buildTiles(entries, createMerkleTree(entries.map(hashLeaf))).filter(
    ({ path }) => !path.startsWith("tile/entries/"),
  );
  const findings: string[] = [];
  await forEach(tiles, maxRequests, async ({ path, bytes }) => {
    // One that is missing or wrong tells enough.
    if (findings.length > 0) return;
    const full = path.replace(/\.p\/\d+$/, "");
    const found =
      (await read(base, `/log/${path}`, maxTileBytes)) ??
      (full === path ? undefined : await read(base, `/log/${full}`, maxTileBytes));
    if (found === undefined) findings.push(`/log/${path} is missing, which the checkpoint promises`);
    else if (!found.subarray(0, bytes.length).equals(bytes))
      findings.push(`/log/${path} does not hold the hashes of the entries`);
  });
  return findings;
}

/** The reviews as people find them, and, where a cache still holds an older copy, those of the newest deploy. */
export interface Datasets {
  shown: ReviewsDataset;
  newest: ReviewsDataset;
}

export async function readDatasets(base: string): Promise<Datasets> {
  const manifest = Manifest.safeParse(await readManifest(base));
  const entry = manifest.data?.documents.find(({ path }) => path === "/reviews.json");
  // Most caches look for another copy when the address has a query, and most servers do not mind.
  const fresh = entry && (await read(base, `/reviews.json?${entry.sha256.slice(0, 16)}`, maxDatasetBytes));
  const bytes = fresh ?? (await read(base, "/reviews.json", maxDatasetBytes));
  if (bytes === undefined) throw new UnreachableError(`${base}/reviews.json is not there`);
  const shown = parseDataset(base, bytes);
  if (entry === undefined || sha256(bytes) === entry.sha256) return { shown, newest: shown };
  const promised = await read(base, entry.hashed_path, maxDatasetBytes);
  if (promised === undefined || sha256(promised) !== entry.sha256)
    throw new UnreachableError(
      `${base}${entry.hashed_path} is not what its manifest promises: a deploy may be under way`,
    );
  return { shown, newest: parseDataset(base, promised) };
}

function parseDataset(base: string, bytes: Buffer): ReviewsDataset {
  try {
    return ReviewsDataset.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new UnreachableError(`${base}/reviews.json is not a dataset of this interface`);
  }
}

async function readManifest(base: string): Promise<unknown> {
  const bytes = await read(base, "/manifest.json", maxManifestBytes);
  try {
    return bytes === undefined ? undefined : JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
