import { expect, it } from "vitest";
import { countShares } from "../../scripts/training/shares-elsewhere.ts";
import published from "../../src/insights/topics/shares-elsewhere.json" with { type: "json" };
import { shareElsewhere } from "../../src/insights/topics/phrase-topics.ts";

it("the shares of words in other trades are those of the training reviews", () => {
  expect(published).toEqual(countShares());
});

it("words of every trade have large shares, those of one trade hardly any", () => {
  expect(shareElsewhere("phone")).toBeGreaterThan(0.05);
  expect(shareElsewhere("gate")).toBeLessThan(0.02);
  expect(shareElsewhere("gumbo")).toBeLessThan(0.005);
});
