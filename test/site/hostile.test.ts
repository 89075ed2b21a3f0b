import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { stickingOut, useSite } from "./browser.ts";
import { demonstration } from "../demonstration.ts";
import { build } from "../build/builds.ts";
import { readDataset } from "../published.ts";
import { useTemporaryFolder } from "../temporary-folder.ts";

const attack = `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">`;

const texts = [
  `${attack} The crew was late. </script></p></article><!-- ]]> "quoted" 'too' &amp; {{aspect.results.score}} \${window.hacked}`,
  `The ${"unbelievably".repeat(60)} great lawn looks great`,
  "צוות אדיב מאוד, הגיעו בזמן. On time, <b>every</b> week. الفريق وصل في الموعد",
  "👩‍👩‍👧‍👦👨🏽‍🌾🏳️‍🌈 On time! 🌱🌱🌱 The price was fair. ".repeat(12),
  `See https://example.com/${"a/".repeat(150)}?q=<script>alert(1)</script>`,
  "Line one.\n\n\n\nLine two was on time.\n<svg onload=window.hacked=3>\n- not a list\n# not a heading",
  "Z̷͚͊a̸͓̚l̵̰̈g̶̢̓o̸̜͝ ".repeat(40),
];
const hostile = texts.map((text, index) => ({
  id: `hostile-${index}`,
  date: `2026-10-${String(20 + index)}`,
  rating: (index % 5) + 1,
  title: index % 2 === 0 ? `</title>${attack}` : "W".repeat(300),
  text,
  author: index % 2 === 0 ? `<b>${"x".repeat(40)}</b>` : "Ünïcödé Ł.",
  source: {
    name: `"><script>window.hacked = 4</script>`,
    url: `https://x.test/"onmouseover="window.hacked=5"'onfocus='window.hacked=6'><b>&quot;`,
  },
  verification: { method: "invoice" },
  reply: { date: "2026-11-01", text: `Thank you. ${attack} ${"wow".repeat(200)}` },
}));
// Enough of a kind in one month to fill pages, and long, so that pages are as heavy as they get.
const many = Array.from({ length: 240 }, (_, index) => ({
  id: `many-${index}`,
  date: `2026-09-${String((index % 28) + 1).padStart(2, "0")}`,
  rating: (index % 5) + 1,
  text: `Visit ${index}. ${"They were on time and polite, the price was fair, but the gate was left open and the weeds came back. ".repeat(8)}`,
  author: "Sam Q.",
  source: { name: "Own website" },
  verification: { method: "job_record" },
}));

const folder = useTemporaryFolder();
const dist = join(folder, "dist");
let dataset: ReviewsDataset;

beforeAll(async () => {
  const content = join(folder, "content");
  await cp(demonstration, content, { recursive: true });
  await rm(join(content, "reviews"), { recursive: true });
  await rm(join(content, "faq"), { recursive: true });
  await cp(join(demonstration, "faq/do-you-come-on-time.md"), join(content, "faq/do-you-come-on-time.md"));
  await writeFile(
    join(content, "summary.md"),
    "---\nupdated: 2026-11-01\n---\n\nIn short: {{aggregate.review_count}} reviews.\n",
  );
  const business = await readFile(join(content, "business.yaml"), "utf8");
  await writeFile(
    join(content, "business.yaml"),
    `language: fi\n${business.replace(/^name: .*$/m, `name: 'Green & <Sons> "${"Lawncare".repeat(6)}"'`)}`
      .replace("country: US", "country: GB")
      .replace(/^estimate_url: /m, "action:\n  label: Book <b>a round</b>\n  url: "),
  );
  const long = "Wolfeschlegelstein".repeat(7).slice(0, 120);
  for (const [file, name] of [
    ["technicians.yaml", "Will Tanner"],
    ["services.yaml", "Lawn mowing"],
    ["areas.yaml", "Fernwick"],
  ] as const) {
    const text = await readFile(join(content, file), "utf8");
    await writeFile(join(content, file), text.replace(`name: ${name}`, `name: ${name} ${long}`));
  }
  await mkdir(join(content, "reviews"));
  const lines = [...hostile, ...many].map((review) => `${JSON.stringify(review)}\n`);
  await writeFile(join(content, "reviews/all.jsonl"), lines.join(""));
  await build({ content, out: dist });
  dataset = await readDataset(dist);
});
const site = useSite(() => dist);

test.each([
  "/",
  "/reviews/",
  "/reviews/2026-10/",
  "/reviews/2026-09/",
  "/insights/",
  "/insights/punctuality/",
  "/insights/people/will-tanner/",
  "/reviews/praise/punctuality/",
  "/reviews/hostile-1/",
  "/search/?query=late",
  "/faq/",
  "/write/",
  "/share/",
  "/history/",
  "/about-these-reviews/",
  "/developers/",
])("%s shows hostile text as text, runs none of it, and keeps its layout and weight", async (path) => {
  const { page, troubles } = await site.visit(path);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await stickingOut(page), `${width} pixels`).toEqual([]);
  }
  const state = await page.evaluate(() => ({
    hacked: "hacked" in window,
    injected: document.querySelectorAll(
      "img:not(.brand-mark, [src^='/photos/'], [src$='/badge.svg']), [onerror], [onload], [onmouseover], [onfocus], main b, main script:not([src])",
    ).length,
    title: document.title,
    ends: document.querySelectorAll("footer").length,
  }));
  expect(state).toMatchObject({ hacked: false, injected: 0, ends: 1 });
  expect(state.title).toContain("Green & <Sons>");
  expect(troubles).toEqual([]);
  const html = await (await fetch(site.url + path)).text();
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(330_000);
});

