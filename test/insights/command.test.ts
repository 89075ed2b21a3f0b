import { execFile } from "node:child_process";
import { describe, expect, test } from "vitest";

interface Result {
  code: number;
  out: string;
  err: string;
}
const insights = (...args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    // Vitest sets BASE_URL to "/", which is no address of a site.
    const { BASE_URL: _base, ...env } = process.env;
    execFile(process.execPath, ["scripts/insights.ts", ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

describe("npm run insights", () => {
  test("--explain prints the review, its verdicts with their offsets, and the rule behind each", async () => {
    const { code, out } = await insights("--explain", "2026-10-14-1");
    expect(code).toBe(0);
    expect(out).toContain("Great cut, but late again.");
    expect(out).toContain("punctuality: negative");
    expect(out).toMatch(
      /negative {2}"late again\." {2}at 15–26, raised by "late again"\n\s+because: the owner's negative phrase/,
    );
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/\u001b/);
  });
  test("--explain of an unknown review names the nearest", async () => {
    const { code, out, err } = await insights("--explain", "2026-10-14-11");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("2026-10-14-1");
  });
  test("--triggers tells where triggers are idle and which opinions no aspect catches", async () => {
    const { code, out } = await insights("--triggers", "--json");
    expect(code).toBe(0);
    const { triggers, uncaught } = JSON.parse(out) as {
      triggers: { trigger: string; raised: number; judged: number; examples: unknown[] }[];
      uncaught: { review_id: string; quote: string }[];
    };
    expect(triggers[0]!.raised).toBeGreaterThan(triggers[0]!.judged);
    expect(triggers[0]!.examples.length).toBeGreaterThan(0);
    expect(uncaught.length).toBeGreaterThan(0);
  });
  test("--suspects lists likely misspellings", async () => {
    const { code, out } = await insights("--suspects", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ words: "wil", name: "will", review_id: "2025-06-17-1" }),
    );
  });
  test("--disagreements lists reviews whose words and stars disagree", async () => {
    const { code, out } = await insights("--disagreements", "--json");
    expect(code).toBe(0);
    const list = JSON.parse(out) as { rating: number; polarity: string }[];
    expect(list.length).toBeGreaterThan(0);
    for (const { rating, polarity } of list) expect(polarity).toBe(rating > 3 ? "negative" : "positive");
  });
  test("--help shows examples; a misspelt option is an error", async () => {
    expect(await insights("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Examples:") });
    expect(await insights("--explian")).toMatchObject({ code: 2, err: expect.stringContaining("--explian") });
  });
});
