import { micromark } from "micromark";
import { toCount } from "../../src/schema/text.ts";
import type { Movement, Report, ReportReview } from "./report.ts";

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

const mostReviews = 50;

function section(title: string, items: readonly string[], empty: string): string {
  const more = items.length > mostReviews ? [`- … and ${items.length - mostReviews} more`] : [];
  return `## ${title}\n\n${items.length === 0 ? empty : [...items.slice(0, mostReviews), ...more].join("\n")}\n`;
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
