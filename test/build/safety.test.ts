import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { killAtEveryChange } from "../scripts/killed-commands.ts";
import { review, writeContent } from "../content/content-folder.ts";
import {
  build,
  copyProject,
  differences,
  expectRefusal,
  readTimes,
  readTree,
  runBuild,
  startBuild,
} from "./builds.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { readManifest } from "../published.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes);
const etag = (bytes: Buffer) => `"${sha256(bytes).digest("base64url").slice(0, 32)}"`;

/** Everything that the manifest promises is there. */
async function expectWhole(dist: string): Promise<void> {
  const { documents, version } = await readManifest(dist);
  for (const { path, hashed_path, sha256: hash, etag: tag, bytes, encodings } of documents) {
    const body = await readFile(join(dist, hashed_path));
    expect([path, sha256(body).digest("hex"), body.length, etag(body)]).toEqual([path, hash, bytes, tag]);
    const gzip = await readFile(join(dist, `${hashed_path}.gz`));
    const br = await readFile(join(dist, `${hashed_path}.br`));
    expect(encodings).toEqual({
      gzip: { etag: etag(gzip), bytes: gzip.length },
      br: { etag: etag(br), bytes: br.length },
    });
    expect(gunzipSync(gzip).equals(body) && brotliDecompressSync(br).equals(body)).toBe(true);
  }
  const lines = documents.map(({ path, sha256: hash }) => `${path} ${hash}\n`).sort();
  expect(
    sha256(Buffer.from(lines.join("")))
      .digest("hex")
      .slice(0, 32),
  ).toBe(version);
}

test("the manifest describes every document of the built site, its copies and variants", async () => {
  const dist = inject("dist");
  await expectWhole(dist);
  const { documents } = await readManifest(dist);
  for (const { path, hashed_path } of documents) {
    expect(hashed_path).toMatch(/^\/data\/[a-z-]+\.[0-9a-f]{16}\.[a-z]+$/);
    expect((await readFile(join(dist, path))).equals(await readFile(join(dist, hashed_path)))).toBe(true);
  }
  const paths = documents.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

describe("a build that fails", () => {
  test("names the issues without a stack, ends with 1 and leaves the previous build as it was", async () => {
    const [content, folder] = [await writeContent(), await temporaryFolder()];
    const out = join(folder, "dist");
    await build({ content, out });
    const [tree, times] = [await readTree(out), await readTimes(out)];
    await writeFile(join(content, "reviews/more.yaml"), review({ rating: "4.5" }));
    const issue = "more.yaml:3: rating of r3 is 4.5; it must be a whole number from 1 to 5";
    await expectRefusal({ content, out }, issue, "the previous build stays as it was");
    expect(differences(tree, await readTree(out))).toEqual([]);
    expect(await readTimes(out)).toEqual(times);
  });

  test("keeps away from a folder that it did not make", async () => {
    const [content, out] = [await writeContent(), await temporaryFolder()];
    await writeFile(join(out, "thesis.txt"), "three years of work");
    await expectRefusal({ content, out }, "holds files that no build of this project made");
    expect(listFiles(out)).toEqual(["/thesis.txt"]);
  });

  test("says what is wrong with its settings", async () => {
    const [content, out] = [await writeContent(), await temporaryFolder()];
    const cases: [string, Record<string, string>, string[]][] = [
      ["BASE_URL must be an address such as", { BASE_URL: "reviews.example.com" }, []],
      ["SOURCE_DATE_EPOCH must be seconds since 1970", { SOURCE_DATE_EPOCH: "yesterday" }, []],
      ["--keep-builds must be a whole number", {}, ["--keep-builds", "many"]],
    ];
    for (const [message, env, args] of cases) await expectRefusal({ content, out, env, args }, message);
  });

  // Only root can mount.
  test.skipIf(process.getuid?.() !== 0)(
    "leaves the deploy as it was when the disk is full, and works on another disk than the project's",
    async () => {
      const disk = await temporaryFolder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "none", disk]);
      try {
        const [content, out, filler] = [await writeContent(), join(disk, "dist"), join(disk, "filler")];
        await build({ content, out });
        await expectWhole(out);
        const tree = await readTree(out);
        await writeFile(join(content, "reviews/more.yaml"), review({}));
        const { bavail, bsize } = await statfs(disk);
        for (const left of [0, 300]) {
          await writeFile(filler, Buffer.alloc((bavail - left) * bsize));
          const { code, output } = await runBuild({ content, out });
          expect([code, output]).toEqual([
            1,
            expect.stringMatching(/ENOSPC[^]*the previous build stays as it was/),
          ]);
          expect(differences(tree, await readTree(out))).toEqual([]);
          expect((await readdir(disk)).sort()).toEqual(["dist", "filler"]);
        }
        await rm(filler);
        await build({ content, out });
        await expectWhole(out);
        expect(await readdir(disk)).toEqual(["dist"]);
        await rm(out, { recursive: true });
        const mounted = await runBuild({ content, out: disk });
        expect(mounted).toMatchObject({
          code: 1,
          output: expect.stringContaining("is where a disk is mounted"),
        });
      } finally {
        execFileSync("umount", [disk]);
      }
    },
  );

  test("waits for no other build: the second one says who is at work", async () => {
    const [content, folder] = [await writeContent(), await temporaryFolder()];
    const out = join(folder, "dist");
    const runs = [startBuild({ content, out }), startBuild({ content, out })];
    const results = await Promise.all(runs.map(({ done }) => done));
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([0, 75]));
    const refused = results.find(({ code }) => code === 75);
    const winner = runs[results.findIndex(({ code }) => code === 0)];
    expect(refused?.output).toContain(`another build (process ${winner?.child.pid}) is writing to`);
    await expectWhole(out);
  });
});

