import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { findViolations, stickingOut, useSite } from "./browser.ts";
import { readDataset } from "../published.ts";

const { reviews } = await readDataset();
const newest = new URL(reviews[0]?.url ?? "").pathname.slice(basePathOf(inject("baseUrl")).length);
const person = reviews.flatMap(({ mentions }) => mentions.technicians)[0]?.id ?? "";

const paths = [
  "/",
  "/reviews/",
  newest,
  "/insights/",
  "/insights/communication/",
  `/insights/people/${person}/`,
  "/reviews/stars/1/",
  "/search/",
  "/faq/",
  "/about-these-reviews/",
  "/developers/",
  "/problems/invalid-request/",
  "/there-is-no-such-page/",
];

const site = useSite();

/** How light the ground of the page is, from 0 for black to 1 for white. */
const lightnessOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) throw new Error("no canvas");
    for (const element of [document.documentElement, document.body]) {
      context.fillStyle = getComputedStyle(element).backgroundColor;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  });

// What axe sees and how a page is laid out does not depend on the path.
if (basePathOf(inject("baseUrl")) === "")
  describe("wherever it is served", () => {
    test.each(paths)(
      "%s has nothing that axe finds wrong, in light and dark, wide and narrow, and sticks out of no window",
      async (path) => {
        const { page } = await site.visit(path);
        expect(await findViolations(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await findViolations(page, ["color-contrast", "link-in-text-block"])).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await findViolations(page)).toEqual([]);
        for (const [width, size] of [
          [640, "100%"],
          [1280, "200%"],
          [1920, "100%"],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
          expect(await stickingOut(page), `${width} pixels, text at ${size}`).toEqual([]);
        }
      },
    );

    test.each(paths)(
      "%s has one h1, headings in order, landmarks, a title and description of its own, and the colors of the system",
      async (path) => {
        const { page } = await site.visit(path);
        const outline = await page.evaluate(() => ({
          levels: [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].map(({ tagName }) =>
            Number(tagName[1]),
          ),
          landmarks: ["header", "nav", "main", "footer"].filter(
            (landmark) => document.querySelector(landmark) === null,
          ),
          title: document.title,
          description: document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "",
        }));
        expect(outline.levels.filter((level) => level === 1)).toEqual([1]);
        expect(outline.levels.every((level, index) => level - (outline.levels[index - 1] ?? 0) <= 1)).toBe(
          true,
        );
        expect(outline.landmarks).toEqual([]);
        expect(outline.title.length).toBeGreaterThan(10);
        expect(outline.description.length).toBeGreaterThan(20);
        expect(await lightnessOf(page)).toBeGreaterThan(0.8);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await lightnessOf(page)).toBeLessThan(0.2);
      },
    );
  });

test("under its real security policy no page says anything to the console or asks another host", async () => {
  for (const path of paths) {
    const visitor = await site.visit(path);
    const missing = path.includes("no-such-page");
    expect(
      visitor.troubles.filter((trouble) => !(missing && trouble.includes("404"))),
      path,
    ).toEqual([]);
  }
});

/** How far things have moved on a page that nobody touched. */
const measureShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 100);
      }),
  );

/** Kinds of page that share their parts with those above: what they load is their own. */
const others = [
  "/share/",
  "/write/",
  `/reviews/${reviews[0]?.date.slice(0, 7)}/`,
  `/reviews/people/${person}/`,
  "/reviews/praise/communication/",
];

test("a page of each kind comes with at most 10 requests and 60 KB, and nothing on it moves", async () => {
  const pictures = /\.(?:png|webp|avif|jpe?g)$/;
  for (const path of [...paths, ...others]) {
    const { page } = await site.visit(path, { viewport: { width: 390, height: 844 } });
    const shift = await measureShift(page);
    const loaded = await page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType("navigation"),
        ...performance.getEntriesByType("resource"),
      ] as PerformanceResourceTiming[];
      return entries.map(({ name, transferSize }) => ({ name, transferSize }));
    });
    expect(shift, path).toBe(0);
    expect(loaded.length, path).toBeLessThanOrEqual(10);
    // On a phone each further file costs a connection, and each that another one asks for a round trip.
    // The widget that /share/ previews is other sites' script.
    for (const ending of [".css", ".js"])
      expect(
        loaded.filter(({ name }) => name.endsWith(ending) && !name.endsWith("/widget.js")).length,
        path + ending,
      ).toBeLessThanOrEqual(1);
    const counted = loaded.filter(({ name }) => !pictures.test(name));
    expect(
      counted.reduce((sum, { transferSize }) => sum + transferSize, 0),
      path,
    ).toBeLessThanOrEqual(60_000);
  }
});

