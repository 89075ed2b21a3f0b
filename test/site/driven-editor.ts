import { spawn } from "node:child_process";
import type { Locator, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { root } from "../build/builds.ts";

/** Goes to a place of the editor as people do, by its collection. */
export async function go(page: Page, place: string, seen: string | RegExp): Promise<void> {
  const show = (hash: string) => page.evaluate((to) => (location.hash = to), `#/collections/${hash}`);
  await show(place.split("/")[0] ?? "");
  await page.getByText("Collections", { exact: true }).waitFor();
  await show(place);
  await page.getByText(seen).filter({ visible: true }).first().waitFor();
  await untilIdle(page);
}

/** Until the page has nothing left to draw. */
const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
      ),
  );

/** Fills a field until it shows what was typed: Sveltia CMS sets one back that it draws at that moment. */
export async function fill(field: Locator, value: string): Promise<void> {
  do {
    await untilIdle(field.page());
    await field.fill(value);
    await untilIdle(field.page());
  } while ((await field.inputValue()) !== value);
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
  await fill(page.getByRole("textbox", { name: /Text/ }), words);
  await save(page);
}

export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Entry saved.").waitFor();
  await page.getByText("Entry saved.").waitFor({ state: "hidden" });
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
