import { execFileSync, spawnSync } from "node:child_process";
import { readFile, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../build/builds.ts";
import { google, googlePage, snapshotOf, temporaryFolder } from "../../scripts/owner.ts";

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "protocol.file.allow=always", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();

/** The first version that could begin somebody's content; nothing in a clone without its history. */
function findFirst(): string | undefined {
  try {
    return (
      git(root, "log", "--diff-filter=A", "--format=%H", "--", "scripts/init.ts").split("\n").at(-1) ||
      undefined
    );
  } catch {
    return undefined;
  }
}
const first = findFirst();

/** The README's own lines for this, so that they are what is proved. */
async function readUpgrade(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, lines] = /Upgrade in one step[^`]*```sh\n([^`]*)```/.exec(readme) ?? [];
  if (lines === undefined) throw new Error("README.md has no upgrade step");
  return lines;
}

test.skipIf(first === undefined)(
  "a repository of content alone, begun with the first version, is upgraded by the README's one step",
  { timeout: 1_500_000 },
  async () => {
    const owner = await temporaryFolder();
    const checkout = join(owner, "open-reviews");
    const upstream = join(owner, "upstream.git");
    git(root, "clone", "--quiet", "--bare", root, upstream);
    // Wherever this checkout stands is what upstream has come to.
    git(upstream, "update-ref", "refs/heads/main", git(root, "rev-parse", "HEAD"));
    git(upstream, "symbolic-ref", "HEAD", "refs/heads/main");
    git(owner, "init", "--quiet");
    git(owner, "submodule", "--quiet", "add", upstream, "open-reviews");
    git(checkout, "checkout", "--quiet", first ?? "");
    // The packages of today run the old version too; to install its own would take another minute.
    await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
    const content = join(owner, "content");
    // Vitest has a BASE_URL of its own, and npm says where it was started.
    const { BASE_URL: _, INIT_CWD: __, ...own } = process.env;
    const env = { ...own, CONTENT: content, FINGERPRINT_KEY: "0123456789abcdef0123456789abcdef" };
    const runs = (command: string) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
        cwd: owner,
        encoding: "utf8",
        env: {
          ...env,
          npm_config_prefer_offline: "true",
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: "protocol.file.allow",
          GIT_CONFIG_VALUE_0: "always",
        },
      });
      if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
      return stdout;
    };
    runs(
      `npm --prefix open-reviews run init -- --out "$PWD/content" --name "Bright Smile Dental" --trade dentist --street "12 High Street" --city Springfield --postal-code 62701 --time-zone America/Chicago`,
    );
    await writeFile(
      join(owner, "page.json"),
      googlePage(
        google({ id: "a", comment: "Gentle, and no pain at all.", created: "2026-01-02T10:00:00Z" }),
      ),
    );
    await writeFile(join(owner, "jobs.csv"), "customer,date\nKaren McDonald,2026-01-02\n");
    const imports = `npm --prefix open-reviews run import -- "$PWD/page.json" --jobs "$PWD/jobs.csv" --write`;
    runs(imports);
    const before = await snapshotOf(content);

    await unlink(join(checkout, "node_modules"));
    const said = runs(await readUpgrade());
    expect(git(checkout, "rev-parse", "HEAD")).toBe(git(root, "rev-parse", "HEAD"));
    expect(said).toContain("can be built: 1 review");
    // The upgrade touches nothing of the owner's, and neither does the next import of the same export.
    expect(await snapshotOf(content)).toEqual(before);
    expect(runs(imports)).toContain("0 new, 0 edited, 1 unchanged");
    const built = runs(
      `BASE_URL=https://reviews.brightsmile.dental PREVIOUS=none npm --prefix open-reviews run build -- --public --out "$PWD/dist"`,
    );
    expect(built).toContain("Built 1 review");
    expect(await readFile(join(owner, "dist", "index.html"), "utf8")).toContain("Bright Smile Dental");
  },
);
