import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { decidingQuotes } from "../../src/insights/quotes.ts";
import { createReviewReader, type PlainReading } from "../../src/insights/reader.ts";
import type { AspectEntry, PublishedEntry } from "../../src/schema/site.ts";
import { describeConfidence } from "./confidence-plot.ts";

const help = `Compares the reader's verdicts with those of a careful person: whole reviews in, one verdict a review and aspect out.

Usage: node scripts/training/measure-verdicts.ts REVIEWS.jsonl ASPECTS.json [--split NAME] [--errors KIND] [--trade NAME] [--evidence] [--plot FILE]

  REVIEWS.jsonl  {id, trade, stars or null, text, labels: {aspect: positive | negative | mixed | neutral}, split?} a line
  ASPECTS.json   {trade: [{id, name, description, triggers, positive?, negative?, ignore?}]}; "default" for the other trades
  --split NAME   only these reviews; choose settings on one split, report on the other
  --errors KIND  lists the errors of a kind (all, wrong, mixed, spurious, missed) with the words they rest on
  --trade NAME   only this trade, or services: all but hotels and restaurants
  --evidence     also: how many verdicts are others once their quotes are taken out of the text
  --plot FILE    writes an SVG of how often verdicts of each confidence are right
`;

type Label = "positive" | "negative" | "mixed" | "neutral";
interface Labelled {
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
  review: Labelled;
  aspect: string;
  label: Label | undefined;
  judged: PlainReading["aspects"][number] | undefined;
  said: string | undefined;
  read: (text: string) => PlainReading;
}

const isOpinion = (verdict: string | undefined): boolean =>
  verdict === "positive" || verdict === "negative" || verdict === "mixed";
const percent = (part: number, whole: number): string =>
  whole === 0 ? "   –" : (100 * (part / whole)).toFixed(1).padStart(5);

/** Reads every review as the build would; places and people play no part here. */
function judgeAll(reviews: readonly Labelled[], aspects: Aspects): Case[] {
  const readers = new Map<string, (review: PublishedEntry) => PlainReading>();
  return reviews.flatMap((review) => {
    const list = aspects[review.trade] ?? aspects["default"] ?? [];
    const entries = list.map((entry) => ({
      description: "",
      positive: [],
      negative: [],
      ignore: [],
      ...entry,
    }));
    const business = { name: "The business" } as Parameters<typeof createReviewReader>[0]["business"];
    const reader =
      readers.get(review.trade) ??
      createReviewReader({
        business,
        technicians: [],
        services: [],
        areas: [],
        verdicts: [],
        aspects: entries,
      });
    readers.set(review.trade, reader);
    const read = (text: string): PlainReading =>
      reader({
        id: "r",
        date: "2026-01-01",
        rating: review.stars ?? 3,
        text,
        author: "A.",
        source: { name: "" },
        verification: { method: "platform" },
      });
    const reading = read(review.text);
    return entries.map(({ id }) => {
      const judged = reading.aspects.find((aspect) => aspect.id === id);
      return { review, aspect: id, label: review.labels[id], judged, said: judged?.verdict, read };
    });
  });
}

const kindOf = ({ label, said }: Case): string | undefined => {
  if (!isOpinion(said)) return isOpinion(label) ? `missed, ${said ?? "not heard"}` : undefined;
  if (said === label) return undefined;
  if (!isOpinion(label)) return said === "mixed" ? "mixed where nothing is said" : "spurious";
  if (said === "mixed") return "mixed, one side in truth";
  return label === "mixed" ? "one side of a mixture" : "wrong sign";
};

function figures(cases: readonly Case[]): string {
  const said = cases.filter((one) => isOpinion(one.said));
  const labelled = cases.filter((one) => isOpinion(one.label));
  const right = said.filter((one) => one.said === one.label).length;
  const negative = said.filter((one) => one.said === "negative");
  const truly = negative.filter((one) => one.label === "negative").length;
  return `F1 ${percent(2 * right, said.length + labelled.length)}  precision ${percent(right, said.length)}  recall ${percent(right, labelled.length)}  negative precision ${percent(truly, negative.length)} of ${String(negative.length).padStart(3)}  labels ${labelled.length}`;
}

