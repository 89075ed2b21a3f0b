import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { givenContent, givenOwnContent, toGivenPath } from "../src/content/given-path.ts";
import {
  createProgress,
  isConfirmed,
  toTerminalJson,
  parseCommand,
  readHelp,
  runCommand,
} from "./run-command.ts";
import { loadExport, type TextFile } from "./import/export-files.ts";
import { assertKnownKey, ensureFingerprintKey, loadFingerprintKey } from "./import/fingerprints.ts";
import { chooseLocation, findTitles, type ParsedExport, parseExport } from "./import/review-drafts.ts";
import { DayForm } from "./import/field-values.ts";
import { loadJobs } from "./import/jobs.ts";
import {
  keepExports,
  type KeptExport,
  loadImported,
  loadKeptExports,
  saveImported,
} from "./import/confirmed-exports.ts";
import { applyPlan, planImport } from "./import/build-plan.ts";
import { readOwn, type Own, type Plan } from "./import/reconciliation.ts";
import { showPlan, toMachineReport } from "./import/summary.ts";
import { MappingQuestion, type TableOptions } from "./import/columns.ts";
import { loadReviewFiles, placesOf, type ReviewFile, saveReviewFiles, textOf } from "./review-files.ts";
import { readTimeZone, toDay } from "../src/content/today.ts";
import { createBusinessWords } from "../src/messages/catalogues.ts";
import { loadQueue, mergeQueue, saveQueue, withoutRefused } from "./queue/queue-file.ts";
import { UsageError, messageOf } from "../src/schema/errors.ts";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { checkPhoto, maxPhotoBytes } from "../src/content/photos.ts";
import type { PhotoEntry } from "../src/schema/photo.ts";
import { maxReviewPhotos } from "../src/schema/review.ts";
import { toCount } from "../src/schema/text.ts";

const help = readHelp("import");

function parseOptions(args: string[]) {
  const { positionals, choice, flag, text, texts, whole } = parseCommand(help, args, true);
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
  const [jobs, content, isWriting] = [text("jobs"), text("content"), flag("write")];
  return {
    path,
    isWriting,
    isVerifiedByPlatform: choice("verified-by", ["platform"]) !== undefined,
    jobs: jobs === undefined ? undefined : toGivenPath(jobs),
    location: text("location"),
    table: {
      source: text("source"),
      map: texts("map"),
      isConfirmed: flag("confirm"),
      isStarsOnly: flag("stars-only"),
      dates: choice("dates", DayForm.options),
      scale: text("scale") === undefined ? undefined : whole("scale", 5, 5, 100),
    },
    takesRepliesBack: flag("drop-replies"),
    content: isWriting ? givenOwnContent(content) : givenContent(content),
    isKeyLost: flag("lost-key"),
    isJson: flag("json"),
  };
}

type Options = ReturnType<typeof parseOptions>;

/** The export's reviews, and the columns confirmed now and before. */
async function readExport(
  { path, content, location, table }: Options,
  known: Partial<TableOptions>,
  asking: Asking,
) {
  const kept = await loadKeptExports(content);
  const confirmed: KeptExport[] = [];
  const exported = await loadExport(path);
  const onConfirmed = (one: KeptExport) => confirmed.push(one);
  const parsed = await parseFiles(path, exported, { ...table, ...known, kept, onConfirmed }, asking);
  const drafts = parsed.flatMap((one) => one.drafts);
  return { parsed, chosen: chooseLocation(drafts, location, findTitles(exported)), kept, confirmed };
}

