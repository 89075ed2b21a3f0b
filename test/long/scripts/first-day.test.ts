import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTree, root, runBuild } from "../../build/builds.ts";
import { run, temporaryFolder } from "../../scripts/owner.ts";
import { freePort } from "../../../scripts/free-port.ts";

const words = (bytes: Buffer) => bytes.toString("utf8");

test("a dental practice has its own site minutes after init, with nothing of the demonstration in it", async () => {
  const started = performance.now();
  const folder = await temporaryFolder();
  const [content, dist] = [join(folder, "content"), join(folder, "dist")];
  const address = ["--street", "12 High Street", "--city", "Springfield", "--postal-code", "62701"];
  const practice = ["--name", "Bright Smile Dental", "--trade", "dentist", "--time-zone", "America/Chicago"];
  expect((await run("init.ts", ["--out", content, ...practice, ...address])).err).toBe("");
  expect((await run("check-content.ts", [], { CONTENT: content })).code).toBe(0);

  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const { code, output } = await runBuild({ content, out: dist, env: { BASE_URL: baseUrl } });
  expect(output).toContain("Built 0 reviews");
  expect(code).toBe(0);

  const server = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      DIST: dist,
      BASE_URL: baseUrl,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, "hub.sqlite")}`,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGTERM"));
  while ((await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.status !== 200) {
    if (server.exitCode !== null) throw new Error("the server did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const page = await (await fetch(`${baseUrl}/`)).text();
  const search = await (await fetch(`${baseUrl}/api/reviews/search?min_rating=4`)).json();
  console.log(`from init to the first page: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  expect(page).toMatch(/Bright Smile Dental[^]*No reviews yet/);
  expect(search).toMatchObject({ total: 0, reviews: [] });

  const texts = [...(await readTree(dist))].filter(([path]) => /\.(html|json|xml|txt|svg|csv)$/.test(path));
  const demonstration = /greenhollow|aerat|mowing|\bmow\b|crew/i;
  expect(texts.filter(([, bytes]) => demonstration.test(words(bytes))).map(([path]) => path)).toEqual([]);
  const claims = /\b(?:0|0\.0+) out of 5|\b0\.00 of 5|\b1 reviews|NaN|undefined verified/;
  expect(texts.filter(([, bytes]) => claims.test(words(bytes))).map(([path]) => path)).toEqual([]);
  const { aggregate_rating } = JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")) as {
    aggregate_rating: { review_count: number };
  };
  expect(aggregate_rating.review_count).toBe(0);
});