/** Mean distance of published scores from the person's scores, of aspects with five opinions or more on both sides. */
function scoreError(cases: readonly Case[]): string {
  const scoreOf = (verdicts: readonly (string | undefined)[]): number | undefined => {
    const opinions = verdicts.filter(isOpinion);
    const good = opinions.reduce((sum, one) => sum + (one === "positive" ? 1 : one === "mixed" ? 0.5 : 0), 0);
    return opinions.length < 5 ? undefined : good / opinions.length;
  };
  const groups = Map.groupBy(cases, ({ aspect, review }) => `${groupOf(review.trade)} ${aspect}`);
  const errors = [...groups.values()].flatMap((members) => {
    const [said, label] = [scoreOf(members.map((one) => one.said)), scoreOf(members.map((one) => one.label))];
    return said === undefined || label === undefined ? [] : [Math.abs(said - label)];
  });
  return `mean error of ${errors.length} scores ${(errors.reduce((sum, error) => sum + error, 0) / errors.length).toFixed(3)}`;
}

/** How many verdicts rest on their quotes: they are others where the quotes are blanked. */
function evidenceFigures(cases: readonly Case[]): string {
  const changed = cases.flatMap(({ review, aspect, judged, read }) => {
    if (judged === undefined || !isOpinion(judged.verdict)) return [];
    const blanked = decidingQuotes(review.text, judged.opinions, judged.verdict).reduce(
      (text, { from, to }) => text.slice(0, from) + " ".repeat(to - from) + text.slice(to),
      review.text,
    );
    return read(blanked).aspects.find(({ id }) => id === aspect)?.verdict !== judged.verdict;
  });
  return `${percent(changed.filter(Boolean).length, changed.length)} % of ${changed.length} verdicts are others without their quotes`;
}

const groupOf = (trade: string): string =>
  trade === "hotel" || trade === "restaurant" || trade === "demo" ? trade : "services";
const starsOf = ({ stars }: Labelled): string =>
  stars === null ? "no stars" : stars <= 2 ? "1–2 stars" : "3–5 stars";

function report(cases: readonly Case[]): void {
  console.log(`all            ${figures(cases)}  ${scoreError(cases)}`);
  const lists: [string, (one: Case) => string][] = [
    ["by group", ({ review }) => groupOf(review.trade)],
    ["by low and other stars", ({ review }) => starsOf(review)],
    ["by trade", ({ review }) => review.trade],
    ["by aspect", ({ aspect }) => aspect],
  ];
  for (const [title, keyOf] of lists) {
    console.log(`\n${title}`);
    for (const [name, members] of [...Map.groupBy(cases, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      console.log(`  ${name.padEnd(12)} ${figures(members)}`);
  }
  console.log("\nerrors");
  for (const [kind, members] of Map.groupBy(cases, (one) => kindOf(one) ?? ""))
    if (kind !== "") console.log(`  ${kind.padEnd(28)} ${members.length}`);
}

function explain(one: Case): void {
  const { review, judged, aspect, label, said } = one;
  console.log(`\n${review.id} ${review.stars}★ ${aspect}: said ${said}, label ${label}  (${kindOf(one)})`);
  for (const { polarity, target, from, to } of judged?.opinions ?? [])
    console.log(
      `  ${polarity.padEnd(8)} [${review.text.slice(target.from, target.to)}] “${review.text.slice(from, to).replaceAll("\n", " ")}”`,
    );
  if (said === undefined) console.log(`  ${review.text.replaceAll("\n", " ")}`);
}

function main(): void {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      split: text,
      errors: text,
      trade: text,
      plot: text,
      evidence: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [reviewFile, aspectFile] = positionals;
  if (values.help || reviewFile === undefined || aspectFile === undefined) {
    process.stdout.write(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const isAsked = ({ split, trade }: Labelled): boolean =>
    (values.split === undefined || split === values.split) &&
    (values.trade === undefined || trade === values.trade || groupOf(trade) === values.trade);
  const reviews = readFileSync(reviewFile, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Labelled)
    .filter(isAsked);
  const cases = judgeAll(reviews, JSON.parse(readFileSync(aspectFile, "utf8")) as Aspects);
  report(cases);
  const { line, svg } = describeConfidence(
    cases.flatMap(({ judged, label }) =>
      judged && isOpinion(judged.verdict)
        ? [{ confidence: judged.confidence, isRight: judged.verdict === label }]
        : [],
    ),
  );
  console.log(`\n${line}`);
  if (values.plot !== undefined) writeFileSync(values.plot, `${svg}\n`);
  if (values.evidence) console.log(`\n${evidenceFigures(cases)}`);
  for (const one of cases) {
    const kind = kindOf(one);
    if (
      values.errors !== undefined &&
      kind !== undefined &&
      (values.errors === "all" || kind.includes(values.errors))
    )
      explain(one);
  }
}

if (import.meta.main) main();
