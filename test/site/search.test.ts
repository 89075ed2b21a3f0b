import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Review } from "../../src/schema/review.ts";
import { useSite } from "./browser.ts";
import { readDataset, readInsights } from "../published.ts";

const { reviews } = await readDataset();
const { aspects } = await readInsights();
const phone = { viewport: { width: 390, height: 844 } };

const site = useSite();

const status = (page: Page) => page.locator("[data-status]");
const found = (page: Page) => page.locator("[data-list] .review");
const type = (page: Page, words: string) => page.getByLabel("Words or a question").fill(words);
/** The marks in sight; the rest is folded away. */
const marks = async (page: Page) =>
  (await page.locator("[data-list] mark:visible").allInnerTexts()).map((text) => text.toLowerCase());

test("as one types on a phone, field, count and the first review are in view, and the words marked", async () => {
  const { page, troubles } = await site.visit("/reviews/", phone);
  await page.getByLabel("Words or a question").pressSequentially("gate");
  // Whoever types slowly is answered letter by letter: this is about the whole word.
  await page.waitForURL(/\?query=gate$/);
  await page.locator("[data-results]:not([aria-busy])").waitFor();
  expect(await status(page).innerText()).toMatch(/reviews match/);
  for (const place of [
    page.getByLabel("Words or a question"),
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
});

test("typos are taken for the nearest word, which is said", async () => {
  const { page } = await site.visit("/reviews/?query=on+tme");
  await status(page).getByText("Nothing has “tme”; showing “time”.").waitFor();
  expect(await marks(page)).toContain("time");
  const [author = ""] = reviews[0]?.author.name.toLowerCase().split(" ") ?? [];
  await page.goto(`${site.url}/reviews/?query=${author}`);
  await expect.poll(() => page.locator(".review-author mark").allInnerTexts()).not.toEqual([]);
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
  const offer = page.getByRole("button", { name: `Only ${person?.name} (${expected.length})` });
  await offer.waitFor();
  expect(await order.locator("option:checked").innerText()).toBe("Most relevant");
  const { y = 999, height = 0 } = (await found(page).first().locator(".review-head").boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(560);
  await offer.click();
  await page.waitForURL((url) => url.search === `?mentions_technician=${person?.id}`);
  await status(page).getByText(`${expected.length} reviews match`).waitFor();
  expect(await offer.count()).toBe(0);
});

test("a name in the address that nobody has offers the nearest, and one tap takes it", async () => {
  const { page } = await site.visit(
    "/reviews/?rating=5&mentions_technician=Grnt+Elison&mentions_service=moowing",
  );
  for (const name of ["Grnt Elison", "moowing"])
    await status(page).getByText(`Nobody and nothing here is called “${name}”.`).waitFor();
  await page.getByRole("button", { name: /^Only Lawn mowing/ }).click();
  await page.waitForURL((url) => url.searchParams.get("mentions_service") === "mowing");
  await page.getByRole("button", { name: /^Only Grant Ellison/ }).click();
  await page.waitForURL(
    (url) => url.search === "?rating=5&mentions_technician=grant-ellison&mentions_service=mowing",
  );
  await status(page).getByText("match").waitFor();
});

/** The reviews that each filter leaves, computed from the dataset alone. */
const leaves: Record<string, (review: Review, value: string) => boolean> = {
  rating: ({ rating }, value) => rating === Number(value),
  min_rating: ({ rating }, value) => rating >= Number(value),
  year: ({ date }, value) => date.startsWith(value),
  since: ({ date }, value) => date >= value,
  until: ({ date }, value) => date <= value,
  mentions_technician: ({ mentions }, value) => mentions.technicians.some(({ id }) => id === value),
  mentions_service: ({ mentions }, value) => mentions.services.some(({ id }) => id === value),
  mentions_area: ({ mentions }, value) => mentions.areas.some(({ id }) => id === value),
  praise: ({ id }, value) => judged(value, "positive").has(id),
  criticism: ({ id }, value) => judged(value, "negative").has(id),
};
const judged = (aspect: string, polarity: string) =>
  new Set(
    aspects
      .find(({ id }) => id === aspect)
      ?.evidence.flatMap((entry) => ([polarity, "mixed"].includes(entry.polarity) ? entry.review_id : [])),
  );
const filter = (query: string) =>
  reviews.filter((review) =>
    [...new URLSearchParams(query)].every(([name, value]) => leaves[name]?.(review, value)),
  );
const averageOf = (found: readonly Review[]) =>
  (found.reduce((sum, { rating }) => sum + rating, 0) / found.length).toFixed(2);

test.each([
  "rating=5",
  "rating=5&mentions_service=mowing",
  "min_rating=2&year=2025&mentions_technician=will-tanner",
  "criticism=communication&until=2025-12-31",
  "praise=results&mentions_area=fernwick&since=2023-02-03",
])("count, average and what every other filter would leave are those of the dataset: %s", async (query) => {
  const { page } = await site.visit(`/search/?${query}`);
  const expected = filter(query);
  expect(expected.length).toBeGreaterThan(0);
  await status(page)
    .getByText(new RegExp(`^${expected.length} reviews? match`))
    .waitFor();
  // Where stars are a filter their average says nothing new: of how many they are does.
  const others = new URLSearchParams(query);
  for (const stars of ["rating", "min_rating"]) others.delete(stars);
  expect(await status(page).innerText()).toContain(
    /rating=/.test(query) ? `out of ${filter(String(others)).length} with any stars` : averageOf(expected),
  );
  const shown = await page.locator(".filters a[data-filter]").evaluateAll((links) =>
    links.map((link) => ({
      name: link.getAttribute("data-filter") ?? "",
      value: link.getAttribute("data-value") ?? "",
      left: Number(link.querySelector("[data-left]")?.textContent),
      isOn: link.hasAttribute("aria-current"),
      href: link.getAttribute("href") ?? "",
    })),
  );
  expect(shown.length).toBeGreaterThan(20);
  for (const { name, value, left, isOn, href } of shown) {
    const asked = new URLSearchParams(query);
    expect(isOn, name).toBe(asked.get(name) === value);
    // A filter's own count is of what choosing it instead would leave; days go together.
    for (const other of ["rating", "year"].includes(name)
      ? name === "rating"
        ? ["rating", "min_rating"]
        : ["year", "since", "until"]
      : [name])
      asked.delete(other);
    const instead = filter(`${asked}&${name}=${value}`);
    expect(left, `${name}=${value}`).toBe(instead.length);
    const address = new URL(href, site.url).searchParams;
    expect(address.get(name)).toBe(isOn ? null : value);
  }
  for (const [name, values] of Map.groupBy(shown, (one) => one.name)) {
    const counts = values.map(({ left }) => left);
    if (!["rating", "year"].includes(name)) expect(counts, name).toEqual(counts.toSorted((a, b) => b - a));
  }
});

test("chips, bars, people, years and words go together; each step is an address, and Back undoes one", async () => {
  const { page, troubles } = await site.visit("/search/");
  await page.locator(".facet summary", { hasText: "Services" }).click();
  const steps: (() => Promise<void>)[] = [
    async () => page.getByRole("link", { name: /^5 stars/ }).click(),
    async () => page.locator('.filters a[data-value="mowing"]').click(),
    async () => type(page, "gate"),
    // A name that a review mentions narrows the search instead of throwing it away.
    async () => found(page).first().locator('.review-mentions a[href*="/people/"]').first().click(),
  ];
  const seen = [new URL(page.url()).search];
  for (const step of steps) {
    const before = page.url();
    await step();
    await page.waitForURL((url) => url.href !== before);
    await page.locator("[data-results]:not([aria-busy], [hidden])").waitFor();
    seen.push(new URL(page.url()).search);
  }
  expect(seen.at(-1)).toMatch(/^\?rating=5&mentions_service=mowing&query=gate&mentions_technician=/);
  const said = await status(page).innerText();
  await page.getByRole("button", { name: "Remove filter 5 stars" }).click();
  await page.waitForURL((url) => !url.searchParams.has("rating"));
  await page.goBack();
  await expect.poll(() => status(page).innerText()).toBe(said);
  for (const address of seen.toReversed().slice(1)) {
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe(address);
  }
  await page.locator("#browse").waitFor();
  expect(await page.locator("[data-chosen] button").count()).toBe(0);
  expect(troubles).toEqual([]);
});

test("Back from a review and Reload keep the place, however far down and however much was shown", async () => {
  const { page } = await site.visit("/search/?min_rating=1", phone);
  await page.locator("[data-list] .review-author").nth(19).waitFor();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.locator("[data-list] .review-author").nth(45).scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const y = await page.evaluate(() => scrollY);
  expect(y).toBeGreaterThan(5_000);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);
  await found(page).nth(45).locator(".review-link").click();
  await page.waitForURL(/\/reviews\/[^/]+\//);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);
});

test("on a phone the filters are a sheet, whose focus is always in view", async () => {
  const { page } = await site.visit("/search/", { viewport: { width: 640, height: 450 } });
  expect(await page.locator(".filters").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Filters" }).click();
  for (const summary of await page.locator(".facet > summary").all())
    if (!(await summary.evaluate((one) => one.parentElement?.hasAttribute("open")))) await summary.click();
  const stops = await page.locator(".filters :is(a, button, summary, input)").count();
  await page.getByRole("button", { name: "Close" }).focus();
  for (let stop = 1; stop < stops; stop += 1) {
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const points = [top + 2, top + height - 2].map((y) => document.elementFromPoint(left + width / 2, y));
      return points.every((point) => focused?.contains(point) || point?.contains(focused))
        ? ""
        : focused?.outerHTML.slice(0, 90);
    });
    expect(hidden).toBe("");
    await page.keyboard.press("Tab");
  }
  await page.locator(".filters a[data-value='1']").first().click();
  const ones = filter("rating=1").length;
  await page.getByRole("button", { name: `Show ${ones} reviews` }).click();
  expect(await page.locator(".filters").isVisible()).toBe(false);
  await expect.poll(() => found(page).count()).toBe(ones);
});

test.each([
  ["do they come on time", "/insights/punctuality/", "/faq/#do-you-come-on-time"],
  ["How much does it cost?", "/insights/price/", "/faq/#what-does-it-cost"],
])(
  "a question leads with the owner's answer and the figure behind it, then reviews of it: %s",
  async (question, aspect, faq) => {
    const { page } = await site.visit(`/search/?query=${encodeURIComponent(question)}`, phone);
    await page.locator("[data-list] .review-text").first().waitFor();
    const led = page.locator("[data-answers] h2 a");
    expect(await led.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))).toEqual([
      site.url + faq,
    ]);
    expect(await page.locator(`[data-answers] p a[href$="${aspect}"]`).count()).toBe(1);
    const { positive = 0, mixed = 0 } = aspects.find(({ id }) => aspect.includes(`/${id}/`)) ?? {};
    expect(await page.locator("[data-answers]").innerText()).toContain(`${positive + mixed} praise`);
    const about = new Set(
      aspects.find(({ id }) => aspect.includes(`/${id}/`))?.evidence.map(({ review_id }) => review_id),
    );
    await status(page).getByText(`${about.size} reviews mention it`).waitFor();
    const shown = await found(page)
      .locator(".review-link")
      .evaluateAll((links) =>
        links.slice(0, 10).map((link) => link.getAttribute("href")?.split("/").at(-2) ?? ""),
      );
    expect(shown.filter((id) => about.has(id)).length).toBeGreaterThanOrEqual(8);
    await type(page, "gate");
    await page.locator("[data-answers] h2").first().waitFor({ state: "detached" });
  },
);

