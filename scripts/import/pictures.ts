import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPhoto, maxPhotoBytes } from "../../src/content/photos.ts";
import { messageOf } from "../../src/schema/errors.ts";
import type { PhotoEntry } from "../../src/schema/photo.ts";
import { maxReviewPhotos } from "../../src/schema/review.ts";
import { toCount } from "../../src/schema/text.ts";
import { textOf } from "../review-files.ts";
import type { Plan } from "./edits.ts";

/** Larger than any size in which a picture is published; what a telephone takes has five times the bytes. */
const maxSide = 2400;

/** As content keeps it: the right way up, and without what the camera noted beside the pixels, the place above all. */
async function toKept(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { failOn: "error" })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Why a picture cannot be taken; nothing when it was written, or would be. */
async function keepPicture(
  bytes: Buffer<ArrayBuffer>,
  path: string | undefined,
): Promise<string | undefined> {
  if (bytes.length > maxPhotoBytes) return "has more than 20 MB: save it smaller";
  const facts = await checkPhoto(bytes);
  if (typeof facts === "string") return facts;
  if (path === undefined || existsSync(path)) return undefined;
  try {
    await writeFile(path, await toKept(bytes));
    return undefined;
  } catch (error) {
    return `is damaged or cut off (${messageOf(error).split("\n")[0]})`;
  }
}

/** Names in its entry the pictures that came with each new review, and puts them into a folder of content, if one is given. */
export async function keepPictures(plan: Plan, folder: string | undefined, alt: string): Promise<void> {
  for (const { entry, at, pictures } of plan.pictures) {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    const kept: PhotoEntry[] = [];
    for (const [index, bytes] of pictures.entries()) {
      const file = `${textOf(entry["id"])}-${index + 1}.jpg`;
      const issue =
        kept.length === maxReviewPhotos
          ? `is more than the ${maxReviewPhotos} that a review may have`
          : await keepPicture(bytes, folder && join(folder, file));
      if (issue === undefined) kept.push({ file, alt });
      else plan.notes.push(`${at}: picture ${index + 1} ${issue}; left out`);
    }
    if (kept.length > 0) {
      entry["photos"] = kept;
      plan.notes.push(
        `${at}: came with ${toCount(kept.length, "picture")}, named in its photos: look at what is to be seen, and say it in alt`,
      );
    }
  }
}
