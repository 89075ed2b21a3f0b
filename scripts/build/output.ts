import { join } from "node:path";
import type { Compressor, Written } from "./compressor.ts";
import type { Effort } from "./compression.ts";

/** So many bytes wait for the compressor's threads at once. */
const mostWaiting = 32 * 1024 * 1024;

/** Has texts written with their compressed variants, in any order. */
export interface Output {
  /** Resolves when there is room for the next. Without content, the file is there already. */
  write: (path: string, effort: Effort, content?: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** When everything is written: what the manifest says of it, by path. */
  finish: () => Promise<Map<string, Written>>;
}

export function createOutput(
  { staging, dist }: { staging: string; dist: string },
  compress: Compressor,
  onProgress: () => void,
): Output {
  const all = new Map<string, Promise<Written>>();
  let waiting = 0;
  /** A failure is for `finish`, which waits for all. */
  const settle = async (written: Promise<Written>, size: number) => {
    await Promise.allSettled([written]);
    waiting -= size;
    onProgress();
  };
  return {
    write: async (path, effort, content) => {
      const size = content?.length ?? 0;
      const task = { file: join(staging, path), deployed: join(dist, path), effort };
      waiting += size;
      const written = compress({ ...task, ...(content && { content }) });
      all.set(path, written);
      const ended = settle(written, size);
      if (waiting > mostWaiting) await ended;
    },
    finish: async () =>
      new Map(await Promise.all([...all].map(async ([path, written]) => [path, await written] as const))),
  };
}
