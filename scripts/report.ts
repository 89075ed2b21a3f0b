import { parseArgs } from "node:util";
import { toGivenPath } from "../src/content/given-path.ts";
import { Day } from "../src/schema/text.ts";
import { writeAtomically } from "./site-build/files.ts";
import { buildReport, toHtml, toMarkdown } from "./report/report.ts";
import { runCommand } from "./run-command.ts";
import { showControlsInLines } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run report -- --since DATE [--html] [--out FILE]

Writes a report for the owner: new reviews, complaints without a reply, and aspects that moved beyond chance.

Options:
  --since DATE   the first day, YYYY-MM-DD (default: 30 days before the newest review)
  --html         HTML to mail, instead of Markdown
  --out FILE     writes it to a file, instead of standard output
  --help         this text

The folder CONTENT (default: content) holds the reviews; BASE_URL is where links lead.
Exit codes: 0 done, 1 content has issues, 2 wrong usage.`;

const options = {
  since: { type: "string" },
  html: { type: "boolean", default: false },
  out: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const thirtyDaysBefore = (day: string): string =>
  new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  if (values.since !== undefined && !Day.safeParse(values.since).success)
    throw new UsageError(
      `--since must be a real day, written YYYY-MM-DD, got ${JSON.stringify(values.since)}`,
    );
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
  const report = buildReport(
    site.business.name,
    site.aspects,
    reviews,
    values.since ?? thirtyDaysBefore(newest),
  );
  const text = values.html ? toHtml(report) : toMarkdown(report);
  if (values.out === undefined) process.stdout.write(showControlsInLines(text));
  else await writeAtomically(toGivenPath(values.out), text);
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 1 });
