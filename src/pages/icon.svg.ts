import type { APIRoute } from "astro";
import { colourOf } from "../picture/palette.ts";

export const GET: APIRoute = () =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colourOf("green")}"/><path d="M16 26C16 17.500 10.500 13 6 12c.8 7 4.500 10.500 10 11M16 26C16 15 20.500 8.500 26 7c.8 8.500-3 14.500-10 16" fill="none" stroke="${colourOf("on-green")}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`,
    { headers: { "Content-Type": "image/svg+xml" } },
  );
