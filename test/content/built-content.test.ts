import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { writeContent } from "./content-folder.ts";

test("a pipe in place of a file is an issue, and nothing waits for it", async () => {
  const folder = await writeContent();
  execFileSync("mkfifo", [join(folder, "reviews/2025.yaml")]);
  await expect(loadSite(folder, { today: "2026-11-20" })).rejects.toThrow(
    "reviews/2025.yaml:1: is a pipe: content holds files and folders only",
  );
});

test("a link to an id that was given up leads to the review", async () => {
  const page = await readFile(join(inject("dist"), "reviews/2026-01/index.html"), "utf8");
  const [, card] = /<article class="review" id="2026-01-12-1"(.*?)<\/article>/s.exec(page) ?? [];
  expect(card).toContain('id="2026-01-12-jeanette-c"');
});
