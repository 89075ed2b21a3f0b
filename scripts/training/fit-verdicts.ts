import { createAspectFinder } from "../../src/insights/aspect-words.ts";
import { readSentences, type Network } from "../../src/insights/network.ts";
import { prepareText } from "../../src/insights/sentences.ts";
import { subjects, subjectsOf } from "../../src/insights/subjects.ts";
import {
  decide,
  groundNames,
  groundsFor,
  groundsIn,
  pullOf,
  type Known,
  type SentenceGrounds,
  type Side,
  type VerdictTable,
  type Weights,
} from "../../src/insights/verdict.ts";
import type { AspectEntry } from "../../src/schema/site.ts";
import type { Judged } from "./confidence-plot.ts";
import type { TaggedText } from "./material.ts";

type Label = "positive" | "negative" | "mixed" | "neutral" | undefined;
/** One review on one aspect, and what its reader says. */
export interface Case {
  known: Known;
  sentences: readonly SentenceGrounds[];
  stars: number | undefined;
  label: Label;
}

/** What a reader says of an aspect: both sides in a review are a mixture. */
function labelOf(tags: NonNullable<TaggedText["tags"]>, indexes: readonly number[]): Label {
  const signs = tags.flatMap(({ subject, sign }) =>
    indexes.includes(subjects.indexOf(subject)) ? sign : [],
  );
  if (signs.length === 0) return undefined;
  const [praise, blame] = ["+", "-"].map((side) => signs.some((sign) => sign === side || sign === "~"));
  return praise && blame ? "mixed" : praise ? "positive" : blame ? "negative" : "neutral";
}

/** Reviews as cases of the aspects of their trade; each also as if the network did not know the aspect. */
export function toCases(
  reviews: readonly (TaggedText & { aspects: readonly AspectEntry[] })[],
  network: Network,
): Case[] {
  const finders = new Map<readonly AspectEntry[], ReturnType<typeof prepareAspects>>();
  return reviews.flatMap(({ text, tags, stars, aspects }) => {
    const known = finders.get(aspects) ?? prepareAspects(aspects);
    finders.set(aspects, known);
    const prepared = prepareText(text);
    const scores = readSentences(
      network,
      prepared.sentences.map(({ tokens }) => tokens.map(({ word }) => word)),
    );
    const words = prepared.sentences.map((sentence) => known.find(prepared, sentence));
    return known.subjects.flatMap((own, aspect): Case[] => {
      if (own.indexes.length === 0 || !own.alone) return [];
      const label = labelOf(tags ?? [], own.indexes);
      const found = words.map((each) => each.get(aspect));
      return [own, { indexes: [], alone: false }].flatMap((as): Case[] => {
        const grounds = groundsIn(as, scores, found);
        return grounds === undefined ? [] : [{ ...grounds, stars, label }];
      });
    });
  });
}
const prepareAspects = (aspects: readonly AspectEntry[]) => ({
  find: createAspectFinder(aspects),
  subjects: subjectsOf(aspects),
});

/** Logistic regression by Newton's method, with a little shrinkage. */
function regress(rows: readonly (readonly number[])[], hits: readonly boolean[], shrink = 1): number[] {
  const size = rows[0]?.length ?? 0;
  const weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < 12; round += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -shrink * weight));
    const curve = weights.map((_, at) => weights.map((__, other) => (at === other ? shrink : 0)));
    for (const [index, row] of rows.entries()) {
      const odds = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * weights[at]!, 0)));
      const [error, slope] = [(hits[index] ? 1 : 0) - odds, odds * (1 - odds)];
      for (let at = 0; at < size; at += 1) {
        gradient[at]! += error * row[at]!;
        for (let other = 0; other < size; other += 1) curve[at]![other]! += slope * row[at]! * row[other]!;
      }
    }
    for (const [at, step] of solve(curve, gradient).entries()) weights[at]! += step;
  }
  return weights;
}

