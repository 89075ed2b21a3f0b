import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { openSite, type Site } from "./browser.ts";

const dist = inject("dist");
const { reviews } = ReviewsDataset.parse(JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")));
const phone = { viewport: { width: 390, height: 844 } };

let site: Site;
beforeAll(async () => {
  site = await openSite(dist);
});
afterAll(async () => site.close());

const status = (page: Page) => page.locator("[data-status]");
const found = (page: Page) => page.locator("[data-list] .review");
const type = (page: Page, words: string) => page.getByLabel("Words in the review").fill(words);
const marks = async (page: Page) =>
  (await page.locator("[data-list] mark").allInnerTexts()).map((text) => text.toLowerCase());

test("as one types on a phone, field, count and the first review are in view, and the words marked", async () => {
  const { page, troubles } = await site.visit("/reviews/", phone);
  await page.getByLabel("Words in the review").pressSequentially("gate");
  // Whoever types slowly is answered letter by letter: this is about the whole word.
  await page.waitForURL(/\?query=gate$/);
  await page.locator("[data-results]:not([aria-busy])").waitFor();
  expect(await status(page).innerText()).toMatch(/reviews match/);
  for (const place of [
    page.getByLabel("Words in the review"),
    status(page),
    found(page).first().locator(".review-head"),
  ]) {
    const { y = -1, height = 0 } = (await place.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    // A phone's keyboard covers the lower part.
    expect(y + height).toBeLessThanOrEqual(560);
  }
  const marked = await marks(page);
  expect(marked).not.toEqual([]);
  expect(marked.every((mark) => mark.startsWith("gate"))).toBe(true);
  expect(await page.locator("#browse").isVisible()).toBe(false);
  expect(new URL(page.url()).search).toBe("?query=gate");
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("a shared address shows the same, and Back leads to the question before", async () => {
  const { page } = await site.visit("/reviews/?query=gate");
  await status(page)
    .getByText(/reviews match/)
    .waitFor();
  const before = await status(page).innerText();
  await page.getByRole("button", { name: "4★ and up" }).click();
  await page.waitForURL(/min_rating=4/);
  await expect.poll(() => status(page).innerText()).not.toBe(before);
  const stars = await found(page)
    .locator(".stars")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  for (const label of stars) expect(label).toMatch(/^[45] out of 5/);
  await page.goBack();
  await expect.poll(() => status(page).innerText()).toBe(before);
  expect(await page.getByLabel("Words in the review").inputValue()).toBe("gate");
  await page.context().close();
});

test("typos are taken for the nearest word, which is said", async () => {
  const { page } = await site.visit("/reviews/?query=on+tme");
  await status(page).getByText("Nothing has “tme”; showing “time”.").waitFor();
  expect(await marks(page)).toContain("time");
  const [author = ""] = reviews[0]?.author.name.toLowerCase().split(" ") ?? [];
  await page.goto(`${site.url}/reviews/?query=${author}`);
  await expect.poll(() => page.locator(".review-author mark").allInnerTexts()).not.toEqual([]);
  await page.context().close();
});

test("words that name a filter offer it, with the first review still in view, and the order says what it is", async () => {
  const person = reviews.find(({ mentions }) => mentions.technicians[0])?.mentions.technicians[0];
  const expected = reviews.filter(({ mentions }) => mentions.technicians.some(({ id }) => id === person?.id));
  const { page } = await site.visit("/reviews/", phone);
  const order = page.getByLabel("Sort");
  // The arrow is drawn up to 24 pixels from the end: the words stop before it.
  expect(
    await order.evaluate((select) => parseFloat(getComputedStyle(select).paddingRight)),
  ).toBeGreaterThanOrEqual(24);
  expect(await order.locator("option:checked").innerText()).toBe("Newest");
  await type(page, person?.name ?? "");
  const offer = page.getByRole("button", { name: `Only reviews about ${person?.name} (${expected.length})` });
  await offer.waitFor();
  expect(await order.locator("option:checked").innerText()).toBe("Most relevant");
  const { y = 999, height = 0 } = (await found(page).first().locator(".review-head").boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(560);
  await offer.click();
  await page.waitForURL((url) => url.search === `?mentions_technician=${person?.id}`);
  await status(page).getByText(`${expected.length} reviews match`).waitFor();
  expect(await offer.count()).toBe(0);
  await page.context().close();
});

test("a name in the address that nobody has offers the nearest, and one tap takes it", async () => {
  const { page } = await site.visit(
    "/reviews/?rating=5&mentions_technician=Grnt+Elison&mentions_service=moowing",
  );
  await status(page).getByText("Nobody here is known by that name. Did you mean Grant Ellison?").waitFor();
  await status(page).getByText("No service here is known by that name. Did you mean Lawn mowing?").waitFor();
  expect(await found(page).count()).toBe(0);
  await page.getByRole("button", { name: /^Only reviews about Lawn mowing/ }).click();
  await page.waitForURL((url) => url.searchParams.get("mentions_service") === "mowing");
  await page.getByRole("button", { name: /^Only reviews about Grant Ellison/ }).click();
  await page.waitForURL(
    (url) => url.search === "?rating=5&mentions_technician=grant-ellison&mentions_service=mowing",
  );
  await status(page).getByText("match").waitFor();
  await page.context().close();
});

test("filters are a sheet with counts; each chosen one is a chip that takes it away", async () => {
  const { page } = await site.visit("/reviews/", phone);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Stars", { exact: true }).selectOption("1");
  const service = reviews.find(({ rating, mentions }) => rating === 1 && mentions.services[0])?.mentions
    .services[0];
  const expected = reviews.filter(
    ({ rating, mentions }) => rating === 1 && mentions.services.some(({ id }) => id === service?.id),
  );
  const option = page.locator(`#search-services option[value="${service?.id}"]`);
  await expect.poll(() => option.textContent()).toBe(`${service?.name} (${expected.length})`);
  await page.getByLabel("Service", { exact: true }).selectOption(service?.id ?? "");
  await page.getByRole("button", { name: /^Show \d+ reviews?$/ }).click();
  await expect.poll(() => found(page).count()).toBe(expected.length);
  await page.getByRole("button", { name: "Remove filter 1 star" }).click();
  await page.waitForURL((url) => !url.searchParams.has("rating"));
  await page.context().close();
});

test("every parameter of the interface is honoured, names as well as ids, or refused in words", async () => {
  const person = reviews.find(({ mentions }) => mentions.technicians[0])?.mentions.technicians[0];
  const expected = reviews.filter(({ mentions }) => mentions.technicians.some(({ id }) => id === person?.id));
  const { page } = await site.visit(
    `/reviews/?mentions_technician=${encodeURIComponent(person?.name ?? "")}&limit=3`,
  );
  await status(page).getByText(`${expected.length} review`).waitFor();
  expect(await found(page).count()).toBe(Math.min(3, expected.length));
  await page.goto(`${site.url}/reviews/?since=2026-06-01&until=2026-01-01&rating=9&minrating=4`);
  await status(page).getByText("That cannot be searched").waitFor();
  const said = await status(page).innerText();
  for (const words of ["since must not be after until", "rating must be a whole number", "minrating"])
    expect(said).toContain(words);
  expect(await found(page).count()).toBe(0);
  await page.context().close();
});

test("the same review looks the same whether the build or the script shows it", async () => {
  const { page } = await site.visit("/reviews/");
  const markup = (selector: string) =>
    page.evaluate(
      (within) =>
        [...document.querySelectorAll(`${within} .review`)]
          .slice(0, 5)
          .map((review) => review.outerHTML.replace(/h[23]/g, "h").replace(/\s+/g, " ")),
      selector,
    );
  const built = await markup("#browse");
  await page.goto(`${site.url}/reviews/?min_rating=1`);
  await page.locator("[data-list] .review-text, [data-list] .review-silent").first().waitFor();
  expect(await markup("[data-list]")).toEqual(built);
  await page.context().close();
});

test("more reviews come on demand, and the keyboard stays where reading goes on", async () => {
  const { page } = await site.visit("/reviews/?min_rating=1");
  await page.locator("[data-list] .review-author").nth(19).waitFor();
  await page.getByRole("button", { name: "Show more" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => found(page).count()).toBe(60);
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest(".review")?.querySelector("time")?.dateTime),
    )
    .toBe(reviews[20]?.date);
  await page.context().close();
});

test("nothing is loaded for the search until it is used, and then only what it needs", async () => {
  const { page } = await site.visit("/reviews/");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url().replace(site.url, "").split("?")[0] ?? ""));
  await page.waitForTimeout(300);
  expect(loaded.filter((path) => path.startsWith("/search-index/"))).toEqual([]);
  await page.getByLabel("Words in the review").focus();
  await expect.poll(() => loaded).toContain("/search-index/words-0.json");
  await page.context().close();
});

test("it needs no sidecar, and after the first visit no network", async () => {
  const { page } = await site.visit("/reviews/");
  await page.route("**/api/**", (route) => route.abort());
  await type(page, "weeds");
  await status(page).getByText(/match/).waitFor();
  const online = await status(page).innerText();
  // The page and all that it has used; they arrive one by one.
  const missing = () =>
    page.evaluate(async () => {
      const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      const needed = used.filter((path) => /\/(?:_astro|search-index)\//.test(path));
      const kept = (await (await caches.open("reviews-offline")).keys()).map(
        ({ url }) => new URL(url).pathname,
      );
      return [location.pathname, ...needed].filter((path) => !kept.includes(path));
    });
  await expect.poll(missing).toEqual([]);
  await page.context().setOffline(true);
  await page.goto(`${site.url}/reviews/?query=weeds`);
  await expect.poll(() => status(page).innerText()).toBe(online);
  await expect.poll(() => page.locator("[data-list] .review-text").count()).toBeGreaterThan(0);
  await page.context().close();
});

test("an index that does not come is said, leaves no old answer, and is asked for again", async () => {
  const { page } = await site.visit("/reviews/");
  await page.route("**/search-index/**", (route) => route.fulfill({ status: 503, body: "" }));
  await type(page, "gate");
  await status(page).getByText("could not be loaded").waitFor();
  expect(await found(page).count()).toBe(0);
  await page.unroute("**/search-index/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await status(page).getByText("reviews match").waitFor();
  await page.context().close();
});

test("the page that the form leads to answers by itself, without another address", async () => {
  const { page } = await site.visit("/search/?query=gate");
  await status(page).getByText("reviews match").waitFor();
  expect(page.url().split("?")[0]).toBe(`${site.url}/search/`);
  expect(await found(page).count()).toBeGreaterThan(0);
  await page.locator(".browse-lists").waitFor();
  await type(page, "");
  await found(page).first().waitFor({ state: "detached" });
  await page.locator(".browse-lists").waitFor();
  await page.context().close();
});

test("without scripts the form leads to a page of lists and to the interface", async () => {
  const { page } = await site.visit("/reviews/", { javaScriptEnabled: false });
  await type(page, "on time");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/\/search\/\?query=on\+time/);
  expect(await page.locator('a[href$="/reviews/stars/5/"]').count()).toBeGreaterThan(0);
  await page.getByLabel("Exact words").fill("on time");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/\/api\/reviews\/search\?query=on\+time/);
  await page.context().close();
});

test("agents in a browser that has WebMCP find what people find, and the page stays as it is", async () => {
  const { page, troubles } = await site.visit("/");
  await page.addInitScript(() => {
    const tools: unknown[] = [];
    Reflect.set(document, "modelContext", { registerTool: (tool: unknown) => tools.push(tool), tools });
  });
  await page.goto(`${site.url}/search/`);
  await page.waitForFunction(
    () => (Reflect.get(document, "modelContext") as { tools: unknown[] }).tools.length === 1,
  );
  const ask = (input: Record<string, unknown>) =>
    page.evaluate(async (given) => {
      const [tool] = (Reflect.get(document, "modelContext") as { tools: AgentTool[] }).tools;
      const { content } = (await tool?.execute(given)) ?? {};
      return { annotations: tool?.annotations, answer: JSON.parse(content?.[0]?.text ?? "null") as Answer };
    }, input);
  const { annotations, answer } = await ask({ query: '"gate"', min_rating: 4, limit: 3 });
  expect(annotations).toEqual({ readOnlyHint: true, untrustedContentHint: true });
  const response = await page.request.get(`${site.url}/api/reviews/search?query=gate&min_rating=4&limit=3`);
  const { total, reviews: expected } = (await response.json()) as {
    total: number;
    reviews: Answer["reviews"];
  };
  expect(answer.total).toBe(total);
  expect(answer.reviews).toHaveLength(3);
  for (const { date, rating, text, url } of answer.reviews) {
    expect(text.toLowerCase()).toContain("gate");
    expect(rating).toBeGreaterThanOrEqual(4);
    expect(url.startsWith(`${site.url}/reviews/`)).toBe(true);
    expect(date).toMatch(/^\d{4}-/);
  }
  expect(expected).toHaveLength(3);
  expect((await ask({ rating: 7 })).answer.error).toContain("rating must be a whole number from 1 to 5");
  expect((await ask({ query: "zeppelin", since: null })).answer.note).toContain(
    "what nobody wrote may have happened all the same",
  );
  expect(await page.locator("[data-results]").isVisible()).toBe(false);
  expect(new URL(page.url()).search).toBe("");
  expect(troubles).toEqual([]);
  await page.context().close();

  const { page: plain } = await site.visit("/search/?query=gate");
  await status(plain)
    .getByText(/reviews match/)
    .waitFor();
  const scripts = await plain.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(scripts.filter((name) => name.includes("agent-tools"))).toEqual([]);
  await plain.context().close();
});

interface AgentTool {
  annotations: object;
  execute: (input: object) => Promise<{ content: { text: string }[] }>;
}
interface Answer {
  total: number;
  reviews: { url: string; date: string; rating: number; text: string }[];
  note: string;
  error?: string;
}
