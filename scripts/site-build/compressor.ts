import { join } from "node:path";
import zlib from "node:zlib";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ManifestDocument } from "../../src/schema/manifest.ts";

/** A file to put compressed variants beside. */
export interface CompressTask {
  file: string;
  /** What it holds, if it is still to be written. */
  content?: string | Uint8Array<ArrayBuffer>;
  effort: Effort;
}

export interface Written {
  /** What the manifest says of a document. */
  document?: Pick<ManifestDocument, "sha256" | "etag" | "bytes" | "encodings">;
}

/** What a thread says of a task. */
export type CompressorReply =
  | { id: number; written: Written }
  | { id: number; error: string; code: string | undefined };

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
  const submit = ({ ...task }: CompressTask) =>
    new Promise<Written>((resolve, reject) => {
      const [idlest] = pool.toSorted((a, b) => a.waiting.size - b.waiting.size);
      if (idlest === undefined) throw new RangeError("threads must be a whole number from 1");
      const id = next++;
      idlest.waiting.set(id, { resolve, reject });
      idlest.worker.ref();
      idlest.worker.postMessage(
        { id, task },
        task.content instanceof Uint8Array ? [task.content.buffer] : [],
      );
    });
  const close = () => Promise.all(pool.map(({ worker }) => worker.terminate()));
  return Object.assign(submit, { close });
}

function startThread() {
  const worker = new Worker(new URL("compressor-worker.ts", import.meta.url));
  const waiting = new Map<number, Waiting>();
  worker.on("message", (answer: CompressorReply) => {
    const task = waiting.get(answer.id);
    if ("written" in answer) task?.resolve(answer.written);
    else task?.reject(Object.assign(new Error(answer.error), { code: answer.code }));
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

/**
 * How much a file's compression is worth. `document`: programs ask for it again and again. `page`: one of hundreds.
 * `small`: one of very many, so gzip alone; brotli at its best saves a seventh of three kilobytes, takes sixty times
 * as long, and a second file for each page is a second file for each page.
 */
export type Effort = "document" | "page" | "small";

/** With more pages than this, all of them are small. */
export const maxPagesInBrotli = 2_000;

const mebibyte = 1024 * 1024;

/**
 * Up to which size brotli at quality 10 is worth its time, half a second for a megabyte to save a seventh. The highest
 * quality takes twice as long for 1.5 % less, and for an index of the search none at all.
 */
const upTo = { document: mebibyte, page: 24 * 1024 };

/** Compressed variants, by the ending of their files. */
export interface Variants {
  ".gz": Buffer;
  ".br"?: Buffer;
}

const compressible = /(^|\/)[^./]+$|\.(html|css|js|mjs|json|xml|txt|csv|ndjson|svg|md|webmanifest|map)$/;

/**
 * Whether a file of the deploy is text, so that its compressed variants are worth storing. Hashes do not shrink, and
 * witnesses add lines to the checkpoint after the build.
 */
export const isCompressible = (path: string): boolean => compressible.test(path) && !path.startsWith("/log/");

/** The same bytes give the same variants on every machine. */
export function compress(bytes: Uint8Array, effort: Effort): Variants {
  // At its best gzip takes six times as long for a large JSON document, and few clients want gzip.
  const isQuick = effort === "small" || bytes.length > mebibyte;
  const gzipped = zlib.gzipSync(bytes, { level: isQuick ? 6 : 9 });
  // The header names the operating system; 255 is "unknown".
  gzipped[9] = 255;
  if (effort === "small") return { ".gz": gzipped };
  const br = zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length <= upTo[effort] ? 10 : 6,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [zlib.constants.BROTLI_PARAM_LGWIN]: bytes.length > 16 * mebibyte ? 24 : 22,
    },
  });
  return { ".gz": gzipped, ".br": br };
}

/** So many bytes wait for the compressor's threads at once. */
const maxWaiting = 32 * 1024 * 1024;

/** Has texts written with their compressed variants, in any order. */
export interface Output {
  /** Resolves when there is room for the next. Without content, the file is there already. */
  write: (path: string, effort: Effort, content?: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** When everything is written: what the manifest says of it, by path. */
  finish: () => Promise<Map<string, Written>>;
}

export function createOutput(staging: string, compress: Compressor, onProgress: () => void): Output {
  const all = new Map<string, Promise<Written>>();
  let waiting = 0;
  return {
    write: async (path, effort, content) => {
      const size = content?.length ?? 0;
      waiting += size;
      const written = compress({ file: join(staging, path), effort, ...(content && { content }) });
      all.set(path, written);
      // A failure is for `finish`, which waits for all.
      const settled = async () => {
        await Promise.allSettled([written]);
        waiting -= size;
        onProgress();
      };
      const ended = settled();
      if (waiting > maxWaiting) await ended;
    },
    finish: async () =>
      new Map(await Promise.all([...all].map(async ([path, written]) => [path, await written] as const))),
  };
}
