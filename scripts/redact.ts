import { glob, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { loadTimeZone, toDay } from "../src/content/today.ts";
import { nearest } from "../src/schema/names.ts";
import { RemovedEntry } from "../src/schema/review.ts";
import { clearLeft } from "./build/switch.ts";
import { openPrevious, parsePlace, type Previous } from "./build/previous.ts";
import { assertKnownKey, keyPlaces, loadFingerprintKey } from "./import/fingerprint-key.ts";
import { loadImported, moveImported } from "./import/confirmed-exports.ts";
import { formerOf, renameReview, renameTombstone, withdraw } from "./redact/changes.ts";
import { createNeutralId } from "./redact/neutral-id.ts";
import { type Result, show, toLimits } from "./redact/summary.ts";
import { findOtherTraces, findPresence, type Presence } from "./redact/traces.ts";
import { idsOf, loadReviewFiles, type EntryPlace, placesOf, saveReviewFiles } from "./review-files.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { removeVerdicts, renameVerdicts } from "./verdicts/verdict-files.ts";
import { messageOf } from "../src/schema/errors.ts";
import { givenOwnContent } from "../src/content/given-path.ts";
import { textOf } from "./import/known-reviews.ts";

const usage = `Usage: npm run redact -- <id> --reason <reason> [options]
       npm run redact -- <id> --new-id [options]

Withdraws a review for good: its text and its author's name leave content, and a tombstone with its id and the day
stays, which tells everybody who keeps a copy to drop it. Then says what to purge and what cannot be undone.

With --new-id and no reason, a review stays and gets an id that says nothing of its author: old links still lead to
it, and copies are asked to drop the old id and take the new one. A tombstone can get a new id too.

Options:
  --reason <reason>   erasure (the author asked), fraud, or court-order
  --new-id            give it a neutral id, because the present one holds a name
  --yes               do not ask; without a terminal nothing is asked either
  --content <folder>  where content is (default: CONTENT, or content)
  --dist <deploy>     what is live now, a folder or an address, to list what to purge (default: PREVIOUS, or dist)
  --lost-key          go on although the key of earlier fingerprints is lost; a new one is made
  --json              for machines
  --help              this text

A withdrawn review leaves fingerprints, by which an import knows it again and does not bring it back. They are keyed
with your own secret (${keyPlaces}): keep a copy of it.

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
      "lost-key": { type: "boolean", default: false },
      yes: { type: "boolean", short: "y", default: false },
      content: { type: "string" },
      dist: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return {
    ...values,
    content: values.help ? "" : givenOwnContent(values.content),
    ids: positionals,
  };
}

type Options = ReturnType<typeof parseOptions>;

const reasons = RemovedEntry.shape.reason.unwrap();

/** The review that is named, if it may be changed. */
async function loadPlace(options: Options) {
  const [id, ...more] = options.ids;
  if (id === undefined || more.length > 0) {
    throw new UsageError(
      "Name one review by its id, such as: npm run redact -- 2026-05-14-1 --reason erasure",
    );
  }
  const files = await loadReviewFiles(options.content);
  const places = placesOf(files);
  const place = findPlace(id, places, options.content);
  if (!options["lost-key"])
    assertKnownKey(places, await loadImported(options.content), await loadFingerprintKey(process.env));
  return { id, files, places, place };
}

async function main(options: Options, now: Date): Promise<Result | undefined> {
  const { id, files, places, place } = await loadPlace(options);
  const newId = options["new-id"] ? createNeutralId(places) : undefined;
  const isRenamed = newId !== undefined;
  const { previous, presence } = await lookInto(idsOf(place.entry), options);
  const today = toDay(now, (await loadTimeZone(options.content)) ?? "UTC");
  const change = {
    place,
    id,
    today,
    newId,
    wasPublished: wasPublished(place, previous, presence),
    shownAs: presence?.shownAs,
  };
  const result: Result = {
    id,
    ...(isRenamed && { new_id: newId }),
    file: place.file.name,
    already_removed: false,
    ...(previous && { looked_into: previous.place }),
    purge: presence?.purge ?? [],
    also_check: [],
    cannot_be_undone: [],
  };
  const removedBefore = RemovedEntry.safeParse(place.entry);
  if (removedBefore.success) {
    const { removed_at, reason } = removedBefore.data;
    if (isRenamed) await renameTombstone(change);
    Object.assign(result, { removed_at, reason, already_removed: true });
  } else if (options.reason === undefined && isRenamed) {
    if (!(await isMeant(place, "Give this review a new id?", options))) return undefined;
    renameReview(change);
    await renameVerdicts(options.content, id, newId);
    await moveImported(options.content, idsOf(place.entry), newId);
    result.also_check = await findOtherTraces(place, { content: options.content, files, isErased: false });
  } else {
    const reason = parseReason(options.reason);
    const question = `Remove this review of ${textOf(place.entry["author"])} for good?`;
    if (!(await isMeant(place, question, options))) return undefined;
    await withdraw(change, reason);
    // Accepted verdicts quote the words that are erased.
    await removeVerdicts(options.content, id);
    await moveImported(options.content, idsOf(place.entry));
    Object.assign(result, { removed_at: today, reason });
    result.also_check = await findOtherTraces(place, { content: options.content, files, isErased: true });
  }
  const known = presence?.published ?? idsOf(place.entry);
  result.cannot_be_undone =
    result.removed_at === undefined ? [] : toLimits(place, newId ?? presence?.shownAs ?? id, known);
  await saveReviewFiles(files);
  await clearTraces(options);
  return result;
}

/** What builds that were killed and earlier versions of this project left, which may hold the words. */
async function clearTraces({ dist }: Options): Promise<void> {
  const place = parsePlace(dist ?? process.env["PREVIOUS"]);
  for (const folder of new Set(["dist", ...(place === undefined || place === "none" ? [] : [place])]))
    await clearLeft(resolve(folder)).catch((error: Error) => console.error(`note: ${error.message}`));
  for (const name of ["redact", "previous", "previous.json", "dist"])
    for await (const left of glob([`.build/${name}`, `.build/*/${name}`]))
      await rm(left, { recursive: true, force: true });
}

/** What the deploy knows of the review. An erasure does not wait until the deploy can be read. */
async function lookInto(
  ids: readonly string[],
  { dist }: Options,
): Promise<{ previous?: Previous; presence?: Presence }> {
  try {
    const given = parsePlace(dist ?? process.env["PREVIOUS"]);
    const previous = await openPrevious(given, "dist");
    return previous === undefined ? {} : { previous, presence: await findPresence(ids, previous) };
  } catch (error) {
    console.error(`note: ${messageOf(error)}`);
    return {};
  }
}

/** Whether anybody may hold a copy. Where it is not known, tombstones say too much rather than too little. */
function wasPublished(
  { entry }: EntryPlace,
  previous: Previous | undefined,
  presence: Presence | undefined,
): boolean {
  const { withheld, verification } = entry;
  if (presence !== undefined && presence.published.length > 0) return true;
  if (previous === undefined) return withheld === undefined || verification !== undefined;
  return withheld === undefined && !previous.isGiven;
}

function findPlace(id: string, places: readonly EntryPlace[], content: string): EntryPlace {
  const place = places.find(({ entry }) => entry["id"] === id);
  if (place !== undefined) return place;
  const renamed = places.find(({ entry }) => formerOf(entry).some((one) => one.id === id));
  if (renamed !== undefined) {
    throw new UsageError(`${id} is now ${textOf(renamed.entry["id"])}: use that id`);
  }
  const ids = places.map(({ entry }) => String(entry["id"]));
  throw new UsageError(
    `No review in ${join(content, "reviews")} has the id ${JSON.stringify(id)}; the nearest are ${nearest(id, ids, 3).join(", ")}`,
  );
}

function parseReason(given: string | undefined) {
  const reason = reasons.safeParse(given);
  if (reason.success) return reason.data;
  throw new UsageError(
    `--reason must be one of ${reasons.options.join(", ")}${given ? `, got ${JSON.stringify(given)}` : ""}. "Too negative" is not a reason.`,
  );
}

async function isMeant({ file, part }: EntryPlace, question: string, options: Options): Promise<boolean> {
  if (options.yes || options.json || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  console.log(`${file.name}:${part.line}\n\n${part.text.trimEnd()}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** What the command prints; throws when nothing was changed. */
export async function redactReview(args: string[], now = new Date()): Promise<string> {
  const options = parseOptions(args);
  if (options.help) return usage;
  const result = await main(options, now);
  if (result === undefined) throw new UsageError("Nothing was changed.");
  return options.json ? JSON.stringify(result, null, 2) : show(result);
}

if (import.meta.main)
  await runCommand(async () => console.log(await redactReview(process.argv.slice(2))), {
    usage: 1,
    failed: 1,
  });
