import type { APIRoute } from "astro";
// oxlint-disable-next-line import/default -- as text, which Vite makes the default export
import source from "../components/widget.js?raw";

import { dressColor } from "../picture/palette.ts";

export const GET: APIRoute = () =>
  new Response(dressColor(source, "green"), {
    headers: { "Content-Type": "text/javascript; charset=utf-8" },
  });
