import "./own-environment.ts";
import { defineConfig } from "vitest/config";
import { builtSite } from "./built-site.ts";
import { pureTests } from "./pure-tests.ts";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  cacheDir: "test/node_modules/.vite",
  test: {
    fsModuleCachePath: "test/node_modules/.vitest-cache",
    globalSetup: ["test/postgres-user.ts", "test/built-site.ts"],
    // Most of the long tests wait, for servers, deadlines and retries: three at a time are no burden to two cores.
    maxWorkers: 3,
    // No test depends on how fast or busy a machine is: who waits for something waits long, and this is longer.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "host",
          include: ["test/**/*.test.ts"],
          exclude: ["test/long/**", "test/build/files-alone.test.ts", "**/node_modules/**", ...pureTests],
          provide: builtSite(),
        },
      },
      {
        // They share their modules, which takes longer to load than to test.
        extends: true,
        test: { name: "pure", include: pureTests, isolate: false },
      },
      {
        // Follows all addresses of a site below a path. Its pages below /reviews/ tell a path that is
        // put there twice from one that is not.
        extends: true,
        test: {
          name: "path",
          include: [
            "test/build/{addresses,headers}.test.ts",
            "test/scripts/doctor/doctor.test.ts",
            "test/server/http/http.test.ts",
            "test/site/{developers,markup,pages,search,share}.test.ts",
          ],
          provide: builtSite("/reviews"),
        },
      },
      {
        // As on GitHub Pages: a host of files alone, below a path.
        extends: true,
        test: {
          name: "files",
          include: ["test/build/files-alone.test.ts"],
          provide: builtSite("/project", "none"),
        },
      },
    ],
  },
});
