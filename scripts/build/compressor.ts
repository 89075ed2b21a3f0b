import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import type { Effort } from "./compression.ts";

/** A file to put compressed variants beside. */
export interface CompressTask {
  file: string;
  /** What it holds, if it is still to be written. */
  content?: string | Uint8Array<ArrayBuffer>;
  /** The same file in the deploy before: what stands there for the same bytes is taken from there. */
  deployed?: string;
  effort: Effort;
}

export interface Written {
  /** What the manifest says of a document. */
  document?: Pick<ManifestDocument, "sha256" | "etag" | "bytes" | "encodings">;
}

/** What a thread says of a task. */
export type CompressorReply = { id: number; written: Written } | { id: number; error: unknown };

/** Writes files with their compressed variants, on all cores. */
export interface Compressor {
  (task: CompressTask): Promise<Written>;
  /** Ends the threads, in the middle of a file if need be. */
  close: () => Promise<unknown>;
}

interface Waiting {
  resolve: (written: Written) => void;
  reject: (error: unknown) => void;
}

/** The threads keep no process alive when they have nothing to do. */
export function createCompressor(threads = availableParallelism()): Compressor {
  const pool = Array.from({ length: threads }, startThread);
  let next = 0;
  const compress = ({ ...task }: CompressTask) =>
    new Promise<Written>((resolve, reject) => {
      const least = pool.toSorted((a, b) => a.waiting.size - b.waiting.size)[0];
      if (least === undefined) throw new RangeError("threads must be a whole number from 1");
      const id = next++;
      least.waiting.set(id, { resolve, reject });
      least.worker.ref();
      least.worker.postMessage({ id, task }, task.content instanceof Uint8Array ? [task.content.buffer] : []);
    });
  const close = () => Promise.all(pool.map(({ worker }) => worker.terminate()));
  return Object.assign(compress, { close });
}

function startThread() {
  const worker = new Worker(new URL("compressor-worker.ts", import.meta.url));
  const waiting = new Map<number, Waiting>();
  worker.on("message", (answer: CompressorReply) => {
    const task = waiting.get(answer.id);
    if ("written" in answer) task?.resolve(answer.written);
    else task?.reject(answer.error);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  // After the listeners: one for messages holds the process again.
  worker.unref();
  return { worker, waiting };
}
