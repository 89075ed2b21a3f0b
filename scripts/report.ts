import { toGivenPath } from "../src/content/given-path.ts";
import { Day, toCount } from "../src/schema/text.ts";
import { writeAtomically } from "./site-build/files.ts";
import { showControlsInLines, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "../src/schema/errors.ts";
import { micromark } from "micromark";
import { countVerdicts, opinionsOf, scoreOf } from "../src/insights/figures/tally.ts";
import type { Polarity } from "../src/schema/insights.ts";

/** The fields of a review that a report needs. */
export interface ReportReview {
  id: string;
  url: string;
  date: string;
  rating: number;
  author: string;
  text: string;
  hasReply: boolean;
  aspects: readonly { id: string; verdict: Polarity }[];
}

interface Movement {
  name: string;
  before: number;
  after: number;
  opinions: number;
}

interface Report {
  business: string;
  since: string;
  fresh: ReportReview[];
  average?: number;
  averageBefore?: number;
  /** Complaints without an answer, newest first, the new ones and those from before. */
  unanswered: ReportReview[];
  olderUnanswered: number;
  up: Movement[];
  down: Movement[];
}

const isComplaint = ({ rating, aspects }: ReportReview): boolean =>
  rating <= 2 || (rating === 3 && aspects.some(({ verdict }) => verdict === "negative"));

const averageOf = (reviews: readonly ReportReview[]): number | undefined =>
  reviews.length === 0 ? undefined : reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;

/** The events since a day: pure, so that the same content gives the same report. */
export function buildReport(
  business: string,
  aspects: readonly { id: string; name: string }[],
  reviews: readonly ReportReview[],
  since: string,
): Report {
  const fresh = reviews.filter(({ date }) => date >= since);
  const older = reviews.filter(({ date }) => date < since);
  const isOpen = (review: ReportReview) => isComplaint(review) && !review.hasReply;
  const movements = findMovements(aspects, older, fresh);
  const average = averageOf(fresh);
  const averageBefore = averageOf(older);
  return {
    business,
    since,
    fresh,
    ...(average !== undefined && { average }),
    ...(averageBefore !== undefined && { averageBefore }),
    unanswered: fresh.filter(isOpen),
    olderUnanswered: older.filter(isOpen).length,
    up: movements.filter(({ before, after }) => after > before),
    down: movements.filter(({ before, after }) => after < before),
  };
}

/**
 * Aspects whose share of praise changed by more than chance would: a test of two proportions, and Holm's correction,
 * since of twenty aspects one would seem to move by chance alone.
 */
function findMovements(
  aspects: readonly { id: string; name: string }[],
  older: readonly ReportReview[],
  fresh: readonly ReportReview[],
): Movement[] {
  const countsOf = (id: string, reviews: readonly ReportReview[]) =>
    countVerdicts(
      reviews
        .flatMap((one) => one.aspects.filter((aspect) => aspect.id === id))
        .map(({ verdict }) => verdict),
    );
  const tested = aspects
    .flatMap(({ id, name }) => {
      const [before, after] = [countsOf(id, older), countsOf(id, fresh)];
      const [scoreBefore, scoreAfter] = [scoreOf(before)?.score, scoreOf(after)?.score];
      if (scoreBefore === undefined || scoreAfter === undefined) return [];
      const p = twoProportions(scoreBefore, opinionsOf(before), scoreAfter, opinionsOf(after));
      return [{ p, movement: { name, before: scoreBefore, after: scoreAfter, opinions: opinionsOf(after) } }];
    })
    .sort((a, b) => a.p - b.p);
  const firstByChance = tested.findIndex(({ p }, index) => p > 0.05 / (tested.length - index));
  return tested
    .slice(0, firstByChance === -1 ? tested.length : firstByChance)
    .map(({ movement }) => movement);
}

/** How likely two shares so far apart are by chance, both sides. */
function twoProportions(a: number, sizeA: number, b: number, sizeB: number): number {
  const pooled = (a * sizeA + b * sizeB) / (sizeA + sizeB);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / sizeA + 1 / sizeB));
  return spread === 0 ? 1 : 2 * (1 - normal(Math.abs(a - b) / spread));
}

/** The normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Customers' words as plain text in Markdown: nothing in them is a mark, a link or a tag. */
const plain = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&|~]/g, String.raw`\$&`);

const shorten = (text: string): string =>
  text.length > 300 ? `${text.slice(0, text.lastIndexOf(" ", 300))} …` : text;

const toItem = ({ url, date, rating, author, text }: ReportReview): string =>
  `- **${rating} of 5**, [${plain(author)}, ${date}](${url})${text === "" ? "" : `: ${plain(shorten(text))}`}`;

const toMovement = ({ name, before, after, opinions }: Movement): string =>
  `- **${plain(name)}**: ${percent(before)} → ${percent(after)} praise, from ${toCount(opinions, "new opinion")}`;

const maxReviews = 50;

function section(title: string, items: readonly string[], empty: string): string {
  const more = items.length > maxReviews ? [`- … and ${items.length - maxReviews} more`] : [];
  return `## ${title}\n\n${items.length === 0 ? empty : [...items.slice(0, maxReviews), ...more].join("\n")}\n`;
}

export function toMarkdown(report: Report): string {
  const { business, since, fresh, average, averageBefore, unanswered, olderUnanswered, up, down } = report;
  const averages =
    average === undefined
      ? ""
      : `, ${average.toFixed(2)} of 5 on average${averageBefore === undefined ? "" : ` (${averageBefore.toFixed(2)} before)`}`;
  const older =
    olderUnanswered > 0 ? `\n${toCount(olderUnanswered, "older complaint")} still without a reply.\n` : "";
  return [
    `# ${plain(business)}: reviews since ${since}\n\n${toCount(fresh.length, "new review")}${averages}.\n`,
    section("Complaints without a reply", unanswered.map(toItem), "None.") + older,
    ...(up.length + down.length > 0
      ? [section("What changed beyond chance", [...down, ...up].map(toMovement), "")]
      : ["## What changed beyond chance\n\nNothing.\n"]),
    section("New reviews", fresh.map(toItem), "None."),
  ].join("\n");
}

/** One file to mail: plain HTML that every mail program shows. */
export const toHtml = (report: Report): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Reviews since ${report.since}</title></head><body style="font-family: sans-serif; max-width: 40em; margin: auto; padding: 1em; line-height: 1.5">\n${micromark(toMarkdown(report))}\n</body></html>\n`;

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
