import type { KeyRotation, LogEntry, LostLog, Proof } from "../schema/transparency-log.ts";
import { toCanonicalJson } from "./canonical-json.ts";
import { type ReadLog, replayEntries } from "./entries.ts";
import { createState, HistoryError, planHistory, type Published } from "./history.ts";
import { createMerkleTree, hashLeaf } from "./merkle.ts";
import {
  formatCheckpoint,
  formatVerifier,
  hasSignature,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Signer,
  signNote,
} from "./note.ts";
import type { Before } from "./salts.ts";
import { buildTiles, type LogFile } from "./tiles.ts";

/** A log as it was deployed: its signed checkpoint and all entries. */
export interface DeployedLog {
  checkpoint: string;
  entries: readonly Buffer[];
}

export interface LogSettings {
  origin: string;
  signer: Signer;
  rotations: readonly KeyRotation[];
  /** The last known checkpoint of a log whose entries are lost. */
  replaces?: LostLog | undefined;
}

export interface BuiltLog {
  /** Every file below /log/. */
  files: LogFile[];
  proofs: Map<string, Proof>;
  size: number;
  root: string;
  /** What this build adds. */
  added: LogEntry[];
  entries: LogEntry[];
}

/** Checks that the checkpoint is of this origin, signed by the key that the entries name, and of exactly these entries. */
function openLog({ checkpoint, entries }: DeployedLog, origin: string): ReadLog {
  const note = parseNote(checkpoint);
  const said = parseCheckpoint(note.text);
  if (said.origin !== origin)
    throw new HistoryError(`the previous log is ${said.origin}, and business.yaml says ${origin}`);
  if (said.size !== entries.length)
    throw new HistoryError(
      `the previous log has ${entries.length} entries, and its checkpoint says ${said.size}`,
    );
  const read = replayEntries(entries);
  if (!read.tree.rootAt(said.size).equals(said.root))
    throw new HistoryError("the entries of the previous log are not those that its checkpoint is about");
  if (read.state.key === undefined || !hasSignature(note, parseVerifier(read.state.key)))
    throw new HistoryError("the checkpoint of the previous log is not signed by its own key");
  return read;
}

/**
 * The log after this build: what was there, and what changed since. Throws a HistoryError rather than drop or alter
 * an entry. The same content, key and previous log give the same bytes.
 */
export function buildLog(
  previous: DeployedLog | undefined,
  published: Published,
  { origin, signer, rotations, replaces }: LogSettings,
  before?: Before,
): BuiltLog {
  const old = previous && openLog(previous, origin);
  const { entries: added, proofs } = planHistory(
    old?.state ?? createState(),
    published,
    { signer, rotations, replaces },
    before,
  );
  const raw = [...(previous?.entries ?? []), ...added.map(toLine)];
  const tree = createMerkleTree(raw.map(hashLeaf));
  const root = tree.rootAt(raw.length);
  const isSame = added.length === 0 && previous !== undefined;
  const files = buildTiles(raw, tree);
  const names = new Set(files.map(({ path }) => path));
  // Whoever holds the last checkpoint still needs the partial tiles of its size.
  const older = buildTiles(raw, tree, previous?.entries.length ?? 0).filter(({ path }) => !names.has(path));
  const checkpoint = isSame
    ? previous.checkpoint
    : signNote(formatCheckpoint(origin, raw.length, root), signer);
  return {
    files: [
      ...files,
      ...older.filter(({ path }) => !names.has(path.replace(/\.p\/\d+$/, ""))),
      { path: "key", bytes: Buffer.from(`${formatVerifier(signer.verifier)}\n`) },
      { path: "checkpoint", bytes: Buffer.from(checkpoint) },
    ],
    proofs,
    size: raw.length,
    root: root.toString("base64"),
    added,
    entries: [...(old?.entries ?? []), ...added],
  };
}

const toLine = (entry: LogEntry): Buffer => Buffer.from(toCanonicalJson(entry));
