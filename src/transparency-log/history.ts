import type { Review } from "../schema/review.ts";
import { type KeyRotation, type LostLog, LogEntry } from "../schema/transparency-log.ts";
import { toCanonicalJson, commit, type Before, isOnlyReply, nothingKnown, saltOf } from "./commitments.ts";
import { createMerkleTree, hashLeaf, type Tree } from "./merkle.ts";
import {
  formatVerifier,
  hasSignature,
  isSignedBy,
  type Note,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Signer,
} from "./note.ts";

/** A review's present state in the log. */
interface LoggedReview {
  entry: number;
  commitment?: string;
  isRemoved: boolean;
  /** The entry's content. */
  day: string;
}

/** The state after all entries so far. */
export interface HistoryState {
  size: number;
  reviews: Map<string, LoggedReview>;
  /** Counts of the last `withheld` entry, as canonical JSON. */
  withheld: string;
  /** The key that signs from the last `key` entry on. */
  key?: string;
}

/** A history that contradicts itself, or the content; the message says which review, and what to do. */
export class HistoryError extends Error {}

export const createState = (): HistoryState => ({ size: 0, reviews: new Map(), withheld: "{}" });

/** The text that both keys sign when one follows the other. */
export const rotationBytes = ({
  day,
  previous,
  key,
}: Pick<KeyRotation, "day" | "previous" | "key">): Buffer =>
  Buffer.from(toCanonicalJson({ type: "key", day, previous, key }));

/** Applies the next entry; throws when no honest log could hold it there. */
function applyEntry(state: HistoryState, entry: LogEntry): void {
  const number = state.size;
  const refuse = (why: string): never => {
    throw new HistoryError(`entry ${number} of the log ${why}`);
  };
  if (entry.type === "withheld") {
    state.withheld = toCanonicalJson(entry.counts);
  } else if (entry.type === "key") {
    checkKey(state, entry, refuse);
    state.key = entry.key;
  } else {
    const known = state.reviews.get(entry.id);
    if (known?.isRemoved)
      refuse(`${entry.type === "removed" ? "removes" : "brings back"} ${entry.id}, which was removed`);
    if (entry.type === "removed") {
      if (entry.entry !== known?.entry) refuse(`removes ${entry.id} but does not name its last entry`);
      state.reviews.set(entry.id, { entry: number, isRemoved: true, day: entry.day });
    } else {
      if ((entry.type === "published") !== (known === undefined))
        refuse(
          known === undefined
            ? `changes ${entry.id}, which was never published`
            : `publishes ${entry.id} again`,
        );
      const { commitment, day } = entry;
      state.reviews.set(entry.id, { entry: number, commitment, isRemoved: false, day });
    }
  }
  state.size += 1;
}

function checkKey(
  { key: current }: HistoryState,
  { day, key, previous, signatures }: Extract<LogEntry, { type: "key" }>,
  refuse: (why: string) => never,
): void {
  if (current === undefined) {
    if (previous !== undefined) refuse("changes the key before there was one");
    return;
  }
  if (previous !== current || signatures === undefined)
    return refuse("changes the key without naming and asking the one before");
  const bytes = rotationBytes({ day, previous, key });
  const isSigned =
    isSignedBy(parseVerifier(previous), bytes, Buffer.from(signatures.previous, "base64")) &&
    isSignedBy(parseVerifier(key), bytes, Buffer.from(signatures.next, "base64"));
  if (!isSigned) refuse("changes the key, but not both keys have signed it");
}

/** The present publications, as the history needs them. */
export interface Published {
  reviews: readonly Review[];
  removed: readonly { id: string; removed_at: string; reason?: string | undefined }[];
  /** Reviews that are in content and not published: a log cannot forget one that once was. */
  withheldIds: ReadonlySet<string>;
  withheldCounts: Readonly<Record<string, number>>;
  /** The newest day that content names. */
  day: string;
}

/** The entries that lead from what the log says to what is published now, and the proof of each review. */
export function planHistory(
  state: HistoryState,
  published: Published,
  {
    signer,
    rotations,
    replaces,
  }: {
    signer: Signer;
    rotations: readonly KeyRotation[];
    replaces?: LostLog | undefined;
  },
  before: Before = nothingKnown,
) {
  findDropped(state, published);
  const key = formatVerifier(signer.verifier);
  const keys = planKeys(state.key, key, rotations, published.day, replaces);
  const changes: Change[] = [];
  const salts = new Map<string, string>();
  for (const review of published.reviews) {
    const known = state.reviews.get(review.id);
    if (known?.isRemoved)
      throw new HistoryError(
        `review ${review.id} was removed, and its id is never used again: give the review a new id, or take it out`,
      );
    const salt = saltOf(review, known?.commitment, before, signer);
    const commitment = commit(salt, review);
    salts.set(review.id, salt.toString("hex"));
    if (known?.commitment === commitment) continue;
    const type =
      known === undefined
        ? "published"
        : isOnlyReply(review, known.commitment, before, signer)
          ? "replied"
          : "edited";
    changes.push({ type, id: review.id, day: dayOf(type, review, published.day), commitment });
  }
  for (const { id, removed_at: day, reason = "unspecified" } of published.removed) {
    const known = state.reviews.get(id);
    if (known?.isRemoved) {
      if (known.day === day) continue;
      throw new HistoryError(
        `the removal of ${id} was logged for ${known.day}, and content says ${day}: put the day back, because a signed history cannot change it`,
      );
    }
    changes.push({ type: "removed", id, day, reason, ...(known !== undefined && { entry: known.entry }) });
  }
  const counts = Object.fromEntries(
    Object.entries(published.withheldCounts).filter(([, count]) => count > 0),
  );
  // Counts come last: they are of the whole build.
  const withheld: LogEntry[] =
    toCanonicalJson(counts) === state.withheld ? [] : [{ type: "withheld", day: published.day, counts }];
  const entries = [...keys, ...changes.sort(byDay), ...withheld];
  for (const entry of entries) applyEntry(state, entry);
  const proofs = new Map(
    [...salts].map(([id, salt]) => [id, { entry: state.reviews.get(id)?.entry ?? 0, salt }] as const),
  );
  return { entries, proofs };
}

