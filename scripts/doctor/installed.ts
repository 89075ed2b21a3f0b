import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { CheckResult } from "./audit.ts";
import { type Finding } from "./deploy.ts";

/** The configuration that a build proposes for each web server, grouped by server. */
const configurations = [["nginx-maps.conf", "nginx-server.conf"], ["Caddyfile"]];

/** By name. */
type Files = ReadonlyMap<string, string>;

const toDirectives = (text: string): string[] =>
  text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));

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
    const [ours, theirs] = [installed.get(name), proposed.get(name)];
    if (ours === undefined || theirs === undefined)
      return [
        {
          severity: "wrong",
          problem: `and the build do not both hold ${name}`,
          fix: `install ${name} there as root, from a build made by this version`,
        },
      ];
    const [is, shouldBe] = [toDirectives(ours), toDirectives(theirs)];
    const length = Math.max(is.length, shouldBe.length);
    const differing = Array.from({ length }, (_, at) => at).filter((at) => is[at] !== shouldBe[at]).length;
    if (differing === 0) return [];
    return [
      {
        severity: "warning",
        problem: `has another ${name} than the build proposes (${differing} of ${length} lines differ)`,
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
export async function checkInstalled(folder: string, dist: string): Promise<CheckResult> {
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
