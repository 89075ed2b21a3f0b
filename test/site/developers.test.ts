import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, inject, test } from "vitest";
import { guarantees } from "../../src/components/developers/reference-texts.ts";
import { problems } from "../../src/schema/endpoints.ts";
import { useSite } from "./browser.ts";
import { freePort } from "../../scripts/free-port.ts";

const root = join(import.meta.dirname, "../..");
const dist = inject("dist");

const site = useSite();

test("every endpoint of the OpenAPI description can be tried, and answers", async () => {
  const { page, troubles } = await site.visit("/developers/");
  const description = JSON.parse(await readFile(join(dist, ".well-known/openapi.json"), "utf8")) as {
    paths: Record<string, { get: { operationId: string } }>;
  };
  const operations = Object.entries(description.paths);
  expect(operations).toHaveLength(6);
  for (const [path, { get }] of operations) {
    const endpoint = page.locator(`#${get.operationId}`);
    await endpoint.locator("summary").first().click();
    expect(await endpoint.locator(".endpoint-path code").innerText()).toBe(path);
    await endpoint.getByRole("button", { name: "Try it" }).click();
    await endpoint.getByText(/^200 /).waitFor();
    expect((await endpoint.locator("[data-answer]").innerText()).startsWith("{")).toBe(true);
  }
  expect(troubles).toEqual([]);
});

test("a call that is tried is shown as curl, and a refused one with what would be accepted", async () => {
  const { page } = await site.visit("/developers/#searchReviews");
  const search = page.locator("#searchReviews");
  await search.getByLabel("limit").fill("500");
  expect(await search.locator("[data-call]").innerText()).toContain("limit=500");
  await search.getByRole("button", { name: "Try it" }).click();
  await search.getByText(/^400 /).waitFor();
  expect(await search.locator("[data-answer]").innerText()).toContain("from 1 to 100");
});

test("each call can be copied in curl, JavaScript and Python, in step with what is tried", async () => {
  const { page } = await site.visit("/developers/#searchReviews");
  const search = page.locator("#searchReviews");
  await search.getByLabel("min_rating").fill("5");
  for (const [language, words] of [
    ["curl", 'curl "'],
    ["JavaScript", "await fetch("],
    ["Python", "urllib.request"],
  ] as const) {
    await search.getByLabel(language, { exact: true }).check();
    const shown = (await search.locator(".sample pre:visible").allInnerTexts()).join("");
    expect(shown).toContain(words);
    expect(shown).toContain("min_rating=5");
  }
  expect(await search.getByRole("button", { name: "Copy" }).count()).toBeGreaterThan(0);
});

test("MCP and hub are called in each language too, and the page's JavaScript works as it stands", async () => {
  const { page } = await site.visit("/developers/", { bypassCSP: true });
  for (const place of ["#first-call", "#mcp", "#websub"]) {
    const languages = await page.locator(`${place} .samples-languages label`).allInnerTexts();
    expect(
      languages.map((name) => name.trim()),
      place,
    ).toEqual(["curl", "JavaScript", "Python"]);
  }
  await page.locator("#mcp").getByLabel("JavaScript", { exact: true }).check();
  const code = await page.locator("#mcp .sample-1 pre").innerText();
  const said = await page.evaluate(
    async (source) => {
      const lines: string[] = [];
      const log = (...words: unknown[]) => void lines.push(words.join(" "));
      const run = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
      await (run("console", source) as (console: { log: typeof log }) => Promise<void>)({ log });
      return lines;
    },
    code.replaceAll(inject("baseUrl"), site.url),
  );
  expect(said[0]).toMatch(/^\d+$/);
});

test("without scripts trying search leads to the answer itself", async () => {
  const { page } = await site.visit("/developers/", { javaScriptEnabled: false });
  await page.locator("#searchReviews > summary").click();
  await page.locator("#searchReviews").getByRole("button", { name: "Try it" }).click();
  await page.waitForURL(/\/api\/reviews\/search\?/);
});

test("the first call on the page answers what the page says", async () => {
  const { page } = await site.visit("/developers/");
  const call = await page.locator("#first-call .sample-0 pre").innerText();
  const shown = await page.locator("#first-call .code:not(.sample) pre").innerText();
  const address = (/"(.*)"/.exec(call)?.[1] ?? "").replace(inject("baseUrl"), site.url);
  const answer = (await (await fetch(address)).json()) as {
    total: number;
    reviews: { id: string; text: string }[];
  };
  const promised = JSON.parse(shown) as typeof answer;
  expect(promised.total).toBe(answer.total);
  expect(promised.reviews[0]?.text).toBe(answer.reviews[0]?.text);
});

describe("the WebSub receiver on the page", () => {
  const secret = "a secret between us";
  const topic = "https://reviews.example/reviews.json";

  test("has twenty lines at most, confirms only its own topic, and believes only what is signed", async () => {
    const { page } = await site.visit("/developers/");
    const source = await page.locator("#websub pre").first().innerText();
    expect(source.split("\n").length).toBeLessThanOrEqual(20);

    const port = await freePort();
    const receiver = spawn(process.execPath, ["--input-type=module", "-e", source], {
      env: { PORT: String(port), TOPIC: topic, SECRET: secret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    createInterface({ input: receiver.stdout }).on("line", (line) => lines.push(line));
    const url = `http://127.0.0.1:${port}/`;
    const verify = (asked: string) =>
      fetch(`${url}?hub.mode=subscribe&hub.topic=${encodeURIComponent(asked)}&hub.challenge=echo-me`);
    await expect
      .poll(() =>
        verify(topic).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(await (await verify(topic)).text()).toBe("echo-me");
    expect((await verify("https://elsewhere.example/")).status).toBe(404);

    const body = await readFile(join(dist, "reviews.json"));
    const deliver = (signature?: string) =>
      fetch(url, { method: "POST", body, headers: signature ? { "X-Hub-Signature": signature } : {} });
    await deliver();
    await deliver("sha256=0000");
    await deliver(`sha256=${createHmac("sha256", "another").update(body).digest("hex")}`);
    expect((await deliver(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)).status).toBe(
      204,
    );
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatch(/^\d\.\d+ of 5; newest: /);
    receiver.kill();
    await once(receiver, "exit");
  });
});

test("every guarantee on the page is held by a test that exists", async () => {
  for (const { test: file, title } of guarantees) {
    expect(await readFile(join(root, file), "utf8"), file).toContain(title);
  }
});

test("every problem has its page", async () => {
  for (const [name, { title }] of Object.entries(problems)) {
    const response = await fetch(`${site.url}/problems/${name}/`);
    expect(response.status, name).toBe(200);
    expect(await response.text()).toContain(title.replaceAll("'", "&#39;"));
  }
});
