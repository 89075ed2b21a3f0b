import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, renameSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  findObstacle,
  findReturning,
  listKept,
  losesHistory,
  type Release,
  toPlan,
} from "../../scripts/deploy/release.ts";
import { build } from "../build/builds.ts";
import { isInstalled, type WebServer } from "../build/web-server.ts";
import { freePort } from "../../scripts/free-port.ts";
import { review, writeContentTo } from "../content/content-folder.ts";
import { replicaName } from "../../server/app.ts";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { fails, run, runCommand } from "./owner.ts";
import { startNginxRecipe } from "./recipe-server.ts";
import { startReader } from "./steady-reader.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const release = (published: string[], removed: string[] = [], entries?: number): Release => ({
  manifest: { version: "0".repeat(32), api_version: "1.0.0", documents: [] },
  baseUrl: "https://reviews.example.com",
  published: new Set(published),
  removed: new Map(removed.map((id) => [id, "2026-06-01"])),
  checkpoint:
    entries === undefined ? undefined : `reviews.example.com/log\n${entries}\nroot${entries}\n\n— signed`,
});

describe("going back", () => {
  test.each([
    [
      "shows a withdrawn review",
      release(["a"], ["b"]),
      release(["a", "b"]),
      "it shows b (withdrawn on 2026-06-01)",
    ],
    ["does not know that one was withdrawn", release(["a"], ["b"]), release(["a"]), "it does not know of b"],
    ["has a shorter history", release(["a"], [], 3), release(["a"], [], 2), "signed history is shorter"],
  ])("is refused to a release that %s", (_, live, older, why) => {
    expect(findObstacle(live, older)).toContain(why);
  });

  test("is possible where nothing was withdrawn since", () => {
    const live = release(["a", "c"], ["b"], 2);
    const older = release(["a"], ["b", "d"], 2);
    expect(findObstacle(live, older)).toBeUndefined();
    // Witnesses sign later.
    expect(findObstacle(live, { ...older, checkpoint: `${older.checkpoint}— witness` })).toBeUndefined();
  });

  test("a build whose history has fewer entries may not follow", () => {
    expect(losesHistory(release([], [], 3), release([]))).toBe(true);
    expect(losesHistory(release([], [], 3), release([], [], 4))).toBe(false);
    expect(losesHistory(release([]), release([]))).toBe(false);
  });
});

describe("the next build", () => {
  const documents = [
    { path: "/a.json", hashed_path: "/data/a.1.json", sha256: "1", bytes: 1 },
    { path: "/b.xml", hashed_path: "/b.2.xml", sha256: "2", bytes: 1 },
  ] as Release["manifest"]["documents"];
  const withFiles = (one: Release): Release => ({
    ...one,
    manifest: { ...one.manifest, documents, assets: ["/_astro/c.css"] },
  });
  const live = withFiles(release(["a", "b"], ["c", "d"]));

  test("may keep earlier files, but no data of reviews that are gone", () => {
    expect(listKept(live, release(["b", "a", "e"]))).toEqual(["/data/a.1.json", "/b.2.xml", "/_astro/c.css"]);
    expect(listKept(live, release(["a", "e"]))).toEqual(["/b.2.xml", "/_astro/c.css"]);
  });

  test("is compared by its reviews and documents", () => {
    expect(findReturning(live, release(["d", "a", "c"]))).toEqual(["c", "d"]);
    const changed = documents.map((one, index) => ({ ...one, sha256: index === 0 ? "1" : "3" }));
    const next = {
      ...live,
      published: new Set(["b", "e"]),
      manifest: { ...live.manifest, documents: changed },
    };
    expect(toPlan(live, next)).toBe("Reviews: 2, 1 of them new; gone: a\nDocuments that change: /b.xml");
    expect(toPlan(live, live)).toBe("Reviews: 2, 0 of them new\nDocuments that change: none");
    expect(toPlan(undefined, live)).toBe("Reviews: 2, 2 of them new\nDocuments that change: /a.json /b.xml");
  });
});

