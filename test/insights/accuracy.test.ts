import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { judge } from "../../src/insights/polarity.ts";

interface Labelled {
  text: string;
  from: number;
  to: number;
  polarity: "positive" | "neutral" | "negative";
}
const load = async (name: string): Promise<Labelled[]> => {
  const text = await readFile(new URL(`../fixtures/polarity/${name}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);
};

/** `npx vitest run --config test/vitest.config.ts -u test/insights/accuracy.test.ts` writes the figures anew. */
test("the accuracy that insights.json states is what the report half of the labelled sentences gives", async () => {
  const [tuning, report] = [await load("lawn-tuning"), await load("lawn-report")];
  const judged = report.map(({ text, from, to, polarity }) => ({
    wanted: polarity,
    got: judge(text, from, to).leaning,
  }));
  const f1 = (["positive", "neutral", "negative"] as const).map((kind) => {
    const right = judged.filter(({ wanted, got }) => wanted === kind && got === kind).length;
    const either =
      judged.filter(({ wanted }) => wanted === kind).length + judged.filter(({ got }) => got === kind).length;
    return (2 * right) / either;
  });
  const round = (value: number) => Math.round(value * 1000) / 1000;
  const figures = {
    accuracy: round(judged.filter(({ wanted, got }) => wanted === got).length / judged.length),
    macro_f1: round(f1.reduce((sum, value) => sum + value, 0) / f1.length),
    labelled_sentences: tuning.length + report.length,
  };
  await expect(`${JSON.stringify(figures, null, 2)}\n`).toMatchFileSnapshot(
    "../../src/insights/accuracy.json",
  );
});
