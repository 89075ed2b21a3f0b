import { expect, test } from "vitest";
import { useSite } from "./browser.ts";
import { readDataset, readInsights } from "../published.ts";
import { isSure } from "../../src/schema/insights.ts";

const { business, reviews } = await readDataset();
const { aspects } = await readInsights();

const site = useSite();

test("insights are at most twelve screens of a phone, with contents at the top", async () => {
  const { page } = await site.visit("/insights/", { viewport: { width: 390, height: 844 } });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(12 * 844);
  for (const link of await page.getByRole("navigation", { name: "On this page" }).getByRole("link").all()) {
    const href = (await link.getAttribute("href")) ?? "";
    expect(await page.locator(href).count(), href).toBe(1);
  }
  expect(await page.locator(".topics q").count(), "phrases in customers' words").toBeGreaterThan(0);
});

test("a bar says of a hundred how many are good, of every aspect that anybody judged and of no other, the best first", async () => {
  const { page } = await site.visit("/insights/");
  const rows = await page.locator("#aspects .bars tbody tr").evaluateAll((all) =>
    all.map((row) => ({
      id: row.id,
      figure: Number(row.querySelector("strong")?.textContent),
      width: Number(row.querySelector(".bar-good")?.getAttribute("width")),
      counts: row.querySelector(".bars-counts")?.textContent?.trim() ?? "",
    })),
  );
  const judged = aspects.filter(({ positive, negative, mixed }) => positive + negative + mixed > 0);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(judged.map(({ id }) => id).toSorted());
  for (const { id, figure, width, counts } of rows) {
    const {
      score = 0,
      positive = 0,
      negative = 0,
      mixed = 0,
    } = aspects.find((aspect) => aspect.id === id) ?? {};
    expect(figure, id).toBe(Math.round(score * 100));
    expect(width, id).toBeCloseTo(score * 100, 0);
    const both = mixed > 0 ? ` (${mixed} do both)` : "";
    expect(counts, id).toBe(`${positive + mixed} praise · ${negative + mixed} critical${both}`);
  }
  const figures = rows.map(({ figure }) => figure);
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  // Nothing of how it is counted stands where people read.
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/Wilson|F1|95 ?%|\bn\b/);
});

test("lists of names stand in the order of the figures beside them", async () => {
  const { page } = await site.visit("/insights/");
  const readFigures = (list: string) =>
    page
      .locator(`${list} li > span`)
      .evaluateAll((all) => all.map((one) => Number.parseInt(one.textContent ?? "", 10)));
  const inOrder = (figures: readonly number[]) => figures.toSorted((a, b) => b - a);
  const people = await readFigures("section[aria-labelledby=people-heading] .ledger");
  expect(people.length).toBeGreaterThan(2);
  expect(people).toEqual(inOrder(people));
  await page.goto(`${site.url}/insights/punctuality/`);
  const topics = await readFigures("nav[aria-labelledby=topics-heading] .ledger");
  expect(topics.length).toBeGreaterThan(2);
  expect(topics).toEqual(inOrder(topics));
});

test("a phrase is explained by a customer who says something for sure", async () => {
  const { page } = await site.visit("/insights/");
  const { entities } = await readInsights();
  const sure = [aspects, ...Object.values(entities)]
    .flat()
    .flatMap(({ evidence }) => evidence.filter(isSure));
  const links = await page
    .locator(".topics a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  for (const href of links) {
    const [, id = "", start = 0, end = 0] = /#(.+)\.(\d+)-(\d+)$/.exec(href ?? "") ?? [];
    const overlapping = sure.filter(
      (words) => words.review_id === id && words.start < Number(end) && Number(start) < words.end,
    );
    expect(overlapping.length, id).toBeGreaterThan(0);
  }
});

