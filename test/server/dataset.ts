import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { buildAggregateRating } from "../../src/publish/reviews.ts";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { type Review, newestFirst } from "../../src/schema/review.ts";
import { buildBusiness } from "../publish/business-fixture.ts";
import { buildReviewTable } from "../../server/data/dataset.ts";
import { type Snapshot, createSnapshot } from "../../server/data/snapshot.ts";

const business = buildBusiness({
  services: [
    { id: "mowing", name: "Mowing", description: "Cut grass." },
    { id: "hedges", name: "Hedge trimming", description: "Cut hedges." },
  ],
  technicians: [
    { id: "mike-alvarez", name: "Mike Alvarez", aliases: ["Mike", "Big Mike"] },
    { id: "mike-donnelly", name: "Mike Donnelly", aliases: ["Mike"] },
    { id: "jose", name: "José Ōta" },
  ],
});

/** A review with defaults for all that a test does not care about. */
export function buildReview(given: Partial<Review> & { id: string }): Review {
  return {
    url: `http://localhost:3000/reviews/#${given.id}`,
    date: "2026-05-01",
    rating: 5,
    text: "Fine.",
    author: { name: "Kim B." },
    source: { name: "Website" },
    verification: { method: "invoice" },
    verified: true,
    mentions: { technicians: [], services: [], areas: [] },
    ...given,
  };
}

export function buildDataset(reviews: Review[], removed: ReviewsDataset["removed"] = []): ReviewsDataset {
  const sorted = reviews.toSorted(newestFirst);
  return { business, aggregate_rating: buildAggregateRating(sorted), reviews: sorted, removed };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

function toEntry(path: string, body: Buffer): ManifestDocument {
  const hex = sha256(body).toString("hex");
  const etag = `"${sha256(body).toString("base64url").slice(0, 32)}"`;
  return {
    path,
    hashed_path: `/data/${path
      .slice(1)
      .replace(/\.[a-z]+$/, "")
      .replace(/\W/g, "-")}.${hex.slice(0, 16)}.json`,
    sha256: hex,
    etag,
    bytes: body.length,
    type: "application/json",
    last_modified: "2026-05-02T00:00:00Z",
    encodings: { gzip: { etag: '"gz"', bytes: 0 }, br: { etag: '"br"', bytes: 0 } },
  };
}

function toManifest(documents: ManifestDocument[]): Buffer {
  const lines = documents.map(({ path, sha256: hash }) => `${path} ${hash}\n`).join("");
  const version = sha256(Buffer.from(lines)).toString("hex").slice(0, 32);
  return Buffer.from(JSON.stringify({ version, api_version: "1.0.0", documents }));
}

/** A deploy of exactly this data, and maybe more documents by path, as the sidecar holds it. */
export function toSnapshot(dataset: ReviewsDataset, more: Record<string, unknown> = {}): Snapshot {
  const reviews = Buffer.from(JSON.stringify(dataset));
  const bodies = Object.entries(more).map(
    ([path, value]) => [path, Buffer.from(JSON.stringify(value))] as const,
  );
  const documents = new Map(
    [...bodies, ["/reviews.json", reviews] as const].map(([path, body]) => [
      path,
      { entry: toEntry(path, body), body },
    ]),
  );
  return createSnapshot(
    toManifest([...documents.values()].map(({ entry }) => entry)),
    documents,
    buildReviewTable(reviews),
  );
}

/** Writes a build with this dataset, and maybe more documents by path, as a deploy would: the manifest last. */
export async function writeBuild(
  folder: string,
  dataset: ReviewsDataset,
  more: Record<string, Buffer> = {},
): Promise<string> {
  const bodies = { "/reviews.json": Buffer.from(JSON.stringify(dataset)), ...more };
  await mkdir(join(folder, "data"), { recursive: true });
  const entries: ManifestDocument[] = [];
  for (const [path, body] of Object.entries(bodies).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const entry = toEntry(path, body);
    entries.push(entry);
    await writeFile(join(folder, entry.hashed_path), body);
  }
  const manifest = toManifest(entries);
  await writeFile(join(folder, "manifest.json"), manifest);
  return (JSON.parse(manifest.toString()) as { version: string }).version;
}

// Few words, so that texts and queries meet; and what breaks careless searching: case that changes length, final
// sigma, marks that compose, characters outside the BMP, regex and SQL wildcards, several spaces, no spaces.
const bit = fc.constantFrom(
  ..."aAbeEtThiIslmno. ,!?%_*\\\"'\n\t-()[]+^$|0194".split(""),
  ..." ,  , lawn,Lawn care, the , mow,ing,İ,ı,ſ,ß,ẞ,Σ,ΟΔΟΣ,ς,σ,é,e\u0301,Å,\u212b,🌱,👩‍🌾,草,芝生,ﬁ,\u00a0".split(
    ",",
  ),
);
const text = fc.array(bit, { maxLength: 30 }).map((bits) => bits.join("").normalize("NFC"));
const day = fc
  .integer({ min: 0, max: 40 })
  .map((offset) => new Date(Date.UTC(2026, 3, 20) + offset * 86_400_000).toISOString().slice(0, 10));
const named = (ids: string[]) => fc.subarray(ids).map((chosen) => chosen.map((id) => ({ id, name: id })));

const review = fc
  .record({
    id: fc.integer({ min: 0, max: 9999 }).map((n) => `r${n}`),
    date: day,
    rating: fc.integer({ min: 1, max: 5 }),
    text,
    technicians: named(["mike-alvarez", "mike-donnelly", "jose"]),
    services: named(["mowing", "hedges"]),
    updated: fc.option(day, { nil: undefined }),
  })
  .map(({ technicians, services, updated, ...rest }) =>
    buildReview({
      ...rest,
      mentions: { technicians, services, areas: [] },
      ...(updated !== undefined && { updated }),
    }),
  );

export const anyDay = day;
export const anyQueryText = fc.array(bit, { minLength: 1, maxLength: 6 }).map((bits) => bits.join(""));
export const anyReviews = fc.uniqueArray(review, { selector: ({ id }) => id, maxLength: 120 });
