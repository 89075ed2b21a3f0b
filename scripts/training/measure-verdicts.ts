import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createReviewReader, type Findings } from "../../src/insights/aspects/readings.ts";
import { decidingQuotes } from "../../src/insights/sentiment/opinions.ts";
import type { AspectEntry, PublishedEntry } from "../../src/schema/site.ts";

const help = `Compares the engine's verdicts with those of a careful reader, end to end: whole reviews in, one verdict a review and aspect out.

Usage: node scripts/training/measure-verdicts.ts REVIEWS.jsonl ASPECTS.json [--split NAME] [--errors KIND] [--trade NAME] [--plain-stars] [--evidence]

  REVIEWS.jsonl  {id, trade, stars or null, text, labels: {aspect: positive | negative | mixed | neutral}, split?} a line
  ASPECTS.json   {trade: [{id, name, description, triggers, positive?, negative?, ignore?}]}; "default" for the other trades
  --split NAME   only these reviews; choose settings on one split, report on the other
  --errors KIND  lists the errors of a kind (all, wrong, mixed, spurious, missed) with the words they rest on
  --trade NAME   only this trade, or services: all but hotels and restaurants
  --plain-stars  also: what the sign of the stars alone would give for each raised aspect
  --evidence     also: how many verdicts are others once their quotes are taken out of the text
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
  said: string | undefined;
  reading: Findings;
  read: (text: string) => Findings;
}

const isOpinion = (verdict: string | undefined): boolean =>
  verdict === "positive" || verdict === "negative" || verdict === "mixed";
const percent = (part: number, whole: number): string =>
  whole === 0 ? "   –" : (100 * (part / whole)).toFixed(1).padStart(5);

/** Reads every review as the build would; places and people play no part here. */
function judgeAll(reviews: readonly Labelled[], aspects: Aspects): Case[] {
  const readers = new Map<string, (review: PublishedEntry) => Findings>();
  return reviews.flatMap((review) => {
    const list = aspects[review.trade] ?? aspects["default"] ?? [];
    const entries = list.map((entry) => ({
      description: "",
      positive: [],
      negative: [],
      ignore: [],
      ...entry,
    }));
    const reader =
      readers.get(review.trade) ??
      createReviewReader({
        business: { name: "The business" } as Parameters<typeof createReviewReader>[0]["business"],
        technicians: [],
        services: [],
        areas: [],
        verdicts: [],
        aspects: entries,
      });
    readers.set(review.trade, reader);
    const read = (text: string): Findings =>
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
    return entries.map(({ id }) => ({
      review,
      aspect: id,
      label: review.labels[id],
      said: reading.aspects.find((aspect) => aspect.id === id)?.verdict,
      reading,
      read,
    }));
  });
}

const kindOf = ({ label, said }: Case): string | undefined => {
  if (isOpinion(said)) {
    if (said === label) return undefined;
    if (!isOpinion(label)) return said === "mixed" ? "mixed where nothing is said" : "spurious";
    return said === "mixed"
      ? "mixed, one side in truth"
      : label === "mixed"
        ? "one side of a mixture"
        : "wrong sign";
  }
  if (!isOpinion(label)) return undefined;
  return said === undefined ? "missed, no trigger" : `missed, ${said}`;
};

function figures(cases: readonly Case[]): string {
  const said = cases.filter((one) => isOpinion(one.said));
  const labelled = cases.filter((one) => isOpinion(one.label));
  const right = said.filter((one) => one.said === one.label).length;
  const negative = said.filter((one) => one.said === "negative");
  return `F1 ${percent(2 * right, said.length + labelled.length)}  precision ${percent(right, said.length)}  recall ${percent(right, labelled.length)}  negative precision ${percent(negative.filter((one) => one.label === "negative").length, negative.length)} of ${String(negative.length).padStart(3)}  labels ${labelled.length}`;
}

/** Mean distance of published scores from the readers' scores, of aspects with five opinions or more on both sides. */
function scoreError(cases: readonly Case[]): string {
  const groups = Map.groupBy(cases, ({ aspect, review }) => `${groupOf(review.trade)} ${aspect}`);
  const scoreOf = (verdicts: readonly (string | undefined)[]): number | undefined => {
    const opinions = verdicts.filter(isOpinion);
    if (opinions.length < 5) return undefined;
    return (
      opinions.reduce(
        (sum, verdict) => sum + (verdict === "positive" ? 1 : verdict === "mixed" ? 0.5 : 0),
        0,
      ) / opinions.length
    );
  };
  const errors = [...groups.values()].flatMap((members) => {
    const [said, label] = [scoreOf(members.map((one) => one.said)), scoreOf(members.map((one) => one.label))];
    return said === undefined || label === undefined ? [] : [Math.abs(said - label)];
  });
  return `mean error of ${errors.length} scores ${(errors.reduce((sum, error) => sum + error, 0) / errors.length).toFixed(3)}`;
}

/** How many verdicts rest on their quotes: they are others where the quotes are blanked. */
function evidenceFigures(cases: readonly Case[]): string {
  const said = cases.flatMap(({ review, aspect, reading, read }) => {
    const judged = reading.aspects.find(({ id }) => id === aspect);
    if (judged === undefined || !isOpinion(judged.verdict)) return [];
    const blanked = decidingQuotes(review.text, judged.opinions, judged.verdict).reduce(
      (text, { from, to }) => text.slice(0, from) + " ".repeat(to - from) + text.slice(to),
      review.text,
    );
    return read(blanked).aspects.find(({ id }) => id === aspect)?.verdict !== judged.verdict;
  });
  return `${percent(said.filter(Boolean).length, said.length)} % of ${said.length} verdicts are others without their quotes`;
}

const groupOf = (trade: string): string =>
  trade === "hotel" || trade === "restaurant" ? trade : trade === "demo" ? "demo" : "services";

function list(title: string, groups: Map<string, Case[]>): void {
  console.log(`\n${title}`);
  for (const [name, members] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${name.padEnd(12)} ${figures(members)}`);
}

