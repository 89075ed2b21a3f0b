import { link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Document } from "../../src/publish/documents.ts";
import { manifestVersion } from "../../server/data/hashes.ts";
import { buildManifest, toHashedPath } from "../../src/publish/manifest.ts";
import type { Manifest, ManifestDocument } from "../../src/schema/manifest.ts";
import { mostPagesInBrotli } from "./compression.ts";
import type { Compressor, Written } from "./compressor.ts";
import { forEach } from "./files.ts";

/** So many wait for the compressor's threads at once. */
const atOnce = 16;

/** What every search on the site loads: worth the best compression, as documents are. */
const isIndex = (path: string): boolean => path.startsWith("/search-index/words-");

interface Place {
  staging: string;
  dist: string;
  previous: Manifest | undefined;
  now: string;
  /** The texts that Astro rendered, and how many pages of reviews stand beside them. */
  rendered: readonly string[];
  reviewPages: number;
}

/**
 * Completes what Astro rendered: compressed variants beside every text, a hashed copy of every document that
 * programs keep, and the manifest, which is returned and not yet written.
 */
export async function finish(
  documents: readonly Document[],
  place: Place,
  compress: Compressor,
  onProgress: () => void,
): Promise<Manifest> {
  const { staging, dist, rendered, reviewPages } = place;
  const kept = new Map(documents.filter(({ inManifest }) => inManifest).map((one) => [one.path, one]));
  const pages = reviewPages + rendered.filter((path) => path.endsWith(".html")).length;
  const areManyPages = pages > mostPagesInBrotli;
  const entries: ManifestDocument[] = [];
  await forEach(rendered, atOnce, async (path) => {
    const document = kept.get(path);
    const effort =
      document || isIndex(path) ? "document" : areManyPages && path.endsWith(".html") ? "small" : "page";
    const written = await compress({ file: join(staging, path), deployed: join(dist, path), effort });
    if (document !== undefined) entries.push(await addHashedCopy(document, written, place));
    onProgress();
  });
  const order = [...kept.keys()];
  entries.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  return buildManifest(entries, manifestVersion(entries));
}

async function addHashedCopy(
  document: Document,
  { document: facts }: Written,
  { staging, previous, now }: Place,
): Promise<ManifestDocument> {
  if (facts === undefined) throw new Error(`${document.path} was not compressed as a document`);
  const { path, type } = document;
  const { sha256, etag, bytes, encodings } = facts;
  const hashed_path = toHashedPath(document, sha256);
  await mkdir(join(staging, dirname(hashed_path)), { recursive: true });
  for (const ending of ["", ".gz", ".br"])
    await link(join(staging, path + ending), join(staging, hashed_path + ending));
  const same = previous?.documents.find((one) => one.path === path && one.sha256 === sha256);
  const last_modified = same?.last_modified ?? now;
  return { path, hashed_path, sha256, etag, bytes, type, last_modified, encodings };
}
