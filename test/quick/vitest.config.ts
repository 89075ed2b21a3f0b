import "../own-environment.ts";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "../..");

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

const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && !/^(?:long|node_modules)\//.test(name))
  .map((name) => join("test", name));

/** npm run test:quick: the tests of pure parts alone, in seconds. */
export default defineConfig({
  root,
  cacheDir: "test/node_modules/.vite",
  test: {
    fsModuleCachePath: "test/node_modules/.vitest-cache",
    include: tests.filter((file) => isPure(join(root, file))),
    testTimeout: 60_000,
    isolate: false,
  },
});
