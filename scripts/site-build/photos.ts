import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { encodePhoto } from "../../src/picture/photo-encoder.ts";
import { type PhotoVariant, toVariants } from "../../src/publish/photo-paths.ts";
import type { Site } from "../../src/schema/site.ts";
import { forEach, linkOrCopy, writeBelow } from "./files.ts";
import type { Previous } from "./previous.ts";

/**
 * Puts the pictures into the staging folder. Their addresses are made from their bytes, so files that the previous deploy
 * has are taken over; the others are made, one picture a core.
 */
export async function writePhotos(
  { photos }: Pick<Site, "photos">,
  staging: string,
  previous: Pick<Previous, "folder" | "read"> | undefined,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<{ made: number }> {
  const byHash = new Map([...photos.values()].map((photo) => [photo.hash, photo]));
  let [done, made] = [0, 0];
  await forEach([...byHash.values()], availableParallelism(), async (photo) => {
    const missing: PhotoVariant[] = [];
    for (const variant of toVariants(photo))
      if (!(await isTakenOver(variant, staging, previous))) missing.push(variant);
    if (missing.length > 0) {
      for await (const { path, bytes } of encodePhoto(photo, missing)) await writeBelow(staging, path, bytes);
      made += 1;
    }
    onProgress(++done, byHash.size);
  });
  return { made };
}

async function isTakenOver(
  { path, format }: PhotoVariant,
  staging: string,
  previous: Pick<Previous, "folder" | "read"> | undefined,
): Promise<boolean> {
  if (previous?.folder !== undefined) {
    const file = join(staging, path);
    await mkdir(dirname(file), { recursive: true });
    return linkOrCopy(join(previous.folder, path), file);
  }
  const bytes = await previous?.read(path);
  // Some hosts answer with a page where there is nothing.
  if (bytes?.toString("latin1", 8, 12) !== (format === "avif" ? "avif" : "WEBP")) return false;
  await writeBelow(staging, path, bytes);
  return true;
}
