import type { APIRoute } from "astro";
import { buildBadge } from "../picture/rating-picture.ts";
import { colourOf } from "../picture/palette.ts";
import { dataset } from "../site.ts";

export const GET: APIRoute = () => {
  const { business, aggregate_rating } = dataset;
  const badge = buildBadge(business.name, aggregate_rating, {
    paper: colourOf("paper"),
    rule: colourOf("rule"),
    ink: colourOf("ink"),
    muted: colourOf("muted"),
    amber: colourOf("amber"),
    "star-empty": colourOf("star-empty"),
  });
  return new Response(badge, { headers: { "Content-Type": "image/svg+xml" } });
};
