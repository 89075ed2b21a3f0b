import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import {
  cosignNote,
  parseNote,
  parseSigner,
  parseVerifier,
  type Signer,
  type Verifier,
} from "../src/transparency-log/note.ts";
import { type Seen, type Verification, verifyLog, verifyOlder } from "../src/transparency-log/verify.ts";
import type { LogEntry } from "../src/schema/transparency-log.ts";
import { writeAtomically } from "./build/files.ts";
import {
  findWrongTiles,
  readCheckpoint,
  readDatasets,
  readEntries,
  UnreachableError,
} from "./transparency-log/remote-log.ts";
import { readGivenFile } from "./given-file.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { toGivenPath } from "../src/content/given-path.ts";
import { messageOf } from "../src/schema/errors.ts";
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

const options = {
  key: { type: "string" },
  state: { type: "string" },
  retries: { type: "string", default: "2" },
  cosign: { type: "string" },
  json: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>["values"];

const SeenFile = z.object({ origin: z.string(), size: z.int().min(0), root: z.string(), key: z.string() });

/** What a look found, and how sure it is. */
interface Look extends Verification {
  checkpoint?: string;
  size: number;
  reviews: number;
}

const stateFolder = (given: string | undefined): string =>
  given === undefined
    ? join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "open-reviews")
    : toGivenPath(given);

async function loadSeen(file: string): Promise<Seen | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}`);
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

/** One look at the site, without believing anything of it. */
async function look(base: string, last: Seen | undefined, given: string | undefined): Promise<Look> {
  const checkpoint = await readCheckpoint(base);
  const { shown, newest: dataset } = await readDatasets(base);
  const nothing: Look = { findings: [], added: [], witnesses: [], size: 0, reviews: dataset.reviews.length };
  if (checkpoint === undefined) {
    if (last === undefined && given === undefined && dataset.business.log === undefined)
      throw new UnreachableError(`${base} has no signed history: there is no /log/checkpoint`);
    return { ...nothing, findings: ["the history is gone: there is no /log/checkpoint any more"] };
  }
  let entries: Buffer[];
  try {
    entries = await readEntries(base, checkpoint);
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
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
    { last, trusted: given, witnesses: toWitnesses(dataset.business.log?.witnesses ?? []) },
  );
  const { findings } = verification;
  if (findings.length === 0) findings.push(...(await findWrongTiles(base, entries)));
  if (findings.length === 0 && shown !== dataset) {
    findings.push(...verifyOlder(entries, shown));
    if (findings.length === 0)
      throw new UnreachableError(
        `${base}/reviews.json is older than the history beside it: a cache may still hold an old copy`,
      );
  }
  if (findings.length > 0) delete verification.seen;
  return { ...verification, checkpoint, size: entries.length, reviews: dataset.reviews.length };
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

const mostLines = 50;

function print(base: string, found: Look, last: Seen | undefined, { json, quiet }: Values): void {
  if (json) {
    const { findings, added, witnesses, size, reviews } = found;
    console.log(
      JSON.stringify({ url: base, ok: findings.length === 0, findings, size, reviews, added, witnesses }),
    );
    return;
  }
  for (const finding of found.findings) console.log(`WRONG: ${finding}`);
  if (quiet || found.findings.length > 0) return;
  const since = last === undefined ? "first look" : `${found.added.length} new since the last look`;
  console.log(
    `${base}: ${found.reviews} reviews, ${found.size} entries in the history (${since}). All holds.`,
  );
  for (const { name, seconds } of found.witnesses)
    console.log(`  ${name} signed this history on ${toDay(seconds)}`);
  if (last === undefined) return;
  for (const entry of found.added.slice(0, mostLines)) console.log(`  ${toLine(entry)}`);
  if (found.added.length > mostLines) console.log(`  and ${found.added.length - mostLines} more`);
}

async function main(values: Values, [address, ...more]: string[]): Promise<number> {
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError("name one site, such as: npm run verify -- https://reviews.example.com");
  if (!/^\d$/.test(values.retries)) throw new UsageError("--retries must be a whole number from 0 to 9");
  if (values.key !== undefined) parseKey(values.key);
  const witness = values.cosign === undefined ? undefined : await loadWitness(values.cosign);
  const base = address.replace(/\/+$/, "");
  const folder = stateFolder(values.state);
  const file = join(folder, `${sha256(base).slice(0, 16)}.json`);
  const last = await loadSeen(file);
  let found = await look(base, last, values.key);
  for (let again = Number(values.retries); again > 0 && found.findings.length > 0; again -= 1) {
    await wait(5000);
    found = await look(base, last, values.key);
  }
  print(base, found, last, witness === undefined ? values : { ...values, quiet: true });
  if (found.seen === undefined) return 1;
  await mkdir(folder, { recursive: true });
  // What is signed has to be remembered first: a witness never signs two histories.
  await writeAtomically(file, `${JSON.stringify(found.seen)}\n`);
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

async function runVerify(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!values.help) return main(values, positionals);
  console.log(usage);
  return 0;
}

if (import.meta.main) await runCommand(runVerify, { usage: 2, failed: 3 });
