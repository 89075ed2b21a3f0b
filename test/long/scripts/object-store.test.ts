import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listFiles } from "../../../scripts/site-build/files.ts";
import { buildHeaderRules, headersOf, privateFiles } from "../../../src/schema/headers.ts";
import type { Manifest } from "../../../src/schema/manifest.ts";
import { toAddress } from "../../../src/publish/web-servers.ts";
import { build } from "../../build/builds.ts";
import { isInstalled } from "../../build/web-server.ts";
import { review, writeContent } from "../../content/content-folder.ts";
import { runCommand } from "../../scripts/owner.ts";
import { startObjectStore } from "../../scripts/object-store.ts";
import { recipes } from "../../scripts/recipe-server.ts";
import { readManifest } from "../../published.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const isPublic = (path: string) =>
  !/\.(gz|br)$/.test(path) && !(privateFiles as readonly string[]).includes(path);

test.skipIf(!isInstalled("rclone"))(
  "an S3 store: headers arrive, no document is there before what it names, old hashes stay, withdrawn ones go last",
  async () => {
    const folder = await temporaryFolder();
    const store = await startObjectStore("bucket");
    onTestFinished(() => store.close());
    const baseUrl = "https://reviews.brightsmile.dental";
    const upload = async (dist: string) => {
      store.log.length = 0;
      const ran = await runCommand(
        spawn(join(recipes, "s3.sh"), [dist, "store:bucket"], {
          // This machine's settings for other stores are not for this one.
          env: { PATH: process.env["PATH"], HOME: folder, ...store.env },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      );
      expect({ ...ran, out: "" }).toEqual({ code: 0, out: "", err: "" });
    };
    const versions: [string, string][] = [
      ["first", review({ text: "Zinnias everywhere, and on time." })],
      ["second", review({ text: "Zinnias everywhere." }) + review({ id: "r4" })],
      ["third", `- { id: r3, removed_at: 2026-06-01 }\n${review({ id: "r4" })}`],
    ];
    let before: { dist: string; manifest: Manifest } | undefined;
    for (const [name, reviews] of versions) {
      const dist = join(folder, name);
      const content = await writeContent({ "reviews/more.yaml": reviews });
      await build({ content, out: dist, env: { BASE_URL: baseUrl, PREVIOUS: before?.dist ?? "none" } });
      await upload(dist);
      const manifest = await readManifest(dist);
      const files = listFiles(dist).filter(isPublic);
      expect([...store.objects.keys()].toSorted()).toEqual(files.map((path) => path.slice(1)).toSorted());

      const turn = (key: string) => store.log.findIndex((one) => one.method === "PUT" && one.key === key);
      const hashed = manifest.documents.map(({ hashed_path }) => turn(hashed_path.slice(1)));
      const documents = manifest.documents.map(({ path }) => turn(path.slice(1))).filter((at) => at >= 0);
      const at = turn("manifest.json");
      expect(Math.max(...hashed)).toBeLessThan(Math.min(at, ...documents));
      expect(Math.max(...documents)).toBeLessThan(at);
      const deleted = store.log.flatMap(({ method }, index) => (method === "DELETE" ? [index] : []));
      expect(deleted.every((index) => index > at)).toBe(true);

      const rules = buildHeaderRules("");
      for (const path of files) {
        const wanted = headersOf(rules, toAddress(path));
        expect([path, store.objects.get(path.slice(1))?.headers]).toEqual([
          path,
          expect.objectContaining({
            "content-type": wanted["Content-Type"] ?? "application/octet-stream",
            "cache-control": wanted["Cache-Control"],
          }),
        ]);
      }
      const old = before?.manifest.documents.map(({ hashed_path }) => hashed_path) ?? [];
      const kept = old.filter((path) => store.objects.has(path.slice(1)));
      if (name === "second") expect(kept).toEqual(old);
      const texts = [...store.objects.values()].map(({ bytes }) => bytes.toString("utf8"));
      if (name === "third") expect(texts.filter((text) => text.includes("Zinnias"))).toEqual([]);
      before = { dist, manifest };
    }
  },
);
