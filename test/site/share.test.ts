import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openSite, type Site } from "./browser.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite(inject("dist"));
});
afterAll(() => site?.close());

test("the widget is below 5 KB and shows reviews on another site under a strict policy, words as text", async () => {
  expect((await readFile(join(inject("dist"), "widget.js"))).length).toBeLessThan(5000);
  const host = createServer((_, response) =>
    response
      .writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'none'; script-src ${site.url}/; connect-src ${site.url}/; img-src ${site.url}/`,
      })
      .end(
        `<!doctype html><html lang="en"><title>Another site</title><main><h1>Another site</h1><img src="${site.url}/badge.svg" alt="Reviews"><script type="module" src="${site.url}/widget.js"></script><open-reviews limit="2"></open-reviews></main>`,
      ),
  );
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const { page, troubles } = await site.visit("/share/");
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  const widget = page.locator("open-reviews");
  await widget.locator("li").first().waitFor();
  expect(await widget.locator("li").count()).toBe(2);
  expect(await widget.locator("h2").textContent()).toBe("Greenhollow Lawn Care");
  expect(await widget.getByRole("img", { name: /out of 5 stars/ }).count()).toBe(2);
  expect(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(260);
  expect(troubles.filter((trouble) => !trouble.startsWith("other host"))).toEqual([]);
});
