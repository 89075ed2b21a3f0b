import type { APIRoute } from "astro";
import { colourOf } from "../picture/palette.ts";
import { escapeMarkup } from "../publish/markup.ts";
import { site } from "../site.ts";

export const GET: APIRoute = () => {
  const letter = escapeMarkup(Array.from(site.business.name)[0] ?? "");
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colourOf("green")}"/><text x="16" y="23" fill="${colourOf("on-green")}" font-family="Georgia, serif" font-size="20" font-weight="600" text-anchor="middle">${letter}</text></svg>\n`,
    { headers: { "Content-Type": "image/svg+xml" } },
  );
};