describe.skipIf(!isInstalled("nginx"))("uploads behind nginx (Debian's package)", () => {
  let folder: string;
  let baseUrl: string;
  let port: number;
  let target: string;
  // Replicas without a store in common.
  const shared = { MCP_SESSION_KEY: "the same key for two replicas" };
  const builds: Record<string, string> = {};
  let sidecar: RunningServer | undefined;
  let server: WebServer | undefined;

  const envOf = (name: string, more = {}) => ({
    BASE_URL: baseUrl,
    TARGET: target,
    DIST: builds[name] ?? "",
    ...more,
  });
  const upload = (name: string, ...args: string[]) => run("upload.ts", args, envOf(name));
  const released = async () => (await readlink(target)).replace(/^.*\/(\d+)-.*$/, "$1");

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "upload-"));
    target = join(folder, "srv", "site");
    port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    const contents: [string, Record<string, string>, string | undefined][] = [
      ["first", { "reviews/more.yaml": review({}) }, undefined],
      ["second", { "reviews/more.yaml": review({}), "reviews/new.yaml": review({ id: "r4" }) }, "first"],
      ["withdrawn", { "reviews/more.yaml": "- { id: r3, removed_at: 2026-06-01 }\n" }, "second"],
      ["old checkout", { "reviews/more.yaml": review({}) }, undefined],
    ];
    for (const [name, files, previous] of contents) {
      const out = join(folder, name);
      builds[name] = out;
      const PREVIOUS = previous === undefined ? "none" : (builds[previous] ?? "");
      const content = join(folder, `content of ${name}`);
      await writeContentTo(content, files);
      await build({ content, out, env: { BASE_URL: baseUrl, PREVIOUS } });
    }
  });

  afterAll(async () => {
    await server?.stop();
    await sidecar?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("the first deploy needs nothing that is not there yet", async () => {
    const dry = await upload("first", "--dry-run");
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("First deploy to") });
    await expect(stat(join(folder, "srv"))).rejects.toThrow("ENOENT");
    expect(await upload("", "--rollback")).toMatchObject(fails("has no release"));

    const { code, out } = await upload("first");
    expect([code, out]).toEqual([0, expect.stringContaining("set up the web server and the sidecar")]);
    expect(await readFile(join(target, "index.html"))).toEqual(
      await readFile(join(builds["first"] ?? "", "index.html")),
    );
    sidecar = await startServer({ env: { ...shared, DIST: target, BASE_URL: baseUrl } });
    server = await startNginxRecipe({ site: target, sidecar: new URL(sidecar.url).host, port });
  });

  test("a visitor who never stops reading meets no 404 and no mixed read while the site is switched", async () => {
    const reader = startReader(baseUrl, [builds["first"] ?? "", builds["second"] ?? ""]);
    const forward = await upload("second");
    const back = await upload("", "--rollback");
    const again = await upload("second");
    await expect.poll(() => reader.reads()).toBeGreaterThan(300);
    const { problems } = await reader.stop();
    for (const { code, out, err } of [forward, back, again])
      expect([code, out + err]).toEqual([0, expect.anything()]);
    expect(forward.out).toMatch(/1 of them new[^]*all is right[^]*Announced version/);
    expect(problems).toEqual([]);
    expect(await released()).toBe("0003");
  });

  test("a build for another address, or one that visitors cannot see, changes nothing", async () => {
    const elsewhere = await run("upload.ts", [], envOf("second", { BASE_URL: "http://127.0.0.1:1" }));
    expect(elsewhere).toMatchObject(fails(`was made for ${baseUrl}`));
    const other = join(folder, "other");
    await mkdir(other);
    await writeFile(join(other, "index.html"), "Not ours");
    const foreign = await run("upload.ts", [], envOf("second", { TARGET: other }));
    expect(foreign).toMatchObject(fails("no build of this project made"));
    expect(await readFile(join(other, "index.html"), "utf8")).toBe("Not ours");
  });

  test("an upload waits for every replica, and says which one lags", async () => {
    const slow = join(folder, "slow");
    await cp(builds["first"] ?? "", slow, { recursive: true });
    const lagging = await startServer({ env: { ...shared, DIST: slow, BASE_URL: baseUrl } });
    await server?.stop();
    const sidecars = [sidecar?.url ?? "", lagging.url].map((url) => new URL(url));
    const upstream = sidecars.map(({ host }) => host).join(";\n  server ");
    server = await startNginxRecipe({ site: target, sidecar: upstream, port });
    const name = `replica ${replicaName(Number(sidecars[1]?.port))} shows version`;
    const dry = await run("announce.ts", ["--timeout", "2"], envOf("second"));
    expect(dry).toMatchObject(fails(name, 2));
    const child = spawn(process.execPath, ["scripts/upload.ts"], {
      env: { ...process.env, ...envOf("second") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const done = runCommand(child);
    let said = "";
    let isSwitched = false;
    child.stdout.on("data", (text: string) => {
      said += text;
      if (isSwitched || !said.includes(name)) return;
      isSwitched = true;
      renameSync(slow, `${slow}.before`);
      cpSync(builds["second"] ?? "", slow, { recursive: true });
    });
    const { code, out, err } = await done;
    expect([code, out + err]).toEqual([0, expect.stringMatching(/all is right[^]*Announced version/)]);
    expect(isSwitched).toBe(true);
    await server.stop();
    await lagging.stop();
    server = await startNginxRecipe({ site: target, sidecar: sidecars[0]?.host ?? "", port });
  });

  test("with CONNECT, all of it goes there, the announcement too", async () => {
    const there = envOf("second", { CONNECT: `127.0.0.1:${port}` });
    const missed = { ...there, CONNECT: `127.0.0.1:${await freePort()}` };
    expect(await run("announce.ts", ["--timeout", "1"], missed)).toMatchObject(fails("ECONNREFUSED", 2));
    const elsewhere = "http://reviews.nowhere.invalid";
    const told = await run("announce.ts", ["--timeout", "5"], { ...there, BASE_URL: elsewhere });
    // It gets there; the sidecar is not the hub of that name.
    expect(told.err).not.toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  test("what was withdrawn leaves every release, and neither a rollback nor an old build brings it back", async () => {
    const { code, out } = await upload("withdrawn");
    expect([code, out]).toEqual([0, expect.stringContaining("which showed r3")]);
    const served = await readlink(target);
    const back = await upload("", "--rollback");
    expect(back).toMatchObject(fails("cannot come back: it showed r3"));
    const old = await upload("old checkout");
    expect(old).toMatchObject(fails("bring back .*withdrawn: r3"));
    expect(await readlink(target)).toBe(served);
    const { out: list } = await upload("", "--list");
    expect(list).toMatch(/deleted: it showed a withdrawn review\n0005-\S+ {2}served/);
    expect(list.trim().split("\n")).toHaveLength(3);
  });
});

/** Releases of hardly anything, the last one served. */
async function writeReleases(published: readonly (readonly string[])[]): Promise<string> {
  const target = join(await temporaryFolder(), "site");
  for (const [index, ids] of published.entries()) {
    const name = `000${index + 1}-${index}`;
    const folder = join(`${target}.releases`, name);
    await mkdir(join(folder, ".well-known"), { recursive: true });
    const files = {
      "manifest.json": { version: `${index}`.repeat(32), api_version: "1.0.0", documents: [] },
      ".well-known/openapi.json": { servers: [{ url: "http://127.0.0.1:1" }] },
      "reviews.json": { reviews: ids.map((id) => ({ id, url: `/reviews/${id}/` })), removed: [] },
    };
    for (const [path, value] of Object.entries(files))
      await writeFile(join(folder, path), JSON.stringify(value));
    await rm(target, { force: true });
    await symlink(`site.releases/${name}`, target);
  }
  return target;
}

test("going back does not show a review that was withheld meanwhile, unless that is said", async () => {
  const target = await writeReleases([["r1", "r2"], ["r1"]]);
  const env = { BASE_URL: "http://127.0.0.1:1", TARGET: target };
  expect(await run("upload.ts", ["--rollback"], env)).toMatchObject(
    fails("it shows r2, which the site shows no longer.*--show-again"),
  );
  expect(await readlink(target)).toBe("site.releases/0002-1");
  const args = ["--rollback", "--show-again", "--dry-run"];
  expect(await run("upload.ts", args, { ...env, BASE_URL: "http://127.0.0.1:2" })).toMatchObject(
    fails("it was made for http://127.0.0.1:1"),
  );
  const said = await run("upload.ts", args, env);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining("Back to 0001-0") });
});

test("two uploads at once: the second is refused, and a first that was killed is in nobody's way", async () => {
  const place = await writeReleases([["r1"]]);
  const rollBack = () => run("upload.ts", ["--rollback"], { BASE_URL: "http://127.0.0.1:1", TARGET: place });
  const holder = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { Target } from ${JSON.stringify(pathToFileURL(resolve("scripts/deploy/target.ts")))};
       await new Target(${JSON.stringify(place)}).lock(); console.log("held"); setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  expect(await rollBack()).toMatchObject(fails("another upload to"));
  holder.kill("SIGKILL");
  await once(holder, "close");
  await expect.poll(async () => (await rollBack()).err).toContain("has no release before");
});

test("wrong use is named at once, and nothing is touched", async () => {
  expect(await run("upload.ts", [], { TARGET: "" })).toMatchObject(
    fails(/BASE_URL is missing[^]*TARGET is missing/),
  );
  const TARGET = await temporaryFolder();
  const odd = { BASE_URL: "https://reviews.example.com", TARGET, CONNECT: "nowhere" };
  expect((await run("upload.ts", ["--list"], odd)).err).toContain('CONNECT must be host:port, got "nowhere"');
  const place = "web@reviews.example.com:/srv/reviews/site";
  const local = await run("upload.ts", [], { BASE_URL: "http://localhost:3000", TARGET: place });
  expect(local).toMatchObject(fails("must be the https address"));
  expect(await run("upload.ts", ["--bogus"], { BASE_URL: "", TARGET })).toMatchObject({ code: 1 });
});
