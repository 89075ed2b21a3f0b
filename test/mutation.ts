import { statSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";

// npm run test:mutation -- FOLDER…: changes the code in many small ways and asks whether a test of the pure parts (those
// of npm run test:quick) notices. Prints each change that no test notices, and the share that one does.

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error("Name what to change: npm run test:mutation -- server/search, or a file, or file.ts:10-40");
  process.exit(1);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

await new Stryker({
  mutate: folders.map((path) => (isFolder(path) ? join(path, "**/*.ts") : path)),
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: "test/quick/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A copy of the project; the name is one that git, linters and builds leave out.
  tempDirName: ".mutation.build",
  ignorePatterns: ["dist", ".build", ".data", ".astro", "test-artifacts"],
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, reportTests: false },
  timeoutMS: 10_000,
  thresholds: { high: 90, low: 85, break: 85 },
}).runMutationTest();
