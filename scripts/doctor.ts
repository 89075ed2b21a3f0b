import { lookup } from "node:dns/promises";
import { parseArgs, styleText } from "node:util";
import { createProgress } from "./progress.ts";
import { type Audit, audit, type CheckResult, checks } from "./doctor/audit.ts";
import { checkInstalled } from "./doctor/installed.ts";
import { toCount } from "../src/schema/text.ts";
import { runCommand } from "./run-command.ts";
import { showControls, toTerminalJson } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run doctor -- <url> [options]

Checks a live deploy from outside, as its readers see it, and says what is wrong and how to fix it: hashes, headers,
conditional requests, compression, CORS, feeds, hub, OpenAPI against behaviour, search, MCP, pages, signed history,
crawlers, TLS, clock. It only reads (GET, HEAD, OPTIONS), except for MCP's handshake and one request that the hub refuses, and
stops after two minutes.

Options:
  --connect <host:port>  connect there instead, under the given address: to check before DNS or a CDN points to it
  --timeout <seconds>    for one request (default: 10)
  --installed <folder>   on the server: compare the web server's configuration there with what the build in DIST
                         (default: dist) proposes
  --json                 for machines, with every finding
  --help                 this text

Examples:
  npm run doctor -- https://reviews.example.com
  npm run doctor -- https://reviews.example.com --connect 203.0.113.7:443
  npm run --silent doctor -- http://localhost:3000 --json

Exit codes: 0 all is right (there may be warnings), 1 something is wrong, 2 wrong usage, or nothing answers there.`;

const totalTime = 120_000;
/** Findings of one check that are printed. */
const maxFindings = 12;

function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      connect: { type: "string" },
      installed: { type: "string" },
      timeout: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return { ...values, urls: positionals };
}

type Options = ReturnType<typeof parseOptions>;

function parseTarget({ urls, connect, timeout }: Options) {
  const [given, ...more] = urls;
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  if (!url || more.length > 0 || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(
      `Name one deploy by its address, such as https://reviews.example.com${given ? `, got ${JSON.stringify(given)}` : ""}`,
    );
  }
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(connect ?? "") ?? [];
  if (connect !== undefined && (host === undefined || Number(port) > 65_535)) {
    throw new UsageError(
      `--connect must be host:port, such as 203.0.113.7:443, got ${JSON.stringify(connect)}`,
    );
  }
  if (!/^[1-9]\d{0,2}$/.test(timeout))
    throw new UsageError(`--timeout must be seconds from 1 to 999, got ${JSON.stringify(timeout)}`);
  return {
    baseUrl: url.href.replace(/\/+$/, ""),
    connect: host === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) },
    timeout: Number(timeout) * 1000,
    signal: AbortSignal.timeout(totalTime),
  };
}

const marks = {
  ok: { mark: "✓", style: "green" },
  warning: { mark: "!", style: "yellow" },
  wrong: { mark: "✗", style: "red" },
  skipped: { mark: "–", style: "dim" },
} as const;

const paint = ({ mark, style }: (typeof marks)[keyof typeof marks]) =>
  styleText(style, mark, { stream: process.stdout });

function show({ name, claim, state, findings }: CheckResult): string {
  if (state === "ok") return `${paint(marks.ok)} ${name}: ${claim}`;
  if (state === "skipped")
    return `${paint(marks.skipped)} ${name}: not checked in full, because of what else is wrong`;
  const lines = findings
    .slice(0, maxFindings)
    .map(
      ({ severity, path, problem, fix }) =>
        `${paint(marks[severity])} ${showControls(`${name}: ${path} ${problem} → ${fix}`)}`,
    );
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  … and ${rest} more of ${name} (--json shows all)`] : [])].join("\n");
}

function sumUp({ url, version, checks: results }: Audit): string {
  const all = results.flatMap(({ findings }) => findings);
  const wrong = all.filter(({ severity }) => severity === "wrong").length;
  const warnings = all.length - wrong;
  const verdict =
    wrong === 0 ? "all is right" : wrong === 1 ? "1 thing is wrong" : `${wrong} things are wrong`;
  return `\n${url}${version ? `, version ${version}` : ""}: ${verdict}${warnings > 0 ? `, ${toCount(warnings, "warning")}` : ""}`;
}

/** All addresses of the name; a name that is unknown is for the audit to say. */
const findAddresses = async (hostname: string): Promise<string[]> => {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

function addCheck(result: Audit, check: CheckResult): void {
  result.checks.push(check);
  if (check.state === "wrong" || (check.state === "warning" && result.state === "ok"))
    result.state = check.state;
}

async function main(options: Options): Promise<number> {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const target = parseTarget(options);
  const { hostname } = new URL(target.baseUrl);
  const addresses = target.connect === undefined ? await findAddresses(hostname) : [];
  const progress = createProgress(process.stderr);
  let done = 0;
  progress.step(`Checking ${target.baseUrl}…`);
  const result = await audit({ ...target, addresses }, () => {
    done += 1;
    progress.step(`${done} of ${checks.length} checks done…`);
  });
  if (options.installed !== undefined)
    addCheck(result, await checkInstalled(options.installed, process.env["DIST"] || "dist"));
  progress.end();
  console.log(
    options.json ? toTerminalJson(result, 2) : [...result.checks.map(show), sumUp(result)].join("\n"),
  );
  if (!result.isReached) return 2;
  return result.state === "wrong" ? 1 : 0;
}

await runCommand(() => main(parseOptions(process.argv.slice(2))), { usage: 2, failed: 2 });
