import { readFileSync, statSync, utimesSync } from "node:fs";
import { readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  flush,
  forEach,
  isThere,
  listFiles,
  moveFlushed,
  moveNewFolder,
  removeFiles,
  writeAtomically,
} from "./files.ts";
import { isHashed } from "./retention.ts";

export interface ReplacedFiles {
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
export async function replaceFiles(
  staging: string,
  dist: string,
  lastModified: ReadonlyMap<string, string>,
  now: string,
): Promise<ReplacedFiles> {
  const files = listFiles(staging).sort((a, b) => rank(a) - rank(b));
  // Listed before tens of thousands are added to them, none of which goes.
  const before = listFiles(dist);
  const written: string[] = [];
  await flush(staging, files.filter(isMoved));
  const bring = async (path: string) => {
    const target = join(dist, path);
    const known = lastModified.get(toPlain(path));
    if (!isSame(join(staging, path), target)) {
      const modified = new Date(known ?? now);
      if (isMoved(path)) await moveFlushed(join(staging, path), target, modified);
      else await writeAtomically(target, await readFile(join(staging, path)), modified);
      written.push(path);
    } else if (known !== undefined && (await stat(target)).mtimeMs !== Date.parse(known)) {
      await utimes(target, new Date(known), new Date(known));
    }
  };
  for (const [order, paths] of Map.groupBy(files, rank)) {
    const moved = order === 1 ? await moveNewFolders(paths, { staging, dist, modified: new Date(now) }) : [];
    // Hundreds of thousands: too many for the arguments of one call.
    for (const path of moved) written.push(path);
    const left = new Set(moved);
    await forEach(
      paths.filter((path) => !left.has(path)),
      order === 1 ? 8 : 1,
      bring,
    );
  }
  const current = new Set(files);
  const deleted = before.filter((path) => !current.has(path));
  await removeFiles(dist, deleted);
  return { written, deleted };
}

/**
 * Brings folders at the top of the site that are new and hold only what is moved, each in one step: tens of thousands
 * of files at the first deploy. Answers what they hold.
 */
async function moveNewFolders(
  paths: readonly string[],
  { staging, dist, modified }: { staging: string; dist: string; modified: Date },
): Promise<string[]> {
  const moved: string[][] = [];
  for (const [folder, files] of Map.groupBy(paths, (path) => path.split("/").slice(1, -1)[0])) {
    if (folder === undefined || !files.every(isMoved) || (await isThere(join(dist, folder)))) continue;
    for (const path of files) utimesSync(join(staging, path), modified, modified);
    if (await moveNewFolder(join(staging, folder), join(dist, folder))) moved.push(files);
  }
  return moved.flat();
}

/**
 * Pages, their pictures and the parts of the search index are many, and nothing else shares their bytes: they are
 * moved, all others written anew.
 */
const isMoved = (path: string): boolean => /\.html(\.gz|\.br)?$|^\/(?:pictures|search-index)\//.test(path);

/** Whether two files hold the same bytes: asked of tens of thousands of small ones, so at once and not in steps. */
function isSame(staged: string, target: string): boolean {
  const [one, other] = [staged, target].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (one === undefined || other === undefined || one.size !== other.size) return false;
  // Two names of one file: an old one that stays.
  if (one.ino === other.ino && one.dev === other.dev) return true;
  return readFileSync(target).equals(readFileSync(staged));
}

/** The address whose compressed variant this is, or the address itself. */
const toPlain = (path: string): string => path.replace(/\.(gz|br)$/, "");
