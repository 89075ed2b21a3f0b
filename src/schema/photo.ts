import { z } from "zod";
import { Line } from "./text.ts";

/** Of a file below content/photos; folders in it are fine, what begins with a dot is not. */
const name = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.,()'&+@-]*`;
export const PhotoFile = z
  .string()
  .max(200, "must have at most 200 characters")
  .regex(
    new RegExp(`^(?:${name}/)*${name}\\.(?:jpe?g|png|webp)$`, "iu"),
    "must be the name of a .jpg, .png or .webp file in content/photos",
  );

/** A picture as the owner names it. */
export const PhotoEntry = z.strictObject({
  file: PhotoFile,
  /** What is to be seen, for those who do not see it. */
  alt: Line,
});
export type PhotoEntry = z.infer<typeof PhotoEntry>;

/** What the build knows of a file of content/photos. */
export interface PhotoFacts {
  /** The first digits of the SHA-256 of its bytes: the same picture has the same address everywhere. */
  hash: string;
  /** As it is looked at, which the camera may have noted beside the pixels. */
  width: number;
  height: number;
}

/** A picture as it is published, at its largest. */
export const Photo = z
  .object({
    url: z.url(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
  })
  .meta({ id: "Photo", description: "A WebP picture" });
export type Photo = z.infer<typeof Photo>;

const photoFormats = ["avif", "webp"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** Beside cards, on a page, and as large as it gets. */
const widths = [320, 800, 1600] as const;
const [, , maxWidth] = widths;

/** Pictures are made smaller, never larger. */
const widthsOf = (width: number): number[] => [
  ...widths.filter((one) => one < Math.min(width, maxWidth)),
  Math.min(width, maxWidth),
];

const heightAt = (width: number, { width: full, height }: { width: number; height: number }): number =>
  Math.max(1, Math.round((height * width) / full));

export const photoFolder = "/photos/";

/** Below the site's address, in a folder of its format, whose files have their headers in common. */
const toPath = (hash: string, width: number, format: PhotoFormat): string =>
  `${photoFolder}${format}/${hash}-${width}.${format}`;

/** One file that is published of a picture. */
export interface PhotoVariant {
  path: string;
  format: PhotoFormat;
  width: number;
  height: number;
}

/** Every file that is published of a picture, small ones first. */
export const toVariants = (facts: PhotoFacts): PhotoVariant[] =>
  widthsOf(facts.width).flatMap((width) =>
    photoFormats.map((format) => ({
      path: toPath(facts.hash, width, format),
      format,
      width,
      height: heightAt(width, facts),
    })),
  );

export function toPhoto(facts: PhotoFacts, alt: string, baseUrl: string): Photo {
  const width = Math.min(facts.width, maxWidth);
  const url = baseUrl + toPath(facts.hash, width, "webp");
  return { url, width, height: heightAt(width, facts), alt };
}

/** Of a picture that is published, the address of each of its files; none when its own is not one of ours. */
export function toSources({ url, width }: Pick<Photo, "url" | "width">, format: PhotoFormat) {
  const [, base, hash = ""] = /^(.*)\/photos\/webp\/([0-9a-f]+)-\d+\.webp$/.exec(url) ?? [];
  return base === undefined
    ? []
    : widthsOf(width).map((one) => ({ url: base + toPath(hash, one, format), width: one }));
}

/** The paths of all its files, below the address of the site. */
export const photoPaths = (photo: Pick<Photo, "url" | "width">): string[] =>
  photoFormats.flatMap((format) =>
    toSources(photo, format).map(({ url }) => url.slice(url.lastIndexOf(photoFolder))),
  );
