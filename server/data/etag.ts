import { hash } from "node:crypto";

/** The strong entity tag of bytes. */
export const etagOf = (bytes: Uint8Array): string => `"${hash("sha256", bytes, "base64url").slice(0, 32)}"`;

/** Compression is deterministic, so the tag of the bytes as they are and the coding name the bytes that it makes. */
export const withCoding = (etag: string, coding: string): string => `${etag.slice(0, -1)}-${coding}"`;