function report(cases: readonly Case[]): void {
  console.log(`all            ${figures(cases)}  ${scoreError(cases)}`);
  list(
    "by group",
    Map.groupBy(cases, ({ review }) => groupOf(review.trade)),
  );
  list(
    "by stars",
    Map.groupBy(cases, ({ review }) => (review.stars === null ? "no stars" : `${review.stars} stars`)),
  );
  list(
    "by low and other stars",
    Map.groupBy(cases, ({ review: { stars } }) =>
      stars === null ? "no stars" : stars <= 2 ? "1–2 stars" : "3–5 stars",
    ),
  );
  list(
    "by trade",
    Map.groupBy(cases, ({ review }) => review.trade),
  );
  list(
    "by aspect",
    Map.groupBy(cases, ({ aspect }) => aspect),
  );
  const inFives = cases.filter(({ review, said }) => review.stars === 5 && said === "negative");
  const truths = cases.filter(({ review, label }) => (review.stars ?? 0) >= 4 && label === "negative");
  const kept = truths.filter(({ said }) => said === "negative").length;
  console.log(
    `\nnegatives in 5★: ${inFives.filter(({ label }) => label === "negative").length} of ${inFives.length} right; complaints in 4–5★ found: ${kept} of ${truths.length}`,
  );
  const mixed = cases.filter(({ said }) => said === "mixed");
  console.log(`mixed: ${mixed.filter(({ label }) => label === "mixed").length} of ${mixed.length} right`);
  console.log("\nerrors");
  for (const [kind, members] of Map.groupBy(cases, (one) => kindOf(one) ?? ""))
    if (kind !== "") console.log(`  ${kind.padEnd(28)} ${members.length}`);
}

function explain(one: Case): void {
  const { review, reading, aspect, label, said } = one;
  console.log(`\n${review.id} ${review.stars}★ ${aspect}: said ${said}, label ${label}  (${kindOf(one)})`);
  for (const { polarity, target, from, to } of reading.aspects.find(({ id }) => id === aspect)?.opinions ??
    [])
    console.log(
      `  ${polarity.padEnd(8)} [${review.text.slice(target.from, target.to)}] “${review.text.slice(from, to).replaceAll("\n", " ")}”`,
    );
  if (said === undefined) console.log(`  ${review.text.replaceAll("\n", " ")}`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      split: { type: "string" },
      errors: { type: "string" },
      trade: { type: "string" },
      "plain-stars": { type: "boolean" },
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
  const reviews = readFileSync(reviewFile, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Labelled)
    .filter(({ split }) => values.split === undefined || split === values.split)
    .filter(
      ({ trade }) => values.trade === undefined || trade === values.trade || groupOf(trade) === values.trade,
    );
  const cases = judgeAll(reviews, JSON.parse(readFileSync(aspectFile, "utf8")) as Aspects);
  report(cases);
  if (values["plain-stars"]) {
    const signOf = (stars: number): string => (stars === 3 ? "mixed" : stars > 3 ? "positive" : "negative");
    const byStars = cases.map((one) => ({ ...one, said: one.said && signOf(one.review.stars ?? 3) }));
    console.log(`\nsign of the stars for each raised aspect: ${figures(byStars)}`);
  }
  if (values.evidence) console.log(`\n${evidenceFigures(cases)}`);
  if (values.errors !== undefined)
    for (const one of cases) {
      const kind = kindOf(one);
      if (kind !== undefined && (values.errors === "all" || kind.includes(values.errors))) explain(one);
    }
}

if (import.meta.main) main();
