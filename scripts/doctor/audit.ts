import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { messageOf } from "../../src/schema/errors.ts";
import { mcpCheck, openApiCheck, searchCheck } from "./api.ts";
import type { Check, AuditedDeploy, Finding, Reporter } from "./check.ts";
import { type HttpAnswer, createClient, type ClientOptions } from "./client.ts";
import { crawlersCheck, discoveryCheck, securityCheck } from "./discovery.ts";
import { datasetCheck, documentsCheck, manifestCheck, historyCheck } from "./documents.ts";
import { explainFailure } from "./failures.ts";
import { feedsCheck, hubCheck } from "./feeds.ts";
import { corsCheck, headersCheck, missingCheck } from "./headers.ts";
import { assetsCheck, pagesCheck } from "./pages.ts";
import { addressesCheck, clockCheck, reachCheck, tlsCheck } from "./reachability.ts";
import { compressionCheck, conditionalCheck } from "./transfer.ts";

/** Everything that is looked at, in the order in which one thing rests on another. */
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
  feedsCheck,
  hubCheck,
  openApiCheck,
  searchCheck,
  mcpCheck,
  pagesCheck,
  assetsCheck,
  compressionCheck,
  historyCheck,
  discoveryCheck,
  crawlersCheck,
  securityCheck,
  clockCheck,
];

