import { readFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import { copyFile, link, mkdir, open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { sha256 } from "../../server/data/hashes.ts";
import { isRunning } from "../../server/process.ts";
import { codeOf } from "../../src/schema/errors.ts";

/** The prefix of a file's name until it is complete. */
const draftPrefix = ".tmp-";

/** Synchronous: otherwise ten thousand folders take five times as long. */
function readFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Every file below the folder, as addresses ("/feed.xml"), in the order of their names. */
export function listFiles(folder: string): string[] {
  const root = resolve(folder);
  return readFolder(root)
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => `${parentPath.slice(root.length).replaceAll(sep, "/")}/${name}`)
    .filter((path) => !path.startsWith("/.git/"))
    .sort();
}

export const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error) => {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(codeOf(error) ?? "")) return undefined;
    throw error;
  });

/** Where bytes wait beside the file that they become; the id of its process says whose a leftover draft is. */
const draftOf = (file: string): string =>
  join(dirname(file), `${draftPrefix}${process.pid}-${basename(file)}`);

/** Writes bytes beside the file that they are to become, down to the disk; `rename` brings them there. */
export async function writeDraft(file: string, bytes: Buffer | string): Promise<string> {
  const draft = draftOf(file);
  const handle = await open(draft, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}

/** Readers see the old bytes or the new ones, whole, even after a power cut. */
export async function writeAtomically(file: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = await writeDraft(file, bytes);
  await rename(draft, file);
}

/** Writes a file at an address below the folder. */
export async function writeBelow(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

/** Drafts that runs which were killed left in the folder. */
export async function removeLeftDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const [, pid] = new RegExp(`^\\${draftPrefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** A file of the owner's, in a folder that no build cleans up: no draft stays beside it. */
export async function writeOwnersFile(file: string, text: string): Promise<void> {
  await removeLeftDrafts(dirname(file));
  await writeAtomically(file, text);
}

/** The same file under another name, or a copy where the disk does not allow that; false when there is none. */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(dirname(to), { recursive: true });
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw error;
      return copyFile(from, to);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Runs the task on all items, a few at a time. */
export async function forEach<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** SHA-256 of files below a folder, by path in order. */
export async function sumFiles(folder: string, paths: readonly string[]): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const path of paths.toSorted()) sums[path] = sha256(await readFile(join(folder, path)));
  return sums;
}

/**
 * Web servers make Last-Modified from a file's time, so `lastModified` sets it where it is known; of all else, what did
 * not change keeps its time, and what did has that of this build. Counts the files that
 * change, and says whether there is no need to switch.
 */
export async function keepTimes(
  { staging, dist }: { staging: string; dist: string },
  lastModified: ReadonlyMap<string, string>,
  now: string,
): Promise<{ written: number; deleted: number; isSame: boolean }> {
  const files = listFiles(staging);
  const left = new Set(listFiles(dist));
  let [same, isSame] = [0, true];
  for (const path of files) {
    const file = join(staging, path);
    const old = left.delete(path) ? findSame(file, join(dist, path)) : undefined;
    if (old !== undefined) same += 1;
    const known = lastModified.get(path.replace(/\.(gz|br)$/, ""));
    const modified = known === undefined ? (old ?? new Date(now)) : new Date(known);
    isSame &&= old !== undefined && old.getTime() === modified.getTime();
    utimesSync(file, modified, modified);
  }
  return { written: files.length - same, deleted: left.size, isSame: isSame && left.size === 0 };
}

/** The time of the deployed file if it holds the same bytes: asked of tens of thousands, so at once and not in steps. */
function findSame(staged: string, deployed: string): Date | undefined {
  const [one, other] = [statSync(staged), statSync(deployed, { throwIfNoEntry: false })];
  if (one.size !== other?.size) return undefined;
  // Hard links to one file.
  const isSame =
    (one.ino === other.ino && one.dev === other.dev) || readFileSync(deployed).equals(readFileSync(staged));
  return isSame ? other.mtime : undefined;
}

/** Hashed files never change, so pages and programs may still ask for those of an earlier build. */
export const isHashed = (path: string): boolean => /^\/(?:data|_astro|photos)\//.test(path);
