import type { APIRoute } from "astro";
import { brand, toPng } from "../picture/brand.ts";
import { drawIcon } from "../picture/pictures.ts";

export const GET: APIRoute = async () =>
  new Response(await toPng(drawIcon(brand), 180), { headers: { "Content-Type": "image/png" } });