test("every hostile review is on its page word for word, in text and in JSON-LD", async () => {
  const { page } = await site.visit("/reviews/2026-10/");
  const shown = await page.evaluate(() => ({
    texts: [...document.querySelectorAll(".review")].map((review) => [
      review.id,
      review.querySelector(".review-text")?.textContent,
    ]),
    linked: JSON.parse(document.querySelector("script[type='application/ld+json']")?.textContent ?? "{}") as {
      review: { reviewBody: string }[];
    },
  }));
  const expected = dataset.reviews.filter(({ date }) => date.startsWith("2026-10"));
  expect(expected).toHaveLength(hostile.length);
  expect(Object.fromEntries(shown.texts)).toEqual(
    Object.fromEntries(expected.map(({ id, text }) => [id, text])),
  );
  expect(shown.linked.review.map(({ reviewBody }) => reviewBody)).toEqual(expected.map(({ text }) => text));
});

test("dates of a British business are British on its pages, in its hours and in what a search finds", async () => {
  const { page } = await site.visit("/");
  expect(await page.locator(".review-cards").last().innerText()).toMatch(/1 November 2026/);
  expect(await page.locator(".hours").innerText()).toContain("07:30–18:00");
  await page.goto(`${site.url}/reviews/?query=Visit+3&min_rating=4`);
  const dates = page.locator("[data-list] .review-link time");
  await dates.first().waitFor();
  for (const date of await dates.allInnerTexts()) expect(date).toMatch(/^\d{1,2} Sept 2026$/);
});

test("pages say the language of their words: ours are English, the owner's and most customers' the language of the business", async () => {
  const { page } = await site.visit("/");
  const languages = (path: string, selector: string) =>
    page
      .goto(site.url + path)
      .then(() =>
        page
          .locator(selector)
          .evaluateAll((all) => all.map((one) => one.closest("[lang]")?.getAttribute("lang"))),
      );
  expect(await languages("/", "h1, .hero .button, .contact-card > p:first-of-type, .summary .prose")).toEqual(
    ["en", "en", "en", "fi", "fi"],
  );
  expect(await languages("/faq/", "h1, .answer h2, .answer .prose, .answer > p > a")).toEqual([
    "en",
    "fi",
    "fi",
    "en",
  ]);
  const texts = new Set(await languages("/reviews/2026-09/", ".review-text"));
  expect([...texts]).toEqual(["en"]);
  expect((await languages("/reviews/2026-10/", ".review-text")).at(-1)).toBe("fi");
});

test("an address of a source that holds quotes is a link to just that address, wherever it is shown", async () => {
  const { page } = await site.visit("/reviews/2026-10/");
  const links = () =>
    page
      .locator(".review-source a")
      .evaluateAll((all) => all.map((link) => [link.getAttributeNames(), link.getAttribute("href")]));
  const expected = hostile.map(({ source }) => [["href", "rel"], source.url]);
  expect(await links()).toEqual(expected);
  await page.goto(`${site.url}/reviews/hostile-3/`);
  expect(await links()).toEqual(expected.slice(0, 1));
  await page.goto(`${site.url}/reviews/?query=Line+two`);
  await page.locator("[data-list] .review-source a").waitFor();
  expect(await links()).toContainEqual(expected[0]);
});

test("the button beside Call has the owner's words, as words", async () => {
  const { page } = await site.visit("/");
  const other = page.locator(".hero .button:not([href^='tel:'])");
  expect(await other.allInnerTexts()).toEqual(["Book <b>a round</b>"]);
});

test("search finds hostile words and shows them as words", async () => {
  const { page, troubles } = await site.visit("/reviews/");
  for (const words of [`<script>window.hacked = 1</script>`, "${window.hacked}", "الفريق", "👩‍👩‍👧‍👦", "(.*)+$"]) {
    await page.getByLabel("Words or a question").fill(words);
    const found = dataset.reviews.filter(({ text }) => text.includes(words));
    if (found.length === 0) {
      await page.getByText("No review matches.").waitFor();
      continue;
    }
    await page.locator("[data-status]").getByText(`${found.length} review matches`).waitFor();
    await expect.poll(() => page.locator("[data-list] mark").first().textContent()).toBe(words);
    expect(await page.locator("[data-list] .review-text").first().textContent()).toBe(found[0]?.text);
    expect(await stickingOut(page)).toEqual([]);
  }
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(troubles).toEqual([]);
});