test("what nothing has is answered with the nearest, and the ways there", async () => {
  const { page } = await site.visit("/search/?query=donnally");
  const named = reviews.filter(({ text }) => /donnelly/i.test(text)).length;
  await status(page).getByText(`${named} reviews match`).waitFor();
  for (const mark of await marks(page)) expect(mark).toMatch(/^donnelly/);
  await page.goto(`${site.url}/search/?query=zeppelin+parking`);
  await status(page).getByText("No review mentions “zeppelin”.").waitFor();
  for (const mark of await marks(page)) expect(mark).toMatch(/^park/);
  expect(await page.locator("[data-suggested] button").count()).toBe(0);
  await page.goto(`${site.url}/search/?query=zeppelin&rating=1&year=2024`);
  const left = filter("rating=1&year=2024").length;
  await status(page).getByText(`No review matches. Nearest: ${left} review`).waitFor();
  expect(await found(page).count()).toBe(left);
  await page.goto(`${site.url}/search/?rating=1&mentions_service=mowing&year=2024`);
  await page.getByRole("button", { name: /^Without “1 star”/ }).click();
  await page.waitForURL((url) => url.search === "?mentions_service=mowing&year=2024");
  await page.goto(`${site.url}/search/?query=zeppelin`);
  await status(page).getByText("No review matches. Here are the newest.").waitFor();
  expect(await found(page).count()).toBe(20);
});

