import { join } from "node:path";
import type { DeployedLog } from "../../src/transparency-log/build-log.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { bundleOf, readEntries } from "../../src/transparency-log/tiles.ts";
import { readIfThere } from "../build/files.ts";

/** Gives the bytes at an address of a deploy ("/log/checkpoint"). */
type ReadFile = (path: string) => Promise<Buffer | undefined>;

/** The log of a deploy, unchecked; nothing when there is none. Throws when entries that it promises are missing. */
export async function readLog(read: ReadFile): Promise<DeployedLog | undefined> {
  const checkpoint = (await read("/log/checkpoint"))?.toString("utf8");
  if (checkpoint === undefined) return undefined;
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const entries = await readEntries(size, (path) => read(`/log/${path}`));
  if (entries.length < size)
    throw new Error(`/log/${bundleOf(entries.length, size)} is missing, which the checkpoint promises`);
  return { checkpoint, entries };
}

export const readFolderLog = (folder: string): Promise<DeployedLog | undefined> =>
  readLog((path) => readIfThere(join(folder, path)));
