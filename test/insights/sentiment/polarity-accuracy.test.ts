import { describe, expect, test } from "vitest";
import { judge } from "../../../src/insights/sentiment/polarity.ts";
import { loadLabelled } from "../../../scripts/training/train-polarity.ts";
import type { Labelled } from "../../../scripts/training/rewrites.ts";

type Line = Labelled & { kind: string };
const load = (name: string) =>
  loadLabelled(new URL(`../../fixtures/polarity/${name}.jsonl`, import.meta.url).pathname) as Line[];
const halves = { tuning: load("lawn-tuning"), report: load("lawn-report") };
const easy = new Set(["plain", "neutral"]);

const share = (lines: readonly Line[], holds: (line: Line) => boolean): number =>
  lines.filter(holds).length / lines.length;
const isRight = ({ text, from, to, polarity }: Line): boolean => judge(text, from, to).leaning === polarity;

function macroF1(lines: readonly Line[]): number {
  const labels = ["positive", "neutral", "negative"] as const;
  const judged = lines.map((line) => ({
    said: judge(line.text, line.from, line.to).leaning,
    label: line.polarity,
  }));
  const scores = labels.map((label) => {
    const both = judged.filter((line) => line.said === label && line.label === label).length;
    return (
      (2 * both) /
      (judged.filter(({ said }) => said === label).length +
        judged.filter((line) => line.label === label).length)
    );
  });
  return scores.reduce((sum, score) => sum + score) / labels.length;
}

/** The text of which only some characters are left, and where the target then stands. */
function reduced(line: Line, keep: (at: number) => boolean): { text: string; from: number; to: number } {
  const { text, from, to } = line;
  const isKept = (at: number): boolean => (at >= from && at < to) || keep(at);
  const left = text
    .slice(0, from)
    .split("")
    .filter((_, at) => isKept(at))
    .join("");
  const right = text
    .slice(to)
    .split("")
    .filter((_, at) => isKept(to + at))
    .join("");
  return { text: left + line.term + right, from: left.length, to: left.length + line.term.length };
}

describe("the labelled sentences of this trade", () => {
  test("are at least 250, at least half of them hard, and no sentence is in both halves", () => {
    const all = [...halves.tuning, ...halves.report];
    expect(all.length).toBeGreaterThanOrEqual(250);
    expect(share(all, ({ kind }) => !easy.has(kind))).toBeGreaterThanOrEqual(0.5);
    const tuned = new Set(halves.tuning.map(({ text }) => text));
    expect(halves.report.filter(({ text }) => tuned.has(text))).toEqual([]);
    for (const { text, from, to, term } of all) expect(text.slice(from, to)).toBe(term);
  });

  test("are not among the training sentences", () => {
    const trained = new Set(load("training").map(({ text }) => text));
    expect([...halves.tuning, ...halves.report].filter(({ text }) => trained.has(text))).toEqual([]);
  });
});

describe.each(Object.entries(halves))("the %s half", (_, lines) => {
  test("is judged right in at least 80 %", () => {
    expect(share(lines, isRight)).toBeGreaterThanOrEqual(0.8);
    expect(macroF1(lines)).toBeGreaterThanOrEqual(0.75);
  });

  test("each kind of hard case is judged right in at least 65 %", () => {
    const byKind = Map.groupBy(lines, ({ kind }) => kind);
    const weak = [...byKind]
      .map(([kind, members]) => ({ kind, right: share(members, isRight) }))
      .filter(({ right }) => right < 0.65);
    expect(weak).toEqual([]);
  });
});

describe.each(["laptops", "hotels", "restaurants"])("sentences about %s", (name) => {
  const lines = load(name);
  test("mark the words they are about", () => {
    for (const { text, from, to, term } of lines) expect(text.slice(from, to)).toBe(term);
  });

  test("are not among the training sentences", () => {
    const trained = new Set(load("training").map(({ text }) => text));
    expect(lines.filter(({ text }) => trained.has(text))).toEqual([]);
  });

  test("are judged right in at least 75 %, those whose errors nobody read too", () => {
    for (const kind of ["tuning", "report"])
      expect(
        share(
          lines.filter((line) => line.kind === kind),
          isRight,
        ),
      ).toBeGreaterThanOrEqual(0.75);
  });
});

const marks = (spans: readonly { from: number; to: number }[], at: number): boolean =>
  spans.some(({ from, to }) => at >= from && at < to);
const leaningOf = ({ text, from, to }: { text: string; from: number; to: number }) =>
  judge(text, from, to).leaning;

test("the half that nothing was tuned on is read right in 92 of 100 of each kind", () =>
  expect(macroF1(halves.report)).toBeGreaterThanOrEqual(0.92));

describe("evidence", () => {
  const opinions = [...halves.tuning, ...halves.report]
    .map((line) => ({ line, verdict: judge(line.text, line.from, line.to) }))
    .filter(({ verdict }) => verdict.leaning !== "neutral");
  test("taken away changes at least 95 % of verdicts", () => {
    const changed = opinions.filter(
      ({ line, verdict }) => leaningOf(reduced(line, (at) => !marks(verdict.spans, at))) !== verdict.leaning,
    );
    expect(changed.length / opinions.length).toBeGreaterThanOrEqual(0.95);
  });

  test("left alone with the target gives at least 90 % of the verdicts again", () => {
    const same = opinions.filter(
      ({ line, verdict }) =>
        leaningOf(reduced(line, (at) => marks(verdict.spans, at) || /\s/.test(line.text[at]!))) ===
        verdict.leaning,
    );
    expect(same.length / opinions.length).toBeGreaterThanOrEqual(0.9);
  });

  test("is at most 30 % of the text on average", () => {
    const sizes = opinions.map(
      ({ line, verdict }) =>
        verdict.spans.reduce((sum, { from, to }) => sum + to - from, 0) / line.text.length,
    );
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThanOrEqual(0.3);
  });
});
