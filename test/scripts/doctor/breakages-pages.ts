import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import {
  type Breakages,
  header,
  html,
  instead,
  missing,
  on,
  page,
  pages,
  replace,
  rewrite,
} from "./breakage.ts";
import type { Fault } from "./breaking-proxy.ts";
import { withdrawn } from "./sound-deploy.ts";

const css = /^\/_astro\/.*\.css$/;
const js = /^\/_astro\/.*\.js$/;
const beforeEnd = (path: string | RegExp, text: string) => rewrite(path, "</body>", `${text}</body>`);
const inHead = (path: string | RegExp, text: string) => rewrite(path, "<head>", `<head>${text}`);
const link = `<a href="/reviews/${withdrawn}/">June 1</a>`;
const card = `<article class="review">${link}</article>`;
const list = `<!doctype html><html><body>${link}</body></html>`;
const picture = `/pictures/${withdrawn}.png`;

/** The one stale copy of each address that a cache holds, which still shows an erased review. */
const stale: Record<string, [check: string, fault: Fault]> = {
  "/reviews/2026-06/": ["pages", beforeEnd("/reviews/2026-06/", card)],
  "/reviews/2026-07/": ["pages", beforeEnd("/reviews/2026-07/", card)],
  "/reviews/stars/1/": ["pages", beforeEnd("/reviews/stars/1/", card)],
  "/reviews/stars/1/2/": ["pages", instead("/reviews/stars/1/2/", 200, list, html)],
  "/reviews/years/2026/": ["pages", beforeEnd("/reviews/years/2026/", card)],
  "/search-index/texts-0.json": ["pages", rewrite("/search-index/texts-0.json", /"r1"/, `"${withdrawn}"`)],
  "/search-index/words-0.json": ["pages", rewrite("/search-index/words-0.json", /r1\b/, withdrawn)],
  [picture]: [
    "pages",
    instead(picture, 200, Buffer.from("\x89PNG", "latin1"), { "content-type": "image/png" }),
  ],
  "/reviews.csv": ["documents", rewrite("/reviews.csv", "\r\nr60,", `\r\n${withdrawn},`)],
  "/reviews.ndjson": ["documents", rewrite("/reviews.ndjson", '"id":"r60"', `"id":"${withdrawn}"`)],
  "/insights.json": [
    "documents",
    rewrite("/insights.json", /"review_id":"r60"/g, `"review_id":"${withdrawn}"`),
  ],
  "/api/feed.json": ["feeds", rewrite("/api/feed.json", /"id":"r60"/, `"id":"${withdrawn}"`)],
};

