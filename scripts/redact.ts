import { join, resolve } from "node:path";
import { readTimeZone, toDay } from "../src/content/today.ts";
import { nearest } from "../src/schema/names.ts";
import { RemovedEntry, ReviewEntry } from "../src/schema/review.ts";
import { clearLeft } from "./site-build/work-folder.ts";
import { type Previous, openPrevious, parsePlace } from "./site-build/previous-deploy.ts";
import {
  assertKnownKey,
  ensureFingerprintKey,
  loadFingerprintKey,
  toFingerprints,
  toIdFingerprint,
} from "./import/fingerprints.ts";
import { loadImported, moveImported } from "./import/confirmed-exports.ts";
import {
  type OwnFiles,
  deleteOwnFiles,
  findOwnFiles,
  type Presence,
  findOtherTraces,
  findPresence,
  toRecognizable,
} from "./redact/traces.ts";
import {
  type EntryPlace,
  type Fields,
  changeEntry,
  idsOf,
  loadReviewFiles,
  placesOf,
  replaceEntry,
  saveReviewFiles,
  textOf,
} from "./review-files.ts";
import { isConfirmed, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError, messageOf } from "../src/schema/errors.ts";
import { removeVerdicts, renameVerdicts } from "./verdicts/verdict-files.ts";
import { givenOwnContent, readBusiness } from "../src/content/given-path.ts";
import { memberOf } from "../src/schema/json.ts";
import { holdsName } from "../src/content/named-ids.ts";
import { randomInt } from "node:crypto";

const help = readHelp("redact");

function parseOptions(args: string[]) {
  const { positionals, text, flag } = parseCommand(help, args, true);
  return {
    ids: positionals,
    reason: text("reason"),
    isRenaming: flag("new-id"),
    isKeyLost: flag("lost-key"),
    isSure: flag("yes"),
    content: givenOwnContent(text("content")),
    dist: text("dist"),
    isJson: flag("json"),
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
  if (!options.isKeyLost)
    assertKnownKey(places, await loadImported(options.content), await loadFingerprintKey(process.env));
  return { id, files, places, place };
}

async function main(options: Options, now: Date): Promise<Result | undefined> {
  const { id, files, places, place } = await loadPlace(options);
  const newId = options.isRenaming ? createNeutralId(places) : undefined;
  const isRenamed = newId !== undefined;
  const { previous, presence } = await lookInto(idsOf(place.entry), options);
  const today = toDay(now, readTimeZone(options.content) ?? "UTC");
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
    deleted: [],
    also_check: [],
    cannot_be_undone: [],
  };
  assertRenamable(change, options);
  let own: OwnFiles | undefined;
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
    own = await findOwnFiles(place, { content: options.content, files });
    await withdraw({ ...change, today: own.withdrawnOn ?? today }, reason);
    // Accepted verdicts quote the words that are erased.
    await removeVerdicts(options.content, id);
    await moveImported(options.content, idsOf(place.entry));
    Object.assign(result, { removed_at: own.withdrawnOn ?? today, reason });
    result.also_check = await findOtherTraces(place, { content: options.content, files, isErased: true });
  }
  const known = presence?.published ?? idsOf(place.entry);
  result.cannot_be_undone =
    result.removed_at === undefined
      ? []
      : toLimits(place, newId ?? presence?.shownAs ?? id, known, hasHistory(options.content));
  await saveReviewFiles(files);
  if (own) await eraseOwnFiles(own, result);
  await clearTraces(options);
  return result;
}

/** Throws where a signed history needs a tombstone under the present id. */
function assertRenamable({ place, id, newId, wasPublished }: Redaction, { content, reason }: Options): void {
  if (newId === undefined || !hasHistory(content)) return;
  const removed = RemovedEntry.safeParse(place.entry).data;
  const hasTombstone = removed ? removed.never_published === undefined : reason !== undefined && wasPublished;
  if (hasTombstone) throw new UsageError(`${toHistoryLimit(id)}: leave out --new-id`);
}

const hasHistory = (content: string): boolean => memberOf(readBusiness(content), "log") !== undefined;

const toHistoryLimit = (id: string): string =>
  `${id} stays public in the signed history, which never forgets an id, and so does its tombstone`;

