import { hash } from "node:crypto";

/** A strong tag for bytes. */
export const tagOf = (bytes: Uint8Array): string => `"${hash("sha256", bytes, "base64url").slice(0, 32)}"`;
