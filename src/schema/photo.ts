import { z } from "zod";
import { Line } from "./text.ts";

/** Advice for a HEIC, which nothing here reads: its codec is patented. */
export const asJpeg =
  "open the HEIC and save it as a JPEG (Mac: Preview, File, Export; Windows: Photos, Save as; iPhone: Settings, Camera, Formats, Most Compatible, for those to come)";

/** Of a file below content/photos; folders in it are fine, what begins with a dot is not. */
const name = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.,()'&+@-]*`;
export const PhotoFile = z
  .string()
  .max(200, "must have at most 200 characters")
  .regex(new RegExp(`^(?:${name}/)*${name}\\.(?:jpe?g|png|webp)$`, "iu"), {
    error: ({ input }) =>
      `must be the name of a .jpg, .png or .webp file in content/photos${/\.hei[cf]$/i.test(String(input)) ? `; ${asJpeg}` : ""}`,
  });

/** A picture as the owner names it. */
export const PhotoEntry = z.strictObject({
  file: PhotoFile,
  /** A description for those who cannot see it. */
  alt: Line,
});
export type PhotoEntry = z.infer<typeof PhotoEntry>;

/** The build's data on a file of content/photos. */
export interface PhotoFacts {
  /** The first digits of the SHA-256 of its bytes: the same picture has the same address everywhere. */
  hash: string;
  /** As it is published: WebP of the business's own and of what may be transparent; else JPEG, which is made faster. */
  format: "jpg" | "webp";
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
  .meta({ id: "Photo", description: "A JPEG or WebP picture" });
export type Photo = z.infer<typeof Photo>;
