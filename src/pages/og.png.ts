import type { APIRoute } from "astro";
import { paletteOf } from "../picture/palette.ts";
import { toPng } from "../picture/raster.ts";
import { buildRatingPicture } from "../picture/rating-picture.ts";
import { dataset } from "../site.ts";

export const GET: APIRoute = () => {
  const { business, aggregate_rating } = dataset;
  const note = business.fictional ? "A demonstration with a fictional business" : "";
  const canvas = buildRatingPicture(business.name, aggregate_rating, paletteOf(), note);
  return new Response(new Uint8Array(toPng(canvas)), { headers: { "Content-Type": "image/png" } });
};
