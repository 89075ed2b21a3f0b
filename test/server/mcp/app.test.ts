import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { chromium, type Browser, type Frame, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Overview, SearchResult } from "../../../src/schema/datasets.ts";
import { loadChromium } from "../../site/chromium.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { loadSnapshot, snapshotOf, startMcp } from "./running-mcp.ts";

type Result = Parameters<AppBridge["sendToolResult"]>[0];
type BridgeTransport = Parameters<AppBridge["connect"]>[0];

let browser: Browser;
const opened: { close: () => Promise<unknown> }[] = [];
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await loadChromium(), args: ["--no-sandbox"] });
});
afterAll(async () => {
  for (const each of opened.toReversed()) await each.close();
  await browser.close();
});

const later = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  opened.push(one);
  return one;
};

/** A client of one era on a server with this data. */
async function connect(snapshot: Parameters<typeof startMcp>[0], mode: "legacy" | { pin: string }) {
  const mcp = later(await startMcp(snapshot));
  const client = later(new Client({ name: "host", version: "1" }, { versionNegotiation: { mode } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
  return client;
}
const eras = [
  ["in a session", "legacy"],
  ["without a session", { pin: "2026-07-28" }],
] as const;

const origin = "https://host.example";
/** The policy that SEP-1865 gives a view that asks for nothing. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** Shows a tool's view in a browser, as a host does: in a frame of no origin, with the package's own bridge. */
async function openView(client: Client, tool: string, result: Result, width = 600) {
  const { tools } = await client.listTools();
  const { _meta: meta } = tools.find(({ name }) => name === tool) ?? {};
  const uri = (meta?.["ui"] as { resourceUri?: string } | undefined)?.resourceUri ?? "";
  const { contents } = await client.readResource({ uri });
  const [{ mimeType, text: html } = { mimeType: "", text: "" }] = contents as {
    mimeType: string;
    text: string;
  }[];
  expect(mimeType).toBe("text/html;profile=mcp-app");
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(30 * 1024);

  const page: Page = later(await browser.newPage({ viewport: { width, height: 800 } }));
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => troubles.push(message.text()));
  page.on("request", (request) => {
    if (![`${origin}/`, `${origin}/view`].includes(request.url())) troubles.push(request.url());
  });
  await page.route("**/*", (route) => {
    const isView = route.request().url().endsWith("/view");
    return route.fulfill({
      contentType: "text/html; charset=utf-8",
      ...(isView
        ? { body: html, headers: { "Content-Security-Policy": policy } }
        : { body: "<iframe sandbox='allow-scripts' style='border:0;width:100%;height:700px'></iframe>" }),
    });
  });

  const hostContext = { theme: "light", locale: "en-US" } as const;
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { openLinks: {} }, { hostContext });
  const links: string[] = [];
  let height = 0;
  bridge.onopenlink = async ({ url }) => {
    links.push(url);
    return {};
  };
  bridge.onsizechange = (size) => (height = size.height ?? 0);
  const ready = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()));
  const transport: BridgeTransport = {
    start: async () => {},
    close: async () => {},
    send: async (message) =>
      page.evaluate(
        (sent) => document.querySelector("iframe")?.contentWindow?.postMessage(sent, "*"),
        message,
      ),
  };
  await bridge.connect(transport);
  await page.exposeFunction("toHost", (message: never) => transport.onmessage?.(message));
  await page.goto(origin);
  await page.evaluate(() => {
    addEventListener("message", ({ data }) =>
      (Reflect.get(globalThis, "toHost") as (data: unknown) => void)(data),
    );
    document.querySelector("iframe")?.setAttribute("src", "/view");
  });
  await ready;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
  const view = page.frames()[1] as Frame;
  await view.waitForFunction(() => !document.body.textContent.includes("Waiting for"));
  return { bridge, view, links, troubles, height: () => height };
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> =>
  client.callTool({ name, arguments: args });
const texts = (view: Frame, selector: string) => view.locator(selector).allTextContents();

