import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { openSite, type Site } from "./browser.ts";

const dist = inject("dist");
const { reviews } = ReviewsDataset.parse(JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")));
const having = (words: string) => reviews.filter(({ text }) => text.toLowerCase().includes(words));
const api = "**/api/reviews/search*";

let site: Site;
beforeAll(async () => {
  site = await openSite(dist);
});
afterAll(async () => site.close());

const status = (page: Page) => page.locator("[data-status]");
const found = (page: Page) => page.locator("[data-list] .review");

test("as one types, the reviews with these words come, counted and marked, and the address can be shared", async () => {
  const { page, troubles } = await site.visit("/reviews/");
  await page.getByLabel("Words in the review").pressSequentially("Gate");
  const expected = having("gate");
  await status(page).getByText(`${expected.length} reviews match`).waitFor();
  expect(await found(page).count()).toBe(Math.min(20, expected.length));
  expect(
    new Set(
      (await page.locator("[data-list] .review-text mark").allInnerTexts()).map((text) => text.toLowerCase()),
    ),
  ).toEqual(new Set(["gate"]));
  expect(await page.locator("#browse").isVisible()).toBe(false);
  const first = found(page).first();
  expect(await first.locator(".review-text").innerText()).toBe(expected[0]?.text);
  expect(await first.locator(".review-author").innerText()).toBe(expected[0]?.author.name);
  expect(await first.locator(".review-link").getAttribute("href")).toBe(
    expected[0]?.url.replace(/^https?:\/\/[^/]+/, ""),
  );
  const shared = page.url();
  expect(new URL(shared).search).toBe("?query=Gate");

  const other = await site.visit(new URL(shared).pathname + new URL(shared).search);
  await status(other.page).getByText(`${expected.length} reviews match`).waitFor();
  expect(await other.page.getByLabel("Words in the review").inputValue()).toBe("Gate");
  expect([...troubles, ...other.troubles]).toEqual([]);
  await other.page.context().close();
  await page.context().close();
});

test("the same review looks the same whether the build or the script shows it", async () => {
  const { page } = await site.visit("/reviews/");
  const shape = (selector: string) =>
    page.evaluate(
      (within) =>
        [...document.querySelectorAll(`${within} .review`)]
          .slice(0, 5)
          .map((review) => review.outerHTML.replace(/>\s+/g, ">").replace(/\s+</g, "<").replace(/\s+/g, " ")),
      selector,
    );
  const built = await shape("#browse");
  await page.getByLabel("To").fill(reviews[0]?.date ?? "");
  await found(page).first().waitFor();
  expect(await shape("[data-list]")).toEqual(built);
  await page.context().close();
});

test("filters combine, and clearing them brings the page back as it was", async () => {
  const { page } = await site.visit("/reviews/");
  await page.getByLabel("Stars", { exact: true }).selectOption("1");
  await page.getByLabel("Service").selectOption("mowing");
  const expected = reviews.filter(
    ({ rating, mentions }) => rating === 1 && mentions.services.some(({ id }) => id === "mowing"),
  );
  await status(page).getByText(`${expected.length} review`).waitFor();
  expect(await found(page).count()).toBe(expected.length);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator("#browse").waitFor({ state: "visible" });
  expect(await found(page).count()).toBe(0);
  expect(new URL(page.url()).search).toBe("");
  expect(await status(page).innerText()).toBe("");
  await page.context().close();
});

test("more reviews come on demand, and the keyboard stays where reading goes on", async () => {
  const { page } = await site.visit("/reviews/?query=the");
  await found(page).first().waitFor();
  expect(await found(page).count()).toBe(20);
  await page.getByRole("button", { name: "Show more" }).focus();
  await page.keyboard.press("Enter");
  await found(page).nth(20).waitFor();
  expect(await found(page).count()).toBe(60);
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest(".review")?.querySelector("time")?.dateTime),
    )
    .toBe(having("the")[20]?.date);
  await page.context().close();
});

