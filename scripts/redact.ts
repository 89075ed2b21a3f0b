import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { removeVerdicts, renameVerdicts } from "./verdicts/verdict-files.ts";
import { nearest } from "../src/schema/nearest.ts";
import { RemovedEntry, ReviewEntry } from "../src/schema/review.ts";
import { holdsName } from "../src/content/named-ids.ts";
import { ensureFingerprintKey, keyPlaces } from "./import/fingerprint-key.ts";
import { toFingerprints, toIdFingerprint } from "./import/identity.ts";
import { createNeutralId } from "./redact/neutral-id.ts";
import { findOtherTraces, findPurges, toRecognisable, toText } from "./redact/traces.ts";
import {
  changeEntry,
  type Fields,
  isForPeople,
  loadReviewFiles,
  type Place,
  placesOf,
  replaceEntry,
  saveReviewFiles,
  UsageError,
} from "./review-files.ts";

const usage = `Usage: npm run redact -- <id> --reason <reason> [options]
       npm run redact -- <id> --new-id [options]

Takes a review out for good: its text and its author's name leave content, and a tombstone with its id and the day
stays, which tells everybody who keeps a copy to drop it. Then says what to purge and what cannot be undone.

With --new-id and no reason, a review stays and gets an id that says nothing of its author: old links still lead to
it, and copies are told to drop the old id and take the new one. A tombstone gets such an id too.

Options:
  --reason <reason>   erasure (the author asked), fraud, or court-order
  --new-id            give it a neutral id, because the present one holds a name
  --yes               do not ask; without a terminal nothing is asked either
  --content <folder>  where content is (default: content)
  --dist <folder>     the build that is deployed now, to list what to purge (default: dist)
  --json              for machines
  --help              this text

A withdrawn review leaves fingerprints, by which an import knows it again and does not bring it back. They are keyed
with a secret of yours (${keyPlaces}): keep a copy of it.

Examples:
  npm run redact -- 2026-05-14-1 --reason erasure
  npm run redact -- 2026-05-14-karen-m --new-id
  npm run redact -- google-k3vq7x2mzp4a6b5c --reason fraud --yes --json

Exit codes: 0 changed (or removed before), 1 nothing was changed.`;

function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: "string" },
      "new-id": { type: "boolean", default: false },
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
  /** The id as it was. */
  id: string;
  /** The id as it is now, where it changed. */
  new_id?: string;
  file: string;
  removed_at?: string;
  reason?: string | undefined;
  already_removed: boolean;
  purge: string[];
  also_check: string[];
  cannot_be_undone: string[];
}

async function main(options: Options): Promise<Result | undefined> {
  const [id, ...more] = options.ids;
  if (id === undefined || more.length > 0) {
    throw new UsageError(
      "Name one review by its id, such as: npm run redact -- 2026-05-14-1 --reason erasure",
    );
  }
  const files = await loadReviewFiles(options.content);
  const places = placesOf(files);
  const place = findPlace(id, places, options.content);
  const removedBefore = RemovedEntry.safeParse(place.entry);
  const today = new Date().toISOString().slice(0, 10);
  const result = await toResult(place, id, options);
  const change = { place, id, today, newId: options["new-id"] ? createNeutralId(places) : undefined };
  if (removedBefore.success) {
    const { removed_at, reason } = removedBefore.data;
    if (change.newId !== undefined) await renameTombstone(change);
    Object.assign(result, { removed_at, reason, already_removed: true });
  } else if (options.reason === undefined && change.newId !== undefined) {
    if (!(await isMeant(place, "Give this review a new id?", options))) return undefined;
    renameReview(change, result.purge.length > 0);
    await renameVerdicts(options.content, id, change.newId);
    result.also_check.push(...(await findOtherTraces(place, id, options.content, false)));
  } else {
    const reason = parseReason(options.reason);
    const question = `Remove this review of ${toText(place.entry["author"])} for good?`;
    if (!(await isMeant(place, question, options))) return undefined;
    await withdraw(change, reason, result.purge.length > 0);
    // Accepted verdicts quote the words that are erased.
    await removeVerdicts(options.content, id);
    Object.assign(result, { removed_at: today, reason });
    result.also_check.push(...(await findOtherTraces(place, id, options.content, true)));
  }
  await saveReviewFiles(files);
  return { ...result, ...(change.newId !== undefined && { new_id: change.newId }) };
}

