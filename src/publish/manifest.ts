import type { Manifest, ManifestDocument } from "../schema/manifest.ts";
import { apiVersion } from "../schema/endpoints.ts";

export const buildManifest = (documents: ManifestDocument[], version: string): Manifest => ({
  version,
  api_version: apiVersion,
  documents,
});

/** Where a copy of the document stays under its content hash: /data/<name>.<hash>.<ext>. */
export const toHashedPath = (document: { name: string; path: string }, sha256: string): string =>
  `/data/${document.name}.${sha256.slice(0, 16)}${/\.[a-z0-9]+$/.exec(document.path)?.[0] ?? ""}`;
