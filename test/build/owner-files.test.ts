import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { addOwnerFiles } from "../../scripts/site-build/site-files.ts";
import { readTree } from "./builds.ts";
import { temporaryFolder } from "../temporary-folder.ts";

async function write(folder: string, files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test("the owner's files stand at the site's root, without what editors leave there", async () => {
  const content = await write(await temporaryFolder(), {
    "public/menu.pdf": "menu",
    "public/.well-known/apple-app-site-association": "{}",
    "public/.DS_Store": "x",
  });
  const staging = await write(await temporaryFolder(), { "index.html": "made" });
  await addOwnerFiles(content, staging);
  expect([...(await readTree(staging)).keys()]).toEqual([
    "/.well-known/apple-app-site-association",
    "/index.html",
    "/menu.pdf",
  ]);
});

test("an own file never takes the place of one that the build makes", async () => {
  const content = await write(await temporaryFolder(), {
    "public/reviews.json": "mine",
    "public/faq": "mine",
  });
  const staging = await write(await temporaryFolder(), { "reviews.json": "made", "faq/index.html": "made" });
  await expect(addOwnerFiles(content, staging)).rejects.toThrow(
    /public\/faq:1: would take the place of \/faq[^]*public\/reviews\.json:1: would take the place of \/reviews\.json/,
  );
  expect(await readFile(join(staging, "reviews.json"), "utf8")).toBe("made");
});

test("nor does it stand where a folder of the build does or the other way round, and no link is followed", async () => {
  const content = await write(await temporaryFolder(), { "public/reviews.json/mine.txt": "mine" });
  const staging = await write(await temporaryFolder(), { "reviews.json": "made" });
  await expect(addOwnerFiles(content, staging)).rejects.toThrow(
    /would take the place of \/reviews\.json\/mine\.txt/,
  );
  const linked = await write(await temporaryFolder(), { "public/menu.pdf": "menu" });
  await symlink(join(content, "public"), join(linked, "public/more"));
  await expect(addOwnerFiles(linked, staging)).rejects.toThrow(/public\/more:1: is a link/);
  expect([...(await readTree(staging)).keys()]).toEqual(["/reviews.json"]);
});
