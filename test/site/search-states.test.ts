import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildSearchFiles } from "../../src/site-search/build-index.ts";
import { findViolations, stickingOut, useSite } from "./browser.ts";
import { readDataset, readInsights } from "../published.ts";

const dataset = await readDataset();
const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "block" } as const;

const site = useSite();

const status = (page: Page) => page.locator("[data-status]");
const found = (page: Page) => page.locator("[data-list] .review");

test("axe finds nothing wrong in any state of the search, nor does anything stick out of a phone", async () => {
  const { page } = await site.visit("/reviews/", phone);
  const check = async (state: string) => {
    expect(await findViolations(page), state).toEqual([]);
    expect(await stickingOut(page), state).toEqual([]);
  };
  for (const [address, said] of [
    ["?query=gate", /reviews match/],
    ["?query=zeppelin", /No review matches/],
    ["?query=do+they+come+on+time", /reviews mention it/],
    ["?query=on+tme", /showing “time”/],
    ["?rating=5&min_rating=2&since=2024-01-01&until=2026-01-01&mentions_service=mowing", /review/],
    [`?rating=${"9".repeat(60)}&minrating=${"x".repeat(90)}`, /cannot be searched/],
    ["?mentions_technician=mike", /is called “mike”/],
  ] as const) {
    await page.goto(`${site.url}/reviews/${address}`);
    await status(page).getByText(said).waitFor();
    await check(address);
  }
  await page.getByRole("button", { name: "Filters" }).click();
  await check("filters");
  await page.keyboard.press("Escape");
  const refuse = (files: string) =>
    page.route(`**/search-index/${files}`, (route) => route.fulfill({ status: 503, body: "" }));
  await refuse("texts-*");
  await page.goto(`${site.url}/reviews/?query=gate`);
  await status(page).getByText("Some of their words could not be loaded").waitFor();
  expect(await found(page).locator(".review-link").count()).toBeGreaterThan(0);
  await check("hits without words");
  await refuse("**");
  await page.goto(`${site.url}/reviews/?query=gate`);
  await status(page).getByText("The search did not load").waitFor();
  await check("an error");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Try again" }).click();
  await status(page).getByText("You are offline").waitFor();
  await check("offline");
});

test("what has the words side by side comes first, and what links carry along is no question", async () => {
  const { page } = await site.visit("/reviews/?query=on+tme&utm_source=letter", phone);
  await page.locator("[data-list] .review-text").first().waitFor();
  expect((await found(page).first().locator(".review-text").innerText()).toLowerCase()).toContain("on time");
  await page.goto(`${site.url}/reviews/?utm_source=letter&fbclid=1`);
  await page.locator("#browse").waitFor();
  expect(await found(page).count()).toBe(0);
  expect(await page.locator("[data-chosen] button").count()).toBe(0);
});

test("beyond 20,000 reviews the newest are searched, and the page says so", async () => {
  const count = 20_120;
  const rare = new Set([7, 5_060, 20_060]);
  const reviews = Array.from({ length: count }, (_, place) => {
    const review = dataset.reviews[place % dataset.reviews.length];
    if (review === undefined) throw new Error("the demonstration has no reviews");
    return {
      ...review,
      id: `many-${count - place}`,
      date: new Date(Date.UTC(2026, 0, 1) - place * 3_600_000).toISOString().slice(0, 10),
      text: `${review.text}${rare.has(place) ? " A zebra crossed." : ""}`,
    };
  });
  const insights = await readInsights();
  const files = new Map(
    buildSearchFiles({ ...dataset, reviews }, insights).map(({ name, body }) => [`${name}.json`, body]),
  );
  const { page } = await site.visit("/faq/", phone);
  await page.route("**/reviews/?*", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/data-count="\d+"/, `data-count="${count}"`);
    await route.fulfill({ response, body: html });
  });
  const asked: string[] = [];
  await page.route("**/search-index/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    asked.push(name);
    return route.fulfill({ contentType: "application/json", body: files.get(name)?.() ?? "" });
  });
  await page.goto(`${site.url}/reviews/?query=zebra`);
  await status(page).getByText("2 reviews match").waitFor();
  expect(await status(page).innerText()).toContain("Only the newest 20,000 reviews are searched here.");
  await expect.poll(() => page.locator("[data-list] mark").allInnerTexts()).toEqual(["zebra", "zebra"]);
  // Of the texts only those that are shown are loaded.
  expect(asked.filter((name) => name.startsWith("texts-"))).toHaveLength(2);
});
