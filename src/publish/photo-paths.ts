// Apart from the schema, because the search in the browser draws pictures too, and loads no validation for it.
import type { Photo, PhotoFacts } from "../schema/photo.ts";

/** Beside cards, and as wide as a telephone's screen. */
const widths = [400, 1080] as const;
const [, maxWidth] = widths;

/** Pictures are made smaller, never larger. */
const widthsOf = (width: number): number[] => [
  ...widths.filter((one) => one < Math.min(width, maxWidth)),
  Math.min(width, maxWidth),
];

const heightAt = (width: number, { width: full, height }: { width: number; height: number }): number =>
  Math.max(1, Math.round((height * width) / full));

export const photoFolder = "/photos/";

/** Below the site's address, in a folder of its format, whose files have their headers in common. */
const toPath = ({ hash, format }: Pick<PhotoFacts, "hash" | "format">, width: number): string =>
  `${photoFolder}${format}/${hash}-${width}.${format}`;

/** One file that is published of a picture. */
export interface PhotoVariant {
  path: string;
  width: number;
  height: number;
}

/** Every file that is published of a picture, small ones first. */
export const toVariants = (facts: PhotoFacts): PhotoVariant[] =>
  widthsOf(facts.width).map((width) => ({
    path: toPath(facts, width),
    width,
    height: heightAt(width, facts),
  }));

export function toPhoto(facts: PhotoFacts, alt: string, baseUrl: string): Photo {
  const width = Math.min(facts.width, maxWidth);
  return { url: baseUrl + toPath(facts, width), width, height: heightAt(width, facts), alt };
}

export const toMediaType = ({ url }: Pick<Photo, "url">): string =>
  url.endsWith(".webp") ? "image/webp" : "image/jpeg";

/** The addresses of a published picture's files; none when its own is not one of ours. */
export function toSources({ url, width }: Pick<Photo, "url" | "width">) {
  const [, base, format, hash = ""] = /^(.*)\/photos\/(jpg|webp)\/([0-9a-f]+)-\d+\.\2$/.exec(url) ?? [];
  return base === undefined
    ? []
    : widthsOf(width).map((one) => ({
        url: base + toPath({ hash, format: format === "webp" ? "webp" : "jpg" }, one),
        width: one,
      }));
}

/** The paths of all its files, below the address of the site. */
export const photoPaths = (photo: Pick<Photo, "url" | "width">): string[] =>
  toSources(photo).map(({ url }) => url.slice(url.lastIndexOf(photoFolder)));