test("a list that was built has the same bar, which goes on from it, with the list's own counts", async () => {
  const { page } = await site.visit("/reviews/criticism/communication/");
  const chip = page.locator(".list-filters .chips a", { hasText: "2 stars" });
  const both = filter("criticism=communication&rating=2").length;
  expect(await chip.innerText()).toMatch(new RegExp(`2 stars\\s+${both}$`));
  await page.getByLabel("Words or a question").fill("call");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.search === "?query=call&criticism=communication");
  await status(page).getByText(/match/).waitFor();
  await page.goBack();
  await chip.click();
  await status(page).getByText(`${both} reviews match`).waitFor();
  await page.goto(`${site.url}/reviews/2026-10/`);
  await page.locator(".list-filters .chips a", { hasText: "Filters" }).click();
  await status(page)
    .getByText(`${filter("since=2026-10-01&until=2026-10-31").length} reviews match`)
    .waitFor();
});

test("in forced colors what is on does not look like what is off", async () => {
  const { page } = await site.visit("/search/?rating=5", { forcedColors: "active" });
  await page.getByRole("button", { name: "Remove filter 5 stars" }).waitFor();
  const looks = async (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  for (const [on, off] of [
    ["[data-chosen] .chip-on", ".filters-open"],
    [".star-rows a[aria-current]", ".star-rows a:not([aria-current])"],
  ] as const)
    expect(await looks(on)).not.toBe(await looks(off));
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
});

test("nothing is loaded for the search until it is used, and then only what it needs", async () => {
  const { page } = await site.visit("/reviews/");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url().replace(site.url, "").split("?")[0] ?? ""));
  await page.waitForTimeout(300);
  expect(loaded.filter((path) => path.startsWith("/search-index/"))).toEqual([]);
  await page.getByLabel("Words or a question").focus();
  await expect.poll(() => loaded).toContain("/search-index/words.json");
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
});

