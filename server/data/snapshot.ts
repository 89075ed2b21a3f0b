import { z } from "zod";
import { Manifest, type ManifestDocument } from "../../src/schema/manifest.ts";
import { etagOf, manifestVersion, sha256 } from "./hashes.ts";
import type { Review } from "../../src/schema/review.ts";
import { type ReviewTable, reviewAt } from "./dataset.ts";

export type Encoding = "identity" | "gzip" | "br";

export interface SnapshotDocument {
  entry: ManifestDocument;
  body: Buffer;
  /** Its compressed forms, where the deploy has them. */
  gzip?: Buffer;
  br?: Buffer;
}

/** One deploy, whole and verified against its manifest; never changed, only replaced. */
export type Snapshot = ReturnType<typeof createSnapshot>;

export class BrokenBuildError extends Error {}

export function parseManifest(bytes: Uint8Array): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
  } catch {
    throw new BrokenBuildError("manifest.json is not JSON: rebuild, or wait for the deploy to end");
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) {
    const [first] = z.prettifyError(parsed.error).split("\n");
    throw new BrokenBuildError(`manifest.json is not a manifest (${first}): rebuild`);
  }
  if (manifestVersion(parsed.data.documents) !== parsed.data.version)
    throw new BrokenBuildError("manifest.json does not have the version of its documents: rebuild");
  return parsed.data;
}

/** Throws unless these are the bytes that the manifest names. */
export function verifyDocument(entry: ManifestDocument, body: Uint8Array): void {
  if (body.length === entry.bytes && sha256(body) === entry.sha256) return;
  throw new BrokenBuildError(
    `${entry.hashed_path} does not have the hash that the manifest names: rebuild, or wait for the deploy to end`,
  );
}

const OpenApi = z.object({ servers: z.tuple([z.object({ url: z.string() })], z.unknown()) });

/** Throws when the build's addresses lead elsewhere: its OpenAPI document says for which BASE_URL it was made. */
export function verifyAddress(
  documents: ReadonlyMap<string, SnapshotDocument>,
  location: string,
  baseUrl: string,
): void {
  const document = documents.get("/.well-known/openapi.json");
  if (document === undefined) return;
  const { url } = OpenApi.parse(JSON.parse(document.body.toString("utf8"))).servers[0];
  if (url === baseUrl) return;
  throw new BrokenBuildError(
    `the build in ${location} was made for ${url}, not for BASE_URL ${baseUrl}: set BASE_URL=${url}, or build it again`,
  );
}

export function createSnapshot(
  manifestBytes: Buffer,
  documents: ReadonlyMap<string, SnapshotDocument>,
  table: ReviewTable,
) {
  const manifest = parseManifest(manifestBytes);
  const reviews = documents.get("/reviews.json");
  const at = (place = -1): Review | undefined => (place in table.starts ? reviewAt(table, place) : undefined);
  return {
    version: manifest.version,
    /** By stable path. */
    documents,
    manifest: { body: manifestBytes, etag: etagOf(manifestBytes) },
    /** The business, its rating and what was removed. */
    dataset: table.head,
    /** The reviews, newest first, read from the table when asked for. */
    reviews: {
      size: table.count,
      get: (id: string): Review | undefined => at(table.places.get(id)),
      at,
    },
    table,
    /** When /reviews.json was first built. */
    lastModified: new Date(reviews?.entry.last_modified ?? 0),
  };
}
