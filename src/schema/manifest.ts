import { z } from "zod";
import { Instant } from "./text.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const etag = z.string().regex(/^"[^"]+"$/);
const bytes = z.int().min(0);
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
  })
  .meta({ id: "Manifest" });
export type Manifest = z.infer<typeof Manifest>;
