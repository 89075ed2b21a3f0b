import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BusinessEntry, TechnicianEntry } from "../schema/business.ts";
import { messageOf } from "../schema/errors.ts";
import { probablyMeant } from "../schema/names.ts";
import { asJpeg, type PhotoFacts } from "../schema/photo.ts";
import type { ReviewEntry } from "../schema/review.ts";
import type { SitePhoto } from "../schema/site.ts";
import type { ContentReader } from "./content-folder.ts";
import { ContentError, type ContentIssue } from "./issue.ts";
import type { Located } from "./review-checks.ts";
import { type AddIssue, issueAt, type Path, type SourcePiece } from "./source.ts";

const mebibyte = 1024 * 1024;
export const maxPhotoBytes = 20 * mebibyte;
const maxPixels = 50_000_000;
/** No format that is published has longer sides. */
const maxSide = 16_000;
/** How many are read at a time: each may take 20 MB. */
const atOnce = 4;

/** A picture that content names, and where. */
interface NamedPhoto {
  file: string;
  toIssue: (message: string) => ContentIssue;
  isPublished: boolean;
  isCustomers: boolean;
}

/** Every picture that the business, its people and its reviews name. */
export function listNamedPhotos(
  business: Located<BusinessEntry> | undefined,
  technicians: readonly Located<TechnicianEntry>[],
  reviews: readonly Located<ReviewEntry>[],
): NamedPhoto[] {
  const named = (piece: SourcePiece, path: Path, file: string, entry?: string) => ({
    file,
    isPublished: true,
    isCustomers: false,
    toIssue: (message: string) =>
      issueAt(piece, path, `is ${JSON.stringify(file)}, which ${message}`, { entry }),
  });
  const ofBusiness = ({ entry: { logo, cover, gallery = [] }, piece }: Located<BusinessEntry>) => [
    ...(logo === undefined ? [] : [named(piece, ["logo"], logo)]),
    ...(cover === undefined ? [] : [named(piece, ["cover", "file"], cover.file)]),
    ...gallery.map(({ file }, index) => named(piece, ["gallery", index, "file"], file)),
  ];
  return [
    ...(business === undefined ? [] : ofBusiness(business)),
    ...technicians.flatMap(({ entry: { id, portrait }, piece }) =>
      portrait === undefined ? [] : [named(piece, ["portrait", "file"], portrait.file, id)],
    ),
    ...reviews.flatMap(({ entry: { id, photos = [], withheld }, piece }) =>
      photos.map(({ file }, index) => ({
        ...named(piece, ["photos", index, "file"], file, id),
        isPublished: withheld === undefined,
        isCustomers: true,
      })),
    ),
  ];
}

/** The published pictures; a fault of one is reported wherever it is named. */
export async function loadPhotos(
  folder: string,
  reader: Pick<ContentReader, "list">,
  named: readonly NamedPhoto[],
  report: AddIssue,
): Promise<Map<string, SitePhoto>> {
  const byFile = Map.groupBy(named, ({ file }) => file);
  if (byFile.size === 0) return new Map();
  const there = await reader.list("photos", true);
  const found = new Map<string, PhotoFacts | string>();
  const waiting = [...byFile.keys()].values();
  const readOn = async () => {
    for (const file of waiting)
      found.set(
        file,
        there.includes(file) ? await readFacts(join(folder, "photos", file)) : missing(file, there),
      );
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  const photos = new Map<string, SitePhoto>();
  for (const [file, places] of byFile) {
    const facts = found.get(file);
    if (typeof facts === "object") {
      const [first] = places.filter(({ isPublished }) => isPublished);
      if (first === undefined) continue;
      const toError = (message: string) => new ContentError([first.toIssue(message)]);
      // Few, large and often drawn, the business's own are worth the time that WebP takes.
      const format = places.every(({ isCustomers }) => isCustomers) ? facts.format : "webp";
      photos.set(file, { ...facts, format, path: join(folder, "photos", file), toError });
    } else for (const { toIssue } of places) report(toIssue(facts ?? "cannot be read"));
  }
  return photos;
}

function missing(file: string, there: readonly string[]): string {
  const meant = probablyMeant(file, there);
  return `is not in content/photos; ${meant ? `did you mean ${meant}?` : "put it there, or correct the name"}`;
}

/** How a JPEG, a PNG and a WebP begin, a byte a character. */
const kinds = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF....WEBP)/s;

const heic = /^....ftyp(?:hei|hev|mif1|msf1)/s;

/** A picture's facts before it is resized, or its fault. */
async function readFacts(path: string): Promise<PhotoFacts | string> {
  try {
    const { size } = await stat(path);
    if (size > maxPhotoBytes)
      return `has ${Math.ceil(size / mebibyte)} MB; it must have at most ${maxPhotoBytes / mebibyte}: save it smaller`;
    return await checkPhoto(await readFile(path));
  } catch (error) {
    return `cannot be read: ${messageOf(error).split("\n")[0]}`;
  }
}

/** The same for bytes, whose number was checked. */
export async function checkPhoto(bytes: Buffer<ArrayBuffer>): Promise<PhotoFacts | string> {
  if (bytes.length < 12) return "is no picture: the file is empty or cut off";
  const start = bytes.toString("latin1", 0, 64);
  if (kinds.test(start)) return measure(bytes);
  return heic.test(start)
    ? `is a HEIC picture, as telephones make them: ${asJpeg}`
    : "is no JPEG, PNG or WebP: save it as a JPEG";
}

/** Its size, from its first bytes: nothing is decoded yet, however large it says it is. */
async function measure(bytes: Buffer<ArrayBuffer>): Promise<PhotoFacts | string> {
  // Sites without pictures do without its 18 MB of memory.
  const { default: sharp } = await import("sharp");
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (facts === undefined) return "is damaged: take it from where it came once more";
  const { width, height } = facts.autoOrient;
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    return `has ${width} × ${height} pixels; it must have at most ${maxPixels / 1e6} million, and at most ${maxSide} on a side: save it smaller`;
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  return { hash: hash.slice(0, 20), format: facts.hasAlpha ? "webp" : "jpg", width, height };
}
