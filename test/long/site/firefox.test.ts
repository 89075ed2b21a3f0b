import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ReviewsDataset } from "../../../src/schema/datasets.ts";
import { type RunningServer, startServer } from "../../server/start-server.ts";
import { findFirefox, startFirefox, type Firefox } from "./firefox.ts";

const dist = inject("dist");
const { reviews } = ReviewsDataset.parse(JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")));
const newest = new URL(reviews[0]?.url ?? "").pathname;
const executable = await findFirefox();
const patient = { timeout: 60_000 };
const enter = "\uE007";

describe.skipIf(executable === undefined)("in Firefox", () => {
  let server: RunningServer;
  let firefox: Firefox;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ script: "scripts/start.ts", env: { DIST: dist } });
    url = server.url.replace(/\/+$/, "");
    firefox = await startFirefox(executable ?? "");
    await firefox.resize(390, 844);
  });
  afterAll(async () => {
    await firefox.close();
    await server.stop();
  });
  const textOf = (selector: string) =>
    firefox.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

  test("pages of every kind have their heading, stick out on no side and say nothing to the console", async () => {
    for (const path of [
      "/",
      "/reviews/",
      newest,
      "/reviews/stars/1/",
      "/insights/",
      "/faq/",
      "/developers/",
      "/share/",
    ]) {
      await firefox.visit(url + path);
      expect(await textOf("h1"), path).not.toBe("");
      const beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await firefox.evaluate<number>(beyond), path).toBe(0);
    }
    expect(firefox.troubles).toEqual([]);
  });

  test("the first screen of the home page ends with Call and the estimate", async () => {
    await firefox.visit(`${url}/`);
    const bottoms = await firefox.evaluate<number[]>(
      `[...document.querySelectorAll(".hero .actions a")].map((link) => link.getBoundingClientRect().bottom)`,
    );
    expect(bottoms).toHaveLength(2);
    for (const bottom of bottoms) expect(bottom).toBeLessThanOrEqual(844);
  });

  test("the search finds with a typo, filters, goes back, and opens a review, all by keyboard", async () => {
    await firefox.visit(`${url}/reviews/`);
    await firefox.evaluate(`document.querySelector("#search-query").focus()`);
    await firefox.type("on tme");
    await expect.poll(() => textOf("[data-status]"), patient).toContain("showing “time”");
    const before = await textOf("[data-status]");
    await firefox.evaluate(`document.querySelector("[data-quick]").focus()`);
    await firefox.type(enter);
    await expect.poll(() => firefox.evaluate("location.search"), patient).toContain("min_rating=4");
    await firefox.back();
    await expect.poll(() => textOf("[data-status]"), patient).toBe(before);
    await expect
      .poll(() => firefox.evaluate(`document.querySelectorAll("[data-list] mark").length`), patient)
      .toBeGreaterThan(0);
    await firefox.evaluate(`document.querySelector("[data-list] .review-link").focus()`);
    await firefox.type(enter);
    await expect.poll(() => firefox.evaluate("location.pathname"), patient).toMatch(/^\/reviews\/[\w-]+\/$/);
  });

  test("the sheet of filters opens, closes with Escape and gives the focus back", async () => {
    await firefox.visit(`${url}/reviews/`);
    await firefox.evaluate(`document.querySelector("[data-open-filters]").focus()`);
    await firefox.type(enter);
    await expect.poll(() => firefox.evaluate(`document.querySelector("dialog").open`), patient).toBe(true);
    await firefox.type("\uE00C");
    await expect.poll(() => firefox.evaluate(`document.querySelector("dialog").open`), patient).toBe(false);
    expect(await firefox.evaluate(`document.activeElement.hasAttribute("data-open-filters")`)).toBe(true);
  });
});