test("a build is skipped when nothing changed, and made when the address changes", async () => {
  const [content, folder] = [await writeContent(), await temporaryFolder()];
  const out = join(folder, "dist");
  const project = await copyProject(content);
  const ifChanged = (env: Record<string, string> = {}) =>
    build({ content, out, project, env, args: ["--if-changed"] });
  expect(await ifChanged()).toContain("Built 2 reviews");
  expect(await ifChanged()).toBe("");
  // Nothing is written again, and the manifest keeps its times although the clock has moved on.
  const [tree, times] = [await readTree(out), await readTimes(out)];
  const inAnHour = Math.round(Date.now() / 1000) + 3600;
  const later = { SOURCE_DATE_EPOCH: String(inAnHour) };
  expect(await build({ content, out, project, env: later })).toContain("0 files written");
  expect(differences(tree, await readTree(out))).toEqual([]);
  expect(await readTimes(out)).toEqual(times);
  expect(await ifChanged({ BASE_URL: "https://reviews.example.com/" })).toContain("Built 2 reviews");
  expect(await readFile(join(out, "feed.xml"), "utf8")).toContain("https://reviews.example.com/feed.xml");
  await mkdir(join(content, "reviews"), { recursive: true });
  await writeFile(join(content, "reviews/more.yaml"), review({}));
  expect(await ifChanged({ BASE_URL: "https://reviews.example.com" })).toContain("Built 3 reviews");
  expect(await ifChanged({ BASE_URL: "https://reviews.example.com" })).toBe("");
  await appendFile(join(project, "server/data/hashes.ts"), "// Another version\n");
  expect(await ifChanged({ BASE_URL: "https://reviews.example.com" })).toContain("Built 3 reviews");
});

test.each([
  ["that is exchanged in one step", process.env["PATH"] ?? ""],
  ["on a system that exchanges no folders", "/nowhere"],
])("a switch %s, killed at any moment, leaves the old deploy or the new one, whole", async (_, PATH) => {
  const program = "../test/build/switch-program.ts";
  await killAtEveryChange(
    program,
    async () => {
      const folder = await temporaryFolder();
      const dist = join(folder, "dist");
      for (const [name, text] of Object.entries({
        "manifest.json": "old",
        "page/index.html": "old",
        ".git/HEAD": "main",
      })) {
        await mkdir(dirname(join(dist, name)), { recursive: true });
        await writeFile(join(dist, name), text);
      }
      const texts = async () =>
        Promise.all(["manifest.json", "page/index.html"].map((name) => readFile(join(dist, name), "utf8")));
      return {
        args: [dist],
        dead: async () => {
          // Where the system exchanges no folders, there may be none; the next build has it back.
          if (PATH === "/nowhere" && !existsSync(dist)) return;
          expect([
            ["old", "old"],
            ["new", "new"],
          ]).toContainEqual(await texts());
        },
        again: async () => {
          expect(await texts()).toEqual(["new", "new"]);
          expect(await readFile(join(dist, ".git/HEAD"), "utf8")).toBe("main");
          expect((await readdir(folder)).filter((name) => !/^\.dist\.build\.\d+$/.test(name))).toEqual([
            "dist",
          ]);
        },
      };
    },
    { PATH },
  );
});
