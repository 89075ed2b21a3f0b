import { join } from "node:path";
import {
  buildReviewPage,
  type PagedReview,
  createTemplate,
  templateId,
} from "../../src/components/review/review-page.ts";
import { permalinkPath } from "../../src/publish/review-paths.ts";
import type { Compressor } from "./compressor.ts";
import { forEach, isThere } from "./files.ts";

/** So many wait for the compressor's threads at once, each a few kilobytes. */
const atOnce = 64;

/** Where Astro puts the page with slots in place of a review. */
export const templateFile = `${permalinkPath(templateId)}index.html`;

/** Writes the page of every review, with its compressed variant. */
export async function writeReviewPages(
  reviews: readonly PagedReview[],
  template: Uint8Array,
  { staging, dist }: { staging: string; dist: string },
  compress: Compressor,
  onProgress: () => void,
): Promise<void> {
  const fill = createTemplate(new TextDecoder().decode(template));
  const isFirst = !(await isThere(dist));
  await forEach(reviews, atOnce, async (paged) => {
    const file = join(permalinkPath(paged.review.id), "index.html");
    await compress({
      file: join(staging, file),
      content: fill(buildReviewPage(paged)),
      ...(!isFirst && { deployed: join(dist, file) }),
      effort: "small",
    });
    onProgress();
  });
}
