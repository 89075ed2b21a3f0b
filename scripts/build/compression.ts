import zlib from "node:zlib";

/**
 * How much a file's compression is worth. `document`: programs ask for it again and again. `page`: one of hundreds.
 * `small`: one of very many, so gzip alone; brotli at its best saves a seventh of three kilobytes, takes sixty times
 * as long, and a second file for each page is a second file for each page.
 */
export type Effort = "document" | "page" | "small";

/** With more pages than this, all of them are small. */
export const mostPagesInBrotli = 2_000;

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

/** Whether stored variants are whole and really stand for these bytes. */
export function areVariantsOf(bytes: Uint8Array, variants: Variants): boolean {
  const { ".gz": gzip, ".br": br } = variants;
  try {
    return (
      zlib.gunzipSync(gzip).equals(bytes) && (br === undefined || zlib.brotliDecompressSync(br).equals(bytes))
    );
  } catch {
    return false;
  }
}
