import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { findLogKey, givenContent, toGivenPath } from "../src/content/given-path.ts";
import { ContentError } from "../src/content/issue.ts";
import { buildNamedIdWarnings } from "../src/content/named-ids.ts";
import { buildUnerasedWarnings, buildWithheldWarnings } from "../src/publish/reviews.ts";
import { UsageError, codeOf } from "../src/schema/errors.ts";
import { assertPublic, parseBaseUrl, parseSidecar } from "../src/schema/endpoints.ts";
import { toCount } from "../src/schema/text.ts";
import type { Manifest } from "../src/schema/manifest.ts";
import { keepTimes, listFiles, readIfThere, sumFiles, writeAtomically } from "./site-build/files.ts";
import {
  type Previous,
  findPrevious,
  parsePlace,
  readPublished,
  toPreviousNotes,
} from "./site-build/previous-deploy.ts";
import {
  findSilentChanges,
  type CarriedOver,
  addMemory,
  carryOver,
  loadPreviousDeploy,
  toPurgeNotes,
  writePurgeList,
  toInstant,
} from "./site-build/retained-files.ts";
import {
  writePhotos,
  addOwnerFiles,
  toHistoryNote,
  writeHistory,
  writeServerFiles,
} from "./site-build/site-files.ts";
import { createProgress, parseCommand, readHelp } from "./run-command.ts";
import { LockedError, type Work, openWork, switchDeploy } from "./site-build/work-folder.ts";
import { sha256 } from "../server/data/hashes.ts";

const help = readHelp("build");

type BuildOptions = ReturnType<typeof parseOptions>;

function parseOptions(args: string[]) {
  const { text, whole, flag } = parseCommand(help, args);
  const out = text("out");
  return {
    out: out === undefined ? "dist" : toGivenPath(out),
    content: givenContent(text("content")),
    limits: { days: whole("keep-days", 30, 0, 999_999), builds: whole("keep-builds", 10, 0, 999_999) },
    ifChanged: flag("if-changed"),
    isPublic: flag("public"),
  };
}

function parseNow(epoch: string | undefined): string {
  if (!epoch) return toInstant(Date.now());
  if (!/^\d{1,12}$/.test(epoch)) {
    throw new UsageError(`SOURCE_DATE_EPOCH must be seconds since 1970, got ${JSON.stringify(epoch)}`);
  }
  return toInstant(Number(epoch) * 1000);
}

interface BuildSetting {
  baseUrl: string;
  hasSidecar: boolean;
  /** The instant that new files get, RFC 3339. */
  now: string;
  /** Where the build goes, as it was given, for messages. */
  out: string;
  content: string;
  work: Work;
}

async function prepare({ out, content, isPublic }: BuildOptions): Promise<BuildSetting> {
  const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
  const hasSidecar = parseSidecar(process.env["SIDECAR"]);
  if (isPublic) assertPublic(baseUrl);
  const now = parseNow(process.env["SOURCE_DATE_EPOCH"]);
  const dist = resolve(out);
  const contentFolder = resolve(content);
  if (!existsSync(join(dist, "manifest.json")) && listFiles(dist).length > 0) {
    throw new UsageError(
      `${out} holds files that no build of this project made, and a build replaces the whole folder: choose another one with --out, or empty this one`,
    );
  }
  const work = await openWork(dist, out);
  return { baseUrl, hasSidecar, now, out, content: contentFolder, work };
}

interface Stamp {
  stamp: string;
  version: string;
  previous: string | undefined;
}

const toStampFile = ({ root }: Work): string => `${root}.json`;

/** Whether the last build in this place was of the very same things, and still stands there. */
async function isUnchanged(
  { work }: BuildSetting,
  stamp: string,
  previous: Previous | undefined,
): Promise<boolean> {
  const read = async (file: string) => {
    try {
      return JSON.parse((await readIfThere(file))?.toString("utf8") ?? "") as Partial<Stamp>;
    } catch {
      return undefined;
    }
  };
  const [last, there] = [await read(toStampFile(work)), await read(join(work.dist, "manifest.json"))];
  const before = previous?.manifest.version;
  return (
    last?.stamp === stamp &&
    last.version === there?.version &&
    (before === last.version || before === last.previous)
  );
}

/** Files that pages load by content hash, and files that other sites embed. */
const assetPattern = /^\/(?:_astro\/.*(?<!\.gz|\.br)|badge\.svg|widget\.js)$/;

async function writeStaged(
  { work: { staging }, ...addresses }: BuildSetting,
  manifest: Manifest,
  carried: CarriedOver | undefined,
): Promise<void> {
  if (carried !== undefined) await writePurgeList(staging, addresses, carried);
  const files = listFiles(staging);
  const current = await sumFiles(
    staging,
    files.filter((path) => assetPattern.test(path) && !carried?.kept.includes(path)),
  );
  const state = carried ?? { state: { files: {}, purged: {} }, vanished: [] };
  await writeFile(join(staging, "manifest.json"), `${JSON.stringify(addMemory(manifest, current, state))}\n`);
  await writeServerFiles(staging, addresses, [...files, "/manifest.json"].sort());
}

