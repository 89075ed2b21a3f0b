import { hubPath, topicPaths } from "./hub.ts";

/** A page may load nothing but our own, and nobody may frame it. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Where the form of /write/ may go only the build knows, so the page says it itself, in a policy beside this one. */
const writePolicy = contentSecurityPolicy.replace("form-action 'self'; ", "");

/** The editor's page: it keeps what it works on in the browser, and speaks with GitHub alone. */
const editorSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https://avatars.githubusercontent.com",
  "font-src 'self'",
  "connect-src 'self' data: blob: https://api.github.com https://www.githubstatus.com",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers for all addresses that fit the pattern, in which * stands for any characters. */
export interface HeaderRule {
  path: string;
  headers: Readonly<Record<string, string>>;
}

const types = {
  "*/": "text/html; charset=utf-8",
  "*.html": "text/html; charset=utf-8",
  "*.css": "text/css; charset=utf-8",
  "*.js": "text/javascript; charset=utf-8",
  "*.json": "application/json",
  "*.xml": "application/xml",
  "*.txt": "text/plain; charset=utf-8",
  "*.csv": "text/csv",
  "*.ndjson": "application/x-ndjson",
  "*.svg": "image/svg+xml",
  "*.png": "image/png",
  "*.jpg": "image/jpeg",
  "*.webp": "image/webp",
  "*.avif": "image/avif",
  "*.ico": "image/x-icon",
  "*.woff2": "font/woff2",
  "*.webmanifest": "application/manifest+json",
  "/feed.xml": "application/atom+xml",
  "/data/feed.*.xml": "application/atom+xml",
  "/schemas/*.json": "application/schema+json",
  "/data/schema-*.json": "application/schema+json",
  "/.well-known/api-catalog": "application/linkset+json",
  "/log/checkpoint": "text/plain; charset=utf-8",
  "/log/key": "text/plain; charset=utf-8",
  "/log/tile/*": "application/octet-stream",
};

const cacheControl = {
  "/*": "public, max-age=300, stale-while-revalidate=86400",
  "/data/*": "public, max-age=31536000, immutable",
  "/_astro/*": "public, max-age=31536000, immutable",
  "/admin/sveltia-cms.*": "public, max-age=31536000, immutable",
  "/photos/*": "public, max-age=31536000, immutable",
  "/manifest.json": "no-cache",
  "/log/tile/*": "public, max-age=31536000, immutable",
  "/log/checkpoint": "public, max-age=10",
};

/** On every answer, whatever it is: anyone may read it, and no browser guesses its type. */
export const openHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Last-Modified, Link, Retry-After, Content-Range, Mcp-Session-Id",
  "X-Content-Type-Options": "nosniff",
} as const;

const onEverything = {
  ...openHeaders,
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
};

/** The header for an address without a file. */
export const notFoundHeaders = { "Cache-Control": "no-store" } as const;

/** The methods that static files accept, as the answer to any other says. */
export const staticMethods = "GET, HEAD, OPTIONS";

/**
 * Answers to OPTIONS, besides the headers of the address: alike everywhere, as a browser's next request tells what an
 * address takes. Names stand beside the star because it does not cover Authorization, and old browsers do not know it.
 */
export const preflightHeaders = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "*, Accept, Authorization, Content-Type, If-None-Match, If-Modified-Since, If-Range, Range, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "86400",
} as const;

/** The methods of a static host. */
export const filePreflightHeaders = {
  ...preflightHeaders,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
} as const;

const toRules = (name: string, values: Readonly<Record<string, string>>): HeaderRule[] =>
  Object.entries(values).map(([path, value]) => ({ path, headers: { [name]: value } }));

const forEditor = { "X-Robots-Tag": "noindex", "Cache-Control": "no-cache" };

/** The headers of every static file. Of the rules that set the same header for an address, the last one counts. */
export const buildHeaderRules = (baseUrl: string, hasSidecar = true): HeaderRule[] => [
  { path: "/*", headers: onEverything },
  ...toRules("Content-Security-Policy", { "/write/": writePolicy, "/write/index.html": writePolicy }),
  ...toRules("Content-Type", types),
  ...toRules("Cache-Control", cacheControl),
  ...["/admin/", "/admin/index.html"].map((path) => ({
    path,
    headers: { ...forEditor, "Content-Security-Policy": editorSecurityPolicy },
  })),
  { path: "/admin/config.json", headers: forEditor },
  ...(hasSidecar ? topicPaths : []).map((path) => ({
    path,
    headers: { Link: `<${baseUrl}${hubPath}>; rel="hub", <${baseUrl}${path}>; rel="self"` },
  })),
];

/** The pattern of a rule as a regular expression that every web server understands. */
export const toRegExpSource = (path: string): string =>
  `^${path.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*")}$`;

// The rules are a few dozen, the addresses they are asked about tens of thousands.
const patterns = new Map<string, RegExp>();

function toPattern(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = new RegExp(toRegExpSource(path));
  patterns.set(path, pattern);
  return pattern;
}

/** The headers of one address. */
export function headersOf(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const rule of rules) if (toPattern(rule.path).test(path)) Object.assign(headers, rule.headers);
  return headers;
}

/** Files of a deploy that are for whoever runs it, not for its visitors. */
export const privateFiles = [
  "/_headers",
  "/Caddyfile",
  "/nginx-maps.conf",
  "/nginx-server.conf",
  "/purge.txt",
  "/.retained.json",
] as const;
