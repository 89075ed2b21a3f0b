import { parseArgs, styleText } from "node:util";
import type { Analysis } from "../src/insights/analyse.ts";
import type { Opinion } from "../src/insights/quotes.ts";
import type { Reading } from "../src/insights/reader.ts";
import { findSuspects } from "../src/insights/mentions/suspects.ts";
import { reportTriggers } from "../src/insights/trigger-report.ts";
import { nearest } from "../src/schema/names.ts";
import type { Polarity } from "../src/schema/insights.ts";
import { messageOf } from "../src/schema/errors.ts";

const usage = `Usage: npm run insights -- [option]

Shows what was read from the reviews in content/ (or in the folder CONTENT names), and why.

  --explain ID       one review with its spans, the verdicts, and the rule behind each
  --suspects         likely misspellings of names, for you to add as aliases
  --triggers         which triggers fire where nothing is said about their aspect, and opinions that no aspect catches
  --disagreements    reviews whose words and stars disagree
  --json             the same as JSON
  --help             this text

Without an option: the counts of every aspect, and names that stay unresolved.

Examples:
  npm run insights
  npm run insights -- --explain 2026-05-14-1
  npm run --silent insights -- --suspects --json`;

const colors = {
  positive: "green",
  negative: "red",
  mixed: "yellow",
  neutral: "cyan",
  unsure: "magenta",
} as const;
const paint = (polarity: Polarity, text: string): string =>
  styleText(colors[polarity], text, { stream: process.stdout, validateStream: true });
const bold = (text: string): string =>
  styleText("bold", text, { stream: process.stdout, validateStream: true });
const print = (line = ""): void => console.log(line);

function showReading({ review, mentions, unresolved, aspects, entities }: Reading): void {
  print(`${bold(review.id)}  ${"★".repeat(review.rating)}  ${review.date}  ${review.author}`);
  print();
  print(
    marked(
      review.text,
      [...aspects, ...entities].flatMap(({ opinions }) => opinions),
    ),
  );
  for (const { id, verdict, confidence, overruled, origin, readerVerdict, opinions } of [
    ...aspects,
    ...entities,
  ]) {
    print();
    const accepted =
      readerVerdict === undefined
        ? ""
        : ` (accepted from a ${origin}; the built-in reader says: ${readerVerdict})`;
    print(
      `${bold(id)}: ${paint(verdict, verdict)} ${confidence.toFixed(2)}${overruled ? " (overruled)" : accepted}`,
    );
    for (const opinion of opinions) {
      const { polarity, from, to, target, why } = opinion;
      const at = `at ${from}–${to}, raised by "${review.text.slice(target.from, target.to)}"`;
      print(`  ${paint(polarity, polarity)}  "${review.text.slice(from, to)}"  ${at}`);
      print(`    because: ${why}`);
    }
  }
  if (aspects.length + entities.length + mentions.length === 0)
    print("\nNo aspect, person, service or place was found in it.");
  for (const { words, ids } of unresolved)
    print(`\n"${words}" stays unresolved: it may be ${ids.join(" or ")}`);
}

/** The text with its quotes in the colour of their verdict; without colour the list below tells. */
function marked(text: string, opinions: readonly Opinion[]): string {
  let shown = "";
  let at = 0;
  for (const { from, to, polarity } of opinions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    shown += text.slice(at, from) + paint(polarity, text.slice(from, to));
    at = to;
  }
  return shown + text.slice(at);
}

function overview({ insights, notes }: Analysis): void {
  for (const {
    id,
    review_count,
    positive,
    negative,
    mixed,
    neutral,
    unsure,
    score,
    interval,
  } of insights.aspects) {
    const scored = score === undefined ? "too few opinions" : `score ${score} (${interval?.join(" to ")})`;
    const counts = `${positive} positive, ${negative} negative, ${mixed} mixed, ${neutral} neutral, ${unsure} unsure`;
    print(`${bold(id.padEnd(20))} ${String(review_count).padStart(5)} reviews: ${counts}; ${scored}`);
  }
  const { star_agreement, unsure_share, other_share } = insights.method;
  print(
    `\nagreement with stars ${star_agreement}, unsure ${unsure_share}, sentences of no topic ${other_share}`,
  );
  for (const note of notes) print(note);
}