/** Leftovers of killed builds, which may hold the words. */
async function clearTraces({ dist }: Options): Promise<void> {
  const place = parsePlace(dist ?? process.env["PREVIOUS"]);
  for (const folder of new Set(["dist", ...(place === undefined || place === "none" ? [] : [place])]))
    await clearLeft(resolve(folder)).catch((error: Error) => console.error(`note: ${error.message}`));
}

/** The review in the deploy. An erasure does not wait for a deploy that cannot be read. */
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

/** Whether anybody may hold a copy; where that is unknown, somebody may. */
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
  if (options.isSure || options.isJson || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  console.log(`${file.name}:${part.line}\n\n${part.text.trimEnd()}\n`);
  return isConfirmed(question);
}

/** The command's output; throws when nothing was changed. */
export async function redactReview(args: string[], now = new Date()): Promise<string> {
  const options = parseOptions(args);
  const result = await main(options, now);
  if (result === undefined) throw new UsageError("Nothing was changed.");
  return options.isJson ? JSON.stringify(result, null, 2) : show(result);
}

export const formerOf = ({ formerly }: Fields): NonNullable<ReviewEntry["formerly"]> =>
  ReviewEntry.shape.formerly.catch([]).parse(formerly) ?? [];

/** The action for an entry. */
export interface Redaction {
  place: EntryPlace;
  id: string;
  newId: string | undefined;
  today: string;
  /** Whether anybody may hold a copy. */
  wasPublished: boolean;
  /** The id under which the deploy shows it, where its present one never got there. */
  shownAs: string | undefined;
}

/** A published review is withdrawn under its old id and comes back under the new one. */
export function renameReview({ place, id, newId, today, wasPublished }: Redaction): void {
  changeEntry(place, {
    id: newId,
    formerly: [...formerOf(place.entry), { id, ...(wasPublished && { until: today }) }],
  });
}

/** The fingerprint of the old id tells a build that the deploy's old tombstone is this one. */
export async function renameTombstone({ place, id, newId }: Redaction): Promise<void> {
  const key = await ensureFingerprintKey(process.env);
  const prints = RemovedEntry.parse(place.entry).fingerprints ?? [];
  replaceEntry(place, { ...place.entry, id: newId, fingerprints: [...prints, toIdFingerprint(id, key)] });
}

/** Puts the tombstone in the review's place. */
export async function withdraw(
  { place, id, shownAs = id, newId = shownAs, today, wasPublished }: Redaction,
  reason: string,
): Promise<void> {
  const key = await ensureFingerprintKey(process.env);
  const gone = idsOf(place.entry).filter((one) => one !== newId);
  const prints = toFingerprints(toRecognizable(place), key);
  replaceEntry(place, {
    id: newId,
    removed_at: today,
    reason,
    ...(!wasPublished && { never_published: true }),
    fingerprints: [...prints, ...gone.map((one) => toIdFingerprint(one, key))],
  });
}

const letters = "bcdfghjkmnpqrstvwxz23456789";

/** A random id that is not taken; without vowels, it spells no word. */
export function createNeutralId(places: readonly EntryPlace[]): string {
  const taken = new Set(places.flatMap(({ entry }) => idsOf(entry)));
  for (;;) {
    const id = `r-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")}`;
    if (!taken.has(id)) return id;
  }
}

/** What became of a review, and the steps that remain. */
export interface Result {
  /** The id as it was. */
  id: string;
  /** The id as it is now, where it changed. */
  new_id?: string;
  file: string;
  removed_at?: string;
  reason?: string | undefined;
  already_removed: boolean;
  /** The deploy that was searched for addresses to purge; none when there was no deploy. */
  looked_into?: string;
  purge: string[];
  /** Its pictures and edits, gone from content. */
  deleted: string[];
  also_check: string[];
  cannot_be_undone: string[];
}

/** Who goes on knowing the review by an id: copies, or everybody. */
function toIdLimits(
  { entry }: EntryPlace,
  id: string,
  known: readonly string[],
  isSigned: boolean,
): string[] {
  const isNamed = (one: string) => holdsName(one, textOf(entry["author"]), toRecognizable({ entry }).source);
  const others = known.filter((one) => one !== id);
  if (isSigned) return [id, ...others].filter(isNamed).map(toHistoryLimit);
  return [
    ...(isNamed(id)
      ? [
          `the id ${id}, which holds the name, stays public in the tombstone, because copies are matched by it; when they have had time to hear of it, say a month, take the name away with npm run redact -- ${id} --new-id`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `copies kept up to date by "since" that know the review as ${others.join(" or ")}, which no tombstone names now, keep it until they take /reviews.json whole`,
        ]
      : []),
  ];
}

