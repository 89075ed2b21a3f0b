import type { LogEntry } from "../schema/transparency-log.ts";
import type { Review, Tombstone } from "../schema/review.ts";
import { commit } from "./commitments.ts";
import { type DeployedLog, openLog, type OpenedLog, type ReadEntries, replayEntries } from "./history.ts";
import type { Tree } from "./merkle.ts";
import { cosignedAt, isForged, type Verifier } from "./note.ts";
import { messageOf } from "../schema/errors.ts";

/** A verifier's memory between two checks. */
export interface Seen {
  origin: string;
  size: number;
  /** Base64. */
  root: string;
  key: string;
}

export interface ShownLog extends DeployedLog {
  reviews: readonly Review[];
  removed: readonly Tombstone[];
  /** The business's statement of its log. */
  log?: { origin: string; key: string } | undefined;
}

/** A log with which nothing is wrong. */
export interface VerifiedLog {
  now: Seen;
  tree: Tree;
  entries: LogEntry[];
}

export interface Verification {
  /** The faults, in sentences; empty when there are none. */
  findings: string[];
  /** Only when nothing is wrong. */
  verified?: VerifiedLog;
  /** Entries since the log was last seen; all of them the first time. */
  added: LogEntry[];
  /** Witnesses that signed this checkpoint, and when, in seconds. */
  witnesses: { name: string; seconds: number }[];
}

/**
 * Checks everything that a stranger can check: the signature, that the log only grew since it was seen, and that it
 * and the published reviews say the same. `known` is what was seen at this address and of this log, `trusted` the key
 * that the verifier was given.
 */
export function verifyLog(
  shown: ShownLog,
  {
    known = [],
    trusted,
    witnesses = [],
  }: { known?: readonly Seen[]; trusted?: string | undefined; witnesses?: readonly Verifier[] },
): Verification {
  const result: Verification = { findings: [], added: [], witnesses: [] };
  const fail = (finding: string): Verification => {
    result.findings.push(finding);
    return result;
  };
  let read: OpenedLog;
  try {
    read = openLog(shown);
  } catch (error) {
    return fail(messageOf(error));
  }
  const { note, origin, size, root, key } = read;
  const log = { now: { origin, size, root: root.toString("base64"), key }, ...read };
  const other =
    findOtherKey(log, [trusted, shown.log?.key]) ??
    findOtherLog(log.now, shown.log) ??
    known.map((last) => findBreak(log, last)).find((finding) => finding !== undefined);
  if (other !== undefined) return fail(other);
  result.findings.push(...compareWithReviews(read, shown));
  for (const witness of witnesses)
    if (isForged(note, witness))
      result.findings.push(`the checkpoint has a signature of ${witness.name} that is not of its key`);
  result.added = read.entries.slice(Math.max(0, ...known.map((last) => last.size)));
  result.witnesses = witnesses.flatMap((witness) => {
    const seconds = cosignedAt(note, witness);
    return seconds === undefined ? [] : [{ name: witness.name, seconds }];
  });
  if (result.findings.length === 0) result.verified = log;
  return result;
}

/** Why a log does not continue the one that was seen before; undefined when it does. */
export function findBreak(log: VerifiedLog, last: Seen): string | undefined {
  const { now, tree } = log;
  const other = findOtherKey(log, [last.key]);
  if (other !== undefined) return other;
  if (now.origin !== last.origin) return `this is another log: ${now.origin}, and it was ${last.origin}`;
  if (now.size < last.size)
    return `the log had ${last.size} entries when it was last seen, and has ${now.size} now: it was rolled back`;
  return tree.rootAt(last.size).toString("base64") === last.root
    ? undefined
    : `the first ${last.size} entries are not those that were last seen: history was rewritten, or different people are shown different logs`;
}

const findOtherKey = (
  { entries }: VerifiedLog,
  keys: readonly (string | undefined)[],
): string | undefined => {
  const own = new Set(entries.flatMap((entry) => (entry.type === "key" ? [entry.key] : [])));
  const other = keys.find((key) => key !== undefined && !own.has(key));
  return (
    other &&
    `the log is signed by another key than ${other}, and nothing in it says how one followed the other`
  );
};

/** Whether this is another log than the one that the business names. */
function findOtherLog({ origin, key }: Seen, log: ShownLog["log"]): string | undefined {
  if (log !== undefined && log.key !== key)
    return `the log is signed by ${key}, and the business names an earlier key, ${log.key}`;
  if (log !== undefined && log.origin !== origin)
    return `this is the log ${origin}, and the business names ${log.origin}`;
  return undefined;
}

/**
 * What is wrong with a copy of the reviews that is older than the log: it must be what the log said at the time, which
 * its newest entry tells.
 */
export function verifyOlder(
  entries: readonly Buffer[],
  { reviews, removed }: Pick<ShownLog, "reviews" | "removed">,
): string[] {
  const { entries: all } = replayEntries(entries);
  const gone = new Set(removed.map(({ id }) => id));
  const removal = all.findLastIndex((entry) => entry.type === "removed" && gone.has(entry.id));
  const newest = reviews.reduce((most, { proof }) => Math.max(most, proof?.entry ?? -1), removal);
  return compareWithReviews(replayEntries(entries.slice(0, newest + 1)), { reviews, removed });
}

/** Every published review is in the log with these words, and nothing that the log calls published is missing. */
function compareWithReviews(
  { state }: ReadEntries,
  { reviews, removed }: Pick<ShownLog, "reviews" | "removed">,
): string[] {
  const findings: string[] = [];
  const present = new Set<string>();
  for (const review of reviews) {
    if (present.has(review.id)) findings.push(`review ${review.id} is shown twice`);
    present.add(review.id);
    const logged = state.reviews.get(review.id);
    if (review.proof === undefined) findings.push(`review ${review.id} has no proof`);
    else if (logged === undefined) findings.push(`review ${review.id} is not in the log`);
    else if (logged.isRemoved)
      findings.push(`review ${review.id} is shown, and the log says that it was removed`);
    else if (logged.entry !== review.proof.entry)
      findings.push(
        `review ${review.id} names entry ${review.proof.entry}, and its last one is ${logged.entry}`,
      );
    else if (commit(Buffer.from(review.proof.salt, "hex"), review) !== logged.commitment)
      findings.push(`review ${review.id} does not have the words or the date that were logged`);
  }
  for (const { id, removed_at } of removed) {
    present.add(id);
    const logged = state.reviews.get(id);
    if (logged?.isRemoved !== true) findings.push(`the removal of ${id} is not in the log`);
    else if (logged.day !== removed_at)
      findings.push(`the removal of ${id} is dated ${removed_at}, and was logged for ${logged.day}`);
  }
  for (const [id, { isRemoved }] of state.reviews) {
    if (present.has(id)) continue;
    findings.push(
      isRemoved
        ? `the tombstone of ${id} is missing`
        : `review ${id} was published and is gone without a word: no tombstone, no entry`,
    );
  }
  return findings;
}
