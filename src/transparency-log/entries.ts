import { LogEntry } from "../schema/transparency-log.ts";
import { toCanonicalJson } from "./canonical-json.ts";
import { applyEntry, createState, type HistoryState, HistoryError } from "./history.ts";
import { createMerkleTree, hashLeaf, type Tree } from "./merkle.ts";

export interface ReadLog {
  state: HistoryState;
  tree: Tree;
  entries: LogEntry[];
}

/** Reads entries in their order; throws when one is malformed or contradicts those before it. */
export function replayEntries(raw: readonly Buffer[]): ReadLog {
  const state = createState();
  const entries = raw.map((bytes, number) => {
    const entry = parseEntry(bytes, number);
    applyEntry(state, entry);
    return entry;
  });
  return { state, entries, tree: createMerkleTree(raw.map(hashLeaf)) };
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
