import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { baseUrlOf } from "../../scripts/deploy/release.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { startServer } from "../server/start-server.ts";
import { loadChromium } from "./chromium.ts";

interface Visitor {
  page: Page;
  /** Everything that went wrong while the page was used: errors, messages of the console, requests to what is not the site. */
  troubles: string[];
}

export interface Site {
  url: string;
  /** Opens a path in a fresh browser profile. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Visitor>;
  /** Ends what was opened so far; the browser stays. */
  closeVisits: () => Promise<void>;
  close: () => Promise<void>;
}

// Its own list is made for functions in a cloud and switches web security off.
const launch = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await loadChromium(),
    args: ["--no-sandbox", "--font-render-hinting=none"],
  });

/** Serves a build as `npm start` does, or takes the server that is given, and looks at it with a real browser. */
export async function openSite(
  dist: string,
  given?: { url: string; stop: () => Promise<unknown> },
): Promise<Site> {
  const baseUrl = baseUrlOf(await readFile(join(dist, ".well-known/openapi.json"))) ?? "";
  const [server, browser] = await Promise.all([
    given ??
      startServer({ script: "scripts/start.ts", env: { DIST: dist, LOG_LEVEL: "info", BASE_URL: baseUrl } }),
    launch(),
  ]);
  const url = new URL(server.url).origin + basePathOf(baseUrl);
  const visit = async (path: string, options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${url}/`)) troubles.push(`other host: ${request.url()}`);
    });
    await page.goto(url + path);
    return { page, troubles };
  };
  const closeVisits = async () =>
    void (await Promise.all(browser.contexts().map((context) => context.close())));
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  return { url, visit, closeVisits, close };
}

/** The demonstration, or another build, in a browser for all tests of a file; what a test opens is closed after it. */
export function useSite(dist = () => inject("dist")): Site {
  const site = {} as Site;
  beforeAll(async () => void Object.assign(site, await openSite(dist())));
  afterEach(() => site.closeVisits());
  afterAll(() => site.close());
  return site;
}

/** Elements that stick out to the right of the window, so that one would have to scroll sideways. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map(
        (element) =>
          `${element.tagName} ${element.getAttribute("class")}: ${element.textContent.trim().slice(0, 40)}`,
      )
      .slice(0, 5);
  });

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
interface Axe {
  run: (
    context: Document,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe finds wrong, by the rules that are named or by every one it has for WCAG 2.2 AA and good practice. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Results that are still coming may be half of a list.
  await page.locator("[aria-busy]").waitFor({ state: "detached" });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(axe, "utf8"));
  return page.evaluate(async (only) => {
    const options = { resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, rules);
}
