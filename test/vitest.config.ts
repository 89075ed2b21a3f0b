import "./own-environment.ts";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  cacheDir: "test/node_modules/.vite",
  test: {
    fsModuleCachePath: "test/node_modules/.vitest-cache",
    globalSetup: ["test/postgres-user.ts", "test/built-site.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/long/**", "**/node_modules/**"],
    // Most of the long tests wait, for servers, deadlines and retries: two at a time are no burden to two cores.
    maxWorkers: 2,
    // No test depends on how fast or busy a machine is: who waits for something waits long, and this is longer.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
