import type { Headers } from "./answer.ts";

/** Addresses that the hub pushes. */
export const topicPaths: ReadonlySet<string> = new Set(["/feed.xml", "/api/feed.json", "/reviews.json"]);

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  xml: "application/xml",
  txt: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  woff2: "font/woff2",
  webmanifest: "application/manifest+json",
};

export const fileType = (path: string): string =>
  types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";

const isPage = (path: string) => path.endsWith(".html");

/** Security headers of pages. */
export const pageHeaders: Headers = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** How long a file may be kept, and what a browser must know of it. */
export function fileHeaders(path: string): Headers {
  const isHashed = path.startsWith("/data/") || path.startsWith("/_astro/");
  const cache = isHashed
    ? "public, max-age=31536000, immutable"
    : path === "/manifest.json"
      ? "no-cache"
      : "public, max-age=300, stale-while-revalidate=86400";
  return { "Cache-Control": cache, ...(isPage(path) && pageHeaders) };
}
