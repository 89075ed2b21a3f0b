import "../own-environment.ts";
import { defineConfig } from "vitest/config";
import { builtSite } from "../built-site.ts";

/** Attacks, faults and random histories that take minutes; `SEED` repeats a run, `MINUTES` bounds it. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  cacheDir: "test/node_modules/.vite",
  test: {
    fsModuleCachePath: "test/node_modules/.vitest-cache",
    globalSetup: ["test/postgres-user.ts", "test/built-site.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: "long", include: ["test/long/**/*.test.ts"], provide: builtSite() } },
      {
        // The whole of the site's tests again, on a site below a path; npm test has those that follow links.
        extends: true,
        test: { name: "path", include: ["test/site/**/*.test.ts"], provide: builtSite("/reviews") },
      },
    ],
  },
});
