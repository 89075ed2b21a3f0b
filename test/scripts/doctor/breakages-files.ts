import { gzipSync } from "node:zlib";
import { manifestVersion } from "../../../server/data/hashes.ts";
import { ofStaging } from "./sound-deploy.ts";
import {
  type Breakages,
  drop,
  everywhere,
  header,
  html,
  instead,
  missing,
  on,
  page,
  replace,
  rewrite,
} from "./breakage.ts";
import type { Fault } from "./breaking-proxy.ts";

const toSorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, toSorted(member)]),
      )
    : Array.isArray(value)
      ? value.map(toSorted)
      : value;

/** Something on the way writes all JSON anew. */
const rewritten = (write: (data: unknown) => string): Fault =>
  everywhere((passing) => {
    const isJson = String(passing.headers["content-type"] ?? "").startsWith("application/json");
    const isDocument = /^\/(?:reviews|insights|data|api\/feed|schemas|\.well-known)\b/.test(passing.path);
    if (!isJson || !isDocument || passing.status !== 200 || passing.method !== "GET") return;
    if (passing.path.startsWith("/api/reviews") || "content-encoding" in passing.headers) return;
    passing.body = Buffer.from(write(JSON.parse(passing.body.toString("utf8"))));
  });

/** Files that are missing, old, cut or rewritten, and how they are sent. */
export const files: Breakages = {
  "wrong documents: /reviews.json was re…; the same on ": [
    rewritten((data) => JSON.stringify(data, null, 2)),
    rewritten((data) => JSON.stringify(data)),
    rewritten((data) => `${JSON.stringify(toSorted(data))}\n`),
    rewritten((data) => JSON.stringify({ ...(data as object), trace: "1" }).replaceAll("/", "\\/")),
  ],
  "wrong manifest: /manifest.json answers 404 → deploy the whole of dist": missing("/manifest.json"),
  "wrong manifest: /manifest.json is a web page, not application/json": instead(
    "/manifest.json",
    200,
    page("Home"),
    html,
  ),
  "wrong manifest: /manifest.json is no manifest (not JSON": rewrite("/manifest.json", /\}\s*$/, ""),
  "wrong manifest: /manifest.json has Cache-Control public, max-age=86400 → send no-cache": header(
    "cache-control",
    "public, max-age=86400",
    "/manifest.json",
  ),
  "wrong manifest: /manifest.json names a version that its own hashes do not give": rewrite(
    "/manifest.json",
    /"version":"[0-9a-f]{4}/,
    '"version":"0000',
  ),
  "wrong manifest: /manifest.json is of another build than the documents and the sidecar… → a cache keeps an old one":
    on("/manifest.json", (passing) => {
      const old = JSON.parse(passing.body.toString("utf8")) as {
        documents: { path: string; sha256: string }[];
      };
      passing.body = Buffer.from(JSON.stringify(older(old)));
    }),
  "wrong documents: /reviews.json has 5000 of … bytes": on(
    "/reviews.json",
    (passing) => (passing.body = passing.body.subarray(0, 5000)),
  ),
  "wrong documents: /insights.json is empty": on(
    "/insights.json",
    (passing) => (passing.body = Buffer.alloc(0)),
  ),
  "wrong documents: /insights.json has other bytes than the manifest names": rewrite(
    "/insights.json",
    '"method"',
    '"METHOD"',
  ),
  "wrong documents: /… is of another build than the manifest; the same on ": on(
    /^\/(reviews\.(json|csv|ndjson)|insights\.json|feed\.xml|api\/feed\.json)$/,
    (passing) => replace(passing, /Will mowed lawn number 60/g, "An old text of 60"),
  ),
  "wrong documents: /data/feed.….xml answers 404 → deploy": on(
    /^\/data\/feed\..*xml$/,
    (passing) => (passing.status = 404),
  ),
  "wrong documents: /data/insights.….json has 700 of … bytes": on(
    /^\/data\/insights\.\w+\.json$/,
    (passing) => (passing.body = passing.body.subarray(0, 700)),
  ),
  "wrong documents: /data/… answers 404; the same on /data/": instead(/^\/data\//, 404, page("404"), {
    ...html,
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
  }),
  "wrong documents: /reviews.csv is a web page, not text/csv": instead(
    "/reviews.csv",
    200,
    page("Home"),
    html,
  ),
  "wrong documents: /reviews.ndjson has Windows line endings (CRLF)": rewrite(
    "/reviews.ndjson",
    /\n/g,
    "\r\n",
  ),
  "wrong documents: /insights.json begins with a byte order mark": rewrite("/insights.json", /^/, "\uFEFF"),
  "wrong documents: /reviews.json was reformatted": on("/reviews.json", (passing) => {
    if (passing.status !== 200 || passing.method !== "GET" || "content-encoding" in passing.headers) return;
    passing.body = Buffer.from(JSON.stringify(JSON.parse(passing.body.toString("utf8")), null, 2));
  }),
  "wrong headers: /feed.xml has Content-Type text/html, not application/atom+xml… → apply the rules": header(
    "content-type",
    "text/html",
    "/feed.xml",
  ),
  "wrong headers: /reviews.json has Content-Type text/html; charset=utf-8, not application/json": header(
    "content-type",
    "text/html; charset=utf-8",
    /^\/(?:reviews|insights|api\/feed)\.json$/,
  ),
  "wrong manifest: /manifest.json has Content-Type text/html, not application/json": header(
    "content-type",
    "text/html",
    "/manifest.json",
  ),
  "wrong discovery: /sitemap.xml has Content-Type text/html, not application/xml": header(
    "content-type",
    "text/html",
    "/sitemap.xml",
  ),
  "wrong discovery: /robots.txt has Content-Type text/html, not text/plain": header(
    "content-type",
    "text/html",
    "/robots.txt",
  ),
  "wrong documents: /feed.xml is compressed bytes without a Content-Encoding": on("/feed.xml", (passing) => {
    if (!("content-encoding" in passing.headers)) passing.body = gzipSync(passing.body);
  }),
  "wrong documents: /feed.xml is sent as gzip unasked": on("/feed.xml", (passing) => {
    if ("content-encoding" in passing.headers) return;
    passing.body = gzipSync(passing.body);
    passing.headers["content-encoding"] = "gzip";
  }),
  "wrong dataset: /reviews.json has an aggregate_rating that its reviews do not give": rewrite(
    "/reviews.json",
    /"rating_value":[\d.]+/,
    '"rating_value":5',
  ),
  "wrong documents: /reviews.json has other bytes": rewrite(
    "/reviews.json",
    /"removed":\[.*?\]/,
    '"removed":[]',
  ),
  "wrong reach: https://staging.example refuses this Host (403): this server answers to reviews.example only":
    { baseUrl: "https://staging.example", transport: { identity: ofStaging } },
  "wrong dataset: /reviews.json was built for https://reviews.example (business.url)": {
    onRequest: ({ ask }) => (ask["host"] = "reviews.example"),
    baseUrl: "https://staging.example",
    transport: { identity: ofStaging },
  },
  "wrong conditional: /reviews.json has no ETag; the same on": header("etag", undefined),
  "warning conditional: /reviews.json has a weak ETag": everywhere(({ headers }) => {
    if (typeof headers["etag"] === "string") headers["etag"] = `W/${headers["etag"]}`;
  }),
  "warning conditional: /reviews.json, … have ETags of the web server's own": {
    onRequest: ({ ask }) => {
      if (ask["if-none-match"]) ask["if-none-match"] = ask["if-none-match"].replaceAll(/-own(?=")/g, "");
    },
    onAnswer: ({ path, headers }) => {
      if (!path.startsWith("/api/reviews") && typeof headers["etag"] === "string")
        headers["etag"] = headers["etag"].replace(/"$/, '-own"');
    },
  },
  "wrong conditional: /reviews.json answers 200, not 304, to If-None-Match, If-None-Match with a list; the same on":
    {
      onAnswer: ({ path, headers }) => {
        if (!path.startsWith("/api/reviews") && headers["etag"] !== undefined) headers["etag"] = '"wrong"';
      },
    },
  "wrong conditional: /reviews.json answers 200, not 304, to If-Modified-Since; the same on": header(
    "last-modified",
    "Thu, 01 Jan 1970 00:00:00 GMT",
  ),
  "wrong conditional: /reviews.json has no Last-Modified; the same on": header("last-modified", undefined),
  "warning conditional: /reviews.json has a Last-Modified other than the manifest's …; the same on": {
    onRequest: ({ ask }) => {
      if (ask["if-modified-since"]) ask["if-modified-since"] = new Date().toUTCString();
    },
    onAnswer: ({ headers }) => (headers["last-modified"] = "Thu, 01 Jan 2026 00:00:00 GMT"),
  },
  "wrong conditional: /reviews.json answers 200, not 304, to If-None-Match, …; the same on … → let validators through":
    drop("if-none-match", "if-modified-since"),
  "wrong conditional: /reviews.json answers 200, not 304, to If-None-Match, ": drop("if-none-match"),
  "wrong conditional: /reviews.json has a 304 whose cache-control are not those of the 200": everywhere(
    (passing) => {
      if (passing.status === 304) delete passing.headers["cache-control"];
    },
  ),
  "wrong compression: / is not sent as gzip nor as br to those who accept it; the same on":
    drop("accept-encoding"),
  "warning compression: / is not sent as br to those who accept it; the same on": {
    onRequest: ({ ask }) => {
      if (ask["accept-encoding"] === "br") delete ask["accept-encoding"];
    },
  },
  "wrong compression: / sent as gzip is compressed twice; the same on": everywhere((passing) => {
    if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(passing.body);
  }),
  "wrong compression: /feed.xml sent as br cannot be unpacked: damaged or truncated": on(
    "/feed.xml",
    (passing) => {
      if (passing.headers["content-encoding"] === "br") passing.body = passing.body.subarray(0, 100);
    },
  ),
  "wrong compression: /feed.xml sent as gzip unpacks to other bytes": on("/feed.xml", (passing) => {
    if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync("<feed/>");
  }),
  "wrong compression: / sent compressed lacks Vary: Accept-Encoding; the same on": header("vary", undefined),
  "wrong compression: /reviews.json has the same strong ETag compressed and plain": {
    onRequest: ({ path, ask }) => {
      if (path === "/reviews.json" && ask["if-none-match"]?.includes('"same"')) ask["if-none-match"] = "*";
    },
    ...header("etag", '"same"', "/reviews.json"),
  },
};

/** The manifest of a build in which one document was another; its version fits it. */
function older(manifest: { documents: { path: string; sha256: string }[] }): object {
  const documents = manifest.documents.map((document) =>
    document.path === "/insights.json" ? { ...document, sha256: "0".repeat(64) } : document,
  );
  return { ...manifest, documents, version: manifestVersion(documents) };
}
