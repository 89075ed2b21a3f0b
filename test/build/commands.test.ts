import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { writeContent } from "../content/content-folder.ts";
import { copyProject } from "./builds.ts";
import { freePort } from "../../scripts/free-port.ts";

/** Runs one of the project's commands on a port of its own until the test is over. */
async function run(project: string, script: string, env: Record<string, string> = {}) {
  const port = await freePort();
  // Vite watches no files when it believes that a test has called it.
  const isTestSetting = (name: string) => /^(CONTENT|DIST|NODE_ENV|TEST|PROD|DEV|MODE|VITE.*)$/.test(name);
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isTestSetting(name)));
  const child = spawn(process.execPath, [`scripts/${script}.ts`], {
    cwd: project,
    env: { ...own, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  // Not its exit: what it said last may come after that.
  const exited = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  return { child, exited, address: `http://127.0.0.1:${port}`, output: () => output };
}

/** Asks until the answer suits. */
async function eventually(
  address: string,
  suits: (text: string) => boolean,
  output: () => string,
): Promise<string> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    const text = await answer?.text();
    if (answer?.ok && text !== undefined && suits(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} never answered as it should:\n${output()}`);
}

test("npm start builds a fresh clone and serves site, data and search on one port", async () => {
  const project = await copyProject(await writeContent());
  const { address, output } = await run(project, "start");
  const search = await eventually(`${address}/api/reviews/search?limit=1`, () => true, output);
  expect(JSON.parse(search)).toMatchObject({ count: 1, limit: 1 });
  expect(output()).toMatch(/Built \d+ reviews into dist/);
  const page = await fetch(`${address}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const data = await fetch(`${address}/reviews.json`);
  expect(
    Buffer.from(await data.arrayBuffer()).equals(await readFile(join(project, "dist/reviews.json"))),
  ).toBe(true);
  expect(await (await fetch(`${address}/feed.xml`)).text()).toContain(`${address}/feed.xml`);
});

test("npm start builds nothing when DIST says what to serve", async () => {
  const project = await copyProject(await writeContent());
  const { address, output } = await run(project, "start", {
    DIST: inject("dist"),
    BASE_URL: "http://localhost:3000",
  });
  await eventually(`${address}/reviews.json`, () => true, output);
  expect(output()).not.toContain("Built");
  expect(listFiles(join(project, "dist"))).toEqual([]);
});

test("npm start ends with the issues of the content, without a stack", async () => {
  const project = await copyProject(await writeContent());
  await writeFile(join(project, "content/areas.yaml"), "- { id: fernwick, nam: Fernwick, region: Ohio }\n");
  const { exited, output } = await run(project, "start");
  expect((await exited)[0]).toBe(1);
  expect(output()).toContain("content/areas.yaml:1: nam of fernwick is an unknown field; did you mean name?");
  expect(output()).not.toMatch(/^\s+at /m);
});

test("npm run dev shows pages and answers of the sidecar, and follows the content", async () => {
  const project = await copyProject(await writeContent());
  const { address, output } = await run(project, "dev");
  await eventually(`${address}/api/reviews/search?limit=1`, () => true, output);
  expect(await eventually(`${address}/`, () => true, output)).toContain("<html");
  await mkdir(join(project, "content/public"));
  await writeFile(join(project, "content/public/price list.txt"), "Mowing: 40");
  const own = await fetch(`${address}/price%20list.txt`);
  expect([await own.text(), own.headers.get("content-type")]).toEqual([
    "Mowing: 40",
    "text/plain; charset=utf-8",
  ]);
  expect((await fetch(`${address}/..%2fbusiness.yaml`)).status).toBe(404);
  const save = async (name: string, change: (text: string) => string) => {
    const file = join(project, "content", name);
    const changed = change(await readFile(file, "utf8"));
    await writeFile(file, changed);
    // Whoever saves before the watcher has seen the folder saves again.
    const again = setInterval(() => void writeFile(file, changed), 3000);
    onTestFinished(() => clearInterval(again));
    return () => clearInterval(again);
  };
  const done = await save("business.yaml", (text) => text.replace(/^name: .*$/m, "name: Zebrafinch Lawns"));
  await eventually(`${address}/`, (text) => text.includes("Zebrafinch Lawns"), output);
  done();
  await eventually(`${address}/reviews.json`, (text) => text.includes("Zebrafinch Lawns"), output);
  await save("reviews/2026.yaml", (text) => text.replace("fair price.", "fair price. Zebrafinch was here."));
  await eventually(
    `${address}/api/reviews/search?query=${encodeURIComponent("zebrafinch was here")}`,
    (answer) => (JSON.parse(answer) as { total: number }).total === 1,
    output,
  );
});