test("an index that does not come is said, leaves no old answer, and is asked for again", async () => {
  const { page } = await site.visit("/reviews/");
  await page.route("**/search-index/**", (route) => route.fulfill({ status: 503, body: "" }));
  await type(page, "gate");
  await status(page).getByText("did not load").waitFor();
  expect(await found(page).count()).toBe(0);
  await page.unroute("**/search-index/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await status(page).getByText("reviews match").waitFor();
});

test("without scripts the words are not lost, and filters lead to lists that stand ready", async () => {
  const { page } = await site.visit("/search/?rating=5", { javaScriptEnabled: false, ...phone });
  expect(await page.locator("noscript p").innerText()).toContain("Scripts are off");
  const lists = page.locator(".filters a:visible");
  expect(await lists.count()).toBeGreaterThan(10);
  await page.getByLabel("Words or a question").fill("on time");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/api\/reviews\/search\?query=on\+time$/);
  await page.goto(`${site.url}/reviews/criticism/communication/`);
  await page.getByLabel("Words or a question").fill("call");
  await page.locator("noscript button").click();
  await page.waitForURL(/\/api\/reviews\/search\?query=call$/);
});

test("agents in a browser that has WebMCP find what people find, and the page stays as it is", async () => {
  const { page, troubles } = await site.visit("/");
  await page.addInitScript(() => {
    const tools: unknown[] = [];
    // As a browser does that has been told to let the page offer none.
    const registerTool = (tool: unknown) => {
      tools.push(tool);
      return Promise.reject(new DOMException("not allowed", "NotAllowedError"));
    };
    Reflect.set(document, "modelContext", { registerTool, tools });
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

  const { page: plain } = await site.visit("/search/?query=gate");
  await status(plain)
    .getByText(/reviews match/)
    .waitFor();
  const scripts = await plain.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(scripts.filter((name) => name.includes("agent-tools"))).toEqual([]);
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
