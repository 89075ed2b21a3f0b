import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createProgress } from "../../scripts/run-command.ts";
import { createOutput } from "../../scripts/site-build/compressor.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a file that cannot be written fails alone, and is reported when all files are waited for", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "taken"), "");
  let done = 0;
  const output = createOutput(folder, () => (done += 1));
  for (const path of ["/taken/index.html", "/free/index.html"])
    await output.write(path, "small", new TextEncoder().encode("grass"));
  await expect(output.finish()).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect.poll(() => done).toBe(2);
  expect(gunzipSync(await readFile(join(folder, "free/index.html.gz"))).toString()).toBe("grass");
});

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
