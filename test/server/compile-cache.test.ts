import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { isOurs } from "../../server/compile-cache.mjs";
import { startServer } from "./start-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const cases: [string, boolean, (folder: string) => void][] = [
  ["is missing, and is made", true, () => undefined],
  ["is ours and closed", true, (folder) => mkdirSync(folder, { mode: 0o700 })],
  ["others may read", false, (folder) => mkdirSync(folder, { mode: 0o750 })],
  ["others may write", false, (folder) => (mkdirSync(folder), chmodSync(folder, 0o702))],
  [
    "is a link to a folder of ours",
    false,
    (folder) => (mkdirSync(`${folder}-real`, { mode: 0o700 }), symlinkSync(`${folder}-real`, folder)),
  ],
  ["is a file", false, (folder) => writeFileSync(folder, "", { mode: 0o600 })],
];

test.each(cases)("a folder for compiled code that %s: %s", async (_, isTaken, prepare) => {
  const folder = join(await temporaryFolder(), "deep", "compiled");
  mkdirSync(join(folder, ".."));
  prepare(folder);
  expect(isOurs(folder)).toBe(isTaken);
  if (isTaken) expect(lstatSync(folder).mode & 0o777).toBe(0o700);
});

test.runIf(process.getuid?.() === 0)("a folder of another user is not taken (as root only)", async () => {
  const folder = join(await temporaryFolder(), "compiled");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 65_534, 65_534);
  expect(isOurs(folder)).toBe(false);
});

test.each(["server/main.mjs", "scripts/start.ts"] as const)(
  "%s takes no compiled code from the folder that all users share",
  async (script) => {
    const shared = await temporaryFolder();
    mkdirSync(join(shared, "node-compile-cache"), { mode: 0o777 });
    const server = await startServer({ script, env: { DIST: inject("dist"), TMPDIR: shared } });
    onTestFinished(async () => void (await server.stop()));
    await fetch(`${server.url}/mcp`);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(shared, { recursive: true })).toEqual(["node-compile-cache"]);
  },
);
