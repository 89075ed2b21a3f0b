import { readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { listFiles, readIfThere, removeFiles, writeAtomically } from "./files.ts";
import { isHashed } from "./retention.ts";

export interface DeployResult {
  written: string[];
  deleted: string[];
}

/** Hashed files first, so that what names them finds them; the manifest last, so that it never promises too much. */
const rank = (path: string): number => (isHashed(path) ? 0 : path === "/manifest.json" ? 2 : 1);

/**
 * Brings the folder to the state of the staging folder. At every moment each file is whole, and everything the
 * manifest names is there; files that are already right are not touched. Web servers make Last-Modified from a
 * file's time, so `lastModified` sets it where it is known; all else gets the time of this build when it changes.
 */
export async function deploy(
  staging: string,
  dist: string,
  kept: ReadonlySet<string>,
  lastModified: ReadonlyMap<string, string>,
  now: string,
): Promise<DeployResult> {
  const files = (await listFiles(staging)).sort((a, b) => rank(a) - rank(b));
  const written: string[] = [];
  for (const path of files) {
    const bytes = await readFile(join(staging, path));
    const target = join(dist, path);
    const known = lastModified.get(toPlain(path));
    if (!(await readIfThere(target))?.equals(bytes)) {
      await writeAtomically(target, bytes, new Date(known ?? now));
      written.push(path);
    } else if (known !== undefined && (await stat(target)).mtimeMs !== Date.parse(known)) {
      await utimes(target, new Date(known), new Date(known));
    }
  }
  const current = new Set(files);
  const deleted = (await listFiles(dist)).filter((path) => !current.has(path) && !kept.has(toPlain(path)));
  await removeFiles(dist, deleted);
  return { written, deleted };
}

/** The address whose compressed variant this is, or the address itself. */
const toPlain = (path: string): string => path.replace(/\.(gz|br)$/, "");
