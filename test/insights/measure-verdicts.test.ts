import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "verdicts-"));
const reviews = join(folder, "reviews.jsonl");
const aspects = join(folder, "aspects.json");
const lines = [
  { id: "a", trade: "zoo", stars: 5, text: "Great price.", labels: { price: "positive" }, split: "tune" },
  { id: "b", trade: "zoo", stars: 1, text: "The price is outrageous.", labels: {}, split: "tune" },
  { id: "c", trade: "zoo", stars: 2, text: "They lost us.", labels: { price: "negative" }, split: "tune" },
  { id: "e", trade: "zoo", stars: null, text: "Great price.", labels: { price: "positive" }, split: "bare" },
  { id: "d", trade: "zoo", stars: 5, text: "Great price.", labels: { price: "negative" }, split: "report" },
];
writeFileSync(reviews, lines.map((line) => JSON.stringify(line)).join("\n"));
writeFileSync(aspects, JSON.stringify({ zoo: [{ id: "price", name: "Price", triggers: ["price"] }] }));

const measure = (...args: string[]): string =>
  execFileSync(process.execPath, ["scripts/training/measure-verdicts.ts", reviews, aspects, ...args], {
    encoding: "utf8",
  });

test("verdicts are compared with a reader's, by trade and by the kind of error", () => {
  const told = measure("--split", "tune", "--errors");
  expect(told).toMatch(/^all +F1 +50\.0 +right +50\.0 +found +50\.0 +complaints right +0\.0 of +1/);
  expect(told).toMatch(/\n +zoo +F1 +50\.0/);
  expect(told).toMatch(/\nspurious +1\n/);
  expect(told).toMatch(/\nmissed, not heard +1\n/);
  expect(told).toContain("c 2★ price: said undefined, label negative  (missed, not heard)");
  expect(told).toContain("negative [price] “The price is outrageous.”");
});

test("only the split that was asked for is read", () => {
  expect(measure("--split", "report")).toMatch(/\nwrong sign +1\n/);
});

test("reviews need no stars, and errors are listed only where they are asked for", () => {
  const told = measure("--split", "bare");
  expect(told).toMatch(/^all +F1 +100\.0/);
  expect(told).not.toContain("★");
});
