import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  cosignNote,
  parseCheckpoint,
  parseNote,
  parseSigner,
  parseVerifier,
  type Signer,
  type Verifier,
} from "../src/transparency-log/note.ts";
import {
  findBreak,
  type Seen,
  type Verification,
  type VerifiedLog,
  verifyLog,
  verifyOlder,
} from "../src/transparency-log/verify.ts";
import { UsageError, codeOf, messageOf, PlainError } from "../src/schema/errors.ts";
import type { LogEntry } from "../src/schema/transparency-log.ts";
import {
  findWrongTiles,
  readCheckpoint,
  readDatasets,
  readLogEntries,
  UnreachableError,
} from "./transparency-log/deployed-log.ts";
import { parseCommand, readGivenFile, showControls, toTerminalJson, runCommand } from "./run-command.ts";
import { toGivenPath } from "../src/content/given-path.ts";
import { sha256 } from "../server/data/hashes.ts";

const usage = `Usage: npm run verify -- URL [options]   (without this project: npx open-reviews-verify URL [options])

Checks that a business has not dropped, changed or slipped in reviews since you last looked: the signature of its history,
that it only grew, and that it and the published reviews say the same. Prints what changed since the last look.

Options:
  --key KEY         the public key you were given (default: the one seen first, or the one the site shows)
  --state FOLDER    where what was seen is kept (default: ~/.local/state/open-reviews)
  --retries N       looks again after 5 s when something is wrong, as a deploy may be under way (default 2)
  --cosign FILE     as a witness: when all holds, prints the signature of the key in FILE, for the business to publish
  --json            for machines
  --quiet           prints only what is wrong
  --help            this text

Exit codes, for monitors: 0 all holds, 1 something is wrong, 2 wrong usage, 3 it cannot be checked now.`;

const SeenFile = z.object({ origin: z.string(), size: z.int().min(0), root: z.string(), key: z.string() });

/** The result of one check. */
interface Look extends Verification {
  checkpoint?: string;
  size: number;
  reviews: number;
  isFirst: boolean;
}

const stateFolder = (given: string | undefined): string =>
  given === undefined
    ? join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "open-reviews")
    : toGivenPath(given);

async function loadSeen(file: string): Promise<Seen | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new UsageError(`${file} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  });
  if (text === undefined) return undefined;
  try {
    return SeenFile.parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      `${file}, which holds what was seen last, is damaged: restore it, or delete it to start over`,
    );
  }
}

const nameOf = (text: string): string => sha256(text).slice(0, 16);

/** The log seen at an address earlier; a site cannot exchange its log for another. */
const addressFile = (folder: string, base: string): string => join(folder, `${nameOf(base)}.json`);

async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw new UsageError(`${folder} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  });
  return names.filter((name) => name.endsWith(".json"));
}

/**
 * The states of a log seen last, at any address, and the file for the next one. Each state is a new numbered file,
 * which only one run can create: a lock that a killed run cannot keep.
 */
async function loadLogState(
  folder: string,
  origin: string,
): Promise<{ seen: Seen[]; next: string; isNew: boolean }> {
  const own = join(folder, nameOf(origin));
  const newest = (await listFolder(own)).reduce((last, name) => Math.max(last, Number.parseInt(name, 10)), 0);
  // Before the first, what was seen at the log's addresses counts.
  const files =
    newest > 0 ? [join(own, `${newest}.json`)] : (await listFolder(folder)).map((name) => join(folder, name));
  const all = await Promise.all(files.map(loadSeen));
  return {
    seen: all.filter((seen): seen is Seen => seen?.origin === origin),
    next: join(own, `${newest + 1}.json`),
    isNew: newest === 0,
  };
}