test("what is praised and blamed most is said by customers, each once, in words that the figure rests on", async () => {
  const { page } = await site.visit("/insights/");
  for (const [side, polarity] of [
    ["praise", "positive"],
    ["criticism", "negative"],
  ] as const) {
    const section = page.locator(`section[aria-labelledby=${side}-heading]`);
    const voices = await section.locator(".voice").all();
    expect(voices.length).toBeGreaterThan(1);
    const quotes = await section.locator("mark").allInnerTexts();
    expect(quotes).not.toEqual([]);
    for (const voice of voices) {
      const name = await voice.locator("h3 a").innerText();
      const aspect = aspects.find((one) => one.name === name);
      const sure = aspect?.evidence.filter((entry) => entry.polarity === polarity && isSure(entry));
      for (const words of await voice.locator("mark").allInnerTexts())
        expect(
          sure?.map(({ quote }) => quote),
          name,
        ).toContain(words);
    }
  }
  const reviewers = await page
    .locator(".voice figcaption a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("#")[0]));
  expect(new Set(reviewers).size).toBe(reviewers.length);
});

test("an aspect says what changed in a year, has every half-year in a table, and leads to all of its reviews", async () => {
  const aspect = aspects.find(({ id }) => id === "punctuality");
  const { page } = await site.visit("/insights/punctuality/");
  expect(await page.locator(".change").innerText()).toMatch(
    /^Punctuality is better than a year ago: \d+ of 100/,
  );
  await page.getByText("Every half-year, with exact figures").click();
  expect(await page.locator(".plot tbody tr").count()).toBe(aspect?.trend.length);
  const quoted = await page.locator(".for-against > section").first().locator(".quote mark").allInnerTexts();
  expect(quoted.length).toBeGreaterThanOrEqual(4);
  expect(quoted.length).toBeLessThanOrEqual(8);
  const praise = new Set(
    aspect?.evidence.flatMap(({ polarity, review_id }) => (polarity === "positive" ? review_id : [])),
  );
  await page.getByRole("link", { name: `Read all ${praise.size} reviews` }).click();
  await page.waitForURL("**/reviews/praise/punctuality/");
});

test("every plot is drawn of more than one point and has its table", async () => {
  const { page } = await site.visit("/insights/");
  for (const plot of await page.locator("figure.plot").all()) {
    expect(await plot.locator("circle, .bar-good").count()).not.toBe(1);
    expect(await plot.locator("table").count()).toBe(1);
  }
});

test("stars over time mark the highest and the lowest quarter, and say so", async () => {
  const { page } = await site.visit("/insights/");
  const plot = page.locator("#time figure.plot");
  const [highest, lowest] = await plot.locator(".plot-note").allTextContents();
  expect(Number(highest)).not.toBe(Number(lowest));
  expect(await plot.locator("figcaption").innerText()).toContain("Marked: the best and the worst quarter");
});

test("each person has a page with figures, quotes, and the reviews that name them", async () => {
  for (const { id, name } of business.technicians) {
    const { page } = await site.visit(`/insights/people/${id}/`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
    const count = reviews.filter(({ mentions }) => mentions.technicians.some((one) => one.id === id)).length;
    expect(await page.locator("dl").innerText()).toContain(`Mentioned by name\n${count}\n`);
    await page.getByRole("link", { name: /^Read/ }).click();
    await page.waitForURL(`**/reviews/people/${id}/`);
  }
});

test("areas are told by stars and counts alone", async () => {
  const { page } = await site.visit("/insights/");
  expect(await page.locator("#areas").innerText()).not.toMatch(/praise|critici/i);
});

test("once a page, those who think that words were misread can say so, with the page filled in", async () => {
  const { page } = await site.visit("/insights/communication/");
  const link = page.locator(".wrong-quote a");
  expect(await link.count()).toBe(1);
  expect(await link.isVisible()).toBe(false);
  await page.getByText("Is a quote wrong?").click();
  const href = (await link.getAttribute("href")) ?? "";
  expect(href).toMatch(/^mailto:/);
  expect(decodeURIComponent(href)).toContain("/insights/communication/");
});

test("how it is counted is one tap away, and of a trade that was not measured no figures are told", async () => {
  const { page } = await site.visit("/insights/");
  const method = page.locator("#method");
  expect(await method.locator("p").first().isVisible()).toBe(false);
  await method.getByRole("heading", { name: "How this is counted" }).click();
  const text = await method.innerText();
  expect(text).toContain("Wilson");
  expect(text).toContain("It was never checked for lawn care");
  expect(text).not.toMatch(/Checked by hand/);
});
