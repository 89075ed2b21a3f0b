import { causeOf, messageOf, PlainError } from "../../src/schema/errors.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { createMerkleTree, hashLeaf } from "../../src/transparency-log/merkle.ts";
import { buildTiles, bundlesOf, parseBundle } from "../../src/transparency-log/tiles.ts";
import { readBounded } from "../read-bounded.ts";
import { sha256 } from "../../server/data/hashes.ts";

/** The site cannot be asked, so nothing can be said of it. */
export class UnreachableError extends PlainError {}

const mostBytes = 512 * 1024 * 1024;
const atOnce = 6;

/** The bytes at an address of the site; undefined when there is nothing. */
async function read(base: string, path: string): Promise<Buffer | undefined> {
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
    mostBytes,
    () => new UnreachableError(`${base}${path} is larger than ${mostBytes / 1024 / 1024} MiB`),
  );
}

/** The signed checkpoint; undefined when the site has no log. */
export const readCheckpoint = async (base: string): Promise<string | undefined> =>
  (await read(base, "/log/checkpoint"))?.toString("utf8");

/** All entries that the checkpoint is about, as many as there are. */
export async function readEntries(base: string, checkpoint: string): Promise<Buffer[]> {
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const bundles = bundlesOf(size);
  const parsed: Buffer[][] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < bundles.length; at = next++) {
      const bundle = bundles[at];
      if (bundle === undefined) return;
      const { path, full, width } = bundle;
      // A partial tile may have given way to the full one.
      const partial = await read(base, `/log/${path}`);
      const bytes = partial ?? (full === path ? undefined : await read(base, `/log/${full}`));
      if (bytes === undefined) continue;
      parsed[at] = parseBundle(bytes, partial === undefined ? 256 : width).slice(0, width);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const entries: Buffer[] = [];
  for (const bundle of parsed) {
    if (bundle === undefined) break;
    entries.push(...bundle);
  }
  return entries;
}

/** What is wrong with the hashes that others check single reviews with: they must be those of the entries. */
export async function findWrongTiles(base: string, entries: readonly Buffer[]): Promise<string[]> {
  const tiles = buildTiles(entries, createMerkleTree(entries.map(hashLeaf))).filter(
    ({ path }) => !path.startsWith("tile/entries/"),
  );
  const findings: string[] = [];
  const worker = async () => {
    for (let tile = tiles.pop(); tile !== undefined; tile = tiles.pop()) {
      const { path, bytes } = tile;
      const full = path.replace(/\.p\/\d+$/, "");
      const found = (await read(base, `/log/${path}`)) ?? (await read(base, `/log/${full}`));
      if (found === undefined) findings.push(`/log/${path} is missing, which the checkpoint promises`);
      else if (!found.subarray(0, bytes.length).equals(bytes))
        findings.push(`/log/${path} does not hold the hashes of the entries`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return findings;
}

/** The reviews as people find them, and, where a cache still holds an older copy, those of the newest deploy. */
export interface Datasets {
  shown: ReviewsDataset;
  newest: ReviewsDataset;
}

export async function readDatasets(base: string): Promise<Datasets> {
  const manifest = Manifest.safeParse(await readJson(base, "/manifest.json"));
  const entry = manifest.data?.documents.find(({ path }) => path === "/reviews.json");
  // Most caches look for another copy when the address has a query, and most servers do not mind.
  const fresh = entry && (await read(base, `/reviews.json?${entry.sha256.slice(0, 16)}`));
  const bytes = fresh ?? (await read(base, "/reviews.json"));
  if (bytes === undefined) throw new UnreachableError(`${base}/reviews.json is not there`);
  const shown = parseDataset(base, bytes);
  if (entry === undefined || sha256(bytes) === entry.sha256) return { shown, newest: shown };
  const promised = await read(base, entry.hashed_path);
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

async function readJson(base: string, path: string): Promise<unknown> {
  const bytes = await read(base, path);
  try {
    return bytes === undefined ? undefined : JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
