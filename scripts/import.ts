import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { givenContent, givenOwnContent, toGivenPath } from "../src/content/given-path.ts";
import { createProgress, type Progress } from "./progress.ts";
import { loadExport, type TextFile } from "./import/files.ts";
import {
  assertKnownKey,
  ensureFingerprintKey,
  loadFingerprintKey,
  toComparable,
} from "./import/fingerprints.ts";
import { chooseLocation, findTitles, type ParsedExport, parseExport } from "./import/reviews.ts";
import { DayForm } from "./import/values.ts";
import { loadJobs } from "./import/jobs.ts";
import {
  keepExports,
  type KeptExport,
  loadImported,
  loadKeptExports,
  saveImported,
} from "./import/confirmed-exports.ts";
import { applyEdits, buildPlan } from "./import/build-plan.ts";
import { loadOwn, type Own, type Plan } from "./import/edits.ts";
import { keepPictures } from "./import/pictures.ts";
import { showPlan, toMachineReport } from "./import/summary.ts";
import { MappingQuestion, type TableOptions } from "./import/columns.ts";
import {
  appendEntry,
  createReviewFile,
  loadReviewFiles,
  placesOf,
  type ReviewFile,
  saveReviewFiles,
} from "./review-files.ts";
import { loadTimeZone, toDay } from "../src/content/today.ts";
import { createBusinessWords } from "../src/messages/catalogues.ts";
import { loadQueue, mergeQueue, saveQueue, withoutRefused } from "./queue/queue-file.ts";
import { runCommand } from "./run-command.ts";
import { toTerminalJson } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run import -- <file, archive or folder> [options]

Shows what an export of reviews would change in content: new, edited, unchanged and missing reviews. --write writes it.

Recognised by their content: Google Takeout (Business Profile; zip, tgz or folder), Google Business Profile API, Google
Places API, Outscraper, Apify, Trustpilot, Judge.me, Yotpo, Loox, Okendo, Stamped, Shopify, Birdeye, Podium, Thumbtack,
Facebook, Nextdoor, Yelp, schema.org JSON-LD and microdata (a web page too); any other CSV, JSON or JSON Lines; and what
customers sent with an invitation (npm run invite): mails (.eml, mbox) or the CSV or JSON of your form service.

A new review goes to content/reviews/<its year>.yaml; a known one is changed where it stands, unless you have corrected
it. Nothing is published unverified: what neither your records nor the export say to be a customer's review is written
with "withheld: unverified", and so is what the source itself does not show.

Options:
  --write                   write what is shown
  --verified-by platform    you trust the platform where the export says of a review that a customer wrote it; of an
                            export that says nothing about it, such as Google's, no review is verified by this
  --jobs <jobs.csv>         columns customer and date (email and method if you have them): a review by a customer of
                            the 180 days before is verified by that job; method is job_record, invoice or appointment.
                            Names match by short forms, initials and without accents; a job verifies one review on
                            each platform. What is not certain waits for you: npm run queue
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

