import { build } from "astro";
import { pagedReviews } from "../../src/components/review/review-page.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { documents } from "../../src/site.ts";
import { type Effort, isCompressible, mostPagesInBrotli } from "./compression.ts";
import { createCompressor } from "./compressor.ts";
import { listFiles } from "./files.ts";
import { addHashedCopies, type BuildFolders } from "./hashed-copies.ts";
import { createOutput } from "./output.ts";
import type { Progress } from "./progress.ts";
import { handOver } from "./rendered.ts";
import { templateFile, writeReviewPages } from "./review-pages.ts";

/** What every search on the site loads: worth the best compression, as documents are. */
const isIndex = (path: string): boolean => path.startsWith("/search-index/words-");

/**
 * Renders the site into the staging folder, every text with its compressed variants. While Astro renders on one core,
 * threads compress and write what it has rendered, and pages of reviews are filled as soon as theirs is there.
 */
export async function render(place: BuildFolders, progress: Progress): Promise<Manifest> {
  const compress = createCompressor();
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
      const brought = listFiles(place.staging).filter((file) => !file.startsWith("/.prerender/"));
      for (const file of [...files, ...brought])
        if (isCompressible(file) && file !== templateFile) left.add(file);
      all = pagedReviews.length + left.size;
      pages = pagedReviews.length + [...left].filter((file) => file.endsWith(".html")).length;
    },
    takes: isCompressible,
    take: async (path, bytes) => {
      left.delete(path);
      if (path === templateFile) template.resolve(bytes);
      else await output.write(path, effortOf(path), bytes);
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
  for (const path of left) await output.write(path, effortOf(path));
  return addHashedCopies(kept, await output.finish(), place);
}
