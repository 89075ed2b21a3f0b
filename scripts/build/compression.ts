import { promisify } from "node:util";
import zlib from "node:zlib";

// These run in libuv's threads, so that several files are compressed at once.
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const gunzip = promisify(zlib.gunzip);
const unbrotli = promisify(zlib.brotliDecompress);

export interface Variants {
  gzip: Buffer;
  br: Buffer;
}

const mebibyte = 1024 * 1024;

const compressible = /(^|\/)[^./]+$|\.(html|css|js|mjs|json|xml|txt|csv|ndjson|svg|md|webmanifest|map)$/;

/** Whether a file of the deploy is text, so that its compressed variants are worth storing. */
export const isCompressible = (path: string): boolean => compressible.test(path);

/** The same bytes give the same variants on every machine. */
export async function compress(bytes: Buffer): Promise<Variants> {
  const large = bytes.length > 16 * mebibyte;
  const quality = bytes.length <= mebibyte ? 11 : large ? 5 : 9;
  const [gzipped, br] = await Promise.all([
    gzip(bytes, { level: large ? 6 : 9 }),
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [zlib.constants.BROTLI_PARAM_LGWIN]: large ? 24 : 22,
      },
    }),
  ]);
  // The header names the operating system; 255 is "unknown".
  gzipped[9] = 255;
  return { gzip: gzipped, br };
}

/** Whether stored variants are whole and really stand for these bytes. */
export async function areVariantsOf(bytes: Buffer, variants: Variants): Promise<boolean> {
  try {
    const [fromGzip, fromBrotli] = await Promise.all([gunzip(variants.gzip), unbrotli(variants.br)]);
    return fromGzip.equals(bytes) && fromBrotli.equals(bytes);
  } catch {
    return false;
  }
}
