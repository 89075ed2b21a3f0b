import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { build } from "../../build/builds.ts";
import { demonstration } from "../../demonstration.ts";
import { openSite } from "../../site/browser.ts";
import { answerReview, fill, go, save, startEditor } from "../../site/driven-editor.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Fills a field of the first entry of a list. */
async function fillFirst(page: Page, name: RegExp, value: string): Promise<void> {
  const expand = page.getByRole("button", { name: "Expand", exact: true }).first();
  if (await expand.isVisible()) await expand.click();
  await fill(page.getByRole("textbox", { name }).first(), value);
}

/** Saves something in every collection, as somebody would who has a quiet hour. */
async function saveEverywhere(page: Page): Promise<void> {
  await go(page, "faq/entries/gates-and-dogs", "What about gates and dogs?");
  const answer = page.getByRole("textbox", { name: /Text/ });
  await fill(answer, (await answer.inputValue()).replace("the latched gate", "every latched gate"));
  await save(page);
  await go(page, "site/entries/services", "Lawn mowing");
  await fillFirst(page, /Description/, "Mowing every week.");
  await save(page);
  await go(page, "site/entries/technicians", "Rosa Delgado");
  await fillFirst(page, /Role/, "Head of crews");
  await save(page);

  await go(page, "site/entries/business", "Price range");
  const [hours, gallery] = ["Opening hours", "Gallery"].map((name) =>
    page.getByRole("group", { name: new RegExp(`${name}.*Field`) }),
  );
  await hours!.getByRole("button", { name: "Expand", exact: true }).first().click();
  await fill(hours!.getByRole("textbox", { name: /Closes/ }).first(), "17:20");
  await gallery!.getByRole("button", { name: /Add/ }).click();
  await gallery!.getByRole("button", { name: "Browse" }).last().click();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#3a5" } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type="file"]')
    .last()
    .setInputFiles({ name: "Our Gärten.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Insert" }).click();
  await fill(gallery!.getByRole("textbox", { name: /What is to be seen/ }).last(), "A green field");
  await save(page);

  await go(page, "added/new", "First name and last initial, no more");
  const text = (name: string) => page.getByRole("textbox", { name }).first();
  await fill(text("Id"), "2026-11-20-9");
  await fill(text("Date"), "2026-11-20");
  await fill(page.getByRole("spinbutton"), "5");
  await fill(text("Text"), "Leaves gone in an hour.");
  await fill(text("Author"), "Nora B.");
  await fill(text("Name"), "Paper card");
  await page.getByRole("checkbox", { name: /Verification/ }).click();
  await page.getByRole("radio", { name: "invoice" }).click();
  await save(page);

  await go(page, "edits/new", "Withhold, because");
  await page.getByRole("combobox").first().click();
  await page.getByRole("option").filter({ hasText: "Sunita P." }).first().click();
  await page.getByRole("combobox", { name: /Withhold/ }).click();
  await page.getByRole("option", { name: "off topic" }).click();
  await save(page);
}

test("what is saved in every collection of the editor is on the next build's pages", async () => {
  const content = join(await temporaryFolder(), "content");
  await cp(demonstration, content, { recursive: true });
  const { address } = await startEditor(content);
  const site = await openSite(inject("dist"));
  onTestFinished(() => site.close());
  // Fields are drawn when they are seen.
  const { page } = await site.visit("/icon.svg", { viewport: { width: 1280, height: 5000 } });
  await page.goto(`${address}/admin/`);
  await page.getByText("This collection has no entries yet").waitFor();
  await answerReview(page, "Gary W.", "Thanks, Gary.");
  await saveEverywhere(page);
  const technicians = await readFile(join(demonstration, "technicians.yaml"), "utf8");
  expect(await readFile(join(content, "technicians.yaml"), "utf8")).toBe(
    technicians.replace(/role: .*/, "role: Head of crews"),
  );

  const out = join(content, "../dist");
  await build({ content, out, env: { BASE_URL: "https://x.example/reviews" } });
  const read = (path: string) => readFile(join(out, path), "utf8");
  const { business, reviews } = JSON.parse(await read("reviews.json"));
  const ids = reviews.map(({ id }: { id: string }) => id);
  expect([ids.includes("2026-11-20-9"), ids.includes("2026-11-09-1")]).toEqual([true, false]);
  expect(reviews.find(({ id }: { id: string }) => id === "2026-11-06-1").reply.text).toBe("Thanks, Gary.");
  expect(business.services[0].description).toBe("Mowing every week.");
  expect(business.technicians[0].role).toBe("Head of crews");
  expect(business.opening_hours[0].closes).toBe("17:20");
  expect(await read("index.html")).toMatch(
    /src="\/reviews\/photos\/(?:jpg|webp)\/[^"]*"[^>]*alt="A green field"/,
  );
  expect(await read("faq/index.html")).toContain("photographs every latched gate");
  expect(await read("reviews/2026-11-20-9/index.html")).toContain("Leaves gone in an hour.");
});
