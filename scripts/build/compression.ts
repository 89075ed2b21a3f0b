import { promisify } from "node:util";
import zlib from "node:zlib";

// These run in libuv's threads, so that several files are compressed at once.
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const gunzip = promisify(zlib.gunzip);
const unbrotli = promisify(zlib.brotliDecompress);

/** Up to which size the best quality is worth its time. */
export const bestUpTo = { document: 1024 * 1024, page: 24 * 1024 } as const;
/** With more pages than this, all of them are small, and gzip alone serves them: half the files and half the time. */
export const mostPagesInBrotli = 2_000;

export interface Variants {
  gzip: Buffer;
  br: Buffer;
}

const compressible = /(^|\/)[^./]+$|\.(html|css|js|mjs|json|xml|txt|csv|ndjson|svg|md|webmanifest|map)$/;

/**
 * Whether a file of the deploy is text, so that its compressed variants are worth storing. Hashes do not shrink, and
 * witnesses add lines to the checkpoint after the build.
 */
export const isCompressible = (path: string): boolean => compressible.test(path) && !path.startsWith("/log/");

/**
 * The same bytes give the same variants on every machine. Brotli's highest quality takes a second for a megabyte and
 * saves a seventh, so it is for files up to the given size; pages are too many for it, documents are few.
 */
export async function compress(bytes: Buffer, bestSize: number): Promise<Variants> {
  const isLarge = bytes.length > 16 * 1024 * 1024;
  const [gzipped, br] = await Promise.all([
    gzip(bytes, { level: isLarge ? 6 : 9 }),
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length <= bestSize ? 11 : 5,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [zlib.constants.BROTLI_PARAM_LGWIN]: isLarge ? 24 : 22,
      },
    }),
  ]);
  return { gzip: withoutSystem(gzipped), br };
}

/** For a small page among very many. */
export const compressQuickly = async (bytes: Buffer): Promise<Buffer> =>
  withoutSystem(await gzip(bytes, { level: 6 }));

// The header names the operating system; 255 is "unknown".
const withoutSystem = (gzipped: Buffer): Buffer => {
  gzipped[9] = 255;
  return gzipped;
};

/** Whether stored variants are whole and really stand for these bytes. */
export async function areVariantsOf(bytes: Buffer, variants: Variants): Promise<boolean> {
  try {
    const [fromGzip, fromBrotli] = await Promise.all([gunzip(variants.gzip), unbrotli(variants.br)]);
    return fromGzip.equals(bytes) && fromBrotli.equals(bytes);
  } catch {
    return false;
  }
}
