import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { Insights } from "../../src/schema/insights.ts";
import { openSite, type Site } from "./browser.ts";

const dist = inject("dist");
const { business, reviews } = ReviewsDataset.parse(
  JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")),
);
const { aspects } = Insights.parse(JSON.parse(await readFile(join(dist, "insights.json"), "utf8")));

let site: Site;
beforeAll(async () => {
  site = await openSite(dist);
});
afterAll(async () => site.close());

test("insights are at most twelve screens of a phone, each aspect one, with contents at the top", async () => {
  const { page } = await site.visit("/insights/", { viewport: { width: 390, height: 844 } });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(12 * 844);
  for (const link of await page.getByRole("navigation", { name: "On this page" }).getByRole("link").all()) {
    const href = (await link.getAttribute("href")) ?? "";
    expect(await page.locator(href).count(), href).toBe(1);
  }
  const heights = await page.locator(".aspect-fold").evaluateAll((folds) =>
    folds.map((fold) => {
      fold.setAttribute("open", "");
      return fold.getBoundingClientRect().height;
    }),
  );
  expect(Math.max(...heights), "an aspect unfolded").toBeLessThanOrEqual(844);
  const topics = (await page.locator(".topics td:nth-child(2)").allInnerTexts()).map(Number);
  expect(topics, "topics, most frequent first").toEqual(topics.toSorted((a, b) => b - a));
  const quotes = await page.locator(".topic-quote").allInnerTexts();
  expect(quotes.length, "phrases in customers' words").toBeGreaterThan(0);
  for (const quote of quotes) expect(quote.split(/\s+/).length, quote).toBeGreaterThan(5);
  await page.context().close();
});

test("an aspect unfolds to its plot, the figures as a table, quotes and all evidence", async () => {
  const { page } = await site.visit("/insights/");
  const [aspect] = aspects.filter(({ score }) => score !== undefined);
  const fold = page.locator(`#${aspect?.id}`);
  await fold.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await fold.getByRole("img", { name: `${aspect?.name} by half-year` }).waitFor();
  await fold.getByText("as a table").click();
  const rows = await fold.locator("tbody tr").count();
  expect(rows).toBe(aspect?.trend.length);
  expect(await fold.locator(".quote mark").first().innerText()).not.toBe("");
  await page.context().close();
});

test("every plot is drawn of more than one point and has its table", async () => {
  const { page } = await site.visit("/insights/");
  for (const plot of await page.locator("figure.plot").all()) {
    const dots = await plot.locator("circle").count();
    expect(dots).not.toBe(1);
    expect(await plot.locator("table").count()).toBe(1);
  }
  await page.context().close();
});

test("stars over time mark the highest and the lowest quarter, and say whether a change was large", async () => {
  const { page } = await site.visit("/insights/");
  const plot = page.locator("#time figure.plot");
  const [highest, lowest] = await plot.locator(".plot-note").allTextContents();
  expect(Number(highest)).not.toBe(Number(lowest));
  expect(await plot.locator("figcaption").innerText()).toMatch(/largest change|None of these differs/);
  await page.context().close();
});

test("each person has a page with figures, quotes, and the reviews that name them", async () => {
  for (const { id, name } of business.technicians) {
    const { page } = await site.visit(`/insights/people/${id}/`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
    const count = reviews.filter(({ mentions }) => mentions.technicians.some((one) => one.id === id)).length;
    expect(await page.locator("dl").innerText()).toContain(`${count} review`);
    await page.getByRole("link", { name: /^Read/ }).click();
    await page.waitForURL(`**/reviews/people/${id}/`);
    await page.context().close();
  }
});

test("areas are told by stars and counts alone", async () => {
  const { page } = await site.visit("/insights/");
  expect(await page.locator("#areas").innerText()).not.toMatch(/praise|critici/i);
  await page.context().close();
});

test("beside each quote stands how to say that it was read wrongly, with review, aspect and words filled in", async () => {
  const [aspect] = aspects;
  const { page } = await site.visit(`/insights/${aspect?.id}/`);
  const quotes = await page.locator(".quote").count();
  const links = await page
    .locator(".quoted .wrong-quote")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  expect(links).toHaveLength(quotes);
  const [first = ""] = links;
  const body = decodeURIComponent(first);
  expect(first).toMatch(/^mailto:/);
  expect(body).toMatch(/\/reviews\/[a-z0-9-]+\//);
  expect(body).toContain(`Read as: ${aspect?.name}`);
  await page.context().close();
});

test("a trade that was not measured is said to be none, without figures of others", async () => {
  const { page } = await site.visit("/insights/");
  const method = page.locator("#method");
  await method.getByText("Nothing was measured in the trade of this business, lawn care").waitFor();
  expect(await method.innerText()).not.toContain("Verdicts right");
  await page.context().close();
});
