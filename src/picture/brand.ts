import sharp from "sharp";
import { site, words } from "../site.ts";
import { colorOf } from "./palette.ts";
import type { Brand } from "./pictures.ts";

const logo = site.business.logo && site.photos.get(site.business.logo);
const small =
  logo && (await sharp(logo.path).resize(128, 128, { fit: "contain", background: "#0000" }).png().toBuffer());

/** The business as pictures show it. */
export const brand: Brand = {
  name: site.business.name,
  motifs: site.business.brand?.motifs ?? [],
  colors: colorOf,
  words,
  logo: small && `data:image/png;base64,${small.toString("base64")}`,
};

/** A drawing as pixels: few colors, so that hundreds of them are small. */
export const toPng = (svg: string, size?: number): Promise<Buffer<ArrayBuffer>> =>
  sharp(Buffer.from(svg), size === undefined ? {} : { density: (72 * size) / 64 })
    .png({ palette: true, colors: 16, effort: 2 })
    .toBuffer();