const maxShown = 25;

/** What an owner may change in aspects.yaml: triggers that are idle or unused, and words that are missing. */
function showTriggers({ triggers, uncaught }: ReturnType<typeof reportTriggers>): void {
  const idle = triggers.filter(({ raised, judged }) => raised > judged);
  print(bold("Triggers that fire where nothing is said of their aspect (put such phrases under ignore)"));
  for (const { aspect, trigger, raised, judged, examples } of idle.slice(0, maxShown)) {
    print(`  ${aspect}: ${bold(trigger)}  ${raised - judged} of ${raised} times without an opinion`);
    for (const { review_id, quote } of examples) print(`    ${review_id}: "${quote}"`);
  }
  const unused = triggers.filter(({ raised }) => raised === 0);
  print(
    `\n${bold("Triggers that no review uses")}  ${unused.map(({ trigger }) => trigger).join(", ") || "none"}`,
  );
  print(`\n${bold("Opinions that no aspect catches")} (${uncaught.length}; the strongest first)`);
  for (const { review_id, quote } of uncaught.slice(0, maxShown)) print(`  ${review_id}: "${quote}"`);
}

const fail = (message: string, code: number): void => {
  console.error(message);
  process.exitCode = code;
};

async function main(args: string[]): Promise<void> {
  const options = {
    explain: { type: "string" },
    suspects: { type: "boolean" },
    triggers: { type: "boolean" },
    disagreements: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    return fail(`${messageOf(error)}\n\n${usage}`, 2);
  }
  if (values.help) return print(usage);
  const { analysis, site } = await import("../src/site.ts");
  if (values.explain !== undefined) {
    const wanted = values.explain;
    const reading = analysis.readings.find(({ review }) => review.id === wanted);
    if (!reading) {
      const near = nearest(
        wanted,
        site.reviews.map(({ id }) => id),
        3,
      );
      return fail(`There is no published review "${wanted}"; near it: ${near.join(", ") || "none"}.`, 1);
    }
    return values.json ? print(JSON.stringify(toJson(reading), null, 2)) : showReading(reading);
  }
  if (values.suspects) {
    const suspects = findSuspects(site, analysis.readings);
    if (values.json) return print(JSON.stringify(suspects, null, 2));
    for (const { words, name, ids, review_id, around } of suspects)
      print(`${bold(words)} may be "${name}" (${ids.join(", ")})  review ${review_id}: ${around}`);
    return suspects.length === 0 ? print("No word looks like a misspelt name.") : undefined;
  }
  if (values.triggers) {
    const report = reportTriggers(site, analysis.readings);
    return values.json ? print(JSON.stringify(report, null, 2)) : showTriggers(report);
  }
  if (values.disagreements) {
    if (values.json) return print(JSON.stringify(analysis.disagreements, null, 2));
    for (const { review_id, rating, polarity } of analysis.disagreements)
      print(`${bold(review_id)}  ${rating} stars, but the words are ${paint(polarity, polarity)}`);
    return print(
      `${analysis.disagreements.length} of ${site.reviews.length} reviews disagree with their stars.`,
    );
  }
  return values.json ? print(JSON.stringify(analysis.insights, null, 2)) : overview(analysis);
}

const toJson = ({ review, mentions, unresolved, aspects, entities }: Reading) => {
  const judged = [...aspects, ...entities].map(({ opinions, ...judgement }) => ({
    ...judgement,
    opinions: opinions.map(({ why, ...opinion }) => ({
      ...opinion,
      quote: review.text.slice(opinion.from, opinion.to),
      rule: why,
    })),
  }));
  return { review_id: review.id, text: review.text, mentions, unresolved, verdicts: judged };
};

await main(process.argv.slice(2));