/** Writes a file that is whole, and on the disk, before it has its name. */
async function writeState(
  file: string,
  seen: Seen,
  name: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.tmp-${randomUUID()}`);
  const handle = await open(draft, "wx");
  try {
    await handle.writeFile(`${JSON.stringify(seen)}\n`);
    await handle.sync();
    await name(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  const names = await open(folder);
  await names.sync();
  await names.close();
}

/**
 * Remembers a log that was verified, after comparing it with what is remembered at that moment. What is wrong, when it
 * does not continue that: another run may have seen another history meanwhile, or this one at another address.
 */
async function remember(folder: string, base: string, log: VerifiedLog): Promise<string | undefined> {
  const { now } = log;
  for (;;) {
    const { seen, next, isNew } = await loadLogState(folder, now.origin);
    const finding = seen.map((last) => findBreak(log, last)).find((one) => one !== undefined);
    if (finding !== undefined) return finding;
    try {
      if (isNew || seen.some(({ size }) => size < now.size)) await writeState(next, now, link);
      await writeState(addressFile(folder, base), now, rename);
      return undefined;
    } catch (error) {
      // Another run was faster, and is compared with.
      if (codeOf(error) !== "EEXIST")
        throw new PlainError(`${folder} cannot be written: ${codeOf(error) ?? messageOf(error)}`);
    }
  }
}

/** Checks the site once, trusting nothing that it says; a history that holds is remembered. */
async function look(base: string, folder: string, given: string | undefined): Promise<Look> {
  const last = await loadSeen(addressFile(folder, base));
  const checkpoint = await readCheckpoint(base);
  const { shown, newest: dataset } = await readDatasets(base);
  const nothing = { added: [], witnesses: [], size: 0, reviews: dataset.reviews.length, isFirst: true };
  if (checkpoint === undefined) {
    if (last === undefined && given === undefined && dataset.business.log === undefined)
      throw new UnreachableError(`${base} has no signed history: there is no /log/checkpoint`);
    return { ...nothing, findings: ["the history is gone: there is no /log/checkpoint any more"] };
  }
  let entries: Buffer[];
  let known: Seen[];
  try {
    entries = await readLogEntries(base, checkpoint);
    const { seen } = await loadLogState(folder, parseCheckpoint(parseNote(checkpoint).text).origin);
    known = [...(last === undefined ? [] : [last]), ...seen];
  } catch (error) {
    if (error instanceof PlainError) throw error;
    return { ...nothing, findings: [messageOf(error)] };
  }
  const verification = verifyLog(
    {
      checkpoint,
      entries,
      reviews: dataset.reviews,
      removed: dataset.removed,
      log: dataset.business.log,
    },
    { known, trusted: given, witnesses: toWitnesses(dataset.business.log?.witnesses ?? []) },
  );
  const { findings, verified } = verification;
  if (verified !== undefined) findings.push(...(await findWrongTiles(base, entries)));
  if (findings.length === 0 && shown !== dataset) {
    findings.push(...verifyOlder(entries, shown));
    if (findings.length === 0)
      throw new UnreachableError(
        `${base}/reviews.json is older than the history beside it: a cache may still hold an old copy`,
      );
  }
  if (verified !== undefined && findings.length === 0) {
    const finding = await remember(folder, base, verified);
    if (finding !== undefined) findings.push(finding);
  }
  return {
    ...verification,
    checkpoint,
    size: entries.length,
    reviews: dataset.reviews.length,
    isFirst: known.length === 0,
  };
}

const toWitnesses = (witnesses: readonly { key: string }[]): Verifier[] =>
  witnesses.flatMap(({ key }) => {
    try {
      return [parseVerifier(key)];
    } catch {
      return [];
    }
  });

const toDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function toLine(entry: LogEntry): string {
  if (entry.type === "withheld")
    return `${entry.day}  withheld: ${
      Object.entries(entry.counts)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(", ") || "none"
    }`;
  if (entry.type === "key")
    return `${entry.day}  ${entry.previous === undefined ? "the log starts" : "the key changes"}`;
  return `${entry.day}  ${entry.type} ${entry.id}${entry.type === "removed" ? ` (${entry.reason})` : ""}`;
}

const maxLines = 50;

/** So many lines of what strangers wrote, or something about them. */
function printLines(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxLines)) console.log(showControls(line));
  if (lines.length > maxLines) console.log(`  and ${lines.length - maxLines} more`);
}

function print(base: string, found: Look, isJson: boolean, isQuiet: boolean): void {
  const { findings, added, witnesses, size, reviews, isFirst } = found;
  if (isJson) {
    console.log(
      toTerminalJson({ url: base, ok: findings.length === 0, findings, size, reviews, added, witnesses }),
    );
    return;
  }
  printLines(findings.map((finding) => `WRONG: ${finding}`));
  if (isQuiet || findings.length > 0) return;
  const since = isFirst ? "first look" : `${added.length} new since the last look`;
  console.log(`${base}: ${reviews} reviews, ${size} entries in the history (${since}). All holds.`);
  printLines(witnesses.map(({ name, seconds }) => `  ${name} signed this history on ${toDay(seconds)}`));
  if (!isFirst) printLines(added.map((entry) => `  ${toLine(entry)}`));
}

async function main(args: string[]): Promise<number> {
  const { positionals, flag, text, whole } = parseCommand(usage, args, true);
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError("name one site, such as: npm run verify -- https://reviews.example.com");
  const [key, cosign] = [text("key"), text("cosign")];
  if (key !== undefined) parseKey(key);
  const witness = cosign === undefined ? undefined : await loadWitness(cosign);
  const base = address.replace(/\/+$/, "");
  const folder = stateFolder(text("state"));
  let found = await look(base, folder, key);
  for (let again = whole("retries", 2, 0, 9); again > 0 && found.findings.length > 0; again -= 1) {
    await wait(5000);
    found = await look(base, folder, key);
  }
  print(base, found, flag("json"), flag("quiet") || witness !== undefined);
  if (found.findings.length > 0) return 1;
  // It is remembered by now: a witness never signs two histories.
  if (witness !== undefined && found.checkpoint !== undefined)
    process.stdout.write(cosignNote(parseNote(found.checkpoint), witness, Math.floor(Date.now() / 1000)));
  return 0;
}

async function loadWitness(file: string): Promise<Signer> {
  const text = await readGivenFile(file);
  try {
    return parseSigner(text, "cosignature");
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`);
  }
}

function parseKey(key: string): void {
  try {
    parseVerifier(key);
  } catch (error) {
    throw new UsageError(`--key: ${messageOf(error)}`);
  }
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 3, help: usage });
