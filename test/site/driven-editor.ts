import { spawn } from "node:child_process";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { root } from "../build/builds.ts";

/** Goes to a place of the editor as people do, by its collection. */
export async function go(page: Page, place: string, seen: string | RegExp): Promise<void> {
  const show = (hash: string) => page.evaluate((to) => (location.hash = to), `#/collections/${hash}`);
  await show(place.split("/")[0] ?? "");
  await page.getByText("Collections", { exact: true }).waitFor();
  await show(place);
  await page.getByText(seen).filter({ visible: true }).first().waitFor({ timeout: 30_000 });
}

export async function answerReview(page: Page, by: string, words: string): Promise<void> {
  await go(page, "edits/new", "Withhold, because");
  // Sveltia CMS shows a handful of reviews at once, and more of them in a list.
  const shown = page.getByRole("radio", { name: by });
  if ((await shown.count()) > 0) await shown.first().click();
  else {
    await page.getByRole("combobox").first().click();
    await page.getByRole("option").filter({ hasText: by }).first().click();
  }
  await page.getByRole("checkbox", { name: /Reply/ }).click();
  await page.getByRole("textbox", { name: /Text/ }).fill(words);
  await save(page);
}

export async function save(page: Page): Promise<void> {
  const [saved, refused] = [
    page.getByText("Entry saved."),
    page.getByText(/Please correct (?:it|them) to save/),
  ];
  // The editor checks what was typed last a moment later, and refuses a field as empty until then.
  for (let tries = 1; tries <= 5; tries += 1) {
    await page.getByRole("button", { name: "Save" }).click();
    await saved.or(refused).first().waitFor();
    if (await saved.isVisible()) return saved.waitFor({ state: "hidden" });
    await refused.waitFor({ state: "hidden" });
  }
  throw new Error("the editor refused to save five times");
}

/** npm run edit on a folder, below a path, until the test ends. */
export async function startEditor(content: string): Promise<{ address: string; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["scripts/edit.ts", "--content", content], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      LANG: "C.UTF-8",
      BASE_URL: `http://localhost:${port}/reviews`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  await new Promise<void>((resolve) =>
    child.stdout.setEncoding("utf8").on("data", (text: string) => text.includes("/admin/") && resolve()),
  );
  return { address: `http://localhost:${port}/reviews`, port };
}
