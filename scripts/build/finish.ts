import { link, readFile, writeFile } from "node:fs/promises";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { type Document } from "../../src/publish/documents.ts";
import { manifestVersion, sha256, tagOf } from "../../server/data/hashes.ts";
import { buildManifest, toHashedPath } from "../../src/publish/manifest.ts";
import type { Manifest, ManifestDocument } from "../../src/schema/manifest.ts";
import {
  areVariantsOf,
  bestUpTo,
  compress,
  compressQuickly,
  isCompressible,
  mostPagesInBrotli,
  type Variants,
} from "./compression.ts";
import { forEach, listFiles, readIfThere } from "./files.ts";

/** The compressed variants of a file; those of the previous build are taken when they stand for the same bytes. */
async function variantsOf(bytes: Buffer, deployed: string, bestSize: number): Promise<Variants> {
  const [old, gzip, br] = await Promise.all([deployed, `${deployed}.gz`, `${deployed}.br`].map(readIfThere));
  const reusable = old?.equals(bytes) && gzip && br && (await areVariantsOf(bytes, { gzip, br }));
  return reusable ? { gzip, br } : compress(bytes, bestSize);
}

/** What every search on the site loads: worth the best compression, as documents are. */
const isIndex = (path: string): boolean => path.startsWith("/search-index/words-");

/**
 * Completes what Astro rendered: compressed variants beside every text, a hashed copy of every document that
 * programs keep, and the manifest, which is returned and not yet written.
 */
export async function finish(
  staging: string,
  dist: string,
  documents: readonly Document[],
  previous: Manifest | undefined,
  now: string,
  onProgress: (done: number, of: number) => void,
): Promise<Manifest> {
  const kept = new Map(documents.filter(({ inManifest }) => inManifest).map((one) => [one.path, one]));
  const files = (await listFiles(staging)).filter(isCompressible);
  const pages = files.filter((path) => path.endsWith(".html")).length;
  const entries: ManifestDocument[] = [];
  let done = 0;
  await forEach(files, availableParallelism(), async (path) => {
    const bytes = await readFile(join(staging, path));
    const document = kept.get(path);
    if (pages > mostPagesInBrotli && path.endsWith(".html")) {
      await writeFile(join(staging, `${path}.gz`), await compressQuickly(bytes));
      return onProgress(++done, files.length);
    }
    const variants = await variantsOf(
      bytes,
      join(dist, path),
      document || isIndex(path) ? bestUpTo.document : bestUpTo.page,
    );
    await writeFile(join(staging, `${path}.gz`), variants.gzip);
    await writeFile(join(staging, `${path}.br`), variants.br);
    if (document !== undefined) {
      const hash = sha256(bytes);
      const hashed_path = toHashedPath(document, hash);
      await mkdir(join(staging, dirname(hashed_path)), { recursive: true });
      for (const ending of ["", ".gz", ".br"]) {
        await link(join(staging, path + ending), join(staging, hashed_path + ending));
      }
      const same = previous?.documents.find((before) => before.path === path && before.sha256 === hash);
      entries.push({
        path,
        hashed_path,
        sha256: hash,
        etag: tagOf(bytes),
        bytes: bytes.length,
        type: document.type,
        last_modified: same?.last_modified ?? now,
        encodings: {
          gzip: { etag: tagOf(variants.gzip), bytes: variants.gzip.length },
          br: { etag: tagOf(variants.br), bytes: variants.br.length },
        },
      });
    }
    onProgress(++done, files.length);
  });
  const order = [...kept.keys()];
  entries.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  return buildManifest(entries, manifestVersion(entries));
}
