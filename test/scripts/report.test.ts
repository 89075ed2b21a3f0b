import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toHtml, toMarkdown, buildReport, type ReportReview } from "../../scripts/report.ts";
import { review as toYaml, writeContent } from "../content/content-folder.ts";
import { fails, run } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const review = (changes: Partial<ReportReview>): ReportReview => ({
  id: "r",
  url: "https://reviews.test/reviews/r/",
  date: "2026-06-10",
  rating: 5,
  author: "Ann K.",
  text: "Fine.",
  hasReply: false,
  aspects: [],
  ...changes,
});
const many = (count: number, changes: Partial<ReportReview>) =>
  Array.from({ length: count }, () => review(changes));
const price = (verdict: "positive" | "negative") => [{ id: "price", verdict }];
const aspects = [{ id: "price", name: "Price" }];

test("new reviews, complaints without a reply, and how many older ones wait", () => {
  const reviews = [
    review({ id: "new-bad", rating: 1 }),
    review({ id: "new-answered", rating: 1, hasReply: true }),
    review({ id: "new-three", rating: 3, aspects: price("negative") }),
    review({ id: "new-fair", rating: 3, aspects: price("positive") }),
    review({ id: "old-bad", rating: 2, date: "2026-05-31" }),
  ];
  const report = buildReport("Fern", aspects, reviews, "2026-06-01");
  expect(report.fresh).toHaveLength(4);
  expect(report.unanswered.map(({ id }) => id)).toEqual(["new-bad", "new-three"]);
  expect(report.olderUnanswered).toBe(1);
});

test("an aspect is named when it moved by more than chance, and not when a few opinions differ", () => {
  const before = [
    ...many(40, { date: "2026-01-01", aspects: price("positive") }),
    ...many(10, { date: "2026-01-01", aspects: price("negative") }),
  ];
  const movement = (good: number, bad: number) => {
    const now = [...many(good, { aspects: price("positive") }), ...many(bad, { aspects: price("negative") })];
    return buildReport("Fern", aspects, [...before, ...now], "2026-06-01");
  };
  expect(movement(2, 8).down).toEqual([{ name: "Price", before: 0.8, after: 0.2, opinions: 10 }]);
  expect(movement(3, 2).down).toEqual([]);
  expect(movement(0, 4).down).toEqual([]);
  const twenty = Array.from({ length: 20 }, (_, index) => ({ id: `a${index}`, name: `A${index}` }));
  const noisy = twenty.flatMap(({ id }, index) => [
    ...many(20, { date: "2026-01-01", aspects: [{ id, verdict: "positive" }] }),
    ...many(20, { date: "2026-01-01", aspects: [{ id, verdict: "negative" }] }),
    ...many(index === 0 ? 15 : 10, { aspects: [{ id, verdict: "positive" }] }),
    ...many(index === 0 ? 5 : 10, { aspects: [{ id, verdict: "negative" }] }),
  ]);
  expect(buildReport("Fern", twenty, noisy, "2026-06-01").up).toEqual([]);
});

test("customers' words are text in Markdown and in HTML", () => {
  const text = "<img src=x> [click](javascript:alert(1)) **bold** `code`";
  const report = buildReport("Fern & <Sons>", [], [review({ text, author: "Ann_K_" })], "2026-06-01");
  const html = toHtml(report);
  expect(html).not.toMatch(/<img|href="javascript|<code>|<strong>bold/);
  expect(html).toContain("[click](javascript:alert(1)) **bold** `code`");
  expect(toMarkdown(report)).toContain("1 new review, 5.00 of 5 on average");
});

test("the command reads the owner's folder and refuses a day that is none", async () => {
  const content = await writeContent({ "reviews/more.yaml": toYaml({ rating: "1", text: "Never came." }) });
  const env = { CONTENT: content, BASE_URL: "https://reviews.test" };
  const file = join(await temporaryFolder(), "report.html");
  const { code } = await run("report.ts", ["--since", "2026-05-02", "--html", "--out", file], env);
  expect(code).toBe(0);
  expect(await readFile(file, "utf8")).toContain("Never came.");
  const bad = await run("report.ts", ["--since", "2026-02-30"], env);
  expect(bad).toMatchObject(fails("--since must be a real day", 2));
});
