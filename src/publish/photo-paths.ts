// Apart from the schema, because the search in the browser draws pictures too, and loads no validation for it.
import type { Photo, PhotoFacts } from "../schema/photo.ts";

const maxWidth = 1_080;
/** Beside cards, and as wide as a phone's screen; a cover has one between, as it is what a phone waits for. */
const widths = { jpg: [400, maxWidth], webp: [400, 800, maxWidth] } as const;

/** Pictures are made smaller, never larger. */
const widthsOf = ({ format, width }: Pick<PhotoFacts, "format" | "width">): number[] => [
  ...widths[format].filter((one) => one < Math.min(width, maxWidth)),
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
  widthsOf(facts).map((width) => ({
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
  const [, base, ending, hash = ""] = /^(.*)\/photos\/(jpg|webp)\/([0-9a-f]+)-\d+\.\2$/.exec(url) ?? [];
  if (base === undefined) return [];
  const format = ending === "webp" ? "webp" : "jpg";
  return widthsOf({ format, width }).map((one) => ({
    url: base + toPath({ hash, format }, one),
    width: one,
  }));
}

/** The paths of all its files, below the address of the site. */
export const photoPaths = (photo: Pick<Photo, "url" | "width">): string[] =>
  toSources(photo).map(({ url }) => url.slice(url.lastIndexOf(photoFolder)));
