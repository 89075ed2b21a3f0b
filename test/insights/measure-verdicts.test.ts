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
  const told = measure("--split", "tune", "--errors", "all");
  expect(told).toMatch(/^all +F1 +50\.0 +precision +50\.0 +recall +50\.0 +negative precision +0\.0 of +1/);
  expect(told).toMatch(/\n +services +F1 +50\.0.*\n +zoo +F1 +50\.0/);
  expect(told).toMatch(/\nspurious +1\n/);
  expect(told).toMatch(/\nmissed, not heard +1\n/);
  expect(told).toContain("c 2★ price: said undefined, label negative  (missed, not heard)");
  expect(told).toContain("negative [price] “The price is outrageous.”");
});

test("only the split, the trades and the errors that were asked for are told", () => {
  expect(measure("--trade", "services", "--errors", "spurious").match(/★/g)).toHaveLength(1);
  expect(measure("--trade", "hotel")).toMatch(/labels 0/);
  expect(measure("--split", "report")).toMatch(/\nwrong sign +1\n/);
});

test("reviews need no stars, and errors are listed only where they are asked for", () => {
  const told = measure("--split", "bare");
  expect(told).toMatch(/^all +F1 +100\.0/);
  expect(told).not.toContain("★");
});
