import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { isDeepStrictEqual } from "node:util";
import { givenContent, givenOwnContent, toGivenPath } from "../src/content/given-path.ts";
import { createProgress, type Progress } from "./progress.ts";
import { loadExport, type TextFile } from "./import/files.ts";
import { assertKnownKey, ensureFingerprintKey, loadFingerprintKey } from "./import/fingerprints.ts";
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
import { applyPlan, planImport } from "./import/build-plan.ts";
import { loadOwn, type Own, type Plan } from "./import/edits.ts";
import { keepPictures } from "./import/pictures.ts";
import { showPlan, toMachineReport } from "./import/summary.ts";
import { MappingQuestion, type TableOptions } from "./import/columns.ts";
import { loadReviewFiles, placesOf, type ReviewFile, saveReviewFiles } from "./review-files.ts";
import { loadTimeZone, toDay } from "../src/content/today.ts";
import { createBusinessWords } from "../src/messages/catalogues.ts";
import { loadQueue, mergeQueue, saveQueue, withoutRefused } from "./queue/queue-file.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";
import { toTerminalJson } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const help = readHelp("import");

function parseOptions(args: string[]) {
  const { positionals, flag, text, texts, whole } = parseCommand(help, args, true);
  const isSwallowed = (name: string, isGiven: boolean) => process.env[`npm_config_${name}`] && !isGiven;
  const swallowed = [
    ...(isSwallowed("write", flag("write")) ? ["write"] : []),
    ...(isSwallowed("jobs", text("jobs") !== undefined) ? ["jobs"] : []),
  ];
  if (swallowed.length > 0)
    throw new UsageError(
      `npm took --${swallowed.join(" and --")} for itself: put -- in front of the file, as in npm run import -- takeout.zip --jobs jobs.csv --write`,
    );
  const [path, ...more] = positionals.map(toGivenPath);
  if (path === undefined || more.length > 0) {
    throw new UsageError(
      "Name one export, such as: npm run import -- takeout.zip (npm run import -- --help explains all)",
    );
  }
  const by = text("verified-by");
  if (by !== undefined && by !== "platform") {
    throw new UsageError(
      `--verified-by must be platform, got ${JSON.stringify(by)}; what rests on your own records comes with --jobs jobs.csv`,
    );
  }
  const dates = DayForm.optional().safeParse(text("dates"));
  if (!dates.success) {
    throw new UsageError(`--dates must be mdy, dmy or excel, got ${JSON.stringify(text("dates"))}`);
  }
  const [jobs, content, isWriting] = [text("jobs"), text("content"), flag("write")];
  return {
    path,
    isWriting,
    isVerifiedByPlatform: by === "platform",
    jobs: jobs === undefined ? undefined : toGivenPath(jobs),
    source: text("source"),
    location: text("location"),
    map: texts("map"),
    isConfirmed: flag("confirm"),
    isStarsOnly: flag("stars-only"),
    dates: dates.data,
    scale: text("scale") === undefined ? undefined : whole("scale", 5, 5, 100),
    takesRepliesBack: flag("drop-replies"),
    content: isWriting ? givenOwnContent(content) : givenContent(content),
    isKeyLost: flag("lost-key"),
    isJson: flag("json"),
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

/** The export's content, and the columns confirmed now and before. */
async function readExport(path: string, options: Options, { own, timeZone, key, progress }: Known) {
  const kept = await loadKeptExports(options.content);
  const confirmed: KeptExport[] = [];
  const exported = await loadExport(path);
  const canAsk = process.stdin.isTTY && process.stdout.isTTY && !options.isJson;
  const parsed = await loadParsed(path, exported, {
    ...toReading(options, own, key),
    timeZone,
    kept,
    onConfirmed: (one) => confirmed.push(one),
    beforeAsking: canAsk ? progress.end : undefined,
  });
  const drafts = parsed.flatMap((one) => one.drafts);
  const chosen = chooseLocation(drafts, options.location, findTitles(exported));
  return { parsed, chosen, kept, confirmed };
}

/** The command's output; throws when nothing may be written. */
export async function importReviews(args: string[]): Promise<string> {
  const options = parseOptions(args);
  const { path, content, isWriting } = options;
  const progress = createProgress(process.stderr);
  progress.step(`Reading ${path}…`);
  const own = await loadOwn(content);
  const timeZone = await loadTimeZone(content);
  const known = await loadFingerprintKey(process.env);
  const { parsed, chosen, kept, confirmed } = await readExport(path, options, {
    own,
    timeZone,
    key: known,
    progress,
  });
  const jobs = options.jobs === undefined ? [] : await loadJobs(options.jobs, options);
  progress.step("Comparing with content…");
  const files = await loadReviewFiles(content);
  const places = placesOf(files);
  const imported = await loadImported(content);
  if (!options.isKeyLost) assertKnownKey(places, imported, known);
  const key = isWriting ? await ensureFingerprintKey(process.env) : known;
  const { plan, read } = planImport(parsed, chosen, {
    places,
    jobs,
    key,
    imported,
    isVerifiedByPlatform: options.isVerifiedByPlatform,
    takesRepliesBack: options.takesRepliesBack,
    own,
    today: toToday(new Date(), timeZone),
  });
  plan.jobs.uncertain = withoutRefused(await loadQueue(), plan.jobs.uncertain);
  await keepPictures(plan, isWriting ? join(content, "photos") : undefined, toAlt(own));
  const shown = options.isJson ? undefined : showPlan(plan, read, isWriting);
  const written: string[] = [];
  if (isWriting) {
    progress.step("Writing…");
    written.push(...(await writePlan(plan, files, content)));
    written.push(...(await keepExports(content, kept, confirmed)));
  }
  progress.end();
  return shown === undefined
    ? toTerminalJson(toMachineReport(plan, read, written), 2)
    : [shown, ...(written.length > 0 ? [`Written: ${written.join(", ")}`] : [])].join("\n");
}

const toAlt = (own: Own): string => createBusinessWords(own).t("import.photo");

/** The files of content that it changed. */
async function writePlan(plan: Plan, files: ReviewFile[], content: string): Promise<string[]> {
  applyPlan(plan, files, content);
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
  { source, dates, scale, map, isStarsOnly, isConfirmed }: Options,
  own: Own,
  key: string | undefined,
): Omit<Reading, "kept" | "timeZone"> => ({
  source,
  dates,
  scale,
  map,
  isStarsOnly,
  isConfirmed,
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

if (import.meta.main) await runCommand(importReviews, { usage: 1, failed: 1, help });
