import { spawnSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { buildBillOfMaterials, listProductionPackages, type Lockfile } from "../../scripts/deploy/sbom.ts";
import { askHub } from "../server/hub/ask.ts";
import { startServer } from "../server/start-server.ts";
import { run } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const lockfile = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lockfile;

test("every package of the lockfile has an integrity, whatever system it is for", () => {
  const without = Object.entries(lockfile.packages).flatMap(([path, { integrity }]) =>
    path === "" || integrity ? [] : [path],
  );
  expect(without).toEqual([]);
});

test("an installation for production has at most 45 packages, and none that only builds", () => {
  const names = listProductionPackages(lockfile).map(({ name }) => name);
  expect(names.length).toBeLessThanOrEqual(45);
  for (const builder of ["astro", "vite", "esbuild", "sharp", "typescript"])
    expect(names).not.toContain(builder);
});

test("Node itself comes as a package with an integrity and no script, whatever system and npm install it", async () => {
  const { optionalDependencies = {}, allowScripts } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  ) as { optionalDependencies?: Record<string, string>; allowScripts: Record<string, boolean> };
  const found = Object.entries(optionalDependencies).map(([name, version]) => {
    const { bin, os, cpu, hasInstallScript, ...locked } = lockfile.packages[`node_modules/${name}`] ?? {};
    expect([name, locked.version]).toEqual([name, version]);
    expect(Object.keys(bin ?? {})).toEqual(["node"]);
    expect(hasInstallScript).toBeUndefined();
    return `${String(os)}-${String(cpu)}`;
  });
  expect(found.toSorted()).toEqual(["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]);
  expect(Object.keys(allowScripts).filter((name) => name.startsWith("node"))).toEqual([]);
  // npm's scripts run on the installed Node.
  const asking = ["exec", "--", "node", "-p", "process.execPath"];
  const { stdout } = spawnSync("npm", asking, { cwd: root, encoding: "utf8" });
  expect(stdout).toContain(join(root, "node_modules", `node-${process.platform}-${process.arch}`));
});

interface Component {
  "bom-ref": string;
  hashes: { alg: string; content: string }[];
  licenses: { expression: string }[];
}

test("npm run sbom lists every package of production with its hash, licence and dependencies", async () => {
  const folder = await temporaryFolder();
  expect(await run("deploy/sbom.ts", [folder])).toMatchObject({ code: 0, err: "" });
  const bill = JSON.parse(await readFile(join(folder, "sbom.cdx.json"), "utf8")) as {
    components: Component[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
  const references = new Set(bill.components.map((component) => component["bom-ref"]));
  const packages = listProductionPackages(lockfile);
  expect(references.size).toBe(new Set(packages.map(({ name, version }) => `${name}@${version}`)).size);
  for (const { hashes, licenses } of bill.components) {
    expect(hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    expect(licenses).toHaveLength(1);
  }
  // Whatever is listed is there because something needs it.
  const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
  expect([...references].filter((reference) => !needed.has(reference))).toEqual([]);
});

test("a package that is installed twice or under another name is listed once, as what it is", () => {
  const bill = buildBillOfMaterials({
    name: "site",
    version: "1.0.0",
    packages: {
      "": { dependencies: { a: "1", alias: "npm:b@1" } },
      "node_modules/a": { version: "1.0.0", license: "MIT", dependencies: { b: "2" } },
      "node_modules/a/node_modules/b": { version: "2.0.0" },
      "node_modules/alias": { name: "b", version: "1.0.0" },
      "node_modules/only-for-tests": { version: "1.0.0", dev: true },
      "node_modules/b": { version: "1.0.0" },
    },
  });
  expect(bill).toMatchObject({
    components: [{ name: "a" }, { name: "b", version: "2.0.0" }, { name: "b", version: "1.0.0" }],
    dependencies: [
      { ref: "pkg:npm/site@1.0.0", dependsOn: ["pkg:npm/a@1.0.0", "pkg:npm/b@1.0.0"] },
      { ref: "pkg:npm/a@1.0.0", dependsOn: ["pkg:npm/b@2.0.0"] },
      { dependsOn: [] },
      { dependsOn: [] },
    ],
  });
});

test("the sidecar works, hub and worker threads too, with no more than the systemd unit permits", async () => {
  const unit = await readFile(join(root, "scripts/deploy/reviews.service"), "utf8");
  const [command = ""] = /^ExecStart=(?:.*\\\n)*.*$/m.exec(unit) ?? [];
  const data = await temporaryFolder();
  await mkdir(join(data, "cache"));
  const permissions = (command.match(/--\S+/g) ?? [])
    .map((flag) =>
      flag
        .replace(/=\/(?:srv|opt)\/reviews$/, `=${root}`)
        .replace(/\/var\/lib\/(private\/)?reviews$/, data)
        .replace(/\/var\/cache\/(private\/)?reviews$/, join(data, "cache")),
    )
    .join(" ");
  expect(permissions).toContain("--permission ");
  // The flags do refuse.
  const thief = spawnSync(process.execPath, ["-e", "require('node:fs').readFileSync('/etc/hostname')"], {
    env: { NODE_OPTIONS: permissions },
    encoding: "utf8",
  });
  expect(thief.stderr).toContain("ERR_ACCESS_DENIED");
  const server = await startServer({
    env: {
      DIST: inject("dist"),
      BASE_URL: "http://localhost:3000",
      DATABASE_URL: `sqlite:${join(data, "hub.sqlite")}`,
      NODE_COMPILE_CACHE: join(data, "cache"),
      NODE_OPTIONS: permissions,
    },
  });
  onTestFinished(async () => void (await server.stop()));
  expect((await fetch(`${server.url}/api/reviews/search?query=a`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await askHub(server.url)).status).toBe(202);
});
