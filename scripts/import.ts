import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { createProgress } from "./build/progress.ts";
import { DayOrder, type Parsed } from "./import/draft.ts";
import { keyPlaces, loadFingerprintKey } from "./import/fingerprint-key.ts";
import { toKeyMark } from "./import/identity.ts";
import { loadExport, naming, parseExport, toTextFile } from "./import/input.ts";
import { type Job, parseJobs } from "./import/jobs.ts";
import { applyEdits, buildPlan, type Plan } from "./import/plan.ts";
import { showPlan, toMachineReport } from "./import/report.ts";
import {
  appendEntry,
  createReviewFile,
  isForPeople,
  loadReviewFiles,
  type Place,
  placesOf,
  type ReviewFile,
  saveReviewFiles,
} from "./review-files.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run import -- <file, zip or folder> [options]

Shows what an export of reviews would change in content: new, edited, unchanged and missing ones. Writes with --write.

Known by their content: Google Takeout (Business Profile, the zip as it is), Google Business Profile API lists,
Thumbtack, Podium, Judge.me and Shopify CSV, schema.org JSON-LD (a web page too), and any other CSV.

A new review goes to content/reviews/<its year>.yaml; a known one is changed where it stands. Nothing is published
unverified: without one of the two options below, new reviews are written with "withheld: unverified".

Options:
  --write                   write what is shown
  --verified-by platform    you vouch that the platform itself checks that its reviewers are customers
  --jobs <jobs.csv>         columns customer and date (email and method if you have them): a review by a customer of
                            the 180 days before is verified by that job; method is job_record, invoice or appointment
  --source <name>           the platform, where the export does not name it: Facebook
  --map <column=field>      what a column of a CSV is, any number of times: rating, text, title, date, author,
                            last_name, email, id, url, updated, reply, reply_date, source, item or ignore
  --dates <mdy|dmy>         how 1/2/2024 is meant
  --content <folder>        where content is (default: CONTENT, or content)
  --lost-key                go on without the key of the fingerprints of withdrawn reviews
  --json                    for machines, with everything
  --help                    this text

Examples:
  npm run import -- takeout-20260514.zip
  npm run import -- takeout-20260514.zip --jobs jobs.csv --write
  npm run import -- reviews.csv --source Facebook --map "Sterne=rating" --map "Kunde=author" --dates dmy

Exit codes: 0 shown or written, 1 a fault, and nothing was written.`;

function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      write: { type: "boolean", default: false },
      "verified-by": { type: "string" },
      jobs: { type: "string" },
      source: { type: "string" },
      map: { type: "string", multiple: true, default: [] },
      dates: { type: "string" },
      content: { type: "string", default: process.env["CONTENT"] || "content" },
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
  const dates = DayOrder.optional().safeParse(values.dates);
  if (!dates.success) {
    throw new UsageError(`--dates must be mdy or dmy, got ${JSON.stringify(values.dates)}`);
  }
  return { ...values, dates: dates.data, path: positionals };
}

type Options = ReturnType<typeof parseOptions>;

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
  const progress = createProgress(process.stderr);
  progress.step(`Reading ${path}…`);
  const parsed = await loadParsed(path, options);
  const drafts = parsed.flatMap(({ drafts }) => drafts);
  const jobs = options.jobs === undefined ? [] : await loadJobs(options.jobs, options.dates);
  progress.step("Comparing with content…");
  const files = await loadReviewFiles(options.content);
  const places = placesOf(files);
  const key = await loadFingerprintKey(process.env);
  checkFingerprintKey(places, key, options);
  const plan = buildPlan(drafts, {
    places,
    jobs,
    fingerprintKey: key,
    isVerifiedByPlatform: options["verified-by"] === "platform",
    own: await loadOwnAddresses(options.content),
    today: toToday(new Date()),
  });
  plan.refused.unshift(...parsed.flatMap(({ refused }) => refused));
  plan.notes.unshift(...parsed.flatMap(({ notes }) => notes));
  const format = [...new Set(parsed.map(({ format }) => format))].join(", ");
  const before = { format, files: parsed.length, reviews: drafts.length };
  const shown = options.json ? undefined : showPlan(plan, before, options.write);
  let written: string[] = [];
  if (options.write) {
    progress.step("Writing…");
    addEntries(files, plan, options.content);
    written = await saveReviewFiles(files);
  }
  progress.end();
  return shown === undefined
    ? JSON.stringify(toMachineReport(plan, before, written), null, 2)
    : [shown, ...(written.length > 0 ? [`Written: ${written.join(", ")}`] : [])].join("\n");
}

async function loadParsed(path: string, options: Options): Promise<Parsed[]> {
  const files = await loadExport(path);
  const faults: UsageError[] = [];
  const parsed = files.flatMap((file) => {
    try {
      return parseExport(file, options) ?? [];
    } catch (error) {
      // An archive holds much else; only when it holds no reviews does a fault in it matter.
      if (!(error instanceof UsageError) || files.length === 1) throw error;
      faults.push(error);
      return [];
    }
  });
  if (parsed.length > 0) {
    parsed[0]?.notes.push(...faults.map(({ message }) => `left out: ${message}`));
    return parsed;
  }
  if (faults[0]) throw faults[0];
  throw new UsageError(
    `${path} holds no reviews in a form known here: Google Takeout's Business Profile (reviews-….json), Business Profile API, Thumbtack, Podium, Judge.me, Shopify, JSON-LD, or a CSV (with --map column=field where its headers do not say enough)`,
  );
}

/** Without the key of their fingerprints, withdrawn reviews would come back unnoticed. */
function checkFingerprintKey(places: readonly Place[], key: string | undefined, options: Options): void {
  if (options["lost-key"]) return;
  const mark = key === undefined ? undefined : toKeyMark(key);
  const unknown = places.filter(({ entry }) =>
    FingerprintsOf.parse(entry).fingerprints.some(
      (print) => print.includes("-") && !print.startsWith(`${mark}-`),
    ),
  );
  if (unknown.length === 0) return;
  throw new UsageError(
    `${unknown.length === 1 ? "A withdrawn review has" : `${unknown.length} withdrawn reviews have`} fingerprints of another key than this computer's, so an import could bring ${unknown.length === 1 ? "it" : "them"} back: put the key with which they were redacted into ${keyPlaces}, or, if it is lost, add --lost-key and look through the new reviews yourself`,
  );
}

const FingerprintsOf = z.object({ fingerprints: z.array(z.string()).catch([]) });

async function loadJobs(path: string, dates: DayOrder | undefined): Promise<Job[]> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`--jobs ${path}: there is no such file`);
  });
  return naming(path, () => parseJobs(toTextFile(basename(path), bytes).text, dates));
}

const OwnAddresses = z.object({ telephone: z.string().catch(""), email: z.string().catch("") });

/** What may stand in a reply, because it is the business's own. */
async function loadOwnAddresses(content: string): Promise<{ telephone: string; email: string }> {
  const text = await readFile(join(content, "business.yaml"), "utf8").catch(() => "");
  const { telephone, email } = OwnAddresses.parse(parseYaml(text) ?? {});
  return { telephone, email };
}

/** The day it is here or by universal time, whichever is later: the build's own rule. */
const toToday = (now: Date): string =>
  [now, new Date(now.getTime() - now.getTimezoneOffset() * 60_000)]
    .map((day) => day.toISOString().slice(0, 10))
    .sort()
    .at(-1) ?? "";

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

if (import.meta.main) {
  try {
    console.log(await importReviews(process.argv.slice(2)));
  } catch (error) {
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
    console.error(isForPeople(error) ? error.message : error);
    process.exitCode = 1;
  }
}
