import { mcpCheck } from "./agents.ts";
import { openApiCheck, searchCheck } from "./api.ts";
import type { Check, Deploy, Finding } from "./check.ts";
import { type Answer, createClient, type ClientOptions } from "./client.ts";
import { datasetCheck, documentsCheck, headersCheck, manifestCheck, missingCheck } from "./documents.ts";
import { feedsCheck, hubCheck } from "./feeds.ts";
import { historyCheck } from "./history.ts";
import { pagesCheck } from "./pages.ts";
import { crawlersCheck, postsCheck } from "./programs.ts";
import { clockCheck, discoveryCheck, securityCheck, tlsCheck } from "./place.ts";
import { compressionCheck, conditionalCheck, corsCheck } from "./transfer.ts";

/** Everything that is looked at, in the order in which one thing rests on another. */
export const checks: readonly Check[] = [
  tlsCheck,
  manifestCheck,
  documentsCheck,
  headersCheck,
  conditionalCheck,
  compressionCheck,
  corsCheck,
  missingCheck,
  datasetCheck,
  feedsCheck,
  hubCheck,
  openApiCheck,
  searchCheck,
  mcpCheck,
  postsCheck,
  pagesCheck,
  historyCheck,
  discoveryCheck,
  crawlersCheck,
  securityCheck,
  clockCheck,
];

export interface CheckResult {
  name: string;
  claim: string;
  state: "ok" | "warning" | "wrong" | "skipped";
  findings: Finding[];
}

export interface Audit {
  url: string;
  version: string | undefined;
  state: "ok" | "warning" | "wrong";
  checks: CheckResult[];
}

/** Looks at a deploy from outside: reads only, but for MCP's greeting. */
export async function audit(options: ClientOptions, onCheck: (result: CheckResult) => void): Promise<Audit> {
  const client = createClient(options);
  const answers = new Map<string, Promise<Answer>>();
  const deploy: Deploy = {
    baseUrl: options.baseUrl,
    ask: client.ask,
    get(path) {
      const answer = answers.get(path) ?? client.ask(path);
      answers.set(path, answer);
      return answer;
    },
    async json(path) {
      try {
        return JSON.parse((await deploy.get(path)).body.toString("utf8")) as unknown;
      } catch {
        return undefined;
      }
    },
    manifest: undefined,
    certificate: client.certificate,
    now: Date.now,
  };
  const results: CheckResult[] = [];
  try {
    for (const check of checks) {
      const result = await runCheck(check, deploy);
      results.push(result);
      onCheck(result);
    }
  } finally {
    client.close();
  }
  const states = results.map(({ state }) => state);
  return {
    url: options.baseUrl,
    version: deploy.manifest?.version,
    state: states.includes("wrong") ? "wrong" : states.includes("warning") ? "warning" : "ok",
    checks: results,
  };
}

async function runCheck({ name, claim, needsManifest, run }: Check, deploy: Deploy): Promise<CheckResult> {
  if (needsManifest && deploy.manifest === undefined) return { name, claim, state: "skipped", findings: [] };
  const findings: Finding[] = [];
  const add = (severity: Finding["severity"]) => (path: string, problem: string, fix: string) => {
    findings.push({ severity, path, problem, fix });
  };
  try {
    await run(deploy, { wrong: add("wrong"), warn: add("warning") });
  } catch (error) {
    add("wrong")(
      deploy.baseUrl,
      `cannot be looked at: ${(error as Error).message}`,
      "see that it can be reached from here and answers in time",
    );
  }
  const grouped = groupByCause(findings);
  const state = findings.some(({ severity }) => severity === "wrong")
    ? "wrong"
    : findings.length > 0
      ? "warning"
      : "ok";
  return { name, claim, state, findings: grouped };
}

/** What has one cause is one finding, named by the first address at which it was met. */
function groupByCause(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ severity, problem, fix }) =>
    JSON.stringify([severity, problem, fix]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const paths = [...new Set(others.map(({ path }) => path))].filter((path) => path !== first.path);
    if (paths.length === 0) return [first];
    const more =
      paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", ");
    return [{ ...first, problem: `${first.problem}; the same on ${more}` }];
  });
}
