import { styleText } from "node:util";
import type { Analysis } from "../src/insights/analyse.ts";
import type { Opinion } from "../src/insights/quotes.ts";
import type { Reading } from "../src/insights/reader.ts";
import { findSuspects } from "../src/insights/mentions/suspects.ts";
import { reportTriggers } from "../src/insights/trigger-report.ts";
import { nearest } from "../src/schema/names.ts";
import type { Polarity } from "../src/schema/insights.ts";
import { PlainError } from "../src/schema/errors.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";

const help = readHelp("insights");

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

/** The text with its quotes in the color of their verdict; without color the list below tells. */
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

/** Suggested changes to aspects.yaml: idle or unused triggers, and missing words. */
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

const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

async function main(args: string[]): Promise<void> {
  const { text, flag } = parseCommand(help, args);
  const [wanted, isJson] = [text("explain"), flag("json")];
  const { analysis, site } = await import("../src/site.ts");
  if (wanted !== undefined) {
    const reading = analysis.readings.find(({ review }) => review.id === wanted);
    if (!reading) {
      const ids = site.reviews.map(({ id }) => id);
      const near = nearest(wanted, ids, 3).join(", ") || "none";
      throw new PlainError(`There is no published review "${wanted}"; near it: ${near}.`);
    }
    return isJson ? printJson(toJson(reading)) : showReading(reading);
  }
  if (flag("suspects")) {
    const suspects = findSuspects(site, analysis.readings);
    if (isJson) return printJson(suspects);
    for (const { words, name, ids, review_id, around } of suspects)
      print(`${bold(words)} may be "${name}" (${ids.join(", ")})  review ${review_id}: ${around}`);
    return suspects.length === 0 ? print("No word looks like a misspelt name.") : undefined;
  }
  if (flag("triggers")) {
    const report = reportTriggers(site, analysis.readings);
    return isJson ? printJson(report) : showTriggers(report);
  }
  if (flag("disagreements")) {
    if (isJson) return printJson(analysis.disagreements);
    for (const { review_id, rating, polarity } of analysis.disagreements)
      print(`${bold(review_id)}  ${rating} stars, but the words are ${paint(polarity, polarity)}`);
    return print(
      `${analysis.disagreements.length} of ${site.reviews.length} reviews disagree with their stars.`,
    );
  }
  return isJson ? printJson(analysis.insights) : overview(analysis);
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

await runCommand(main, { usage: 2, failed: 1, help });