export interface CheckResult {
  name: string;
  claim: string;
  /** `skipped`: not looked at, or not in full, because of what another check found. */
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

/** Looks at a deploy from outside: reads only, but for MCP's greeting and a request that the hub refuses. */
export async function audit(options: ClientOptions, onCheck: (name: string) => void): Promise<Audit> {
  const client = createClient(options);
  const waits: number[] = [];
  const ask: AuditedDeploy["ask"] = async (path, more) => {
    const answer = await client.ask(path, more);
    if (answer.failure === undefined) waits.push(answer.answered - answer.asked);
    return answer;
  };
  const deploy = createDeploy(options.baseUrl, { ...client, ask });
  const all: CheckFinding[] = [];
  const skipped = new Set<string>();
  try {
    for (const check of checks) {
      if (deploy.isClosed || (check.needsManifest && deploy.manifest === undefined)) skipped.add(check.name);
      else {
        const found = await runCheck(check, deploy);
        // What an audit finds while it is stopped early is its own haste.
        if (options.signal.aborted && check !== reachCheck) {
          deploy.isClosed = true;
          skipped.add(check.name);
        } else all.push(...found);
      }
      onCheck(check.name);
    }
    all.push(...judgeSpeed(waits, options));
  } finally {
    client.close();
  }
  const found = groupByCause(all);
  const results = checks.map(({ name, claim }): CheckResult => {
    const findings = found.filter(({ check }) => check === name).map(({ finding }) => finding);
    const isPart = skipped.has(name) || (findings.length === 0 && all.some(({ check }) => check === name));
    return { name, claim, state: isPart ? "skipped" : worstOf(findings), findings };
  });
  return {
    url: options.baseUrl,
    version: deploy.manifest?.version,
    state: worstOf(found.map(({ finding }) => finding)),
    isReached: (await deploy.get("/manifest.json")).failure === undefined,
    checks: results,
  };
}

/** Slower than that for a file or a search, and people and programs go away. */
const slow = 1500;

function judgeSpeed(waits: readonly number[], { baseUrl, signal }: ClientOptions): CheckFinding[] {
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  if (middle === undefined || middle < slow) return [];
  const problem = `answers slowly: ${(middle / 1000).toFixed(1)} s in the middle of ${waits.length} requests${signal.aborted ? ", so that not all could be looked at in time" : ""}`;
  const fix =
    "see what the server and what stands before it wait for; the sidecar's /metrics says what it takes itself";
  return [{ check: reachCheck.name, finding: { severity: "warning", path: baseUrl, problem, fix } }];
}

function worstOf(findings: readonly Finding[]): "ok" | "warning" | "wrong" {
  if (findings.some(({ severity }) => severity === "wrong")) return "wrong";
  return findings.length > 0 ? "warning" : "ok";
}

function createDeploy(
  baseUrl: string,
  { ask, certificate, hasPlain, addresses }: ReturnType<typeof createClient>,
): AuditedDeploy {
  const answers = new Map<string, Promise<HttpAnswer>>();
  const get = (path: string) => {
    const answer = answers.get(path) ?? ask(path).then(unpack);
    answers.set(path, answer);
    return answer;
  };
  return {
    baseUrl,
    builtFor: baseUrl,
    ask,
    get,
    async json(path) {
      try {
        return JSON.parse((await get(path)).body.toString("utf8"));
      } catch {
        return undefined;
      }
    },
    manifest: undefined,
    dataset: undefined,
    spoilt: new Set(),
    named: new Set(),
    isClosed: false,
    isWithoutRules: false,
    certificate,
    hasPlain,
    addresses,
    now: Date.now,
  };
}

const largest = 64 * 1024 * 1024;

/** What was sent compressed although nobody asked for it is one finding; the rest is still worth a look. */
function unpack(answer: HttpAnswer): HttpAnswer {
  try {
    const encoding = answer.headers["content-encoding"];
    if (encoding === "gzip")
      return { ...answer, body: gunzipSync(answer.body, { maxOutputLength: largest }) };
    if (encoding === "br")
      return { ...answer, body: brotliDecompressSync(answer.body, { maxOutputLength: largest }) };
  } catch {
    // Then it is compared as it came.
  }
  return answer;
}

async function runCheck({ name, run }: Check, deploy: AuditedDeploy): Promise<CheckFinding[]> {
  const found: CheckFinding[] = [];
  const add =
    (severity: Finding["severity"], isVague = false): Reporter["wrong"] =>
    (path, problem, fix, cause) => {
      const finding = { severity, path, problem, fix, ...(cause !== undefined && { cause }) };
      found.push({ check: name, finding, isVague });
      deploy.named.add(path);
    };
  const wrong = add("wrong");
  const report: Reporter = {
    wrong,
    warn: add("warning"),
    vague: add("wrong", true),
    isGood(path, answer, expected) {
      const failure = explainFailure(path, answer, deploy.baseUrl, expected);
      if (failure !== undefined) wrong(path, failure.problem, failure.fix, failure.cause);
      return failure === undefined;
    },
  };
  try {
    await run(deploy, report);
  } catch (error) {
    wrong(
      deploy.baseUrl,
      `cannot be looked at: ${messageOf(error)}`,
      "report this as a fault of the doctor, with the address",
    );
  }
  return found;
}

/** What one check found. */
interface CheckFinding {
  check: string;
  finding: Finding;
  /** Gives way to any other finding of the same cause. */
  isVague?: boolean;
}

/** How many addresses are named where one cause shows at many. */
const mostNamed = 3;

const causeOf = ({ severity, cause, problem, fix }: Finding): string =>
  cause ?? JSON.stringify([severity, problem, fix]);

const weightOf = ({ finding, isVague }: CheckFinding): number =>
  (finding.severity === "wrong" ? 2 : 0) + (isVague ? 0 : 1);

/** What has one cause is one finding, named by the first address at which it was met. */
function groupByCause(all: readonly CheckFinding[]): CheckFinding[] {
  const groups = Map.groupBy(all, ({ finding }) => causeOf(finding));
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => weightOf(b) - weightOf(a));
    if (first === undefined) return [];
    const paths = [...new Set(others.map(({ finding }) => finding.path))].filter(
      (path) => path !== first.finding.path,
    );
    if (paths.length === 0) return [first];
    const more =
      paths.length > mostNamed
        ? `${paths.slice(0, mostNamed).join(", ")} and ${paths.length - mostNamed} more`
        : paths.join(", ");
    return [
      { ...first, finding: { ...first.finding, problem: `${first.finding.problem}; the same on ${more}` } },
    ];
  });
}
