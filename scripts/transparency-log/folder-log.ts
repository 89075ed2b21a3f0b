import { join } from "node:path";
import type { DeployedLog } from "../../src/transparency-log/build-log.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { bundlesOf, parseBundle } from "../../src/transparency-log/tiles.ts";
import { readIfThere } from "../build/files.ts";

/** Gives the bytes at an address of a deploy ("/log/checkpoint"). */
type ReadFile = (path: string) => Promise<Buffer | undefined>;

/** The log of a deploy, unchecked; nothing when there is none. Throws when entries that it promises are missing. */
export async function readLog(read: ReadFile): Promise<DeployedLog | undefined> {
  const checkpoint = (await read("/log/checkpoint"))?.toString("utf8");
  if (checkpoint === undefined) return undefined;
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const entries: Buffer[] = [];
  for (const { path, full, width } of bundlesOf(size)) {
    const partial = await read(`/log/${path}`);
    const bytes = partial ?? (await read(`/log/${full}`));
    if (bytes === undefined) throw new Error(`/log/${path} is missing, which the checkpoint promises`);
    entries.push(...parseBundle(bytes, partial === undefined ? 256 : width).slice(0, width));
  }
  return { checkpoint, entries };
}

export const readFolderLog = (folder: string): Promise<DeployedLog | undefined> =>
  readLog((path) => readIfThere(join(folder, path)));