function parseOptions(args: string[]) {
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
  const swallowed = ["write", "jobs"].filter(
    (name) => process.env[`npm_config_${name}`] && !values[name as "write" | "jobs"],
  );
  if (swallowed.length > 0)
    throw new UsageError(
      `npm took --${swallowed.join(" and --")} for itself: put -- in front of the file, as in npm run import -- takeout.zip --jobs jobs.csv --write`,
    );
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

type Options = ReturnType<typeof parseOptions>;

interface Known {
  own: Own;
  timeZone: string | undefined;
  /** The owner's secret, if there is one. */
  key: string | undefined;
  progress: Progress;
}

/** What the export says, and which of its columns were confirmed, now and before. */
async function readExport(path: string, options: Options, { own, timeZone, key, progress }: Known) {
  const kept = await loadKeptExports(options.content);
  const confirmed: KeptExport[] = [];
  const exported = await loadExport(path);
  const canAsk = process.stdin.isTTY && process.stdout.isTTY && !options.json;
  const parsed = await loadParsed(path, exported, {
    ...toReading(options, own, key),
    timeZone,
    kept,
    onConfirmed: (one) => confirmed.push(one),
    beforeAsking: canAsk ? progress.end : undefined,
  });
  const drafts = parsed.flatMap((one) => one.drafts);
  return { parsed, kept, confirmed, ...chooseLocation(drafts, options.location, findTitles(exported)) };
}

/** What the command prints; throws when nothing may be written. */
export async function importReviews(args: string[]): Promise<string> {
  const options = parseOptions(args);
  if (options.help) return usage;
  const [path, ...more] = options.path;
  if (path === undefined || more.length > 0) {
    throw new UsageError(
      "Name one export, such as: npm run import -- takeout.zip (npm run import -- --help explains all)",
    );
  }
  const { content } = options;
  const progress = createProgress(process.stderr);
  progress.step(`Reading ${path}…`);
  const own = await loadOwn(content);
  const timeZone = await loadTimeZone(content);
  const known = await loadFingerprintKey(process.env);
  const { parsed, drafts, notes, kept, confirmed } = await readExport(path, options, {
    own,
    timeZone,
    key: known,
    progress,
  });
  const jobs = options.jobs === undefined ? [] : await loadJobs(options.jobs, options.dates);
  progress.step("Comparing with content…");
  const files = await loadReviewFiles(content);
  const places = placesOf(files);
  const imported = await loadImported(content);
  if (!options["lost-key"]) assertKnownKey(places, imported, known);
  const key = options.write ? await ensureFingerprintKey(process.env) : known;
  const plan = buildPlan(drafts, {
    places,
    isWholeOf: new Set(parsed.flatMap((one) => one.isWholeOf.map(toComparable))),
    jobs,
    key,
    imported,
    isVerifiedByPlatform: options["verified-by"] === "platform",
    takesRepliesBack: options["drop-replies"],
    own,
    today: toToday(new Date(), timeZone),
  });
  plan.jobs.uncertain = withoutRefused(await loadQueue(), plan.jobs.uncertain);
  plan.refused.unshift(...parsed.flatMap(({ refused }) => refused));
  plan.notes.unshift(...parsed.flatMap((one) => one.notes), ...notes);
  await keepPictures(plan, options.write ? join(content, "photos") : undefined, toAlt(own));
  const format = [...new Set(parsed.map((one) => one.format))].join(", ");
  const before = { format, files: parsed.length, reviews: drafts.length };
  const shown = options.json ? undefined : showPlan(plan, before, options.write);
  const written: string[] = [];
  if (options.write) {
    progress.step("Writing…");
    written.push(...(await writePlan(plan, files, content)));
    written.push(...(await keepExports(content, kept, confirmed)));
  }
  progress.end();
  return shown === undefined
    ? toTerminalJson(toMachineReport(plan, before, written), 2)
    : [shown, ...(written.length > 0 ? [`Written: ${written.join(", ")}`] : [])].join("\n");
}

const toAlt = (own: Own): string => createBusinessWords(own).t("import.photo");

/** The files of content that it changed. */
async function writePlan(plan: Plan, files: ReviewFile[], content: string): Promise<string[]> {
  addEntries(files, plan, content);
  const written = await saveReviewFiles(files);
  await saveImported(content, plan.imported);
  await queueUncertain(plan);
  return written;
}

/** Keeps what is uncertain for npm run queue, in place of what waited of these reviews before. */
async function queueUncertain({ jobs: { read, matched, uncertain } }: Plan): Promise<void> {
  if (read === 0) return;
  const before = await loadQueue();
  const after = mergeQueue(before, uncertain, new Set(matched.map(({ id }) => id)));
  if (!isDeepStrictEqual(after, before)) await saveQueue(after);
}

/** How the files of the export are to be read. */
interface Reading extends TableOptions {
  /** Before somebody is asked; nothing where nobody can be. */
  beforeAsking?: (() => void) | undefined;
}

/** Everything but what the command line says of columns is the same for all files. */
const toReading = (
  options: Options,
  own: Own,
  key: string | undefined,
): Omit<Reading, "kept" | "timeZone"> => ({
  source: options.source,
  dates: options.dates,
  scale: options.scale,
  map: options.map,
  isStarsOnly: options["stars-only"],
  isConfirmed: options.confirm,
  business: own.name,
  inviter: key === undefined ? undefined : { key, business: own.name },
});

async function loadParsed(
  path: string,
  files: readonly TextFile[],
  reading: Reading,
): Promise<ParsedExport[]> {
  const issues: UsageError[] = [];
  const parsed: ParsedExport[] = [];
  for (const file of files) {
    try {
      const one = await parseFile(file, reading);
      if (one) parsed.push(one);
    } catch (error) {
      // An archive holds much else; only when it holds no reviews does an issue in it matter.
      if (!(error instanceof UsageError) || files.length === 1) throw error;
      issues.push(error);
    }
  }
  if (parsed.length > 0) {
    parsed[0]?.notes.push(...issues.map(({ message }) => `left out: ${message}`));
    return parsed;
  }
  if (issues[0]) throw issues[0];
  throw new UsageError(
    `${path} holds no reviews in a form known here (npm run import -- --help lists them); a CSV or JSON needs a column of stars (with --map column=field where its headers do not say enough)`,
  );
}

/** Reads the file; at a terminal the owner is asked where its columns are not plain. */
async function parseFile(file: TextFile, reading: Reading): Promise<ParsedExport | undefined> {
  try {
    return await parseExport(file, reading);
  } catch (error) {
    const { beforeAsking } = reading;
    if (!(error instanceof MappingQuestion) || !error.isWhole || beforeAsking === undefined) throw error;
    beforeAsking();
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question(
      `${error.message}\n\nTake them as ${error.proposed.join(", ")}? [y/N] `,
    );
    terminal.close();
    if (!/^y(es)?$/i.test(answer.trim())) throw error;
    return parseExport(file, { ...reading, isConfirmed: true });
  }
}

/** The day it is where the business is (or else here) or by universal time, whichever is later: the build's own rule. */
function toToday(now: Date, timeZone: string | undefined): string {
  const { timeZone: here } = Intl.DateTimeFormat().resolvedOptions();
  const days = [toDay(now, "UTC"), toDay(now, timeZone ?? here)];
  return days.sort().at(-1) ?? "";
}

function addEntries(files: ReviewFile[], plan: Plan, content: string): void {
  applyEdits(plan.edited);
  for (const entry of plan.added.toSorted((a, b) => (String(a["date"]) < String(b["date"]) ? -1 : 1))) {
    const year = String(entry["date"]).slice(0, 4);
    const path = join(content, "reviews", `${year}.yaml`);
    let file = files.find((one) => one.path === path);
    if (file === undefined) {
      file = createReviewFile(path, "");
      files.push(file);
    }
    appendEntry(file, entry);
  }
}

if (import.meta.main)
  await runCommand(async () => console.log(await importReviews(process.argv.slice(2))), {
    usage: 1,
    failed: 1,
  });