/** The command's output; throws when nothing may be written. */
export async function importReviews(args: string[]): Promise<string> {
  const options = parseOptions(args);
  const { path, content, isWriting } = options;
  const progress = createProgress(process.stderr);
  progress.step(`Reading ${path}…`);
  const own = readOwn(content);
  const timeZone = readTimeZone(content);
  const known = await loadFingerprintKey(process.env);
  const business = own.name;
  const inviter = known === undefined ? undefined : { key: known, business };
  const canAsk = process.stdin.isTTY && process.stdout.isTTY && !options.isJson;
  const { parsed, chosen, kept, confirmed } = await readExport(
    options,
    { business, inviter, timeZone },
    canAsk ? progress.end : undefined,
  );
  const jobs = options.jobs === undefined ? [] : await loadJobs(options.jobs, options.table);
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

/** Saves uncertain matches for npm run queue, in place of earlier ones for the same reviews. */
async function queueUncertain({ jobs: { read, matched, uncertain } }: Plan): Promise<void> {
  if (read === 0) return;
  const before = await loadQueue();
  const after = mergeQueue(before, uncertain, new Set(matched.map(({ id }) => id)));
  if (!isDeepStrictEqual(after, before)) await saveQueue(after);
}

/** Called before a question; undefined where nobody can answer. */
type Asking = (() => void) | undefined;

async function parseFiles(
  path: string,
  files: readonly TextFile[],
  options: TableOptions,
  asking: Asking,
): Promise<ParsedExport[]> {
  const issues: UsageError[] = [];
  const parsed: ParsedExport[] = [];
  for (const file of files) {
    try {
      const one = await parseFile(file, options, asking);
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
async function parseFile(
  file: TextFile,
  options: TableOptions,
  asking: Asking,
): Promise<ParsedExport | undefined> {
  try {
    return await parseExport(file, options);
  } catch (error) {
    if (!(error instanceof MappingQuestion) || !error.isWhole || asking === undefined) throw error;
    asking();
    if (!(await isConfirmed(`${error.message}\n\nTake them as ${error.proposed.join(", ")}?`))) throw error;
    return parseExport(file, { ...options, isConfirmed: true });
  }
}

/** Today in the business's time zone (or this machine's) or in UTC, whichever is later, as in a build. */
function toToday(now: Date, timeZone: string | undefined): string {
  const { timeZone: here } = Intl.DateTimeFormat().resolvedOptions();
  const days = [toDay(now, "UTC"), toDay(now, timeZone ?? here)];
  return days.sort().at(-1) ?? "";
}

/** Larger than any published size; a phone's photo has five times the bytes. */
const maxSide = 2400;

/** The picture for content: upright, and without metadata such as where it was taken. */
async function toKept(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { failOn: "error" })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Why a picture is refused; undefined when it was written or would be. */
async function keepPicture(
  bytes: Buffer<ArrayBuffer>,
  path: string | undefined,
): Promise<string | undefined> {
  if (bytes.length > maxPhotoBytes) return "has more than 20 MB: save it smaller";
  const facts = await checkPhoto(bytes);
  if (typeof facts === "string") return facts;
  if (path === undefined || existsSync(path)) return undefined;
  try {
    await writeFile(path, await toKept(bytes));
    return undefined;
  } catch (error) {
    return `is damaged or cut off (${messageOf(error).split("\n")[0]})`;
  }
}

/** Adds the pictures that came with new reviews to their entries, and writes them to the folder, if one is given. */
async function keepPictures(plan: Plan, folder: string | undefined, alt: string): Promise<void> {
  for (const { entry, at, pictures } of plan.pictures) {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    const kept: PhotoEntry[] = [];
    for (const [index, bytes] of pictures.entries()) {
      const file = `${textOf(entry["id"])}-${index + 1}.jpg`;
      const issue =
        kept.length === maxReviewPhotos
          ? `is more than the ${maxReviewPhotos} that a review may have`
          : await keepPicture(bytes, folder && join(folder, file));
      if (issue === undefined) kept.push({ file, alt });
      else plan.notes.push(`${at}: picture ${index + 1} ${issue}; left out`);
    }
    if (kept.length > 0) {
      entry["photos"] = kept;
      plan.notes.push(
        `${at}: came with ${toCount(kept.length, "picture")}, named in its photos: look at what is to be seen, and say it in alt`,
      );
    }
  }
}

if (import.meta.main) await runCommand(importReviews, { usage: 1, failed: 1, help });
