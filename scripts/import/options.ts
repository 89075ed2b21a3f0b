import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { DayForm } from "./days.ts";
import { givenContent, givenOwnContent, toGivenPath } from "../../src/content/given-path.ts";

export const usage = `Usage: npm run import -- <file, archive or folder> [options]

Shows what an export of reviews would change in content: new, edited, unchanged and missing reviews. --write writes it.

Recognised by their content: Google Takeout (Business Profile; zip, tgz or folder), Google Business Profile API, Google
Places API, Outscraper, Apify, Trustpilot, Judge.me, Yotpo, Loox, Okendo, Stamped, Shopify, Birdeye, Podium, Thumbtack,
Facebook, Yelp, schema.org JSON-LD and microdata (a web page too); and any other CSV, JSON or JSON Lines.

A new review goes to content/reviews/<its year>.yaml; a known one is changed where it stands, unless you have corrected
it. Nothing is published unverified: what neither your records nor the export say to be a customer's review is written
with "withheld: unverified", and so is what the source itself does not show.

Options:
  --write                   write what is shown
  --verified-by platform    you trust the platform where the export says of a review that a customer wrote it; of an
                            export that says nothing about it, such as Google's, no review is verified by this
  --jobs <jobs.csv>         columns customer and date (email and method if you have them): a review by a customer of
                            the 180 days before is verified by that job; method is job_record, invoice or appointment
  --source <name>           the platform, where the export does not name it: Facebook
  --location <name>         which of your places, where the export holds the reviews of several
  --map <column=field>      what a column is, any number of times: rating, text, title, date, author, last_name, email,
                            id, url, updated, reply, reply_date, reply_private, source, location, status, verified,
                            recommendation, item or ignore
  --confirm                 take the columns as proposed; with --write they are kept in content/imports.yaml
  --stars-only              the export has no words
  --dates <mdy|dmy|excel>   how 1/2/2024 is meant, in every row; excel: days are Excel's count, such as 45293
  --scale <number>          the best score, where scores are not stars: 10; stars are then rounded (7 of 10 is 4 stars),
                            with 5 halves are
  --drop-replies            take away replies that the platform no longer shows
  --content <folder>        where content is (default: CONTENT, or content)
  --lost-key                continue without the key of the fingerprints of withdrawn reviews
  --json                    for machines, with everything
  --help                    this text

Examples:
  npm run import -- takeout-20260514.zip
  npm run import -- takeout-20260514.zip --jobs jobs.csv --write
  npm run import -- reviews.csv --source Facebook --map "Sterne=rating" --map "Kunde=author" --dates dmy

Exit codes: 0 shown or written, 1 there was an issue and nothing was written.`;

export function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      write: { type: "boolean", default: false },
      "verified-by": { type: "string" },
      jobs: { type: "string" },
      source: { type: "string" },
      location: { type: "string" },
      map: { type: "string", multiple: true, default: [] },
      confirm: { type: "boolean", default: false },
      "stars-only": { type: "boolean", default: false },
      dates: { type: "string" },
      scale: { type: "string" },
      "drop-replies": { type: "boolean", default: false },
      content: { type: "string" },
      "lost-key": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const by = values["verified-by"];
  if (by !== undefined && by !== "platform") {
    throw new UsageError(
      `--verified-by must be platform, got ${JSON.stringify(by)}; what rests on your own records comes with --jobs jobs.csv`,
    );
  }
  const dates = DayForm.optional().safeParse(values.dates);
  if (!dates.success) {
    throw new UsageError(`--dates must be mdy, dmy or excel, got ${JSON.stringify(values.dates)}`);
  }
  const scale = values.scale === undefined ? undefined : Number(values.scale);
  if (scale !== undefined && !(Number.isInteger(scale) && scale >= 5 && scale <= 100)) {
    throw new UsageError(
      `--scale must be the best score, a whole number from 5 to 100, got ${JSON.stringify(values.scale)}`,
    );
  }
  return {
    ...values,
    scale,
    content: values.write ? givenOwnContent(values.content) : givenContent(values.content),
    jobs: values.jobs === undefined ? undefined : toGivenPath(values.jobs),
    dates: dates.data,
    path: positionals.map(toGivenPath),
  };
}

export type Options = ReturnType<typeof parseOptions>;
