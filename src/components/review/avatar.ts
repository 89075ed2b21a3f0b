import type { Photo } from "../../schema/photo.ts";
import { type PhotoOptions, toPhotoHtml } from "../photo.ts";

const faces = 5;

/** "Paula R." as "PR", "Will Tanner" as "WT". */
const toInitials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase();

/** Which of the colors of tokens.css a name has: always the same one. */
const toFace = (name: string): number =>
  Array.from(name).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7) % faces;

export const toAvatarHtml = (name: string): string =>
  `<i class="avatar f${toFace(name)}" aria-hidden="true">${toInitials(name)}</i>`;

/** The portrait of somebody whose name stands beside it, or their initials. */
export const toFaceHtml = (
  { name, portrait }: { name: string; portrait?: Photo | undefined },
  options: PhotoOptions,
): string =>
  portrait ? toPhotoHtml({ ...portrait, alt: "" }, { class: "avatar", ...options }) : toAvatarHtml(name);
