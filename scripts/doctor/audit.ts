import { messageOf } from "../../src/schema/errors.ts";
import { mediaType, parseJson } from "./answers.ts";
import { mcpCheck, openApiCheck, searchCheck } from "./api.ts";
import { type AuditedDeploy, type Check, contentCause, type Finding, hasSidecar } from "./check.ts";
import { type Client, type ClientOptions, createClient, decoders, type HttpAnswer } from "./client.ts";
import { crawlersCheck, discoveryCheck, securityCheck } from "./discovery.ts";
import { datasetCheck, documentsCheck, historyCheck, manifestCheck } from "./documents.ts";
import { explainFailure, fixes, isSidecarPath } from "./failures.ts";
import { feedsCheck, hubCheck } from "./feeds.ts";
import { corsCheck, headersCheck, missingCheck } from "./headers.ts";
import { assetsCheck, pagesCheck } from "./pages.ts";
import { addressesCheck, clockCheck, reachCheck, tlsCheck } from "./reachability.ts";
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

/** Audits a deploy from outside. It only reads, but for MCP's handshake and a request that the hub refuses. */
export async function audit(options: ClientOptions, onCheck: (name: string) => void): Promise<Audit> {
  const client = createClient(options);
  const waits: number[] = [];
  const all: CheckFinding[] = [];
  const skipped = new Set<string>();
  let current = reachCheck;
  let found: CheckFinding[] = [];
  const ask: Client["ask"] = async (path, asking) => {
    const answer = await client.ask(path, asking);
    if (answer.failure === undefined) waits.push(answer.answered - answer.asked);
    return answer;
  };
  const reporter = createReporter(
    options.baseUrl,
    (finding, isVague) => {
      found.push({ check: current.name, finding, isVague });
      deploy.reported.add(finding.path);
    },
    () => deploy.isWithoutRules && !hasSidecar(deploy),
  );
  const deploy = createDeploy(options.baseUrl, { ...client, ask }, reporter);
  try {
    for (current of checks) {
      if (current.needsSidecar && !hasSidecar(deploy)) continue;
      found = [];
      if (deploy.isClosed || (current.needsManifest && deploy.manifest === undefined))
        skipped.add(current.name);
      else await runCheck(current, deploy);
      // An audit that is stopped finds its own haste.
      if (options.signal.aborted && current !== reachCheck) {
        deploy.isClosed = true;
        skipped.add(current.name);
      } else all.push(...found);
      onCheck(current.name);
    }
  } finally {
    client.close();
  }
  all.push(...judgeSpeed(waits, options));
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

/** People and programs do not wait longer for a file or a search, in milliseconds. */
const maxUsualWait = 1500;

function judgeSpeed(waits: readonly number[], { baseUrl, signal }: ClientOptions): CheckFinding[] {
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  if (median === undefined || median < maxUsualWait) return [];
  const inTime = signal.aborted ? ", so that not all could be checked in time" : "";
  const problem = `answers slowly: ${(median / 1000).toFixed(1)} s in the middle of ${waits.length} requests${inTime}`;
  const fix =
    "see what the server and what stands before it wait for; the sidecar's /metrics says what it takes itself";
  return [{ check: reachCheck.name, finding: { severity: "warning", path: baseUrl, problem, fix } }];
}

function worstOf(findings: readonly Finding[]): "ok" | "warning" | "wrong" {
  if (findings.some(({ severity }) => severity === "wrong")) return "wrong";
  return findings.length > 0 ? "warning" : "ok";
}

type Reporter = Pick<AuditedDeploy, "wrong" | "warn" | "vague" | "altered" | "isGood" | "hasType">;

/** What hosts that know only the endings of names send instead. */
const plainTypes: Readonly<Record<string, readonly string[]>> = {
  "application/atom+xml": ["application/xml", "text/xml"],
  "application/schema+json": ["application/json"],
  "application/linkset+json": ["application/octet-stream"],
  "application/x-ndjson": ["application/octet-stream"],
  "text/javascript": ["application/javascript"],
};

function createReporter(
  baseUrl: string,
  add: (finding: Finding, isVague: boolean) => void,
  isPlainHost: () => boolean,
): Reporter {
  const report =
    (severity: Finding["severity"], isVague = false): AuditedDeploy["wrong"] =>
    (path, problem, fix, cause) =>
      add({ severity, path, problem, fix, ...(cause !== undefined && { cause }) }, isVague);
  const wrong = report("wrong");
  return {
    wrong,
    warn: report("warning"),
    vague: report("wrong", true),
    altered: (path, problem, fix = fixes.redeploy) => wrong(path, problem, fix, contentCause(path)),
    isGood(path, answer, expected) {
      const failure = explainFailure(path, answer, baseUrl, expected);
      if (failure !== undefined) wrong(path, failure.problem, failure.fix, failure.cause);
      return failure === undefined;
    },
    hasType(path, answer, types, fix, cause) {
      const known = isPlainHost() ? types.flatMap((type) => [type, ...(plainTypes[type] ?? [])]) : types;
      if (known.includes(mediaType(answer))) return true;
      const given = answer.headers["content-type"] ?? "missing";
      wrong(path, `has Content-Type ${given}, not ${types.join(" or ")}`, fix, cause);
      return false;
    },
  };
}

function createDeploy(baseUrl: string, client: Client, reporter: Reporter): AuditedDeploy {
  const answers = new Map<string, Promise<HttpAnswer>>();
  const deploy: AuditedDeploy = {
    ...client,
    ...reporter,
    baseUrl,
    builtFor: baseUrl,
    manifest: undefined,
    dataset: undefined,
    damaged: new Set(),
    reported: new Set(),
    isClosed: false,
    isWithoutRules: false,
    now: Date.now,
    get(path) {
      const answer = answers.get(path) ?? client.ask(path).then(unpack);
      answers.set(path, answer);
      return answer;
    },
    json: async (path) => parseJson((await deploy.get(path)).body.toString("utf8")),
    async read(path, types) {
      if (deploy.damaged.has(path)) return undefined;
      const answer = await deploy.get(path);
      return deploy.isGood(path, answer, types && { types }) ? answer : undefined;
    },
    async parse(path, schema, what, types = ["application/json"]) {
      if ((await deploy.read(path, types)) === undefined) return undefined;
      const { data, error } = schema.safeParse(await deploy.json(path));
      const [issue] = error?.issues ?? [];
      if (issue === undefined) return data;
      const problem = `is no ${what} (${issue.path.join(".") || "not JSON"}: ${issue.message})`;
      if (isSidecarPath(path)) deploy.wrong(path, problem, fixes.sidecar, "sidecar answer");
      else deploy.altered(path, problem);
      return undefined;
    },
  };
  return deploy;
}

/** That an answer is compressed although nobody asked for it is one finding; its content is still worth a look. */
function unpack(answer: HttpAnswer): HttpAnswer {
  const encoding = answer.headers["content-encoding"];
  if (encoding !== "gzip" && encoding !== "br") return answer;
  try {
    return { ...answer, body: decoders[encoding](answer.body) };
  } catch {
    // Then it is compared as it came.
    return answer;
  }
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
