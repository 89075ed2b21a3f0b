import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { baseUrlOf } from "../../scripts/deploy/release.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { startServer } from "../server/start-server.ts";
import { loadChromium } from "./chromium.ts";

export interface Visitor {
  page: Page;
  /** Everything that went wrong while the page was used: errors, messages of the console, requests to what is not the site. */
  troubles: string[];
}

export interface Site {
  url: string;
  /** Opens a path in a fresh browser profile. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Visitor>;
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
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  return { url, visit, close };
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
