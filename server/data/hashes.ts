import { createHash, hash } from "node:crypto";
import { toVersionInput } from "../../src/schema/manifest.ts";

export const sha256 = (bytes: Uint8Array | string): string => hash("sha256", bytes, "hex");

/** The version that names a deploy of these documents. */
export const manifestVersion = (documents: readonly { path: string; sha256: string }[]): string =>
  sha256(toVersionInput(documents)).slice(0, 32);

/** The strong entity tag of bytes, which may come in pieces. */
export function etagOf(...pieces: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return `"${hash.digest("base64url").slice(0, 32)}"`;
}

/** Compression is deterministic, so the tag of the bytes as they are and the coding name the bytes that it makes. */
export const withCoding = (etag: string, coding: string): string => `${etag.slice(0, -1)}-${coding}"`;