/** Pages that are old, rewritten, added to or hidden, and what they load. */
export const pageBreakages: Breakages = {
  ...Object.fromEntries(
    Object.entries(stale).map(([path, [check, fault]]) => [
      `wrong ${check}: ${path} still shows the review r-withdrawn, which was withdrawn → purge`,
      fault,
    ]),
  ),
  "wrong pages: / still shows the review r-withdrawn, which was withdrawn → purge it at once": beforeEnd(
    "/",
    card,
  ),
  "wrong pages: / still shows the review r-withdrawn, which was withdrawn": {
    onAnswer: (passing) => {
      if (!pages.test(passing.path)) return;
      replace(passing, /"reviewCount":\d+/g, '"reviewCount":61');
      if (passing.path === "/reviews/2026-07/" || passing.path === "/")
        replace(passing, "</body>", `${card}</body>`);
    },
  },
  "wrong pages: /reviews/r-withdrawn/ still shows the review r-withdrawn": instead(
    `/reviews/${withdrawn}/`,
    200,
    `<html><article class="single" id="${withdrawn}">…</article></html>`,
    html,
  ),
  "wrong feeds: /feed.xml still shows the review r-withdrawn": rewrite(
    "/feed.xml",
    /\/reviews\/r60\//g,
    `/reviews/${withdrawn}/`,
  ),
  "wrong search: /api/reviews/search still shows the review r-withdrawn": rewrite(
    "/api/reviews/search",
    '"id":"r60"',
    `"id":"${withdrawn}"`,
  ),
  "wrong pages: / is a page of another build": rewrite("/", /"reviewCount":\d+/, '"reviewCount":7'),
  "wrong pages: /reviews/ is a page of another build": rewrite(
    "/reviews/",
    /\/reviews\/r60\//g,
    "/reviews/r1/",
  ),
  "wrong dataset: /reviews/r60/ answers 404": missing("/reviews/r60/"),
  "wrong pages: /insights/ is truncated: it has no end": on("/insights/", (passing) => {
    if (!("content-encoding" in passing.headers)) passing.body = passing.body.subarray(0, 3000);
  }),
  "wrong pages: /faq/ is an empty page": on("/faq/", (passing) => (passing.body = Buffer.alloc(0))),
  "wrong compression: / sent as gzip unpacks to other bytes": on("/", (passing) => {
    if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(page("An old page"));
  }),
  "wrong pages: /insights/ redirects to /insights (308); the same on": {
    answer: ({ path }) =>
      /^\/(insights|faq|developers)\/$/.test(path)
        ? { status: 308, headers: { location: path.replace(/\/$/, "") }, body: "" }
        : undefined,
  },
  "wrong assets: /_astro/….css answers 404, and pages or other sites need it": on(
    css,
    (passing) => (passing.status = 404),
  ),
  "wrong assets: /_astro/….css has Content-Type text/plain, not text/css": header(
    "content-type",
    "text/plain",
    css,
  ),
  "wrong assets: /_astro/….css is empty": on(css, (passing) => (passing.body = Buffer.alloc(0))),
  "wrong assets: /_astro/….css is a web page, not text/css": instead(css, 200, page("Home"), html),
  "wrong assets: /_astro/….css is not the file of this build: it is cut": [
    on(css, (passing) => {
      if (!("content-encoding" in passing.headers)) passing.body = passing.body.subarray(0, 200);
    }),
    on(css, (passing) => {
      const encoding = String(passing.headers["content-encoding"] ?? "");
      if (encoding === "gzip") passing.body = gzipSync(gunzipSync(passing.body).subarray(0, 200));
      else if (encoding === "br")
        passing.body = brotliCompressSync(brotliDecompressSync(passing.body).subarray(0, 200));
      else passing.body = passing.body.subarray(0, 200);
    }),
  ],
  "wrong compression: /_astro/….css sent as gzip unpacks to other bytes than it should": on(
    css,
    (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync("body{}");
    },
  ),
  "wrong assets: /widget.js is not the file of this build: it is cut, or something on the way": on(
    "/widget.js",
    (passing) => {
      passing.body = Buffer.from("customElements");
      delete passing.headers["content-encoding"];
    },
  ),
  "wrong assets: /_astro/….js answers 404": on(js, (passing) => (passing.status = 404)),
  "wrong assets: /_astro/….js has Content-Type application/octet-stream, not text/javascript": header(
    "content-type",
    "application/octet-stream",
    js,
  ),
  "wrong assets: /badge.svg answers 404": instead("/badge.svg", 404, page("404"), {
    ...html,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
  }),
  "wrong assets: /widget.js has Content-Type text/plain": header("content-type", "text/plain", "/widget.js"),
  "wrong pages: / has a script that the build did not write: https://stats.example/beacon.js; the same on … → switch off":
    beforeEnd(pages, '<script defer src="https://stats.example/beacon.js"></script>'),
  "wrong pages: / has scripts whose loading was rewritten (Rocket Loader)": beforeEnd(
    pages,
    '<script src="/cdn-cgi/scripts/x/cloudflare-static/rocket-loader.min.js"></script>',
  ),
  "wrong pages: / has an inline script": beforeEnd("/", "<script>track()</script>"),
  "wrong pages: / has a script that the build did not write: //ads.example/a.js": inHead(
    "/",
    "<script src='//ads.example/a.js'></script>",
  ),
  "wrong pages: / has a frame that the build did not write: https://chat.example/": beforeEnd(
    "/",
    '<iframe src="https://chat.example/"></iframe>',
  ),
  "wrong pages: / has a picture that the build did not write: https://pixel.example": beforeEnd(
    pages,
    '<img src="https://pixel.example/1.gif" width="1" height="1" alt="">',
  ),
  "wrong pages: / has e-mail addresses that were rewritten… → switch off Email Address Obfuscation":
    beforeEnd(
      pages,
      '<a href="/cdn-cgi/l/email-protection#0a">[email&#160;protected]</a><script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
    ),
  "wrong pages: / sends visitors elsewhere": inHead(
    "/",
    '<meta http-equiv="refresh" content="0; url=https://other.example/">',
  ),
  "wrong pages: / tells search engines to leave it out (noindex in the page); the same on": inHead(
    pages,
    '<meta name="robots" content="noindex, nofollow">',
  ),
  "wrong pages: / tells search engines to leave it out (noindex in the page)": inHead(
    "/",
    '<meta name="googlebot" content="noindex">',
  ),
  "wrong pages: / has the canonical address https://old.example/; the same on … → build with BASE_URL":
    rewrite(pages, /rel="canonical" href="[^"]*"/, 'rel="canonical" href="https://old.example/"'),
  "wrong pages: / has the canonical address missing": rewrite("/", /<link rel="canonical"[^>]*>/, ""),
  "wrong pages: / has the canonical address http://reviews.example/; the same on … → build with BASE_URL":
    rewrite(pages, /https:\/\/reviews\.example/g, "http://reviews.example"),
  "wrong pages: / links to this site without encryption (http:)": beforeEnd(
    "/",
    '<a href="http://reviews.example/reviews/">Reviews</a>',
  ),
};
