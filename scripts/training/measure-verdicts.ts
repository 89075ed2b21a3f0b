import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createReviewReader, type ReaderSite } from "../../src/insights/reader.ts";
import type { AspectEntry, PublishedEntry } from "../../src/schema/site.ts";
import { describeConfidence } from "./confidence-plot.ts";
import type { Label } from "./fit-verdicts.ts";

const help = `Compares the reader's verdicts with those of a careful person: whole reviews in, one verdict a review and aspect out.

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
  /** null where none were given. */
  stars: number | null;
  text: string;
  labels: Record<string, Label>;
  split?: string;
}
type Aspects = Record<string, (Partial<AspectEntry> & Pick<AspectEntry, "id" | "name" | "triggers">)[]>;

interface Case {
  review: Labeled;
  aspect: string;
  label: Label;
  judged: ReturnType<ReturnType<typeof createReviewReader>>["aspects"][number] | undefined;
}

const isOpinion = (verdict: string | undefined): boolean =>
  verdict === "positive" || verdict === "negative" || verdict === "mixed";
const percent = (part: number, whole: number): string =>
  whole === 0 ? "   –" : (100 * (part / whole)).toFixed(1).padStart(5);

/** Reads every review as the build would; places and people play no part here. */
function judgeAll(reviews: readonly Labeled[], aspects: Aspects): Case[] {
  const nobody = { technicians: [], services: [], areas: [], verdicts: [] };
  const business = { name: "The business" } as ReaderSite["business"];
  return [...Map.groupBy(reviews, ({ trade }) => trade)].flatMap(([trade, own]) => {
    const entries = (aspects[trade] ?? aspects["default"] ?? []).map((entry) => ({
      description: "",
      positive: [],
      negative: [],
      ignore: [],
      ...entry,
    }));
    const read = createReviewReader({ ...nobody, business, aspects: entries });
    return own.flatMap((review) => {
      const entry = { text: review.text, rating: review.stars ?? 3 } as PublishedEntry;
      const judged = new Map(read(entry).aspects.map((aspect) => [aspect.id, aspect]));
      return entries.map(({ id }) => ({
        review,
        aspect: id,
        label: review.labels[id],
        judged: judged.get(id),
      }));
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
  const words = (from: number, to: number): string => review.text.slice(from, to).replaceAll("\n", " ");
  console.log(
    `\n${review.id} ${review.stars}★ ${aspect}: said ${judged?.verdict}, label ${label}  (${errorOf(one)})`,
  );
  for (const { polarity, target, from, to } of judged?.opinions ?? [])
    console.log(`  ${polarity.padEnd(8)} [${words(target.from, target.to)}] “${words(from, to)}”`);
  if (judged === undefined) console.log(`  ${words(0, review.text.length)}`);
}

function main(): void {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      split: text,
      trade: text,
      errors: text,
      plot: text,
      help: { type: "boolean", short: "h" },
    },
  });
  const [reviewFile, aspectFile] = positionals;
  if (values.help || reviewFile === undefined || aspectFile === undefined) {
    process.stdout.write(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const reviews = readFileSync(reviewFile, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Labeled)
    .filter(({ split }) => values.split === undefined || split === values.split)
    .filter(({ trade }) => [undefined, trade, groupOf(trade)].includes(values.trade));
  const cases = judgeAll(reviews, JSON.parse(readFileSync(aspectFile, "utf8")) as Aspects);
  console.log(`all            ${figures(cases)}`);
  for (const keyOf of [groupOf, (trade: string) => trade])
    for (const [name, own] of Map.groupBy(cases, ({ review }) => keyOf(review.trade)))
      console.log(`  ${name.padEnd(12)} ${figures(own)}`);
  for (const [error, own] of Map.groupBy(cases, errorOf))
    if (error !== undefined) console.log(`${error.padEnd(22)} ${own.length}`);
  const { line, svg } = describeConfidence(
    cases.flatMap(({ judged, label }) =>
      judged && isOpinion(judged.verdict)
        ? [{ confidence: judged.confidence, isRight: judged.verdict === label }]
        : [],
    ),
  );
  console.log(line);
  if (values.plot !== undefined) writeFileSync(values.plot, `${svg}\n`);
  for (const one of cases) {
    const error = errorOf(one);
    if (error !== undefined && values.errors !== undefined)
      if (values.errors === "all" || error.includes(values.errors)) explain(one);
  }
}

if (import.meta.main) main();