/** Copies out of our commands' reach, and how to remove them. */
export function toLimits(
  place: EntryPlace,
  /** Of its tombstone. */
  id: string,
  /** Under which copies may know it. */
  known: readonly string[],
  isSigned: boolean,
): string[] {
  const { file } = place;
  return [
    ...toIdLimits(place, id, known, isSigned),
    `git history: older commits, clones and forks still hold the text (git log -S ${id} -- ${file.name}). Commit this change, then rewrite history without the file's earlier states and put it back: cp ${file.name} /tmp/kept.yaml; git filter-repo --force --invert-paths --path ${file.name}; cp /tmp/kept.yaml ${file.name}; git add ${file.name}; git commit -m "Keep reviews"; git push --force --all. Others' clones, forks, open pull requests and your host's own caches stay: ask for them`,
    "the last build and what was uploaded, until the next build and deploy replace them",
    "caches of browsers and programs: a stable address is kept for up to 5 minutes and served stale for a day, a hashed one up to a year; nobody can call these back",
    "answers of /api/reviews/search and /api/reviews/since in shared caches: nobody can list their addresses, so purge everything below them where your CDN can; else they live for up to 11 minutes after the deploy",
    "copies that subscribers, feed readers, search engines and archives took; the tombstone and npm run announce ask them to drop it",
    "the platform where it was first written, and your own backups and exports",
  ];
}

async function eraseOwnFiles(own: OwnFiles, result: Result): Promise<void> {
  result.deleted = await deleteOwnFiles(own);
  const isGone = (trace: string) => result.deleted.some((file) => trace.startsWith(`${file}:`));
  result.also_check = [...own.elsewhere, ...result.also_check.filter((trace) => !isGone(trace))];
  if (result.deleted.length > 0) result.cannot_be_undone.push(toFileLimits(result.deleted));
}

const toFileLimits = (deleted: readonly string[]): string =>
  `older commits hold these files too: git filter-repo --force --invert-paths ${deleted.map((file) => `--path ${JSON.stringify(file)}`).join(" ")}; so do the telephones and platforms that pictures came from`;

const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join("\n");

function toPurgeText(lookedInto: string | undefined, purge: readonly string[]): string {
  if (lookedInto === undefined) {
    return "What to purge is not known, because there is no deploy to look into: set PREVIOUS to its address or folder (PREVIOUS=https://reviews.example.com), also for the next build, which then lists it in purge.txt.";
  }
  return purge.length > 0
    ? `After the next deploy, purge these addresses from your CDN:\n${list(purge)}`
    : `Nothing to purge: ${lookedInto} does not show it.`;
}

function showChange({ id, new_id, file, removed_at, reason, already_removed }: Result): string {
  if (removed_at === undefined) {
    return `${id} is now ${new_id} (${file}). Old links lead to it, and copies are told: the old id is withdrawn, the review comes back as edited.`;
  }
  if (already_removed) {
    return `${id} was removed before, on ${removed_at} (${file}).${new_id ? ` Its tombstone is now ${new_id}.` : ""}`;
  }
  return `${id} is removed from ${file} (${reason}, ${removed_at}): its text and name are gone, a tombstone stays${new_id ? ` as ${new_id}` : ""}.`;
}

/** For people. */
export function show(result: Result): string {
  const { looked_into, purge, deleted, also_check, cannot_be_undone } = result;
  return [
    showChange(result),
    ...(deleted.length > 0 ? [`Deleted with it:\n${list(deleted)}`] : []),
    ...(also_check.length > 0
      ? [`Look at these, which may speak of the same person:\n${list(also_check)}`]
      : []),
    toPurgeText(looked_into, purge),
    `Next:\n${list([
      "npm run build      (deletes the hashed files that hold it; dist/purge.txt lists what to purge)",
      "deploy, purge, npm run announce",
    ])}`,
    ...(cannot_be_undone.length > 0 ? [`What cannot be undone:\n${list(cannot_be_undone)}`] : []),
  ].join("\n\n");
}

if (import.meta.main) await runCommand((args) => redactReview(args), { usage: 1, failed: 1, help });
