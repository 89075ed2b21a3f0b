import type { APIRoute } from "astro";
import { brand, toPng } from "../picture/brand.ts";
import { drawRating } from "../picture/pictures.ts";
import { dataset, words } from "../site.ts";

export const GET: APIRoute = async () => {
  const { business, aggregate_rating } = dataset;
  const note = business.fictional ? words.t("frame.fictional") : "";
  const png = await toPng(drawRating(brand, aggregate_rating, note));
  return new Response(png, { headers: { "Content-Type": "image/png" } });
};