test.each(eras)("a search is shown as cards, for a client %s", async (_, mode) => {
  const client = await connect(await loadSnapshot(inject("dist")), mode);
  const result = await call(client, "search_reviews", { query: "GATE", limit: 12 });
  const { reviews, total } = result.structuredContent as SearchResult;
  const { bridge, view, links, troubles, height } = await openView(client, "search_reviews", result);

  expect(await texts(view, "h1")).toEqual([`${total} verified reviews`]);
  expect(await view.locator("article").count()).toBe(10);
  await view.getByRole("button", { name: "Show more (2)" }).click();
  expect(await view.locator("article").count()).toBe(12);
  expect((await texts(view, "main")).join("")).toContain(`${total - 12} more match`);
  expect(new Set((await texts(view, "mark")).map((word) => word.toLowerCase()))).toEqual(new Set(["gate"]));
  for (const [at, { author, rating, text, url }] of reviews.entries()) {
    const card = view.locator("article").nth(at);
    expect(await card.getByRole("img").getAttribute("aria-label")).toBe(`${rating} of 5 stars`);
    const shown = await card.textContent();
    for (const words of [author.name, text, "✓ Verified by "]) expect(shown).toContain(words);
    await card.getByRole("link", { name: "Read it on the site" }).click();
    await expect.poll(() => links.at(-1)).toBe(url);
  }
  await expect.poll(height).toBeGreaterThan(1000);

  const ground = () => view.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  bridge.setHostContext({ theme: "dark", locale: "en-US" });
  await expect.poll(ground).not.toBe(before);
  bridge.setHostContext({
    theme: "dark",
    styles: { variables: { "--color-background-primary": "rgb(1, 2, 3)" } as never },
  });
  await expect.poll(ground).toBe("rgb(1, 2, 3)");
  expect(troubles).toEqual([]);
  await bridge.teardownResource({});
});

test.each(eras)("the business is shown with bars in proportion, for a client %s", async (_, mode) => {
  const client = await connect(await loadSnapshot(inject("dist")), mode);
  const result = await call(client, "get_business");
  const { aggregate_rating, aspects, business } = result.structuredContent as Overview;
  const { view, troubles } = await openView(client, "get_business", result, 320);

  expect(await texts(view, "h1")).toEqual([business.name]);
  const bars = await view
    .locator("table")
    .first()
    .locator(".bar i")
    .evaluateAll((parts) => parts.map((part) => Number.parseFloat((part as HTMLElement).style.width)));
  const { distribution, review_count } = aggregate_rating;
  for (const [at, star] of ([5, 4, 3, 2, 1] as const).entries())
    expect(bars[at]).toBeCloseTo((100 * distribution[star]) / review_count, 3);
  const rows = await texts(view, "table:nth-of-type(1) tr");
  for (const { name, positive, negative } of aspects)
    expect(rows).toContainEqual(expect.stringContaining(`${name}${positive} praise, ${negative} complain`));
  expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(troubles).toEqual([]);
});

test("what customers wrote is text, whatever it is, and nothing is asked for", async () => {
  const hostile = `</script><img src=https://evil.example/x onerror="document.title='owned'"><b>{bold}</b> $& (a|b)`;
  const snapshot = snapshotOf(
    buildDataset([
      buildReview({
        id: "hostile",
        text: hostile,
        title: `<svg onload=alert(1)>`,
        author: { name: "<i>Kim</i> B." },
        reply: { date: "2026-05-02", text: `<a href="javascript:alert(1)">thanks</a>` },
      }),
    ]),
  );
  const client = await connect(snapshot, "legacy");
  const result = await call(client, "search_reviews", { query: "(A|b)" });
  const { view, troubles } = await openView(client, "search_reviews", result);
  expect(await texts(view, "article p.words")).toEqual([hostile, `<a href="javascript:alert(1)">thanks</a>`]);
  expect(await texts(view, "article h2")).toEqual(["<svg onload=alert(1)>"]);
  expect(await texts(view, "mark")).toEqual(["(a|b)"]);
  expect(await view.locator("img, svg, i, [href^=javascript]").count()).toBe(0);
  expect(troubles).toEqual([]);
});

test("nothing found, nothing reviewed and bad arguments are said, and overclaim nothing", async () => {
  const client = await connect(snapshotOf(buildDataset([])), { pin: "2026-07-28" });
  const shown = async (name: string, args: Record<string, unknown>) => {
    const { view, troubles } = await openView(client, name, await call(client, name, args));
    expect(troubles).toEqual([]);
    return (await texts(view, "main")).join("");
  };
  const none = await shown("search_reviews", { query: "leak" });
  expect(none).toContain("query: leak");
  expect(none).toContain("what nobody wrote may have happened all the same");
  expect(await shown("get_business", {})).toContain("No reviews yet.");
  expect(await shown("search_reviews", { limit: 0 })).toContain("limit must be a whole number from 1 to 100");
});
