import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type RunningServer, startServer } from "../../server/start-server.ts";
import type { DrivenBrowser } from "./driven-browser.ts";
import { findFirefox, startFirefox } from "./firefox.ts";
import { findWebKit, startWebKit } from "./webkit.ts";
import { readDataset } from "../../published.ts";

const dist = inject("dist");
const { reviews } = await readDataset();
const newest = new URL(reviews[0]?.url ?? "").pathname;
const patient = { timeout: 60_000 };
const enter = "\uE007";
const escape = "\uE00C";

describe.each([
  { name: "Firefox", executable: await findFirefox(), start: startFirefox },
  { name: "WebKit", executable: await findWebKit(), start: startWebKit },
])("in $name", ({ executable, start }) => {
  if (executable === undefined) return test.skip("it is not installed here", () => undefined);
  let server: RunningServer;
  let browser: DrivenBrowser;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ script: "scripts/start.ts", env: { DIST: dist } });
    url = server.url.replace(/\/+$/, "");
    browser = await start(executable);
  });
  beforeEach(() => browser.resize(390, 844));
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  const textOf = (selector: string) =>
    browser.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

  test("pages of every kind have their heading, stick out on no side and say nothing to the console", async () => {
    const paths = [
      "/",
      "/reviews/",
      newest,
      "/reviews/stars/1/",
      "/insights/",
      "/faq/",
      "/developers/",
      "/share/",
    ];
    for (const width of [320, 390, 1280]) {
      await browser.resize(width, 844);
      for (const path of paths) {
        await browser.visit(url + path);
        expect(await textOf("h1"), path).not.toBe("");
        const beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        expect(await browser.evaluate<number>(beyond), `${path} at ${width}`).toBe(0);
      }
    }
    expect(browser.troubles).toEqual([]);
  });

  test("the first screen of the home page ends with Call and the estimate", async () => {
    await browser.visit(`${url}/`);
    const bottoms = await browser.evaluate<number[]>(
      `[...document.querySelectorAll(".hero .actions a")].map((link) => link.getBoundingClientRect().bottom)`,
    );
    expect(bottoms).toHaveLength(2);
    for (const bottom of bottoms) expect(bottom).toBeLessThanOrEqual(844);
  });

  test("the search finds with a typo, filters, goes back, and opens a review, all by keyboard", async () => {
    await browser.visit(`${url}/reviews/`);
    await browser.evaluate(`document.querySelector("#search-query").focus()`);
    await browser.type("on tme");
    await expect.poll(() => textOf("[data-status]"), patient).toContain("showing “time”");
    const before = await textOf("[data-status]");
    await browser.evaluate(`document.querySelector(".filters-open").focus()`);
    await browser.type(enter);
    await browser.evaluate(`document.querySelector("#filters [data-filter=rating]").focus()`);
    await browser.type(enter);
    await expect.poll(() => browser.evaluate("location.search"), patient).toContain("rating=5");
    await browser.type(escape);
    await browser.back();
    await expect.poll(() => textOf("[data-status]"), patient).toBe(before);
    await expect
      .poll(() => browser.evaluate(`document.querySelectorAll("[data-list] mark").length`), patient)
      .toBeGreaterThan(0);
    await browser.evaluate(`document.querySelector("[data-list] .review-link").focus()`);
    await browser.type(enter);
    await expect.poll(() => browser.evaluate("location.pathname"), patient).toMatch(/^\/reviews\/[\w-]+\/$/);
  });

  test("the sheet of filters opens, closes with Escape and gives the focus back", async () => {
    const isOpen = `document.querySelector("#filters").matches(":popover-open")`;
    await browser.visit(`${url}/search/`);
    await browser.evaluate(`document.querySelector(".filters-open").focus()`);
    await browser.type(enter);
    await expect.poll(() => browser.evaluate(isOpen), patient).toBe(true);
    await browser.type(escape);
    await expect.poll(() => browser.evaluate(isOpen), patient).toBe(false);
    expect(await browser.evaluate(`document.activeElement.matches(".filters-open")`)).toBe(true);
  });

  test("plots are drawn within their place, and what is folded opens by keyboard", async () => {
    await browser.visit(`${url}/insights/`);
    const plots = await browser.evaluate<{ width: number; beyond: number }[]>(
      `[...document.querySelectorAll("main svg")].filter((svg) => svg.checkVisibility()).map((svg) => {
        const { width, right } = svg.getBoundingClientRect();
        return { width, beyond: Math.max(0, right - innerWidth) };
      })`,
    );
    expect(plots.length).toBeGreaterThan(5);
    for (const { width, beyond } of plots) {
      expect(width).toBeGreaterThan(0);
      expect(beyond).toBe(0);
    }
    await browser.evaluate(`document.querySelector("details:not([open]) > summary").focus()`);
    await browser.type(enter);
    await expect
      .poll(() => browser.evaluate(`document.activeElement.closest("details").open`), patient)
      .toBe(true);
  });

  test("code is copied by its button", async () => {
    await browser.visit(`${url}/developers/`);
    await expect.poll(() => textOf(".code .copy"), patient).toBe("Copy");
    await browser.evaluate(`document.querySelector(".code .copy").focus()`);
    await browser.type(enter);
    await expect.poll(() => textOf(".code .copy"), patient).toBe("Copied");
  });

  // The last one: it takes the server away.
  test("a search finds the same when the server is gone", async () => {
    await browser.visit(`${url}/reviews/?query=weeds`);
    await expect.poll(() => textOf("[data-status]"), patient).toContain("review");
    const online = await textOf("[data-status]");
    const kept = `caches.open("reviews-offline").then((cache) => cache.keys()).then((keys) => ["words", "texts-0", "texts-4"].every((name) => keys.some(({ url }) => url.includes(name))))`;
    await expect.poll(() => browser.evaluate(kept), patient).toBe(true);
    await server.stop();
    await browser.visit(`${url}/reviews/?query=weeds`);
    await expect.poll(() => textOf("[data-status]"), patient).toBe(online);
    // The sentence that counts comes before the words.
    const words = `document.querySelectorAll("[data-list] .review-text").length`;
    await expect.poll(() => browser.evaluate(words), patient).toBeGreaterThan(0);
  });
});
