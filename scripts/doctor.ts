import { lookup } from "node:dns/promises";
import { styleText } from "node:util";
import {
  createProgress,
  showControls,
  toTerminalJson,
  type Given,
  parseCommand,
  readHelp,
  runCommand,
} from "./run-command.ts";
import { type Audit, audit, type CheckResult, checks } from "./doctor/audit.ts";
import { toCount } from "../src/schema/text.ts";
import { UsageError } from "../src/schema/errors.ts";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "./doctor/audited-deploy.ts";

const help = readHelp("doctor");

const totalTime = 120_000;
/** Findings of one check that are printed. */
const maxFindings = 12;

function parseTarget({ positionals: [given, ...more], text, whole }: Given) {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  if (!url || more.length > 0 || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(
      `Name one deploy by its address, such as https://reviews.example.com${given ? `, got ${JSON.stringify(given)}` : ""}`,
    );
  }
  const connect = text("connect");
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(connect ?? "") ?? [];
  if (connect !== undefined && (host === undefined || Number(port) > 65_535)) {
    throw new UsageError(
      `--connect must be host:port, such as 203.0.113.7:443, got ${JSON.stringify(connect)}`,
    );
  }
  return {
    baseUrl: url.href.replace(/\/+$/, ""),
    connect: host === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) },
    timeout: whole("timeout", 10, 1, 999) * 1000,
    signal: AbortSignal.timeout(totalTime),
    dist: process.env["DIST"] || "dist",
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

async function main(args: string[]): Promise<number> {
  const given = parseCommand(help, args, true);
  const target = parseTarget(given);
  const { hostname } = new URL(target.baseUrl);
  const addresses = target.connect === undefined ? await findAddresses(hostname) : [];
  const progress = createProgress(process.stderr);
  let done = 0;
  progress.step(`Checking ${target.baseUrl}…`);
  const result = await audit({ ...target, addresses }, () => {
    done += 1;
    progress.step(`${done} of ${checks.length} checks done…`);
  });
  const installed = given.text("installed");
  if (installed !== undefined) addCheck(result, await checkInstalled(installed, target.dist));
  progress.end();
  console.log(
    given.flag("json") ? toTerminalJson(result, 2) : [...result.checks.map(show), sumUp(result)].join("\n"),
  );
  if (!result.isReached) return 2;
  return result.state === "wrong" ? 1 : 0;
}

/** The configuration that a build proposes for each web server, grouped by server. */
const configurations = [["nginx-maps.conf", "nginx-server.conf"], ["Caddyfile"]];

/** By name. */
type Files = ReadonlyMap<string, string>;

const toDirectives = (text: string | undefined): string | undefined =>
  text?.replaceAll(/^\s*(?:#.*)?\n/gm, "");

/** Where the configuration that root installed is not the one that the build proposes. Comments do not count. */
export function compareInstalled(installed: Files, proposed: Files): Omit<Finding, "path">[] {
  const names = configurations.find((group) => group.some((name) => installed.has(name)));
  if (names === undefined)
    return [
      {
        severity: "wrong",
        problem: "holds no configuration that a build proposes",
        fix: "install it there as root: docs/hosting.md",
      },
    ];
  return names.flatMap((name): Omit<Finding, "path">[] => {
    const [is, shouldBe] = [toDirectives(installed.get(name)), toDirectives(proposed.get(name))];
    if (is === undefined || shouldBe === undefined)
      return [
        {
          severity: "wrong",
          problem: `and the build do not both hold ${name}`,
          fix: `install ${name} there as root, from a build made by this version`,
        },
      ];
    if (is === shouldBe) return [];
    return [
      {
        severity: "warning",
        problem: `has another ${name} than the build proposes`,
        fix: "read the difference (diff -u), install it as root if it is meant, and reload the web server",
      },
    ];
  });
}

const maxBytes = 1024 * 1024;

/** The proposals' folder belongs to the deploying account: no link is followed, and no more is read than such files hold. */
async function readConfigurations(folder: string): Promise<Files> {
  const files = new Map<string, string>();
  for (const name of configurations.flat()) {
    const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      () => undefined,
    );
    if (file === undefined) continue;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes));
    files.set(name, buffer.toString("utf8", 0, bytesRead));
    await file.close();
  }
  return files;
}

/** On the server itself: whether what the web server was given is what this build needs. */
async function checkInstalled(folder: string, dist: string): Promise<CheckResult> {
  const found = compareInstalled(await readConfigurations(folder), await readConfigurations(dist));
  const findings = found.map((finding) => ({ ...finding, path: folder }));
  const isWrong = findings.some(({ severity }) => severity === "wrong");
  return {
    name: "installed",
    claim: "The web server's configuration is what the build proposes",
    state: isWrong ? "wrong" : findings.length > 0 ? "warning" : "ok",
    findings,
  };
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 2, help });
