// Apart from the schema, because the search in the browser draws pictures too, and loads no validation for it.
import type { Photo, PhotoFacts } from "../schema/photo.ts";

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
