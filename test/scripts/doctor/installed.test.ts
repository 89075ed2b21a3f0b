import { copyFile, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { compareInstalled } from "../../../scripts/doctor.ts";
import { startServer } from "../../server/start-server.ts";
import { run } from "../owner.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const build = {
  "nginx-maps.conf": "map a {}\nmap b {}\n",
  "nginx-server.conf": "index x;\n",
  Caddyfile: "(r) {}\n",
};
const { "nginx-maps.conf": maps, "nginx-server.conf": site, Caddyfile } = build;

test.each([
  ["nginx as proposed", { "nginx-maps.conf": maps, "nginx-server.conf": site }, []],
  ["Caddy as proposed", { Caddyfile }, []],
  ["only comments and empty lines differ", { Caddyfile: `# By root.\n\n${Caddyfile}  # end\n` }, []],
  [
    "a line differs",
    { "nginx-maps.conf": "map a {}\nmap c {}\n", "nginx-server.conf": site },
    ["warning has another nginx-maps.conf than the build proposes"],
  ],
  [
    "lines are missing",
    { "nginx-maps.conf": "map a {}\n", "nginx-server.conf": `${site}access_log /x;\n` },
    [
      "warning has another nginx-maps.conf than the build proposes",
      "warning has another nginx-server.conf than the build proposes",
    ],
  ],
  [
    "half of nginx is missing",
    { "nginx-maps.conf": maps },
    ["wrong and the build do not both hold nginx-server.conf"],
  ],
  ["nothing is installed", {}, ["wrong holds no configuration that a build proposes"]],
])("the installed configuration: %s", (_, installed, expected) => {
  const found = compareInstalled(new Map(Object.entries(installed)), new Map(Object.entries(build)));
  expect(found.map(({ severity, problem }) => `${severity} ${problem}`)).toEqual(expected);
});

test("npm run doctor -- URL --installed: drift is reported, and no link of the deploying account is followed", async () => {
  const [dist, folder] = [inject("dist"), await temporaryFolder()];
  const server = await startServer({ script: "scripts/start.ts", env: { DIST: dist } });
  onTestFinished(async () => void (await server.stop()));
  const ask = async (build: string) => {
    const connect = ["--connect", new URL(server.url).host];
    const args = ["http://localhost:3000", ...connect, "--json", "--installed", folder];
    const { out, code } = await run("doctor.ts", args, { DIST: build });
    const { checks, state } = JSON.parse(out) as { state: string; checks: { name: string; state: string }[] };
    const found = checks.find(({ name }) => name === "installed");
    return [code, state, found?.state];
  };
  await copyFile(join(dist, "Caddyfile"), join(folder, "Caddyfile"));
  expect(await ask(dist)).toEqual([0, "ok", "ok"]);
  await writeFile(join(folder, "Caddyfile"), `${await readFile(join(dist, "Caddyfile"), "utf8")}import x\n`);
  expect(await ask(dist)).toEqual([0, "warning", "warning"]);
  const site = await temporaryFolder();
  await symlink(join(folder, "Caddyfile"), join(site, "Caddyfile"));
  expect(await ask(site)).toEqual([1, "wrong", "wrong"]);
});
