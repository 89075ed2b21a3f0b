import type { APIRoute } from "astro";
import { brand } from "../picture/brand.ts";
import { drawBadge } from "../picture/pictures.ts";
import { dataset } from "../site.ts";

export const GET: APIRoute = () =>
  new Response(drawBadge(brand, dataset.aggregate_rating), { headers: { "Content-Type": "image/svg+xml" } });
