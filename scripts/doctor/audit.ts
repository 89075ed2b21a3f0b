import { messageOf } from "../../src/schema/errors.ts";
import { hubCheck, mcpCheck, searchCheck } from "./api.ts";
import { type ClientOptions, createClient } from "./http-client.ts";
import { type AuditedDeploy, type Check, createDeploy, type Finding, hasSidecar } from "./audited-deploy.ts";
import { crawlersCheck, discoveryCheck } from "./discovery.ts";
import { datasetCheck, documentsCheck, historyCheck, manifestCheck } from "./documents.ts";
import { corsCheck, headersCheck, missingCheck } from "./headers.ts";
import { assetsCheck, pagesCheck } from "./pages.ts";
import { addressesCheck, reachCheck, tlsCheck } from "./reachability.ts";
import { compressionCheck, conditionalCheck } from "./transfer.ts";

/** Everything that is checked, in the order in which one thing rests on another. */
export const checks: readonly Check[] = [
  reachCheck,
  tlsCheck,
  manifestCheck,
  addressesCheck,
  documentsCheck,
  datasetCheck,
  headersCheck,
  conditionalCheck,
  missingCheck,
  corsCheck,
  hubCheck,
  searchCheck,
  mcpCheck,
  pagesCheck,
  assetsCheck,
  compressionCheck,
  historyCheck,
  discoveryCheck,
  crawlersCheck,
];

export interface CheckResult {
  name: string;
  claim: string;
  /** `skipped`: not checked, or not in full, because of what another check found. */
  state: "ok" | "warning" | "wrong" | "skipped";
  findings: Finding[];
}

export interface Audit {
  url: string;
  version: string | undefined;
  state: "ok" | "warning" | "wrong";
  /** Whether anything answered at all. */
  isReached: boolean;
  checks: CheckResult[];
}

/** A finding, and the check that made it. */
interface CheckFinding {
  check: string;
  finding: Finding;
  /** Gives way to any other finding of the same cause. */
  isVague?: boolean;
}

export interface AuditOptions extends ClientOptions {
  /** A folder that may hold the build that is deployed: pages are then compared with it. */
  dist?: string;
}

/** Audits a deploy from outside. It only reads, but for MCP's handshake and a request that the hub refuses. */
export async function audit(options: AuditOptions, onCheck: (name: string) => void): Promise<Audit> {
  const client = createClient(options);
  const all: CheckFinding[] = [];
  const skipped = new Set<string>();
  let current = reachCheck;
  let found: CheckFinding[] = [];
  const deploy = createDeploy(options, client, (finding, isVague) =>
    found.push({ check: current.name, finding, isVague }),
  );
  try {
    for (current of checks) {
      if (current.needsSidecar && !hasSidecar(deploy)) continue;
      found = [];
      if (deploy.isClosed || (current.needsManifest && deploy.manifest === undefined))
        skipped.add(current.name);
      else await runCheck(current, deploy);
      // Findings after an abort are caused by it.
      if (options.signal.aborted && current !== reachCheck) {
        deploy.isClosed = true;
        skipped.add(current.name);
      } else all.push(...found);
      onCheck(current.name);
    }
  } finally {
    client.close();
  }
  const grouped = groupByCause(all);
  const run = checks.filter(({ needsSidecar }) => !needsSidecar || hasSidecar(deploy));
  const results = run.map(({ name, claim }): CheckResult => {
    const findings = grouped.filter(({ check }) => check === name).map(({ finding }) => finding);
    const isPart = skipped.has(name) || (findings.length === 0 && all.some(({ check }) => check === name));
    return { name, claim, state: isPart ? "skipped" : worstOf(findings), findings };
  });
  return {
    url: options.baseUrl,
    version: deploy.manifest?.version,
    state: worstOf(grouped.map(({ finding }) => finding)),
    isReached: (await deploy.get("/manifest.json")).failure === undefined,
    checks: results,
  };
}

async function runCheck({ run }: Check, deploy: AuditedDeploy): Promise<void> {
  try {
    await run(deploy);
  } catch (error) {
    const fix = "report this as a fault of the doctor, with the address";
    deploy.wrong(deploy.baseUrl, `cannot be checked: ${messageOf(error)}`, fix);
  }
}

function worstOf(findings: readonly Finding[]): "ok" | "warning" | "wrong" {
  if (findings.some(({ severity }) => severity === "wrong")) return "wrong";
  return findings.length > 0 ? "warning" : "ok";
}

/** How many addresses are named where one cause shows at many. */
const maxNamed = 3;

const weightOf = ({ finding, isVague }: CheckFinding): number =>
  (finding.severity === "wrong" ? 2 : 0) + (isVague ? 0 : 1);

/** Findings of one cause as one, named by the first address that showed it. */
function groupByCause(all: readonly CheckFinding[]): CheckFinding[] {
  const groups = Map.groupBy(
    all,
    ({ finding: { severity, cause, problem, fix } }) => cause ?? JSON.stringify([severity, problem, fix]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => weightOf(b) - weightOf(a));
    if (first === undefined) return [];
    const paths = [...new Set(others.map(({ finding }) => finding.path))].filter(
      (path) => path !== first.finding.path,
    );
    if (paths.length === 0) return [first];
    const named = paths.slice(0, maxNamed).join(", ");
    const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
    const problem = `${first.finding.problem}; the same on ${named}${more}`;
    return [{ ...first, finding: { ...first.finding, problem } }];
  });
}
