import { readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { forEach, listFiles, moveAtomically, readIfThere, removeFiles, writeAtomically } from "./files.ts";
import { isHashed } from "./retention.ts";

export interface DeployResult {
  written: string[];
  deleted: string[];
}

/** Hashed files first, so that what names them finds them; the manifest last, so that it never promises too much. */
const rank = (path: string): number =>
  isHashed(path) || path.startsWith("/log/tile/") ? 0 : path === "/manifest.json" ? 2 : 1;

/**
 * Brings the folder to the state of the staging folder. At every moment each file is whole, and everything the
 * manifest names is there; files that are already right are not touched. Web servers make Last-Modified from a
 * file's time, so `lastModified` sets it where it is known; all else gets the time of this build when it changes.
 */
export async function deploy(
  staging: string,
  dist: string,
  lastModified: ReadonlyMap<string, string>,
  now: string,
): Promise<DeployResult> {
  const files = (await listFiles(staging)).sort((a, b) => rank(a) - rank(b));
  const written: string[] = [];
  const bring = async (path: string) => {
    const target = join(dist, path);
    const known = lastModified.get(toPlain(path));
    if (!(await isSame(join(staging, path), target))) {
      const modified = new Date(known ?? now);
      if (isPage(path)) await moveAtomically(join(staging, path), target, modified);
      else await writeAtomically(target, await readFile(join(staging, path)), modified);
      written.push(path);
    } else if (known !== undefined && (await stat(target)).mtimeMs !== Date.parse(known)) {
      await utimes(target, new Date(known), new Date(known));
    }
  };
  for (const [order, paths] of Map.groupBy(files, rank)) await forEach(paths, order === 1 ? 8 : 1, bring);
  const current = new Set(files);
  const deleted = (await listFiles(dist)).filter((path) => !current.has(path));
  await removeFiles(dist, deleted);
  return { written, deleted };
}

/** Pages are many, and nothing else shares their bytes: they are moved, all others are written anew. */
const isPage = (path: string): boolean => path.endsWith(".html") || path.endsWith(".html.gz");

async function isSame(staged: string, target: string): Promise<boolean> {
  const [one, other] = await Promise.all([staged, target].map((file) => stat(file).catch(() => undefined)));
  // Two names of one file: an old one that stays.
  if (one !== undefined && one.ino === other?.ino && one.dev === other.dev) return true;
  const there = await readIfThere(target);
  return there !== undefined && there.equals(await readFile(staged));
}

/** The address whose compressed variant this is, or the address itself. */
const toPlain = (path: string): string => path.replace(/\.(gz|br)$/, "");
