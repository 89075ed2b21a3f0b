import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "astro";
import { pagedReviews } from "../../src/components/review/review-page.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { documents } from "../../src/site.ts";
import { type Effort, isCompressible, mostPagesInBrotli } from "./compression.ts";
import { type Compressor, createCompressor } from "./compressor.ts";
import { listFiles, writeBelow } from "./files.ts";
import { addHashedCopies, type BuildFolders } from "./hashed-copies.ts";
import { createOutput } from "./output.ts";
import type { Progress } from "./progress.ts";
import { handOver } from "./rendered.ts";
import { templateFile, writeReviewPages } from "./review-pages.ts";

/** Astro keeps there what it renders with. */
const isBrought = (path: string): boolean => !path.startsWith("/.prerender/");

/** What every search on the site loads: worth the best compression, as documents are. */
const isIndex = (path: string): boolean => path.startsWith("/search-index/words-");

/**
 * Renders the site into the staging folder, every text with its compressed variants. While Astro renders on one core,
 * threads compress and write what it has rendered, and pages of reviews are filled as soon as theirs is there.
 */
export async function render(place: BuildFolders, progress: Progress): Promise<Manifest> {
  const compress = createCompressor();
  try {
    return await renderWith(compress, place, progress);
  } finally {
    // After a failure, none of them may write on.
    await compress.close();
  }
}

async function renderWith(compress: Compressor, place: BuildFolders, progress: Progress): Promise<Manifest> {
  const kept = documents.filter(({ inManifest }) => inManifest);
  const best = new Set(kept.map(({ path }) => path));
  const template = Promise.withResolvers<Uint8Array>();
  const left = new Set<string>();
  let [all, done, pages] = [0, 0, 0];
  const onProgress = () => progress.count(`Writing files: ${++done} of ${all}…`);
  const output = createOutput(place, compress, onProgress);
  const effortOf = (path: string): Effort => {
    if (best.has(path) || isIndex(path)) return "document";
    return pages > mostPagesInBrotli && path.endsWith(".html") ? "small" : "page";
  };
  const rendering = handOver({
    begin: async (files) => {
      // With what vite and the public folder brought, without what Astro renders with.
      const brought = listFiles(place.rendered).filter(isBrought);
      for (const file of [...files, ...brought])
        if (isCompressible(file) && file !== templateFile) left.add(file);
      all = pagedReviews.length + left.size;
      pages = pagedReviews.length + [...left].filter((file) => file.endsWith(".html")).length;
    },
    take: async (path, bytes) => {
      left.delete(path);
      if (path === templateFile) template.resolve(bytes);
      else if (isCompressible(path)) await output.write(path, effortOf(path), bytes);
      else await writeBelow(place.staging, path, bytes);
    },
  });
  const renderAll = async () => {
    await build({ logLevel: "warn", integrations: [rendering] });
    template.reject(new Error("Astro rendered no page of a review"));
  };
  const fillAll = async () =>
    writeReviewPages(pagedReviews, await template.promise, place, compress, onProgress);
  await Promise.all([renderAll(), fillAll()]);
  // What was brought, and redirects.
  for (const path of listFiles(place.rendered).filter(isBrought))
    await writeBelow(place.staging, path, await readFile(join(place.rendered, path)));
  for (const path of left) await output.write(path, effortOf(path));
  return addHashedCopies(kept, await output.finish(), place);
}
