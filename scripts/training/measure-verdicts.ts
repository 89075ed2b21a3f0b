import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createReviewReader, type ReaderSite } from "../../src/insights/reader.ts";
import type { Range } from "../../src/insights/sentences.ts";
import type { Judgement } from "../../src/insights/verdict.ts";
import type { AspectEntry, PublishedEntry } from "../../src/schema/site.ts";
import { describeConfidence } from "./confidence-plot.ts";
import type { Label } from "./fit-verdicts.ts";

const usage = `Compares the reader's verdicts with those of a careful person: whole reviews in, one verdict a review and aspect out.

Usage: node scripts/training/measure-verdicts.ts REVIEWS.jsonl ASPECTS.json [--split NAME] [--trade NAME] [--errors KIND] [--plot FILE]

  REVIEWS.jsonl  {id, trade, stars or null, text, labels: {aspect: positive | negative | mixed | neutral}, split?} a line
  ASPECTS.json   {trade: [{id, name, triggers, positive?, negative?, ignore?}]}; "default" for the other trades
  --split NAME   only these reviews; choose settings on one split, report on the other
  --trade NAME   only this trade, or services: all but hotels and restaurants
  --errors KIND  lists the errors of a kind (all, wrong, mixture, spurious, missed) with the words they rest on
  --plot FILE    writes an SVG of how often verdicts of each confidence are right
`;

interface Labeled {
  id: string;
  trade: string;
  stars: number | null;
  text: string;
  labels: Record<string, Label>;
  split?: string;
}
interface Case {
  review: Labeled;
  aspect: string;
  label: Label;
  judged: Judgement | undefined;
}

const isOpinion = (verdict: string | undefined): boolean =>
  verdict === "positive" || verdict === "negative" || verdict === "mixed";
const percent = (part: number, whole: number): string =>
  whole === 0 ? "   –" : (100 * (part / whole)).toFixed(1).padStart(5);

/** Reads every review as the build would; places and people play no part here. */
function judgeAll(reviews: readonly Labeled[], aspects: Record<string, Partial<AspectEntry>[]>): Case[] {
  const site = { business: { name: "" }, technicians: [], services: [], areas: [], verdicts: [] };
  const plain = { description: "", positive: [], negative: [], ignore: [] };
  return [...Map.groupBy(reviews, ({ trade }) => trade)].flatMap(([trade, own]) => {
    const entries = (aspects[trade] ?? aspects["default"] ?? []).map(
      (entry) => ({ ...plain, ...entry }) as AspectEntry,
    );
    const read = createReviewReader({ ...site, aspects: entries } as unknown as ReaderSite);
    return own.flatMap((review) => {
      const found = read({ text: review.text, rating: review.stars ?? 3 } as PublishedEntry).aspects;
      return entries.map(({ id }): Case => {
        const judged = found.find((one) => one.id === id);
        return { review, aspect: id, label: review.labels[id], judged };
      });
    });
  });
}

function errorOf({ label, judged }: Case): string | undefined {
  const said = judged?.verdict;
  if (!isOpinion(said)) return isOpinion(label) ? `missed, ${said ?? "not heard"}` : undefined;
  if (said === label) return undefined;
  if (!isOpinion(label)) return "spurious";
  return said === "mixed" || label === "mixed" ? "one side of a mixture" : "wrong sign";
}

function figures(cases: readonly Case[]): string {
  const said = cases.filter(({ judged }) => isOpinion(judged?.verdict));
  const labeled = cases.filter(({ label }) => isOpinion(label));
  const right = said.filter(({ judged, label }) => judged?.verdict === label).length;
  const negative = said.filter(({ judged }) => judged?.verdict === "negative");
  const truly = negative.filter(({ label }) => label === "negative").length;
  return `F1 ${percent(2 * right, said.length + labeled.length)}  precision ${percent(right, said.length)}  recall ${percent(right, labeled.length)}  negative precision ${percent(truly, negative.length)} of ${String(negative.length).padStart(3)}  labels ${labeled.length}`;
}

const groupOf = (trade: string): string =>
  trade === "hotel" || trade === "restaurant" || trade === "demo" ? trade : "services";

function explain(one: Case): void {
  const { review, judged, aspect, label } = one;
  const said = `said ${judged?.verdict}, label ${label}  (${errorOf(one)})`;
  console.log(`\n${review.id} ${review.stars}★ ${aspect}: ${said}`);
  const words = ({ from, to }: Range): string => review.text.slice(from, to).replaceAll("\n", " ");
  for (const opinion of judged?.opinions ?? [])
    console.log(`  ${opinion.polarity.padEnd(8)} [${words(opinion.target)}] “${words(opinion)}”`);
  if (judged === undefined) console.log(`  ${words({ from: 0, to: review.text.length })}`);
}

function main(): void {
  const [text, help] = [{ type: "string" } as const, { type: "boolean", short: "h" } as const];
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { split: text, trade: text, errors: text, plot: text, help },
  });
  const [reviewFile, aspectFile] = positionals;
  if (values.help || reviewFile === undefined || aspectFile === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const reviews = readFileSync(reviewFile, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Labeled)
    .filter(({ split }) => values.split === undefined || split === values.split)
    .filter(({ trade }) => [undefined, trade, groupOf(trade)].includes(values.trade));
  const cases = judgeAll(reviews, JSON.parse(readFileSync(aspectFile, "utf8")));
  console.log(`all            ${figures(cases)}`);
  for (const keyOf of [groupOf, (trade: string) => trade])
    for (const [name, own] of Map.groupBy(cases, ({ review }) => keyOf(review.trade)))
      console.log(`  ${name.padEnd(12)} ${figures(own)}`);
  for (const [error, own] of Map.groupBy(cases, errorOf))
    if (error !== undefined) console.log(`${error.padEnd(22)} ${own.length}`);
  const said = cases.flatMap(({ judged, label }) => {
    const isSaid = judged !== undefined && isOpinion(judged.verdict);
    return isSaid ? [{ confidence: judged.confidence, isRight: judged.verdict === label }] : [];
  });
  const { line, svg } = describeConfidence(said);
  console.log(line);
  if (values.plot !== undefined) writeFileSync(values.plot, `${svg}\n`);
  if (values.errors === undefined) return;
  const asked = values.errors === "all" ? "" : values.errors;
  for (const one of cases) if (errorOf(one)?.includes(asked)) explain(one);
}

if (import.meta.main) main();
