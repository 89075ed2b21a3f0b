import type { Manifest, ManifestDocument } from "../schema/manifest.ts";
import { apiVersion } from "../schema/endpoints.ts";

/** `versionInput` of these documents, hashed by the caller, names the deploy. */
export const versionInput = (documents: readonly { path: string; sha256: string }[]): string =>
  documents
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${path} ${sha256}\n`)
    .join("");

export const buildManifest = (documents: ManifestDocument[], version: string): Manifest => ({
  version,
  api_version: apiVersion,
  documents,
});
