import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Parts that a test of a pure part does not use: other processes, servers, threads, and the built site. */
const edges =
  /"node:(?:child_process|https?|net|tls|worker_threads|sqlite)"|\binject\(|"(?:playwright-core|pg|undici)"/;

const seen = new Map<string, boolean>();

/** Whether nothing that a file imports, at whatever distance, reaches an edge. */
function isPure(file: string): boolean {
  const known = seen.get(file);
  if (known !== undefined) return known;
  // Of files that import each other, the first decides.
  seen.set(file, true);
  const source = readFileSync(file, "utf8");
  const imports = [...source.matchAll(/^(?:import|export) (?!type )[^;]*?"(\.[^"]+\.m?ts)"/gms)].map(
    ([, path = ""]) => join(dirname(file), path),
  );
  const pure = !edges.test(source) && imports.filter((path) => existsSync(path)).every(isPure);
  seen.set(file, pure);
  return pure;
}

const root = join(import.meta.dirname, "..");

/** The tests of pure parts: files that can share a worker, and need no build, browser or server. */
export const pureTests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && !/^(?:long|node_modules)\//.test(name))
  .map((name) => join("test", name))
  .filter((file) => isPure(join(root, file)));
