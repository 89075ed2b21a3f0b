import type { ImageMetadata } from "astro";
import { site } from "../../site.ts";

const files = import.meta.glob<{ default: ImageMetadata }>(
  "@content/public/*.{jpg,jpeg,png,webp,avif,JPG,JPEG,PNG}",
  {
    eager: true,
  },
);
const byName = new Map(
  Object.entries(files).map(([path, file]) => [path.slice(path.lastIndexOf("/") + 1), file.default]),
);

function find(file: string, field: string): ImageMetadata {
  const picture = byName.get(file);
  if (picture !== undefined) return picture;
  throw new Error(
    `content/business.yaml: ${field} names ${file}, which is not in content/public; put it there or correct the name`,
  );
}

const { photos: named = [] } = site.business;

/** The photographs that the owner gave, as Astro's image pipeline takes them. */
export const photos = named.map(({ file, alt }, index) => ({
  src: find(file, `photos[${index}].file`),
  alt,
}));
