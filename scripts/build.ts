import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "astro";
import { Manifest, type ManifestDocument } from "../src/schema/manifest.ts";
import { buildManifest, versionInput } from "../src/publish/manifest.ts";

const staging = ".build/dist";
const dist = process.env["OUT"] ?? "dist";
process.env["OUT_DIR"] = staging;
await rm(staging, { recursive: true, force: true });
await build({ logLevel: "warn" });

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes);
const etag = (bytes: Uint8Array) => `"${sha256(bytes).digest("base64url").slice(0, 32)}"`;
const previous = await readFile(join(dist, "manifest.json"), "utf8").then(
  (text) => Manifest.parse(JSON.parse(text)),
  () => undefined,
);
const now = new Date(
  process.env["SOURCE_DATE_EPOCH"]
    ? Number(process.env["SOURCE_DATE_EPOCH"]) * 1000
    : Math.floor(Date.now() / 1000) * 1000,
);

const entries: ManifestDocument[] = [];
for (const [path, type] of [
  ["/reviews.json", "application/json"],
  ["/insights.json", "application/json"],
] as const) {
  const bytes = await readFile(join(staging, path));
  const hash = sha256(bytes).digest("hex");
  const hashed_path = `/data/${path.slice(1).replace(/\..*$/, "")}.${hash.slice(0, 16)}${extname(path)}`;
  const gzip = gzipSync(bytes, { level: 9 });
  const br = brotliCompressSync(bytes);
  await mkdir(join(staging, dirname(hashed_path)), { recursive: true });
  for (const target of [path, hashed_path]) {
    await writeFile(join(staging, target), bytes);
    await writeFile(join(staging, `${target}.gz`), gzip);
    await writeFile(join(staging, `${target}.br`), br);
  }
  const before = previous?.documents.find((document) => document.path === path && document.sha256 === hash);
  entries.push({
    path,
    hashed_path,
    sha256: hash,
    etag: etag(bytes),
    bytes: bytes.length,
    type,
    last_modified: before?.last_modified ?? now.toISOString().replace(".000Z", "Z"),
    encodings: {
      gzip: { etag: etag(gzip), bytes: gzip.length },
      br: { etag: etag(br), bytes: br.length },
    },
  });
}
const version = sha256(Buffer.from(versionInput(entries)))
  .digest("hex")
  .slice(0, 32);
await writeFile(join(staging, "manifest.json"), `${JSON.stringify(buildManifest(entries, version))}\n`);
await rm(dist, { recursive: true, force: true });
await rename(staging, dist);
console.log(`built ${dist}, version ${version}`);
