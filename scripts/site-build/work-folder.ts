import { execFile } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { isRunning } from "../../server/process.ts";
import { sha256 } from "../../server/data/hashes.ts";
import { UsageError, codeOf, messageOf } from "../../src/schema/errors.ts";

/** Another build is writing to the same folder; exit code 75 says "try again later". */
export class LockedError extends Error {}

/**
 * Where a build works: a folder beside the one that it replaces, and so on the same disk. It is the lock, too: it
 * appears with the number of its process in it, and goes with that process.
 */
export interface Work {
  folder: string;
  /** The new deploy, until it is in its place. */
  staging: string;
  /** The folder that it replaces. */
  dist: string;
  /** Where Astro keeps what it works with: its root. */
  root: string;
  /** Where it renders. */
  rendered: string;
}

function toWork(dist: string): Work {
  const folder = join(dirname(dist), `.${basename(dist)}.build`);
  const root = resolve(".build", sha256(dist).slice(0, 12));
  return { folder, staging: join(folder, "dist"), dist, root, rendered: join(root, "rendered") };
}

/** Makes the folder to work in; `out` is the deploy's folder as it was given. */
export async function openWork(dist: string, out: string): Promise<Work> {
  const work = toWork(dist);
  const { folder } = work;
  const draft = `${folder}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    if (existsSync(dist) && (await stat(dist)).dev !== (await stat(draft)).dev)
      throw new UsageError(
        `${out} is where a disk is mounted, and a deploy is put in its place by renaming it: name a folder on that disk, such as ${join(out, "site")}`,
      );
    await writeFile(join(draft, "pid"), String(process.pid));
    while (!(await isRenamed(draft, folder))) await clearDead(work, out);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS", "EBUSY"].includes(codeOf(error) ?? "")) throw error;
    throw new UsageError(
      `${dirname(dist)} must be a folder in which files can be made, because a deploy is put in its place by renaming it: ${messageOf(error)}`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  process.once("exit", () => clear(work));
  return work;
}

/** Renames a folder, unless one that is not empty stands there. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

async function clearDead(work: Work, out: string): Promise<void> {
  const pid = Number(await readFile(join(work.folder, "pid"), "utf8").catch(() => ""));
  if (pid > 0 && pid !== process.pid && isRunning(pid))
    throw new LockedError(
      `another build (process ${pid}) is writing to ${out}: wait until it is done, or stop it`,
    );
  clear(work);
}

const before = "before";

/** Removes what a build worked with, wherever it ended; what belongs to the deploy goes back there. */
function clear({ folder, staging, dist, root }: Work): void {
  if (!existsSync(dist) && existsSync(join(folder, before))) renameSync(join(folder, before), dist);
  if (existsSync(join(staging, ".git"))) renameSync(join(staging, ".git"), join(dist, ".git"));
  for (const left of [root, folder]) rmSync(left, { recursive: true, force: true });
}

/** Clears what a killed build into this folder left: it may hold what is erased now. */
export async function clearLeft(dist: string): Promise<void> {
  const work = toWork(dist);
  if (existsSync(work.folder)) await clearDead(work, dist);
}

/**
 * Flushes a folder to the disk before it is moved, so that its files are whole after a power cut. One call of the system
 * does it for all of them; where it has none, the disk takes its time.
 */
const flush = (folder: string): Promise<unknown> =>
  promisify(execFile)("sync", ["-f", folder]).catch(() => {});

/**
 * Puts the new deploy in the place of the old one. Whoever reads meets all of the old one or all of the new one, also
 * when this is stopped at any point.
 */
export async function switchDeploy({ folder, staging, dist }: Work): Promise<void> {
  await flush(staging);
  // A deploy may be the checkout of a branch.
  if (existsSync(join(dist, ".git"))) await rename(join(dist, ".git"), join(staging, ".git"));
  const isFree = (await readdir(dist).catch(() => [])).length === 0;
  if (!isFree && (await isExchanged(staging, dist))) return;
  // Where the system exchanges no folders, there is none for a moment; whoever is stopped there has it back next time.
  if (!isFree) await rename(dist, join(folder, before));
  await rename(staging, dist);
}

// RENAME_EXCHANGE of renameat2(2), which Node has no call for: by mv of coreutils 9.5 or newer, or by Perl.
const numbers: Partial<Record<string, number>> = { x64: 316, arm64: 276, riscv64: 276 };
const program = `exit(syscall(${numbers[process.arch] ?? 0}, -100, $ARGV[0], -100, $ARGV[1], 2) == 0 ? 0 : 1)`;

async function isExchanged(one: string, other: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, [...args, one, other]).then(
      () => true,
      () => false,
    );
  return (
    (await run("mv", "--exchange", "--no-target-directory")) ||
    (numbers[process.arch] !== undefined && (await run("perl", "-e", program)))
  );
}
