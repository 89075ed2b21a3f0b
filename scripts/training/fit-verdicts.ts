import { createAspectFinder } from "../../src/insights/aspect-words.ts";
import { readSentences, type Network } from "../../src/insights/network.ts";
import { prepareText } from "../../src/insights/sentences.ts";
import { subjects, subjectsOf } from "../../src/insights/subjects.ts";
import { decide, groundNames, groundsFor, groundsIn, pullOf } from "../../src/insights/verdict.ts";
import type { Side } from "../../src/insights/quotes.ts";
import type { AspectSource, SentenceGrounds, VerdictTable, Weights } from "../../src/insights/verdict.ts";
import { recordOf } from "../../src/schema/json.ts";
import type { AspectEntry } from "../../src/schema/site.ts";
import type { TaggedText } from "./material.ts";

export type Label = "positive" | "negative" | "mixed" | "neutral" | undefined;
/** One review on one aspect, and what its reader says. */
export interface Case {
  source: AspectSource;
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

/** Of each aspect that the network knows, what a reader says. */
export const labelsOf = (
  tags: NonNullable<TaggedText["tags"]>,
  aspects: readonly AspectEntry[],
): Record<string, Label> =>
  Object.fromEntries(
    subjectsOf(aspects).flatMap(({ indexes, alone }, at) =>
      alone && indexes.length > 0 ? [[aspects[at]!.id, labelOf(tags, indexes)]] : [],
    ),
  );

/** Reviews as cases of the aspects of their trade; each also as if the network did not know the aspect. */
export function toCases(
  reviews: readonly (TaggedText & { aspects: readonly AspectEntry[] })[],
  network: Network,
): Case[] {
  return [...Map.groupBy(reviews, ({ aspects }) => aspects)].flatMap(([aspects, own]) => {
    const [findWords, known] = [createAspectFinder(aspects), subjectsOf(aspects)];
    return own.flatMap(({ text, tags = [], stars }) => {
      const { sentences } = prepareText(text);
      const scores = readSentences(network, sentences);
      const words = sentences.map(findWords);
      return known.flatMap((one, aspect): Case[] => {
        if (one.indexes.length === 0 || !one.alone) return [];
        const label = labelOf(tags, one.indexes);
        const found = words.map((each) => each.get(aspect));
        return [one, { indexes: [], alone: false }].flatMap((as): Case[] => {
          const grounds = groundsIn(as, scores, found);
          return grounds === undefined ? [] : [{ ...grounds, stars, label }];
        });
      });
    });
  });
}

/** Logistic regression with a little shrinkage: Newton's method, one weight at a time; the first weight is the bias. */
function regress(rows: readonly (readonly number[])[], hits: readonly boolean[]): number[] {
  const weights = (rows[0] ?? []).map(() => 0);
  const sums = rows.map(() => 0);
  for (let round = 0; round < 60; round += 1)
    for (const at of weights.keys()) {
      if (at > 0 && rows.every((row) => row[at] === rows[0]![at])) continue;
      const shrink = at === 0 ? 0 : 1;
      let [gradient, curve] = [-shrink * weights[at]!, 1e-6 + shrink];
      for (const [index, row] of rows.entries()) {
        const odds = 1 / (1 + Math.exp(-sums[index]!));
        gradient += ((hits[index] ? 1 : 0) - odds) * row[at]!;
        curve += odds * (1 - odds) * row[at]! ** 2;
      }
      const step = gradient / curve;
      weights[at]! += step;
      for (const [index, row] of rows.entries()) sums[index]! += step * row[at]!;
    }
  return weights;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** More weight of the stars finds more in invented reviews, whose stars fit all they say, than in those of people. */
const maxStars = 1;
/** How likely a side must be to be said: a false complaint does more harm than a missed one, and what is named may be only named. */
const minLikely = {
  named: { positive: 0.5, negative: 0.57 },
  network: { positive: 0.35, negative: 0.65 },
  "owner only": { positive: 0.45, negative: 0.6 },
};
const logit = (share: number): number => Math.log(share / (1 - share));

export function fitTable(cases: readonly Case[]): VerdictTable {
  const fit = (source: AspectSource, side: Side): Weights => {
    const own = cases.filter((one) => one.source === source);
    const [bias = 0, ...found] = regress(
      own.map(({ sentences, stars }) => {
        const grounds = groundsFor(side, sentences, pullOf(stars));
        return [1, ...groundNames.map((name) => grounds[name])];
      }),
      own.map(({ label }) => label === side || label === "mixed"),
    );
    const weights = recordOf(groundNames, (name) => round(found[groundNames.indexOf(name)]!));
    const stars = Math.min(maxStars, weights.stars);
    return { ...weights, stars, bias: round(bias - logit(minLikely[source][side])) };
  };
  const plain = { bias: 0, score: 1, other: 0 };
  const table: VerdictTable = {
    weights: recordOf(["named", "network", "owner only"], (source) =>
      recordOf(["positive", "negative"], (side) => fit(source, side)),
    ),
    mixed: 0.8,
    unsure: -1,
    confidence: { positive: plain, negative: plain, mixed: plain },
  };
  return { ...table, confidence: calibrate(table, cases) };
}

/** Other people see fewer opinions in a text than were tagged in it: so much less sure, in log-odds. */
const caution = 0.21;

/** How likely verdicts are right, by their scores. */
function calibrate(table: VerdictTable, cases: readonly Case[]): VerdictTable["confidence"] {
  const said = cases.flatMap(({ source, sentences, stars, label }) => {
    const decision = decide(source, sentences, stars, table);
    return decision === undefined ? [] : [{ ...decision, label }];
  });
  return recordOf(["positive", "negative", "mixed"], (verdict) => {
    const own = said.filter((one) => one.verdict === verdict);
    const [bias = 0, score = 0, other = 0] = regress(
      own.map(({ scores: { positive, negative } }) => {
        const [less, more] = [Math.min(positive, negative), Math.max(positive, negative)];
        return verdict === "mixed" ? [1, less, more] : [1, more, less];
      }),
      own.map(({ label }) => label === verdict),
    );
    return { bias: round(bias - caution), score: round(score), other: round(other) };
  });
}
