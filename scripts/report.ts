import { toGivenPath } from "../src/content/given-path.ts";
import { Day } from "../src/schema/text.ts";
import { writeAtomically } from "./site-build/files.ts";
import { buildReport, toHtml, toMarkdown } from "./report/report.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";
import { showControlsInLines } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const help = readHelp("report");

const thirtyDaysBefore = (day: string): string =>
  new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10);

async function main(args: string[]): Promise<void> {
  const { text: given, flag } = parseCommand(help, args);
  const [since, out] = [given("since"), given("out")];
  if (since !== undefined && !Day.safeParse(since).success)
    throw new UsageError(`--since must be a real day, written YYYY-MM-DD, got ${JSON.stringify(since)}`);
  const { analysis, dataset, site } = await import("../src/site.ts");
  const urls = new Map(dataset.reviews.map(({ id, url }) => [id, url]));
  const newest = dataset.reviews[0]?.date ?? new Date().toISOString().slice(0, 10);
  const reviews = analysis.readings.map(({ review, aspects }) => ({
    id: review.id,
    url: urls.get(review.id) ?? "",
    date: review.date,
    rating: review.rating,
    author: review.author,
    text: review.text,
    hasReply: review.reply !== undefined,
    aspects: aspects.map(({ id, verdict }) => ({ id, verdict })),
  }));
  const report = buildReport(site.business.name, site.aspects, reviews, since ?? thirtyDaysBefore(newest));
  const text = flag("html") ? toHtml(report) : toMarkdown(report);
  if (out === undefined) process.stdout.write(showControlsInLines(text));
  else await writeAtomically(toGivenPath(out), text);
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 1, help });
