import type { APIRoute } from "astro";
import { drawText, createCanvas, toPng } from "../picture/raster.ts";
import { colourOf, toColour } from "../picture/palette.ts";
import { site } from "../site.ts";

const size = 180;

export const GET: APIRoute = () => {
  const canvas = createCanvas(size, size, toColour(colourOf("green")));
  const [letter = ""] = Array.from(site.business.name);
  drawText(
    canvas,
    letter,
    { x: 48, y: 44, height: 92, thickness: 15, within: 92 },
    toColour(colourOf("on-green")),
  );
  return new Response(new Uint8Array(toPng(canvas)), { headers: { "Content-Type": "image/png" } });
};