test.each(["dog", "zeppelin"])("on a phone, Enter brings what was found for %s into view", async (words) => {
  const { page } = await site.visit("/reviews/", { viewport: { width: 375, height: 740 } });
  await page.getByLabel("Words in the review").focus();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await status(page).getByText(/match/).waitFor();
  const isInView = async () => {
    const { y = 0, height = 0 } = (await status(page).boundingBox()) ?? {};
    return y > 0 && y + height < 740;
  };
  await expect.poll(isInView, { timeout: 3000 }).toBe(true);
  await page.context().close();
});

test("nothing found is said, with what to try", async () => {
  const { page } = await site.visit("/reviews/?query=zeppelin");
  await status(page).getByText("No review matches.").waitFor();
  expect(await page.getByRole("button", { name: "Show more" }).isVisible()).toBe(false);
  await page.context().close();
});

test("what the API refuses is said in its own words", async () => {
  const { page } = await site.visit("/reviews/?since=2026-06-01&until=2026-01-01");
  await status(page).getByText("That cannot be searched").waitFor();
  await page.context().close();
});

test("the status is announced, and everything works by keyboard alone", async () => {
  const { page } = await site.visit("/reviews/");
  expect(await status(page).getAttribute("role")).toBe("status");
  await page.getByLabel("Words in the review").focus();
  await page.keyboard.type("weeds");
  await page.keyboard.press("Enter");
  await status(page)
    .getByText(`${having("weeds").length} reviews match`)
    .waitFor();
  const names: (string | null)[] = [];
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent ?? null,
      ),
    );
  }
  expect(names).toEqual(["Clear", "rating", "mentions_technician", "mentions_service"]);
  await page.context().close();
});

test("a failing server is said, the archive stays, and trying again works", async () => {
  const { page } = await site.visit("/reviews/");
  await page.route(api, (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByLabel("Words in the review").fill("gate");
  await status(page).getByText("does not answer just now").waitFor();
  expect(await page.getByRole("heading", { name: "Month by month" }).isVisible()).toBe(true);
  await page.unroute(api);
  await page.getByRole("button", { name: "Try again" }).click();
  await status(page).getByText("reviews match").waitFor();
  await page.context().close();
});

test("being offline is said, and the search goes on by itself when the line is back", async () => {
  const { page } = await site.visit("/reviews/");
  await page.context().setOffline(true);
  await page.getByLabel("Words in the review").fill("gate");
  await status(page).getByText("You are offline").waitFor();
  await page.context().setOffline(false);
  await status(page).getByText("reviews match").waitFor();
  await page.context().close();
});

test("a slow answer is waited for in sight, and an older one never replaces a newer one", async () => {
  const { page } = await site.visit("/reviews/");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(api, async (route) => {
    if (new URL(route.request().url()).searchParams.get("query") === "gate") await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByLabel("Words in the review").fill("gate");
  await status(page).getByText("Searching…").waitFor();
  await page.getByLabel("Words in the review").fill("weeds");
  await status(page)
    .getByText(`${having("weeds").length} reviews match`)
    .waitFor();
  release();
  await page.waitForTimeout(200);
  expect(await status(page).innerText()).toContain(`${having("weeds").length} reviews match`);
  await page.context().close();
});

test("without scripts the newest reviews and every month are there, and no dead form", async () => {
  const { page } = await site.visit("/reviews/", { javaScriptEnabled: false });
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator("#browse .review").count()).toBe(20);
  const months = new Set(reviews.map(({ date }) => date.slice(0, 7)));
  expect(await page.locator(".archive li > a").count()).toBe(months.size);
  await page.locator(".archive li > a").nth(3).click();
  await page.locator(".review").first().waitFor();
  expect(page.url()).toMatch(/\/reviews\/\d{4}-\d{2}\/$/);
  await page.context().close();
});
