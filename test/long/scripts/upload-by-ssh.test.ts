import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { build } from "../../build/builds.ts";
import { isInstalled } from "../../build/web-server.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { review, writeContent } from "../../content/content-folder.ts";
import { fails, run } from "../../scripts/owner.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const sshd = "/usr/sbin/sshd";
const isPossible = process.getuid?.() === 0 && existsSync(sshd) && isInstalled("rsync");

/** The real OpenSSH on loopback, for a key of its own; answers with a folder in which `ssh` leads there. */
async function startSsh(folder: string): Promise<string> {
  const port = await freePort();
  const file = (name: string) => join(folder, name);
  await mkdir("/run/sshd", { recursive: true });
  for (const name of ["host", "user"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file(name)]);
  await writeFile(
    file("sshd_config"),
    `ListenAddress 127.0.0.1:${port}\nHostKey ${file("host")}\nAuthorizedKeysFile ${file("user.pub")}\nStrictModes no\nUsePAM no\nPidFile none\n`,
  );
  const server = spawn(sshd, ["-D", "-e", "-f", file("sshd_config")], { stdio: "ignore" });
  onTestFinished(() => void server.kill());
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, "127.0.0.1", () => resolve(true)).on("error", () =>
        resolve(false),
      );
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await writeFile(
    file("ssh_config"),
    `Host server\n  HostName 127.0.0.1\n  Port ${port}\n  User root\n  IdentityFile ${file("user")}\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n`,
  );
  const bin = file("bin");
  await mkdir(bin);
  await writeFile(join(bin, "ssh"), `#!/bin/sh\nexec /usr/bin/ssh -F ${file("ssh_config")} "$@"\n`);
  await chmod(join(bin, "ssh"), 0o755);
  return bin;
}

test.skipIf(!isPossible)(
  "uploads go over ssh and rsync (Debian's; skipped without them or root)",
  async () => {
    const folder = await temporaryFolder();
    const bin = await startSsh(folder);
    // A path that a shell could split.
    const site = join(folder, "it's $HOME & more", "site");
    const baseUrl = "https://reviews.brightsmile.dental";
    const [first = "", second = "", old = ""] = ["first", "second", "old"].map((name) => join(folder, name));
    const more = { "reviews/more.yaml": review({}) };
    const env = { BASE_URL: baseUrl, SOURCE_DATE_EPOCH: "1790000000" };
    await build({ content: await writeContent(more), out: first, env: { ...env, PREVIOUS: "none" } });
    const gone = { "reviews/more.yaml": "- { id: r3, removed_at: 2026-06-01 }\n" };
    await build({ content: await writeContent(gone), out: second, env: { ...env, PREVIOUS: first } });
    await build({ content: await writeContent(more), out: old, env: { ...env, PREVIOUS: "none" } });
    const there = { BASE_URL: baseUrl, TARGET: `server:${site}`, CONNECT: "127.0.0.1:1" };
    const upload = (dist: string, ...args: string[]) =>
      run("upload.ts", args, { ...there, DIST: dist, PATH: `${bin}:${process.env["PATH"]}` });

    const begun = await upload(first);
    expect(begun.out + begun.err).toContain("The build is in place");
    expect(begun.code).toBe(0);
    expect(await readFile(join(site, "reviews.json"))).toEqual(await readFile(join(first, "reviews.json")));
    const before = await stat(join(site, "robots.txt"));

    // Nothing answers at the address, so that the switch is harmless, and said to be seen by nobody.
    const next = await upload(second);
    expect([next.code, next.out + next.err]).toEqual([2, expect.stringContaining("does not show version")]);
    expect((await lstat(site)).isSymbolicLink()).toBe(true);
    expect(await readlink(site)).toMatch(/^site\.releases\/0002-/);
    expect(await readFile(join(site, "reviews.json"))).toEqual(await readFile(join(second, "reviews.json")));
    // The release that showed the withdrawn review is gone, and what did not change was not sent again.
    expect((await readdir(`${site}.releases`)).toSorted()).toEqual([
      expect.stringMatching(/^0001-\w+\.withdrawn$/),
      expect.stringMatching(/^0002-\w+$/),
    ]);
    expect((await stat(join(site, "robots.txt"))).ino).toBe(before.ino);

    for (const refused of [await upload(second, "--rollback"), await upload(old)])
      expect(refused).toMatchObject(fails("r3"));
    expect((await upload(second, "--list")).out).toMatch(/0001-\S+ {2}deleted[^]*0002-\S+ {2}served/);
  },
);
