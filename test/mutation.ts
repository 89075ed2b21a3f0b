import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { createRandom, shuffle } from "../src/schema/lists.ts";

// npm run test:mutation -- FOLDER…: changes the code in many small ways and asks whether a test of the pure parts (those
// of npm run test:quick) notices. Prints each change that no test notices, and the share that one does.
// With --sample N it makes about N changes, in whole statements drawn from all files by --seed N.

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
});
if (folders.length === 0) {
  console.error("Name what to change: npm run test:mutation -- server/search, or a file, or file.ts:10-40");
  process.exit(1);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const patterns = folders.map((path) => (isFolder(path) ? join(path, "**/*.ts") : path));
/** The tests beside a folder are asked alone: those of all that uses it take a minute for each change. */
const beside = join("test", folders[0]!.replace(/^src\//, "").replace(/\/[^/]*\.ts.*$/, ""));
const changesPerLine = 1.4;

/** Statements as `file.ts:10-40`, those of a function one by one: as many as hold about so many changes. */
function draw(size: number): string[] {
  const statements = globSync(patterns)
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      const starts = [...lines.keys()].filter((at) =>
        /^(?: {2})?(?:export|const|let|function|async|class|if|for|return)\b/.test(lines[at]!),
      );
      return starts.map((from, at) => ({ file, from, to: starts[at + 1] ?? lines.length }));
    });
  shuffle(statements, createRandom(Number(values.seed)));
  let lines = 0;
  const drawn = statements.filter(({ from, to }) => (lines += to - from) * changesPerLine <= size);
  return drawn.map(({ file, from, to }) => `${file}:${from + 1}-${to}`);
}

const results = await new Stryker({
  mutate: values.sample === undefined ? patterns : draw(Number(values.sample)),
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: "test/quick/vitest.config.ts", related: true },
  testFiles: [join(isFolder(beside) ? beside : "test", "**/*.test.ts")],
  coverageAnalysis: "perTest",
  // Constants are made once, before the runner changes them: it would call every change of them unnoticed.
  ignoreStatic: true,
  concurrency: 2,
  // A copy of the project; the name is one that git, linters and builds leave out.
  tempDirName: ".mutation.build",
  ignorePatterns: ["dist", ".build", ".data", ".astro", "test-artifacts"],
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, reportTests: false },
  timeoutMS: 10_000,
  thresholds: { high: 90, low: 85, break: 85 },
}).runMutationTest();

const noticed = results.filter(({ status }) => status === "Killed" || status === "Timeout").length;
const all = noticed + results.filter(({ status }) => status === "Survived" || status === "NoCoverage").length;
const margin = 1.96 * Math.sqrt((noticed / all) * (1 - noticed / all) * (1 / all));
const percent = (share: number): string => (100 * share).toFixed(1);
console.log(
  `seed ${values.seed}: ${noticed} of ${all} noticed, ${percent(noticed / all)} % ± ${percent(margin)}`,
);
