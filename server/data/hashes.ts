import { hash } from "node:crypto";
import { toVersionInput } from "../../src/schema/manifest.ts";

export const sha256 = (bytes: Uint8Array | string): string => hash("sha256", bytes, "hex");

/** The version that names a deploy of these documents. */
export const manifestVersion = (documents: readonly { path: string; sha256: string }[]): string =>
  sha256(toVersionInput(documents)).slice(0, 32);
