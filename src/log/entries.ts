import { LogEntry } from "../schema/log.ts";
import { applyEntry, createState, type HistoryState, HistoryError } from "./history.ts";
import { createTree, hashLeaf, type Tree } from "./merkle.ts";

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
  return { state, entries, tree: createTree(raw.map(hashLeaf)) };
}

function parseEntry(bytes: Buffer, number: number): LogEntry {
  try {
    return LogEntry.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new HistoryError(`entry ${number} of the log is not an entry`);
  }
}
