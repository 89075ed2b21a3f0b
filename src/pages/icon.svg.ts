import type { APIRoute } from "astro";
import { brand } from "../picture/brand.ts";
import { drawIcon } from "../picture/pictures.ts";

export const GET: APIRoute = () =>
  new Response(drawIcon(brand), { headers: { "Content-Type": "image/svg+xml" } });
