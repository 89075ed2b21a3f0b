import type { APIRoute } from "astro";
import { colorOf } from "../picture/palette.ts";
import { link } from "../link.ts";
import { site } from "../site.ts";

export const GET: APIRoute = () =>
  new Response(
    `${JSON.stringify({
      name: `${site.business.name}: reviews`,
      short_name: site.business.name,
      start_url: link("/"),
      display: "browser",
      background_color: colorOf("paper"),
      theme_color: colorOf("green"),
      icons: [
        { src: link("/icon.svg"), sizes: "any", type: "image/svg+xml" },
        { src: link("/apple-touch-icon.png"), sizes: "180x180", type: "image/png" },
      ],
    })}\n`,
    { headers: { "Content-Type": "application/manifest+json" } },
  );
