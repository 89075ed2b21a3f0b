import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { etagOf, sha256 } from "../../server/data/hashes.ts";
import type { ManifestDocument } from "../../src/schema/manifest.ts";

/** A document's entry in the manifest. */
export type Facts = Pick<ManifestDocument, "sha256" | "etag" | "bytes" | "encodings">;

const [gzip, brotli] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)];

/**
 * Puts compressed variants beside a file, which is written too if its content is given. Node compresses in threads of
 * its own; files are read and written at once, because in steps tens of thousands take three times as long.
 */
export async function writeCompressed(
  file: string,
  effort: Effort,
  content?: string | Uint8Array,
): Promise<Facts | undefined> {
  const bytes = typeof content === "string" ? Buffer.from(content) : (content ?? readFileSync(file));
  const variants = await compress(bytes, effort);
  if (content !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  for (const [ending, packed] of Object.entries(variants)) writeFileSync(file + ending, packed);
  if (effort !== "document") return undefined;
  const of = (packed: Uint8Array = bytes) => ({ etag: etagOf(packed), bytes: packed.length });
  return {
    sha256: sha256(bytes),
    ...of(bytes),
    encodings: { gzip: of(variants[".gz"]), br: of(variants[".br"]) },
  };
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
interface Variants {
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
async function compress(bytes: Uint8Array, effort: Effort): Promise<Variants> {
  // At its best gzip takes six times as long for a large JSON document, and few clients want gzip.
  const isQuick = effort === "small" || bytes.length > mebibyte;
  const gzipped = await gzip(bytes, { level: isQuick ? 6 : 9 });
  // The header names the operating system; 255 is "unknown".
  gzipped[9] = 255;
  if (effort === "small") return { ".gz": gzipped };
  const br = await brotli(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length <= upTo[effort] ? 10 : 6,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [zlib.constants.BROTLI_PARAM_LGWIN]: bytes.length > 16 * mebibyte ? 24 : 22,
    },
  });
  return { ".gz": gzipped, ".br": br };
}

/** So many bytes wait to be compressed at once. */
const maxWaiting = 32 * 1024 * 1024;

/** Has texts written with their compressed variants, in any order. */
export function createOutput(staging: string, onProgress: () => void) {
  const all = new Map<string, Promise<Facts | undefined>>();
  let waiting = 0;
  return {
    /** Resolves when there is room for the next. Without content, the file is there already. */
    write: async (path: string, effort: Effort, content?: Uint8Array): Promise<void> => {
      const size = content?.length ?? 0;
      waiting += size;
      const written = writeCompressed(join(staging, path), effort, content);
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
    /** When everything is written: what the manifest says of documents, by path. */
    finish: async (): Promise<Map<string, Facts | undefined>> =>
      new Map(await Promise.all([...all].map(async ([path, written]) => [path, await written] as const))),
  };
}