/** The data that pages read while they render. */
async function setEnvironment(
  { baseUrl, content, work }: BuildSetting,
  previous: Previous | undefined,
): Promise<void> {
  const logKey = findLogKey(content);
  if (logKey !== undefined) process.env["LOG_KEY"] = logKey;
  const previousFile = join(work.folder, "previous.json");
  const known = previous ? await loadPreviousDeploy(previous) : { published: [], removed: [] };
  await writeFile(previousFile, JSON.stringify(known));
  Object.assign(process.env, {
    BASE_URL: baseUrl,
    CONTENT: content,
    OUT_DIR: work.rendered,
    PREVIOUS_DEPLOY: previousFile,
  });
}

async function main(options: BuildOptions): Promise<void> {
  const started = performance.now();
  const given = parsePlace(process.env["PREVIOUS"]);
  const setting = await prepare(options);
  const { baseUrl, now, out, content, work } = setting;
  const { dist, staging } = work;
  const progress = createProgress(process.stderr);
  progress.step("Reading the previous deploy…");
  const found = await findPrevious(given, { dist, content, baseUrl });
  const { previous } = found;
  const stamp = await fingerprint(content, [
    baseUrl,
    String(setting.hasSidecar),
    process.env["LOG_KEY"] ?? "",
  ]);
  if (options.ifChanged && (await isUnchanged(setting, stamp, previous))) return progress.end();

  await setEnvironment(setting, previous);
  progress.step("Reading content…");
  const { analysis, feedWarnings, history, site } = await import("../src/site.ts");
  progress.step(`Rendering pages (reviews: ${site.reviews.length})…`);
  // It takes what pages are made of from the very modules that are loaded, so that content is read only once.
  const { render } = await import("./site-build/render.ts");
  // Astro renders on one core; the other makes pictures meanwhile.
  const [manifest] = await Promise.all([
    render({ ...work, previous: previous?.manifest, now }, progress),
    writePhotos(site, staging, previous),
  ]);
  if (history) await writeHistory(staging, history, previous?.folder);
  progress.step("Looking through files of earlier builds…");
  const carried = previous && (await carryOver(previous, staging, site, { now, limits: options.limits }));
  await writeStaged(setting, manifest, carried);
  await addOwnerFiles(content, staging);
  const before = previous && (await readPublished(previous));

  progress.step(`Writing ${out}…`);
  const { written, deleted, isSame } = await keepTimes(work, toTimes(manifest), now);
  if (!isSame) await switchDeploy(work);
  const last: Stamp = { stamp, version: manifest.version, previous: previous?.manifest.version };
  await writeAtomically(toStampFile(work), JSON.stringify(last));
  progress.end();
  const notes = [
    ...analysis.notes,
    toHistoryNote(history, site),
    ...toPreviousNotes(found, given, site),
    ...buildWithheldWarnings(site),
    ...buildUnerasedWarnings(site),
    ...buildNamedIdWarnings(site),
    ...feedWarnings,
    ...findSilentChanges(before?.published ?? [], site),
  ];
  for (const note of notes) console.log(note);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Built ${toCount(site.reviews.length, "review")} into ${out} in ${seconds} s: ${written} files written, ${deleted} deleted, version ${manifest.version}`,
  );
  for (const note of toPurgeNotes(carried?.purge ?? [], out, setting.hasSidecar)) console.log(note);
}

/** When the bytes at each address were first built, for web servers that take it from the file. */
const toTimes = ({ documents }: Manifest): Map<string, string> =>
  new Map(
    documents.flatMap(({ path, hashed_path, last_modified }) => [
      [path, last_modified],
      [hashed_path, last_modified],
    ]),
  );

const project = join(import.meta.dirname, "..");
const sources = ["src", "public"].map((path) => join(project, path));
const files = ["astro.config.mjs", "package.json", "package-lock.json"].map((path) => join(project, path));

/** The module, and those that it imports by their paths. */
async function findModules(file: string, found = new Set<string>()): Promise<Set<string>> {
  const text = found.has(file) ? undefined : await readIfThere(file);
  if (text === undefined) return found;
  found.add(file);
  for (const [, path = ""] of text.toString("utf8").matchAll(/\b(?:from |import |import\()"(\.[^"]+)"/g))
    await findModules(join(dirname(file), path), found);
  return found;
}

/** Changes whenever a build could come out differently: content, sources, packages, settings. */
async function fingerprint(content: string, settings: readonly string[]): Promise<string> {
  const parts = [...settings];
  const add = (name: string, bytes: Buffer) => parts.push(name, sha256(bytes));
  for (const folder of [...sources, content]) {
    for (const path of listFiles(folder)) add(path, await readFile(join(folder, path)));
  }
  for (const file of [...files, ...(await findModules(import.meta.filename))])
    add(relative(project, file), (await readIfThere(file)) ?? Buffer.alloc(0));
  return sha256(parts.join("\0"));
}

try {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) console.log(help);
  else await main(parseOptions(args));
} catch (error) {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof ContentError || codeOf(error) !== undefined)
    console.error("Nothing was built; the previous build stays as it was.");
  // Otherwise threads and Astro would go on writing.
  process.exit(error instanceof LockedError ? 75 : 1);
}
