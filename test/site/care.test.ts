import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useSite, stickingOut } from "./browser.ts";
import { readDataset } from "../published.ts";

const { reviews } = await readDataset();
const longest = reviews.toSorted((a, b) => b.text.length - a.text.length)[0];
const person = reviews.flatMap(({ mentions }) => mentions.technicians)[0]?.id ?? "";
const paths = [
  "/",
  "/reviews/",
  new URL(longest?.url ?? "").pathname,
  "/reviews/praise/communication/",
  "/insights/",
  "/insights/communication/",
  `/insights/people/${person}/`,
  "/search/",
  "/faq/",
  "/about-these-reviews/",
  "/developers/",
  "/share/",
  "/write/",
  "/history/",
  "/reviews/2026-11/",
  `/reviews/people/${person}/`,
  "/there-is-no-such-page/",
  "/problems/invalid-request/",
];

/** Words in two lines, other than those of code and addresses. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    const leaves = [...document.querySelectorAll("main *")].filter(
      (element) =>
        element.childElementCount === 0 && element.checkVisibility() && !element.closest("pre, svg, .hash"),
    );
    return leaves.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? "").matchAll(/[a-z]{4,}/gi)].flatMap(({ 0: word, index }) => {
        if (!(text instanceof Text)) return [];
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [word] : [];
      }),
    );
  });

/** Targets that a tap may miss; links within a sentence are as high as its lines. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body :is(a[href], button, summary, select, input, label)")]
      .filter(
        (element) => element.checkVisibility() && !element.closest("p, .prose, .visually-hidden, .skip"),
      )
      .filter((element) => element.closest("label") === null || element instanceof HTMLLabelElement)
      .filter(
        ({ parentElement }) =>
          parentElement?.localName !== "li" ||
          ![...parentElement.childNodes].some((node) => node instanceof Text && node.data.trim() !== ""),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height < 23.9;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );

const site = useSite();

test("on paper no review and no reply is folded away, and nothing stands that only a screen can use", async () => {
  const { page } = await site.visit("/reviews/stars/5/", { viewport: { width: 720, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  const shown = await page.evaluate(() => ({
    folded: [...document.querySelectorAll("details:is(.fold, .reply)")].filter((fold) => {
      const text = document.createRange();
      text.selectNodeContents(fold);
      text.setStartAfter(fold.querySelector("summary") ?? fold);
      return !fold.checkVisibility() || text.getBoundingClientRect().height < 10;
    }).length,
    folds: document.querySelectorAll(".fold").length,
    forScreens: [...document.querySelectorAll("nav, .fold summary, form, button")].filter((element) =>
      element.checkVisibility(),
    ).length,
  }));
  expect(shown.folds).toBeGreaterThan(0);
  expect(shown).toMatchObject({ folded: 0, forScreens: 0 });
});

describe.each(paths)("%s", (path) => {
  test("fits 320 pixels (a 1280 pixel window at 400 %) with the text spacing of WCAG 1.4.12", async () => {
    const { page } = await site.visit(path, { viewport: { width: 320, height: 256 } });
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
      );
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await stickingOut(page)).toEqual([]);
    // Words that lose letters at an edge would be worse than a scroll bar.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((element) => {
          const { overflow, clipPath, position } = getComputedStyle(element);
          const isHiddenText = clipPath !== "none" || position === "absolute";
          return (
            overflow.includes("hidden") && !isHiddenText && element.scrollWidth > element.clientWidth + 1
          );
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    expect(cut).toEqual([]);
  });

  test("on a phone breaks no word, has targets of 24 pixels, and reads from right to left too", async () => {
    const { page } = await site.visit(path, { viewport: { width: 390, height: 844 } });
    expect(await brokenWords(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBe(0);
  });

  test("says all it says in forced colors and stands still where motion is unwanted", async () => {
    const { page } = await site.visit(path, { forcedColors: "active", reducedMotion: "reduce" });
    const found = await page.evaluate(() => {
      const shown = [...document.querySelectorAll("main *")];
      const moving = shown.filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return (
          animationName !== "none" ||
          transitionDuration.split(", ").some((time) => Number.parseFloat(time) > 0.01)
        );
      });
      const empty = [
        ...document.querySelectorAll<SVGElement>(".stars, .bars svg, .plot svg, .star-rows-bar"),
      ].filter((picture) => getComputedStyle(picture).forcedColorAdjust !== "none");
      return {
        moving: moving.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 100)),
        empty: empty.length,
      };
    });
    expect(found).toEqual({ moving: [], empty: 0 });
  });

  test("on paper has dark words when the screen is dark, and says what language and direction other scripts have", async () => {
    const { page } = await site.visit(path, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const found = await page.evaluate(() => {
      const scripts = { ko: /\p{Script=Hangul}/gu, he: /\p{Script=Hebrew}/gu, ar: /\p{Script=Arabic}/gu };
      const context = document.createElement("canvas").getContext("2d");
      if (context === null) throw new Error("no canvas");
      const texts = [...document.querySelectorAll("body *")].filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest("svg, .visually-hidden") &&
          [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ""),
      );
      // Paper shows no backgrounds unless one asks for them, so that light words would be lost.
      const pale = texts.filter((element) => {
        context.fillStyle = getComputedStyle(element).color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
        return red * 0.3 + green * 0.6 + blue * 0.1 > 150;
      });
      const unnamed = texts.filter((element) =>
        Object.entries(scripts).some(
          ([language, script]) =>
            (element.textContent.match(script)?.length ?? 0) > element.textContent.length / 2 &&
            (element.closest("[lang]")?.getAttribute("lang") !== language ||
              element.closest("[dir], bdi") === null),
        ),
      );
      return [...pale, ...unnamed].map(({ outerHTML }) => outerHTML.slice(0, 120)).slice(0, 5);
    });
    expect(found).toEqual([]);
  });

  test("says the same without scripts", async () => {
    const [plain, scripted] = await Promise.all([
      site.visit(path, { javaScriptEnabled: false }),
      site.visit(path),
    ]);
    const [one, other] = await Promise.all(
      [plain, scripted].map(({ page }) => page.locator("h1").innerText()),
    );
    expect(one).toBe(other);
    expect((await plain.page.locator("main").innerText()).length).toBeGreaterThan(100);
  });
});
