import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { Manifest } from "../../src/schema/manifest.ts";

test("the demonstration site is there for every test", async () => {
  const text = await readFile(join(inject("dist"), "manifest.json"), "utf8");
  expect(Manifest.parse(JSON.parse(text)).documents.map(({ path }) => path)).toContain("/reviews.json");
});
