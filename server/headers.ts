import { buildHeaderRules, headersOf } from "../src/schema/headers.ts";
import type { Headers } from "./answer.ts";

/** Addresses that the hub pushes. */
export const topicPaths: ReadonlySet<string> = new Set(["/feed.xml", "/api/feed.json", "/reviews.json"]);

const rules = buildHeaderRules("");

export const fileType = (path: string): string =>
  headersOf(rules, path)["Content-Type"] ?? "application/octet-stream";

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