/** Gauss with pivots. */
function solve(matrix: number[][], values: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!]);
  for (let at = 0; at < rows.length; at += 1) {
    const pivot = rows
      .slice(at)
      .reduce((best, row, step) => (Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? at + step : best), at);
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = row[at]! / rows[at]![at]!;
      for (let column = at; column < row.length; column += 1) row[column]! -= factor * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

const sides = ["positive", "negative"] as const;
const round = (value: number): number => Math.round(value * 100) / 100;
const has = (label: Label, side: Side): boolean => label === side || label === "mixed";

/** More weight of the stars finds more in invented reviews, whose stars fit all they say, than in those of people. */
const maxStars = 1;

export function fitTable(cases: readonly Case[]): VerdictTable {
  const fit = (known: Known, side: Side): Weights => {
    const own = cases.filter((one) => one.known === known);
    const rows = own.map(({ sentences, stars }) => {
      const grounds = groundsFor(side, sentences, pullOf(stars));
      return [1, ...groundNames.map((name) => grounds[name])];
    });
    const found = regress(
      rows,
      own.map(({ label }) => has(label, side)),
    );
    return {
      bias: round(found[0]!),
      ...Object.fromEntries(groundNames.map((name, at) => [name, round(found[at + 1]!)])),
      stars: Math.min(maxStars, round(found.at(-1)!)),
    } as Weights;
  };
  const weights = Object.fromEntries(
    (["named", "heard", "owner only"] as const).map((known) => [
      known,
      { positive: fit(known, "positive"), negative: fit(known, "negative") },
    ]),
  ) as VerdictTable["weights"];
  let table: VerdictTable = {
    weights,
    mixed: 0.5,
    unsure: -1,
    confidence: {
      positive: { bias: 0, score: 1, other: 0 },
      negative: { bias: 0, score: 1, other: 0 },
      mixed: { bias: 0, score: 1, other: 0 },
    },
  };
  // Where each side begins, and what makes a mixture: by what most verdicts are right with.
  for (const known of ["named", "heard", "owner only"] as const)
    for (const side of sides) {
      const shifted = (by: number): VerdictTable => {
        const changed = structuredClone(table);
        (changed.weights[known][side] as { bias: number }).bias = round(table.weights[known][side].bias + by);
        return changed;
      };
      const own = cases.filter((one) => one.known === known);
      table = best(
        [-1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1, 1.2].map(shifted),
        own,
        betas[side],
      );
    }
  table = best(
    [-0.4, 0, 0.4, 0.8, 1.2, 1.6, 2].map((mixed) => ({ ...table, mixed })),
    cases.filter(({ known }) => known !== "owner only"),
  );
  return calibrate(table, cases);
}

/** How likely verdicts are right, by their scores. */
function calibrate(table: VerdictTable, cases: readonly Case[]): VerdictTable {
  const said = cases.flatMap(({ known, sentences, stars, label }) => {
    const decision = decide(known, sentences, stars, table);
    return decision === undefined ? [] : [{ ...decision, label }];
  });
  const fit = (verdict: "positive" | "negative" | "mixed") => {
    const own = said.filter((one) => one.verdict === verdict);
    const rows = own.map(({ scores }) => {
      const [less, more] = [scores.positive, scores.negative].toSorted((a, b) => a - b) as [number, number];
      return verdict === "mixed" ? [1, less, more] : [1, more, less];
    });
    const [bias = 0, score = 0, other = 0] = regress(
      rows,
      own.map(({ label }) => label === verdict),
    ).map(round);
    return { bias, score, other };
  };
  return {
    ...table,
    confidence: { positive: fit("positive"), negative: fit("negative"), mixed: fit("mixed") },
  };
}

interface Tally {
  said: number;
  labelled: number;
  right: number;
  blamed: number;
  blamedRight: number;
}
const isOpinion = (label: string | undefined): boolean =>
  label === "positive" || label === "negative" || label === "mixed";

export function tally(table: VerdictTable, cases: readonly Case[]): Tally {
  const sum: Tally = { said: 0, labelled: 0, right: 0, blamed: 0, blamedRight: 0 };
  for (const { known, sentences, stars, label } of cases) {
    const verdict = decide(known, sentences, stars, table)?.verdict;
    if (isOpinion(label)) sum.labelled += 1;
    if (!isOpinion(verdict)) continue;
    sum.said += 1;
    if (verdict === label) sum.right += 1;
    if (verdict !== "negative") continue;
    sum.blamed += 1;
    if (label === "negative") sum.blamedRight += 1;
  }
  return sum;
}
/** F1, or with a smaller beta a measure to which being right counts more than finding all. */
export const fOf = ({ said, labelled, right }: Tally, beta = 1): number =>
  ((1 + beta ** 2) * right) / (beta ** 2 * labelled + said);

const best = (tables: readonly VerdictTable[], cases: readonly Case[], beta = 1): VerdictTable =>
  tables.map((table) => ({ table, f: fOf(tally(table, cases), beta) })).toSorted((a, b) => b.f - a.f)[0]!
    .table;
/** A false complaint does more harm than a missed one. */
const betas = { positive: 1, negative: 0.7 };

/** The verdicts for and against, each with its confidence. */
export const judgedBy = (table: VerdictTable, cases: readonly Case[]): Judged[] =>
  cases.flatMap(({ known, sentences, stars, label }) => {
    const decision = decide(known, sentences, stars, table);
    return decision === undefined || !isOpinion(decision.verdict)
      ? []
      : [{ confidence: decision.confidence, isRight: decision.verdict === label }];
  });
