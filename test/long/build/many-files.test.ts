import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFiles } from "../../../scripts/build/replace-files.ts";
import { temporaryFolder } from "../../build/builds.ts";

const count = 150_000;

test(`a first deploy brings ${count} pages`, async () => {
  const folder = await temporaryFolder();
  const [staging, dist] = [join(folder, "staging"), join(folder, "dist")];
  mkdirSync(join(staging, "reviews"), { recursive: true });
  for (let page = 0; page < count; page += 1) writeFileSync(join(staging, "reviews", `${page}.html`), "");
  writeFileSync(join(staging, "manifest.json"), "{}");
  const { written } = await replaceFiles(staging, dist, new Map(), "2026-01-01T00:00:00Z");
  expect(written).toHaveLength(count + 1);
});
