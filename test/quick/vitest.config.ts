import "../own-environment.ts";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { pureTests } from "../pure-tests.ts";

/** npm run test:quick: the tests of pure parts alone, in seconds. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  cacheDir: "test/node_modules/.vite",
  test: {
    fsModuleCachePath: "test/node_modules/.vitest-cache",
    include: pureTests,
    testTimeout: 60_000,
    isolate: false,
  },
});
