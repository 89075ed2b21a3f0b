import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { useSite } from "./browser.ts";
import { readDataset } from "../published.ts";

const site = useSite();

/** A page of somebody else's with a strict policy. */
async function openHost(body: string) {
  const host = createServer((_, response) =>
    response
      .writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'none'; script-src ${site.url}/; connect-src ${site.url}/; img-src ${site.url}/`,
      })
      .end(
        `<!doctype html><html lang="de"><title>Another site</title><main><h1>Another site</h1><img src="${site.url}/badge.svg" alt="Reviews"><script type="module" src="${site.url}/widget.js"></script>${body}</main>`,
      ),
  );
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const { page, troubles } = await site.visit("/share/", { colorScheme: "dark" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  return { page, asked, troubles: () => troubles.filter((trouble) => !trouble.startsWith("other host")) };
}

test("the widget is below 5 KB, its feeds below 4, and it shows whole sentences on another site under a strict policy", async () => {
  const dist = inject("dist");
  expect((await readFile(join(dist, "widget.js"))).length).toBeLessThan(5000);
  for (const file of await readdir(join(dist, "widget"), { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect((await stat(join(file.parentPath, file.name))).size, file.name).toBeLessThanOrEqual(4000);
  const { page, asked, troubles } = await openHost(`<open-reviews limit="2"></open-reviews>`);
  const widget = page.locator("open-reviews");
  await widget.locator("li").nth(1).waitFor();
  expect(await widget.locator("li").count()).toBe(2);
  expect(await widget.locator("h2").textContent()).toBe("Greenhollow Lawn Care");
  expect(await widget.getByRole("img", { name: /out of 5 stars/ }).count()).toBe(2);
  expect(await widget.locator(".sum .on").getAttribute("width")).toBe("80");
  // The visitor's system is dark and the page is not: light, unless the page says otherwise. Dates are the page's.
  expect(await widget.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(255, 255, 255)");
  expect(await widget.locator(".by").first().innerText()).toMatch(/\d+\. (?:Oktober|November) 2026$/);
  for (const text of await widget.locator(".text").allInnerTexts()) expect(text).toMatch(/[.!?…]["”)]?$/);
  expect(asked.filter((path) => path.endsWith("/reviews.json"))).toEqual([]);
  expect(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(260);
  expect(troubles()).toEqual([]);
});

test("theme, accent, filter and shape are the host's to choose, and no accent can bring other styles along", async () => {
  const { page, troubles } = await openHost(
    `<open-reviews id="a" theme="dark" accent="#b00000" filter="service:mowing" limit="3"></open-reviews><open-reviews id="b" shape="quote" filter="stars:1" accent="red}a{display:none"></open-reviews><open-reviews id="c" shape="badge" filter="person:will-tanner"></open-reviews><open-reviews id="d" filter="service:nothing"></open-reviews>`,
  );
  const { reviews } = await readDataset();
  const mowing = reviews.filter(
    ({ mentions, text }) => text && mentions.services.some(({ id }) => id === "mowing"),
  );
  const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => page.locator(`#${id}`));
  await a?.locator("li").first().waitFor();
  const addresses = await a
    ?.locator(".by a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("/").at(-2)));
  expect(addresses).toEqual(mowing.slice(0, 3).map(({ id }) => id));
  expect(await a?.evaluate((one) => getComputedStyle(one).colorScheme)).toBe("dark");
  expect(await a?.locator(".more").evaluate((one) => getComputedStyle(one).textDecorationColor)).toBe(
    "rgb(176, 0, 0)",
  );
  await b?.locator("li").first().waitFor();
  expect(await b?.locator("li").count()).toBe(1);
  expect(await b?.getByRole("img", { name: "1 out of 5 stars" }).count()).toBe(1);
  expect(await b?.locator(".more").isVisible()).toBe(true);
  await c?.locator(".sum").waitFor();
  expect(await c?.locator("li").count()).toBe(0);
  expect(await c?.locator(".sum").innerText()).toContain(
    `from ${reviews.filter(({ mentions }) => mentions.technicians.some(({ id }) => id === "will-tanner")).length} verified`,
  );
  await d?.getByRole("link", { name: "Reviews" }).waitFor();
  expect(troubles().filter((trouble) => !trouble.includes("404"))).toEqual([]);
});

test("the page to share shows the widget as it is set, and the code that brings it", async () => {
  const { page, troubles } = await site.visit("/share/");
  const widget = page.locator("open-reviews");
  await widget.locator("li").nth(2).waitFor();
  await page.locator("[name=filter]").selectOption("stars:5");
  await page.locator("[name=theme]").selectOption("dark");
  await page.locator("[name=limit]").fill("1");
  await expect.poll(() => widget.locator("li").count()).toBe(1);
  const code = await page.locator("[data-widget-code] code").innerText();
  expect(code).toContain(`<open-reviews theme="dark" filter="stars:5" limit="1"></open-reviews>`);
  await page.locator("[name=shape]").selectOption("badge");
  await expect.poll(() => widget.locator("li").count()).toBe(0);
  expect(troubles).toEqual([]);
});
