import { link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Document, buildManifest, toHashedPath } from "../../src/publish/documents.ts";
import { manifestVersion } from "../../server/data/hashes.ts";
import type { Manifest, ManifestDocument } from "../../src/schema/manifest.ts";
import type { Work } from "./switch.ts";
import type { Written } from "./compressor.ts";

export interface BuildFolders extends Work {
  previous: Manifest | undefined;
  now: string;
}

/** Puts a copy of every document under its hash, and answers the manifest, which is not yet written. */
export async function addHashedCopies(
  documents: readonly Document[],
  written: ReadonlyMap<string, Written>,
  place: BuildFolders,
): Promise<Manifest> {
  const entries: ManifestDocument[] = [];
  for (const document of documents)
    entries.push(await addHashedCopy(document, written.get(document.path), place));
  return buildManifest(entries, manifestVersion(entries));
}

async function addHashedCopy(
  document: Document,
  written: Written | undefined,
  { staging, previous, now }: BuildFolders,
): Promise<ManifestDocument> {
  const facts = written?.document;
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
