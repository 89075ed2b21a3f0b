import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { manifestVersion, sha256 } from "../../../server/data/hashes.ts";
import { buildManifest } from "../../../src/publish/manifest.ts";

/** Writes a deploy of just these reviews, the manifest last. */
export async function writeDeploy(folder: string, json: Buffer): Promise<void> {
  const hash = sha256(json);
  const etag = `"${hash.slice(0, 32)}"`;
  const none = { etag: '"none"', bytes: 0 };
  const document = {
    path: "/reviews.json",
    hashed_path: `/data/reviews.${hash.slice(0, 16)}.json`,
    sha256: hash,
    etag,
    bytes: json.length,
    type: "application/json",
    last_modified: "2026-06-01T00:00:00Z",
    encodings: { gzip: none, br: none },
  };
  await mkdir(join(folder, "data"), { recursive: true });
  await writeFile(join(folder, document.hashed_path), json);
  const version = manifestVersion([document]);
  await writeFile(join(folder, "manifest.json"), JSON.stringify(buildManifest([document], version)));
}
