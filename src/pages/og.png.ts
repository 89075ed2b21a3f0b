import type { APIRoute } from "astro";
import { colourOf, toColour } from "../picture/palette.ts";
import { toPng } from "../picture/raster.ts";
import { buildRatingPicture } from "../picture/rating-picture.ts";
import { dataset } from "../site.ts";

const colour = (name: string) => toColour(colourOf(name));

export const GET: APIRoute = () => {
  const { business, aggregate_rating } = dataset;
  const palette = {
    paper: colour("paper"),
    sunk: colour("sunk"),
    rule: colour("rule"),
    ink: colour("ink"),
    muted: colour("muted"),
    green: colour("green"),
    amber: colour("amber"),
    "star-empty": colour("star-empty"),
  };
  const note = business.fictional ? "A demonstration with a fictional business" : "";
  const canvas = buildRatingPicture(business.name, aggregate_rating, palette, note);
  return new Response(new Uint8Array(toPng(canvas)), { headers: { "Content-Type": "image/png" } });
};
