import { expect, test } from "vitest";
import { useSite } from "./browser.ts";
import { readDataset, readInsights } from "../published.ts";

const { business, aggregate_rating: rating, reviews } = await readDataset();
const matched = reviews.filter(({ verification }) => verification.method !== "platform").length;
const { aspects } = await readInsights();
const phone = { viewport: { width: 390, height: 844 } };

const site = useSite();

test.each([
  ["a phone's", { viewport: { width: 390, height: 844 } }],
  ["a desk's", { viewport: { width: 1280, height: 900 } }],
])(
  "%s first screen says who, what, where, how good, on what proof, in whose words, and how to call",
  async (_, screen) => {
    const { page, troubles } = await site.visit("/", screen);
    await page.locator(".is-open, .is-closed").waitFor();
    const bar = await page.locator(".call-bar").boundingBox();
    const buttons = bar === null ? ".hero-body" : ".call-bar";
    const places = {
      name: "h1",
      trade: ".hero-trade",
      open: ".hero-open",
      stars: ".score .stars",
      bars: ".hero .star-rows",
      proof: ".trust",
      praise: ".hero .quote-positive",
      criticism: ".hero .quote-negative",
      call: `${buttons} a[href^='tel:']`,
      estimate: `${buttons} a[href^='mailto:']`,
    };
    const floor = screen.viewport.height - (bar?.height ?? 0);
    for (const [what, selector] of Object.entries(places)) {
      const { y = Infinity, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
      const isInBar = bar !== null && y >= floor;
      expect(y + height, what).toBeLessThanOrEqual(isInBar ? screen.viewport.height : floor);
    }
    const first = await page.locator(".hero").innerText();
    for (const said of [
      business.name,
      rating.rating_value.toFixed(2),
      `${rating.review_count} verified reviews`,
      `${matched} of ${rating.review_count} matched`,
      "None withheld for being negative",
      "complaints answered",
      "this past year",
    ])
      expect(first).toContain(said);
    expect(troubles).toEqual([]);
  },
);

test("the shares are of what customers judge most often, be it praise or criticism", async () => {
  const { page } = await site.visit("/");
  const shown = await page.locator(".said h3").allInnerTexts();
  expect(shown).toHaveLength(6);
  const opinions = ({ positive, mixed, negative }: (typeof aspects)[number]) => positive + mixed + negative;
  const least = Math.min(...aspects.filter(({ name }) => shown.includes(name)).map(opinions));
  for (const aspect of aspects.filter(({ name }) => !shown.includes(name)))
    expect(opinions(aspect), aspect.name).toBeLessThanOrEqual(least);
});

test("each row of stars is a share of all reviews and leads to those reviews", async () => {
  const { page } = await site.visit("/", phone);
  for (const stars of [5, 4, 3, 2, 1] as const) {
    const row = page.locator(`.star-rows a[href="/reviews/stars/${stars}/"]`);
    const { height = 0 } = (await row.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(24);
    const count = rating.distribution[`${stars}`];
    const width = Number(await row.locator(".bar-stars").getAttribute("width"));
    expect(width).toBeCloseTo((100 * count) / rating.review_count, 1);
  }
  await page.locator('.star-rows a[href="/reviews/stars/1/"]').click();
  await page.waitForURL("**/reviews/stars/1/");
  expect(await page.locator(".review").count()).toBe(Math.min(25, rating.distribution["1"]));
});

test("quotes shown alone are whole sentences of different reviews whose stars agree", async () => {
  const { page } = await site.visit("/");
  const quotes = await page.locator(".quote-card").evaluateAll((cards) =>
    cards.map((card) => ({
      words: card.querySelector("blockquote")?.textContent?.trim() ?? "",
      href: card.querySelector("a")?.getAttribute("href") ?? "",
      critical: card.classList.contains("quote-negative"),
    })),
  );
  expect(quotes.map(({ critical }) => critical)).toEqual([false, true]);
  const quoted = quotes.map(({ words, href, critical }) => {
    const review = reviews.find(({ id }) => href.startsWith(`/reviews/${id}/#`));
    expect(review?.text.replace(/\s+/g, " ")).toContain(words);
    expect(words).toMatch(/[.!]["”]?$/);
    if (critical) expect(review?.rating).toBeLessThanOrEqual(2);
    else expect(review?.rating).toBe(5);
    return review?.id;
  });
  expect(new Set(quoted).size).toBe(quoted.length);
});

test("a long review folds and unfolds without scripts, and none of its words is missing", async () => {
  const { page } = await site.visit("/reviews/stars/5/", { javaScriptEnabled: false });
  const fold = page.locator(".fold").first();
  const article = page.locator(".review", { has: fold }).first();
  const href = (await article.locator(".review-link").getAttribute("href")) ?? "";
  const text = reviews.find(({ id }) => href === `/reviews/${id}/`)?.text;
  expect(await article.locator(".review-text").textContent()).toBe(text);
  const before = (await article.boundingBox())?.height ?? 0;
  await fold.locator("summary").click();
  expect((await article.boundingBox())?.height ?? 0).toBeGreaterThan(before);
});