function findPlace(id: string, places: readonly Place[], content: string): Place {
  const place = places.find(({ entry }) => entry["id"] === id);
  if (place !== undefined) return place;
  const renamed = places.find(({ entry }) => formerOf(entry).some((one) => one.id === id));
  if (renamed !== undefined) {
    throw new UsageError(`${id} is now ${toText(renamed.entry["id"])}: name it by this id`);
  }
  const ids = places.map(({ entry }) => String(entry["id"]));
  throw new UsageError(
    `No review in ${join(content, "reviews")} has the id ${JSON.stringify(id)}; nearest are ${nearest(id, ids, 3).join(", ")}`,
  );
}

const formerOf = ({ formerly }: Fields): NonNullable<ReviewEntry["formerly"]> =>
  ReviewEntry.shape.formerly.catch([]).parse(formerly) ?? [];

function parseReason(given: string | undefined) {
  const reason = reasons.safeParse(given);
  if (reason.success) return reason.data;
  throw new UsageError(
    `--reason must be one of ${reasons.options.join(", ")}${given ? `, got ${JSON.stringify(given)}` : ""}. "Too negative" is none.`,
  );
}

interface Change {
  place: Place;
  id: string;
  newId: string | undefined;
  today: string;
}

/** What was on the site is withdrawn under its old id and comes back under the new one. */
function renameReview({ place, id, newId, today }: Change, isShown: boolean): void {
  const wasPublished = isShown || place.entry["withheld"] === undefined;
  changeEntry(place, {
    id: newId,
    formerly: [...formerOf(place.entry), { id, ...(wasPublished && { until: today }) }],
  });
}

async function renameTombstone({ place, id, newId }: Change): Promise<void> {
  const { key } = await ensureFingerprintKey(process.env);
  const prints = RemovedEntry.parse(place.entry).fingerprints ?? [];
  replaceEntry(place, { ...place.entry, id: newId, fingerprints: [...prints, toIdFingerprint(id, key)] });
}

/** Puts the tombstone in the review's place. */
async function withdraw(
  { place, id, newId = id, today }: Change,
  reason: string,
  isShown: boolean,
): Promise<void> {
  const { key } = await ensureFingerprintKey(process.env);
  const given = formerOf(place.entry).map((one) => one.id);
  const gone = newId === id ? given : [id, ...given];
  const prints = toFingerprints(toRecognisable(place), key);
  const neverPublished = place.entry["withheld"] !== undefined && !isShown;
  replaceEntry(place, {
    id: newId,
    removed_at: today,
    reason,
    ...(neverPublished && { never_published: true }),
    fingerprints: [...prints, ...gone.map((one) => toIdFingerprint(one, key))],
  });
}

async function isMeant({ file, part }: Place, question: string, options: Options): Promise<boolean> {
  if (options.yes || options.json || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  console.log(`${file.name}:${part.line}\n\n${part.text.trimEnd()}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function toResult(
  { file, entry }: Place,
  id: string,
  { dist, "new-id": hasNewId, reason }: Options,
): Promise<Result> {
  const isNamed = holdsName(id, toText(entry["author"]), toRecognisable({ entry }).source);
  const purge = await findPurges(id, dist);
  return {
    id,
    already_removed: false,
    file: file.name,
    purge,
    also_check: [],
    cannot_be_undone: [
      ...(isNamed && !hasNewId
        ? [
            `the id ${id}, which holds the name, stays public in the tombstone, because copies are matched by it; when they have had time to hear of it, say a month, take the name away with npm run redact -- ${id} --new-id`,
          ]
        : []),
      ...(hasNewId && reason !== undefined
        ? [
            `copies kept up to date by "since" know the review as ${id}, which no tombstone names now: they keep it until they take /reviews.json whole`,
          ]
        : []),
      `git history: older commits, clones and forks still hold the text (git log -S ${id} -- ${file.name}); rewriting history (git filter-repo) reaches your own copy only`,
      "caches of browsers and programs: a stable address is kept for up to 5 minutes and served stale for a day, a hashed one up to a year; nobody can call these back",
      "copies that subscribers, feed readers, search engines and archives took; the tombstone and npm run announce ask them to drop it",
      "the platform where it was first written, and your own backups and exports",
    ],
  };
}

const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join("\n");

function showChange({ id, new_id, file, removed_at, reason, already_removed }: Result): string {
  if (removed_at === undefined) {
    return `${id} is now ${new_id} (${file}). Old links lead to it, and copies are told: the old id is withdrawn, the review comes back as edited.`;
  }
  if (already_removed) {
    return `${id} was removed before, on ${removed_at} (${file}).${new_id ? ` Its tombstone is now ${new_id}.` : ""}`;
  }
  return `${id} is removed from ${file} (${reason}, ${removed_at}): its text and name are gone, a tombstone stays${new_id ? ` as ${new_id}` : ""}.`;
}

function show(result: Result, dist: string): string {
  const { purge, also_check, cannot_be_undone } = result;
  return [
    showChange(result),
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
