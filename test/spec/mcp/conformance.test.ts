import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startBuiltMcp } from "../../server/mcp/running-mcp.ts";
import { useTemporaryFolder } from "../../temporary-folder.ts";

const suite = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

const mcp = startBuiltMcp();
const folder = useTemporaryFolder();

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** The checks of one scenario of the official suite. */
async function run(scenario: string, version: string): Promise<Check[]> {
  const reports = await mkdtemp(join(folder, "report-"));
  const args = `server --url ${mcp.url} --scenario ${scenario} --spec-version ${version} --output-dir ${reports}`;
  // It exits with 1 when a check fails; which one is in its report.
  await new Promise<void>((resolve) =>
    execFile(process.execPath, [suite, ...args.split(" ")], () => resolve()),
  );
  const files = await readdir(reports, { recursive: true });
  const report = files.find((file) => file.endsWith("checks.json"));
  if (report === undefined) throw new Error(`the suite wrote no report of ${scenario}`);
  return JSON.parse(await readFile(join(reports, report), "utf8")) as Check[];
}

const bad = (checks: Check[]) => checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");

/** They need tools made for the suite, which a product does not have. */
const needFixtureTools = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
];

describe.concurrent("the official conformance suite", () => {
  test.each([
    ["2025-11-25", "server-initialize"],
    ["2025-11-25", "server-session-lifecycle"],
    ["2025-11-25", "ping"],
    ["2025-11-25", "tools-list"],
    ["2025-11-25", "resources-list"],
    ["2025-11-25", "prompts-list"],
    ["2025-11-25", "dns-rebinding-protection"],
    ["2025-11-25", "server-sse-multiple-streams"],
    ["2026-07-28", "tools-list"],
    ["2026-07-28", "resources-list"],
    ["2026-07-28", "prompts-list"],
    ["2026-07-28", "caching"],
    ["2026-07-28", "http-header-validation"],
    ["2026-07-28", "dns-rebinding-protection"],
    ["2026-07-28", "server-sse-multiple-streams"],
    ["2026-07-28", "sep-2164-resource-not-found"],
  ])("%s: %s", async (version, scenario) => {
    const checks = await run(scenario, version);
    expect(bad(checks)).toEqual([]);
    expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
  });

  test("2026-07-28: server-stateless, but for the checks that need tools made for them", async () => {
    const checks = await run("server-stateless", "2026-07-28");
    expect(
      bad(checks)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(needFixtureTools.toSorted());
    expect(checks.length).toBeGreaterThan(20);
  });
});
