import { cp } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { writeContentTo } from "./content-folder.ts";

// Content as 1.0 took it, with every field that owners write. Never change it: npm update must leave an owner's content valid,
// so a field that is renamed or made stricter needs code that reads what stands there.
const firstVersion = join(import.meta.dirname, "../fixtures/first-version");

test("content of the first version is valid content of this one", async () => {
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "#a53" } });
  const folder = await temporaryFolder();
  await writeContentTo(folder, { "photos/a.png": await picture.png().toBuffer() });
  await cp(firstVersion, folder, { recursive: true });
  const site = await loadSite(folder, { today: "2026-11-20" });
  expect(site.reviews.map(({ id }) => id)).toEqual(["r2", "r1"]);
  expect(site.withheld.map(({ id }) => id).sort()).toEqual(["r3", "r5"]);
  expect(site.reviews[0]).toMatchObject({ reply: { text: "Thank you." }, photos: [{ alt: "Before" }] });
  expect(site.business).toMatchObject({ action: { label: "Book a visit" }, collect: {}, fictional: true });
});
