import { z } from "zod";
import { Id, Instant } from "./text.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const etag = z.string().regex(/^"[^"]+"$/);
const bytes = z.int().min(0);
const HashedPath = z.string().regex(/^\/(data|_astro)\/[^?#\s]+$/);
const variant = z.object({ etag, bytes });

export const ManifestDocument = z.object({
  path: z.string().regex(/^\//).meta({ description: "The stable address" }),
  hashed_path: z
    .string()
    .regex(/^\/data\//)
    .meta({ description: "The same bytes under their content hash" }),
  sha256,
  etag,
  bytes,
  type: z.string().meta({ description: "Content-Type" }),
  last_modified: Instant.meta({ description: "When these bytes were first built" }),
  encodings: z.object({ gzip: variant, br: variant }),
});
export type ManifestDocument = z.infer<typeof ManifestDocument>;

/** /manifest.json: every machine-readable document of one deploy. */
export const Manifest = z
  .object({
    version: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({ description: "SHA-256 over the lines `path sha256\\n`, first 32 hex digits" }),
    api_version: z.string(),
    documents: z.array(ManifestDocument),
    sidecar: z
      .literal("none")
      .optional()
      .meta({ description: "The deploy is files alone, with nothing behind them that answers" }),
    assets: z
      .array(HashedPath)
      .optional()
      .meta({ description: "Styles, scripts and pictures of the pages, under their content hashes" }),
    asset_sums: z
      .record(z.string(), z.string().regex(/^[0-9a-f]{64}$/))
      .optional()
      .meta({ description: "SHA-256 of these, and of what other sites embed, by address" }),
    earlier: z
      .record(HashedPath, z.object({ since: Instant, builds: z.int().min(1) }))
      .optional()
      .meta({
        description: "Hashed files of earlier deploys that stay for now: since when, and for how many builds",
      }),
    vanished: z
      .array(Id)
      .optional()
      .meta({ description: "Reviews that were published once and are now withheld, without a tombstone" }),
  })
  .meta({ id: "Manifest" });
export type Manifest = z.infer<typeof Manifest>;

/** The text that is hashed for the version of a manifest with these documents. */
export const toVersionInput = (documents: readonly { path: string; sha256: string }[]): string =>
  documents
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${path} ${sha256}\n`)
    .join("");