/** An entry about one review. */
type Change = Extract<LogEntry, { id: string }>;

const order = { published: 0, edited: 1, replied: 2, removed: 3 } as const;

const byDay = (a: Change, b: Change): number =>
  compare(a.day, b.day) || order[a.type] - order[b.type] || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A log can only grow: what it says is published must still be, or be withdrawn in public. */
function findDropped(state: HistoryState, { reviews, removed, withheldIds }: Published): void {
  const present = new Set([...reviews, ...removed].map(({ id }) => id));
  const dropped = [...state.reviews].filter(([id]) => !present.has(id));
  const live = dropped.filter(([, { isRemoved }]) => !isRemoved).map(([id]) => id);
  const [first] = live;
  if (first !== undefined) {
    const held = withheldIds.has(first) ? "is withheld now" : "is not in content any more";
    throw new HistoryError(
      `review ${first}${toOthers(live.length)} was published and logged, and ${held}: a signed history cannot forget it; withdraw it in public with npm run redact -- ${first} --reason REASON, or put it back`,
    );
  }
  const [tombstone] = dropped;
  if (tombstone !== undefined)
    throw new HistoryError(
      `the tombstone of ${tombstone[0]}${toOthers(dropped.length)} is missing from content, and the log says that it was removed: put it back`,
    );
}

const toOthers = (count: number): string => (count > 1 ? ` (and ${count - 1} more)` : "");

function planKeys(
  current: string | undefined,
  key: string,
  rotations: readonly KeyRotation[],
  day: string,
  replaces: LostLog | undefined,
): LogEntry[] {
  if (current === undefined) return [{ type: "key", day, key, ...(replaces && { replaces }) }];
  const entries: LogEntry[] = [];
  for (let at = current; at !== key;) {
    const next = rotations.find(({ previous }) => previous === at);
    if (next === undefined || entries.length > rotations.length)
      throw new HistoryError(
        `the log is signed with another key, ${at}: sign with that one, or print the change with npm run log -- rotate and add it to business.yaml`,
      );
    entries.push({ type: "key", ...next });
    at = next.key;
  }
  return entries;
}

/** The owner's own word for the day; witnesses say when they saw it. */
const dayOf = (type: "published" | "edited" | "replied", review: Review, newest: string): string =>
  type === "published"
    ? review.date
    : type === "replied"
      ? (review.reply?.date ?? newest)
      : (review.updated ?? newest);

/** A log as it was deployed: its signed checkpoint and all entries. */
export interface DeployedLog {
  checkpoint: string;
  entries: readonly Buffer[];
}

export interface ReadEntries {
  state: HistoryState;
  tree: Tree;
  entries: LogEntry[];
}

/** Reads entries in their order; throws when one is malformed or contradicts those before it. */
export function replayEntries(raw: readonly Buffer[]): ReadEntries {
  const state = createState();
  const entries = raw.map((bytes, number) => {
    const entry = parseEntry(bytes, number);
    applyEntry(state, entry);
    return entry;
  });
  return { state, entries, tree: createMerkleTree(raw.map(hashLeaf)) };
}

export interface OpenedLog extends ReadEntries {
  note: Note;
  origin: string;
  size: number;
  root: Buffer;
  /** The key that has signed the checkpoint. */
  key: string;
}

/** Reads a log; throws when its checkpoint is not of these entries, or not signed by the key that they name. */
export function openLog({ checkpoint, entries }: DeployedLog): OpenedLog {
  const note = parseNote(checkpoint);
  const { origin, size, root } = parseCheckpoint(note.text);
  if (entries.length < size)
    throw new HistoryError(`the checkpoint promises ${size} entries, and only ${entries.length} are there`);
  const read = replayEntries(entries.slice(0, size));
  if (!read.tree.rootAt(size).equals(root))
    throw new HistoryError(
      "the entries are not those that the checkpoint is signed for: one was changed, added or left out",
    );
  const { key } = read.state;
  if (key === undefined || !hasSignature(note, parseVerifier(key)))
    throw new HistoryError("the checkpoint is not signed by the key that the log names");
  return { ...read, note, origin, size, root, key };
}

function parseEntry(bytes: Buffer, number: number): LogEntry {
  const text = bytes.toString("utf8");
  let entry: LogEntry;
  try {
    entry = LogEntry.parse(JSON.parse(text));
  } catch {
    throw new HistoryError(`entry ${number} of the log is not an entry`);
  }
  // Other readers could see something else in it, such as the first of two members of one name.
  if (toCanonicalJson(entry) !== text)
    throw new HistoryError(`entry ${number} of the log is not canonical JSON`);
  return entry;
}