test.each([
  "/reviews/?query=gate",
  "/reviews/?query=will+tanner",
  "/reviews/?query=on+tme",
  "/reviews/?query=zeppelin",
  "/reviews/?mentions_technician=mike",
  "/reviews/?rating=5&since=2024-01-01&until=2026-01-01&mentions_service=mowing",
  "/search/?query=will+tanner",
])("a shared search moves nothing while it loads and answers: %s", async (address) => {
  const { page } = await site.visit("/share/", {
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  // The state before each file has been painted, as on a slow line.
  await page.route(/search-index|_astro\/.*\.js/, async (route) => {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await route.continue();
  });
  await page.goto(site.url + address);
  await page.locator("[data-status]").getByText(/match/).waitFor();
  await page.locator("[data-results]:not([aria-busy])").waitFor({ state: "attached" });
  expect(await measureShift(page)).toBe(0);
});

test("without scripts and styles the home page still says rating, praise, criticism and how reviews are verified", async () => {
  const { page } = await site.visit("/", { javaScriptEnabled: false });
  const text = await page.locator("main").innerText();
  for (const words of [
    "230 verified reviews",
    "219 of 230 matched",
    "praise it",
    "criticize it",
    "Newest reviews",
    "Where we work",
    "Mon–Fri 7:30 AM–6 PM",
  ]) {
    expect(text).toContain(words);
  }
});

const walked = [
  "/",
  "/reviews/",
  newest,
  "/insights/communication/",
  "/search/",
  "/faq/",
  "/share/",
  "/write/",
  "/developers/",
];

test("on every kind of page the keyboard reaches everything in order, shows where it is, and can skip to the content", async () => {
  for (const path of walked) {
    const { page } = await site.visit(path);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent), path).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id), path).toBe("content");
    const stops = await page.evaluate(() => {
      const groups = new Set<string>();
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          "main :is(a[href], button, summary, input, select, textarea, [tabindex='0'])",
        ),
      ]
        .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
        // A group of radio buttons is one stop.
        .filter((element) => {
          if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
          const isFirst = !groups.has(element.name);
          groups.add(element.name);
          return isFirst;
        });
      const places = new Map(all.map((element, place) => [element, place]));
      const walk = { next: 0, wrong: [] as string[] };
      document.addEventListener("focusin", ({ target }) => {
        if (!(target instanceof HTMLElement)) return;
        // The widget's own links stand in its shadow.
        const focused = target.shadowRoot?.activeElement ?? target;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const isShown = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        const isNext = target.shadowRoot !== null || places.get(target) === walk.next;
        if (!isShown || !isNext) walk.wrong.push(target.outerHTML.slice(0, 120));
        if (target.shadowRoot === null) walk.next += 1;
      });
      Object.assign(window, { walk });
      return all.length;
    });
    expect(stops, path).toBeGreaterThan(3);
    await page.waitForFunction(
      () => document.querySelector("open-reviews")?.shadowRoot?.querySelector("a") !== null,
    );
    const inShadow = await page.evaluate(
      () => document.querySelector("open-reviews")?.shadowRoot?.querySelectorAll("a").length ?? 0,
    );
    for (let step = 0; step < stops + inShadow; step += 1) await page.keyboard.press("Tab");
    const walk = await page.evaluate(
      () => (window as unknown as { walk: { next: number; wrong: string[] } }).walk,
    );
    expect(walk, path).toEqual({ next: stops, wrong: [] });
  }
});

test("a link from a quote leads to its review, with exactly these words marked", async () => {
  const { page } = await site.visit("/insights/communication/");
  const quotes = await page.locator(".for-against .quote:visible").all();
  for (const quote of [quotes[0], quotes[7], quotes.at(-1)]) {
    if (quote === undefined) throw new Error("there are too few quotes on the page");
    const words = (await quote.locator("mark").innerText()).trim();
    const shown = (await quote.locator("blockquote").innerText()).replaceAll("…", "");
    expect(
      reviews.some(({ text }) => text.replace(/\s+/g, " ").includes(shown.replace(/\s+/g, " ").trim())),
    ).toBe(true);
    const href = (await quote.locator("figcaption a").getAttribute("href")) ?? "";
    const review = await site.visit(href.replace(basePathOf(inject("baseUrl")), ""), {
      reducedMotion: "reduce",
    });
    const marked = await review.page.evaluate(() => {
      const mark = getComputedStyle(
        document.body.appendChild(document.createElement("mark")),
      ).backgroundColor;
      const pieces = [...document.querySelectorAll<HTMLElement>(".review-text span")];
      return pieces
        .filter((piece) => getComputedStyle(piece).backgroundColor === mark && !piece.matches(":target *"))
        .map((piece) => piece.textContent)
        .join("");
    });
    expect(marked.replace(/\s+/g, " ")).toBe(words.replace(/\s+/g, " "));
    const top = await review.page.evaluate(
      () => document.querySelector(":target")?.getBoundingClientRect().top ?? -1,
    );
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(900);
  }
});
