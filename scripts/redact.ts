import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { removeVerdicts } from "./verdicts/verdict-files.ts";
import { nearest } from "../src/schema/nearest.ts";
import { RemovedEntry } from "../src/schema/review.ts";
import { fold, toFingerprints } from "./import/identity.ts";
import { findOtherTraces, findPurges, toRecognisable, toText } from "./redact/traces.ts";
import {
  isForPeople,
  loadReviewFiles,
  type Place,
  placesOf,
  replaceEntry,
  saveReviewFiles,
  UsageError,
} from "./review-files.ts";

const usage = `Usage: npm run redact -- <id> --reason <reason> [options]

Takes a review out for good: its text and its author's name leave content, and a tombstone with its id and the day
stays, which tells everybody who keeps a copy to drop it. Then says what to purge and what cannot be undone.

Options:
  --reason <reason>   erasure (the author asked), fraud, or court-order
  --yes               do not ask; without a terminal nothing is asked either
  --content <folder>  where content is (default: content)
  --dist <folder>     the build that is deployed now, to list what to purge (default: dist)
  --json              for machines
  --help              this text

Examples:
  npm run redact -- 2026-05-14-karen-m --reason erasure
  npm run redact -- google-k3vq7x2mzp4a6b5c --reason fraud --yes --json

Exit codes: 0 removed (or removed before), 1 nothing was changed.`;

function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: "string" },
      yes: { type: "boolean", short: "y", default: false },
      content: { type: "string", default: "content" },
      dist: { type: "string", default: "dist" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return { ...values, ids: positionals };
}

type Options = ReturnType<typeof parseOptions>;

const reasons = RemovedEntry.shape.reason.unwrap();

interface Result {
  id: string;
  file: string;
  removed_at: string;
  reason: string | undefined;
  already_removed: boolean;
  purge: string[];
  also_check: string[];
  cannot_be_undone: string[];
}

async function main(options: Options): Promise<Result | undefined> {
  const [id, ...more] = options.ids;
  if (id === undefined || more.length > 0) {
    throw new UsageError(
      "Name one review by its id, such as: npm run redact -- 2026-05-14-karen-m --reason erasure",
    );
  }
  const files = await loadReviewFiles(options.content);
  const places = placesOf(files);
  const place = places.find(({ entry }) => entry["id"] === id);
  if (place === undefined) {
    const ids = places.map(({ entry }) => String(entry["id"]));
    throw new UsageError(
      `No review in ${join(options.content, "reviews")} has the id ${JSON.stringify(id)}; nearest are ${nearest(id, ids, 3).join(", ")}`,
    );
  }
  const removedBefore = RemovedEntry.safeParse(place.entry);
  if (removedBefore.success) {
    const { removed_at, reason } = removedBefore.data;
    return { ...(await toResult(place, id, options)), removed_at, reason, already_removed: true };
  }
  const reason = reasons.safeParse(options.reason);
  if (!reason.success) {
    throw new UsageError(
      `--reason must be one of ${reasons.options.join(", ")}${options.reason ? `, got ${JSON.stringify(options.reason)}` : ""}. "Too negative" is none.`,
    );
  }
  if (!(await isMeant(place, options))) return undefined;
  const result = await toResult(place, id, options);
  const removed_at = new Date().toISOString().slice(0, 10);
  const prints = toFingerprints(toRecognisable(place));
  replaceEntry(place, { id, removed_at, reason: reason.data, fingerprints: prints });
  // Accepted verdicts quote the words that are erased.
  await removeVerdicts(options.content, id);
  result.also_check.push(...(await findOtherTraces(place, id, prints, options.content)));
  await saveReviewFiles(files);
  return { ...result, removed_at, reason: reason.data, already_removed: false };
}

async function isMeant({ file, part, entry }: Place, options: Options): Promise<boolean> {
  if (options.yes || options.json || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  console.log(`${file.name}:${part.line}\n\n${part.text.trimEnd()}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Remove this review of ${toText(entry["author"])} for good? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Tombstones are matched by id, so it stays, even where somebody once put a name into it. */
const namesAuthor = (id: string, author: string) =>
  author !== "" && id.includes(fold(author).replaceAll(" ", "-"));

async function toResult(
  { file, entry }: Place,
  id: string,
  { dist }: Options,
): Promise<Omit<Result, "removed_at" | "reason" | "already_removed">> {
  return {
    id,
    file: file.name,
    purge: await findPurges(id, dist),
    also_check: [],
    cannot_be_undone: [
      ...(namesAuthor(id, toText(entry["author"]))
        ? [`the id ${id}, which holds the name, stays public in the tombstone: copies are matched by it`]
        : []),
      `git history: older commits, clones and forks still hold the text (git log -S ${id} -- ${file.name}); rewriting history (git filter-repo) reaches your own copy only`,
      "caches of browsers and programs: a stable address is kept for up to 5 minutes and served stale for a day, a hashed one up to a year; nobody can call these back",
      "copies that subscribers, feed readers, search engines and archives took; the tombstone and npm run announce ask them to drop it",
      "the platform where it was first written, and your own backups and exports",
    ],
  };
}

const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join("\n");

function show(
  { id, file, removed_at, reason, already_removed, purge, also_check, cannot_be_undone }: Result,
  dist: string,
): string {
  return [
    already_removed
      ? `${id} was removed before, on ${removed_at} (${file}).`
      : `${id} is removed from ${file} (${reason}, ${removed_at}): its text and name are gone, a tombstone stays.`,
    ...(also_check.length > 0
      ? [`Look at these, which may speak of the same person:\n${list(also_check)}`]
      : []),
    purge.length > 0
      ? `After the next deploy, purge these addresses from your CDN:\n${list(purge)}`
      : `Nothing to purge: no build in ${dist} shows it.`,
    `Next:\n${list([
      "npm run build      (deletes the hashed files that hold it; dist/purge.txt lists what to purge)",
      "deploy, purge, npm run announce",
    ])}`,
    `What cannot be undone:\n${list(cannot_be_undone)}`,
  ].join("\n\n");
}

/** What the command prints; throws when nothing was changed. */
export async function redactReview(args: string[]): Promise<string> {
  const options = parseOptions(args);
  if (options.help) return usage;
  const result = await main(options);
  if (result === undefined) throw new UsageError("Nothing was changed.");
  return options.json ? JSON.stringify(result, null, 2) : show(result, options.dist);
}

if (import.meta.main) {
  try {
    console.log(await redactReview(process.argv.slice(2)));
  } catch (error) {
    console.error(isForPeople(error) ? error.message : error);
    process.exitCode = 1;
  }
}
