import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createCompressor, createOutput } from "../../scripts/site-build/compressor.ts";
import { createProgress } from "../../scripts/progress.ts";
import { root, temporaryFolder } from "./builds.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("a file that cannot be written fails alone: those after it in the same thread are written", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "taken"), "");
  const compress = createCompressor(1);
  const write = (path: string) => compress({ file: join(folder, path), content: "grass", effort: "small" });
  const failed = write("taken/index.html");
  const written = write("free/index.html");
  await expect(failed).rejects.toThrow(/ENOTDIR|EEXIST/);
  await written;
  expect(gunzipSync(await readFile(join(folder, "free/index.html.gz"))).toString()).toBe("grass");
});

test("a failure while Astro goes on is reported when all files are waited for", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "taken"), "");
  let done = 0;
  const output = createOutput(folder, createCompressor(1), () => (done += 1));
  await output.write("/taken/index.html", "small", bytesOf("grass"));
  await output.write("/free/index.html", "small", bytesOf("grass"));
  await expect(output.finish()).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect.poll(() => done).toBe(2);
});

test("threads that were given nothing to do keep no process alive", async () => {
  const folder = await temporaryFolder();
  const program = join(folder, "program.mjs");
  const compressor = pathToFileURL(join(root, "scripts/site-build/compressor.ts")).href;
  await writeFile(
    program,
    `import { createCompressor, createOutput } from "${compressor}"; createCompressor(2);`,
  );
  // It would wait for ever.
  const run = promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
  await expect(run).resolves.toEqual({ stdout: "", stderr: "" });
}, 90_000);

test("progress shows every step, and of thousands of files those that an eye can follow", () => {
  const shown: string[] = [];
  const terminal = { isTTY: true, columns: 40, write: (text: string) => shown.push(text) };
  const { CI } = process.env;
  delete process.env["CI"];
  const progress = createProgress(terminal);
  if (CI !== undefined) process.env["CI"] = CI;
  progress.step("Reading…");
  for (let file = 0; file < 1_000; file += 1) progress.count(`Writing ${file}`);
  progress.step("Moving…");
  expect(shown[0]).toContain("Reading…");
  expect(shown[1]).toContain("Writing 0");
  expect(shown.length).toBeLessThan(200);
  expect(shown.at(-1)).toContain("Moving…");
});
