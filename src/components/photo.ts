import { escapeMarkup } from "../publish/markup.ts";
import { toSources } from "../publish/photo-paths.ts";
import type { Words } from "../messages/words.ts";
import type { Photo } from "../schema/photo.ts";

export interface PhotoOptions {
  /** How wide it is shown, as the sizes attribute says it. */
  sizes: string;
  class?: string;
  /** Seen at once, so that it is not loaded late; "first" where it is the largest that is seen. */
  eager?: boolean | "first";
}

// By path: a deploy that is looked at under another address shows its own.
const toSet = (photo: Photo): string =>
  toSources(photo)
    .map(({ url, width }) => `${new URL(url).pathname} ${width}w`)
    .join(", ");

/** A picture in the size that suits the browser, with its place kept free until it is there. */
export function toPhotoHtml(photo: Photo, { sizes, class: name, eager = false }: PhotoOptions): string {
  const { url, width, height, alt } = photo;
  const loading = eager === "first" ? 'fetchpriority="high"' : eager ? "" : 'loading="lazy" decoding="async"';
  return `<img${name ? ` class="${name}"` : ""} src="${new URL(url).pathname}" srcset="${toSet(photo)}" sizes="${sizes}" width="${width}" height="${height}" alt="${escapeMarkup(alt)}" ${loading}>`;
}

/** A customer's photos; each links to its full size. */
export const toPhotosHtml = (photos: readonly Photo[] = [], sizes: string, { t }: Words): string =>
  photos.length === 0
    ? ""
    : `<ul class="review-photos" aria-label="${t("review.photos")}">${photos.map((photo) => `<li><a href="${new URL(photo.url).pathname}">${toPhotoHtml(photo, { sizes })}</a></li>`).join("")}</ul>`;
