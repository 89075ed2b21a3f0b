import { lstatSync, mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, resolve } from "node:path";

/**
 * Whether the folder is one that nobody but this user can have written to. It is made when it is missing; what was
 * there before counts only as a folder of this user that is closed to all others, and a link never does: whoever can
 * write to it chooses the code that runs.
 * @param {string} folder
 */
export function isOurs(folder) {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") return false;
  }
  const found = lstatSync(folder);
  // Windows has neither users nor modes here; the project's folder is as closed as its owner keeps it.
  if (process.getuid === undefined) return found.isDirectory();
  return found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o077) === 0;
}

/**
 * Keeps the compiled form of every module between starts, which halves the time to the first answer. Plain JavaScript,
 * as TypeScript that comes before the cache has the compiler loaded. A folder that NODE_COMPILE_CACHE names is the
 * operator's choice, and Node uses it by itself.
 */
export function keepCompiled() {
  if (process.env["NODE_COMPILE_CACHE"]) return;
  const folder = resolve(".build/compiled");
  if (!isOurs(folder)) return;
  // Threads go by the variable: without it, each would load the compiler.
  process.env["NODE_COMPILE_CACHE"] = folder;
  enableCompileCache(folder);
}
