import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { type Breakage, header, html, instead, on, page, pages, rewrite } from "./breakage.ts";
import { withdrawn } from "./sound-deploy.ts";

const css = /^\/_astro\/.*\.css$/;
const js = /^\/_astro\/.*\.js$/;
const beforeEnd = (text: string) => rewrite("</body>", `${text}</body>`);
const list = `<!doctype html><html><body><a href="/reviews/${withdrawn}/">June 1</a></body></html>`;
const png = { "content-type": "image/png" };
const inHead = (text: string) => rewrite("<head>", `<head>${text}`);

const card = beforeEnd(`<article><a href="/reviews/${withdrawn}/">June 1</a></article>`);

/** Each is the one stale copy in a cache that still holds an erased review. */
const erased = (
  [
    ["/reviews/2026-06/", "pages", on("/reviews/2026-06/", card)],
    ["/reviews/2026-07/", "pages", on("/reviews/2026-07/", card)],
    ["/reviews/stars/1/", "pages", on("/reviews/stars/1/", card)],
    ["/reviews/stars/1/2/", "pages", instead("/reviews/stars/1/2/", 200, list, html)],
    ["/reviews/years/2026/", "pages", on("/reviews/years/2026/", card)],
    [
      "/search-index/texts-0.json",
      "pages",
      on("/search-index/texts-0.json", rewrite(/"r1"/, `"${withdrawn}"`)),
    ],
    ["/search-index/words-0.json", "pages", on("/search-index/words-0.json", rewrite(/r1\b/, withdrawn))],
    [
      `/pictures/${withdrawn}.png`,
      "pages",
      instead(`/pictures/${withdrawn}.png`, 200, Buffer.from([0x89, 0x50, 0x4e, 0x47]), png),
    ],
    ["/reviews.csv", "documents", on("/reviews.csv", rewrite("\r\nr60,", `\r\n${withdrawn},`))],
    ["/reviews.ndjson", "documents", on("/reviews.ndjson", rewrite('"id":"r60"', `"id":"${withdrawn}"`))],
    [
      "/insights.json",
      "documents",
      on("/insights.json", rewrite(/"review_id":"r60"/g, `"review_id":"${withdrawn}"`)),
    ],
    ["/api/feed.json", "feeds", on("/api/feed.json", rewrite(/"id":"r60"/, `"id":"${withdrawn}"`))],
  ] as const
).map(([path, check, fault]): Breakage => ({
  name: `an erased review in a stale copy of ${path}`,
  fault,
  finding: new RegExp(
    String.raw`^wrong ${check}: ${path.replaceAll(".", "\\.")} still shows the review r-withdrawn, which was withdrawn → purge`,
  ),
}));

/** Pages that are old, rewritten, added to or hidden, and what they load. */
export const pageBreakages: Breakage[] = [
  ...erased,
  {
    name: "a home page that still shows a withdrawn review",
    fault: on(
      "/",
      beforeEnd(`<article class="review"><a href="/reviews/${withdrawn}/">June 1</a></article>`),
    ),
    finding: /^wrong pages: \/ still shows the review r-withdrawn, which was withdrawn → purge it at once/,
  },
  {
    name: "all pages of the build before, one review more",
    fault: {
      onAnswer: (passing) => {
        if (!pages.test(passing.path)) return;
        rewrite(/"reviewCount":\d+/g, '"reviewCount":61')(passing);
        if (passing.path === "/reviews/2026-07/" || passing.path === "/")
          beforeEnd(`<article class="review"><a href="/reviews/${withdrawn}/">June 1</a></article>`)(passing);
      },
    },
    finding: /^wrong pages: \/ still shows the review r-withdrawn, which was withdrawn/,
  },
  {
    name: "the page of a withdrawn review",
    fault: instead(
      `/reviews/${withdrawn}/`,
      200,
      `<html><article class="single" id="${withdrawn}">…</article></html>`,
      html,
    ),
    finding: /^wrong pages: \/reviews\/r-withdrawn\/ still shows the review r-withdrawn/,
  },
  {
    name: "a feed that still shows a withdrawn review",
    fault: on("/feed.xml", rewrite(/\/reviews\/r60\//g, `/reviews/${withdrawn}/`)),
    finding: /^wrong feeds: \/feed\.xml still shows the review r-withdrawn/,
  },
  {
    name: "a search that still shows a withdrawn review",
    fault: on("/api/reviews/search", rewrite('"id":"r60"', `"id":"${withdrawn}"`)),
    finding: /^wrong search: \/api\/reviews\/search still shows the review r-withdrawn/,
  },
  {
    name: "a page of an older build",
    fault: on("/", rewrite(/"reviewCount":\d+/, '"reviewCount":7')),
    finding: /^wrong pages: \/ is a page of another build/,
  },
  {
    name: "a list of reviews without the newest",
    fault: on("/reviews/", rewrite(/\/reviews\/r60\//g, "/reviews/r1/")),
    finding: /^wrong pages: \/reviews\/ is a page of another build/,
  },
  {
    name: "a review without its page",
    fault: instead("/reviews/r60/", 404, page("404"), html),
    finding: /^wrong dataset: \/reviews\/r60\/ answers 404/,
  },
  {
    name: "a page that is truncated",
    fault: on("/insights/", (passing) => {
      if (!("content-encoding" in passing.headers)) passing.body = passing.body.subarray(0, 3000);
    }),
    finding: /^wrong pages: \/insights\/ is truncated: it has no end/,
  },
  {
    name: "an empty page",
    fault: on("/faq/", (passing) => (passing.body = Buffer.alloc(0))),
    finding: /^wrong pages: \/faq\/ is an empty page/,
  },
  {
    name: "compressed pages of an older build",
    fault: on("/", (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(page("An old page"));
    }),
    finding: /^wrong compression: \/ sent as gzip unpacks to other bytes/,
  },
  {
    name: "pages that redirect",
    fault: {
      answer: ({ path }) =>
        /^\/(insights|faq|developers)\/$/.test(path)
          ? { status: 308, headers: { location: path.replace(/\/$/, "") }, body: "" }
          : undefined,
    },
    finding: /^wrong pages: \/insights\/ redirects to \/insights \(308\); the same on/,
  },
  {
    name: "a style sheet that is missing",
    fault: on(css, (passing) => (passing.status = 404)),
    finding: /^wrong assets: \/_astro\/\S+\.css answers 404, and pages or other sites need it/,
  },
  {
    name: "a style sheet of the wrong type",
    fault: on(css, header("content-type", "text/plain")),
    finding:
      /^wrong assets: \/_astro\/\S+\.css has Content-Type text\/plain, not text\/css: browsers refuse it/,
  },
  {
    name: "an empty style sheet",
    fault: on(css, (passing) => (passing.body = Buffer.alloc(0))),
    finding: /^wrong assets: \/_astro\/\S+\.css is empty/,
  },
  {
    name: "a web page in place of a style sheet",
    fault: instead(css, 200, page("Home"), html),
    finding: /^wrong assets: \/_astro\/\S+\.css is a web page, not text\/css/,
  },
  {
    name: "a style sheet that is truncated",
    fault: on(css, (passing) => {
      if (!("content-encoding" in passing.headers)) passing.body = passing.body.subarray(0, 200);
    }),
    finding: /^wrong assets: \/_astro\/\S+\.css is not the file of this build: it is cut/,
  },
  {
    name: "a style sheet that is cut in every encoding",
    fault: on(css, (passing) => {
      const encoding = String(passing.headers["content-encoding"] ?? "");
      if (encoding === "gzip") passing.body = gzipSync(gunzipSync(passing.body).subarray(0, 200));
      else if (encoding === "br")
        passing.body = brotliCompressSync(brotliDecompressSync(passing.body).subarray(0, 200));
      else passing.body = passing.body.subarray(0, 200);
    }),
    finding: /^wrong assets: \/_astro\/\S+\.css is not the file of this build: it is cut/,
  },
  {
    name: "a compressed style sheet of an older build",
    fault: on(css, (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync("body{}");
    }),
    finding: /^wrong compression: \/_astro\/\S+\.css sent as gzip unpacks to other bytes than it should/,
  },
  {
    name: "a widget that a CDN makes smaller",
    fault: on("/widget.js", (passing) => {
      passing.body = Buffer.from("customElements");
      delete passing.headers["content-encoding"];
    }),
    finding: /^wrong assets: \/widget\.js is not the file of this build: it is cut, or something on the way/,
  },
  {
    name: "a script that is missing",
    fault: on(js, (passing) => (passing.status = 404)),
    finding: /^wrong assets: \/_astro\/\S+\.js answers 404/,
  },
  {
    name: "a script of the wrong type",
    fault: on(js, header("content-type", "application/octet-stream")),
    finding:
      /^wrong assets: \/_astro\/\S+\.js has Content-Type application\/octet-stream, not text\/javascript/,
  },
  {
    name: "no badge",
    fault: instead("/badge.svg", 404, page("404"), {
      ...html,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
    }),
    finding: /^wrong assets: \/badge\.svg answers 404/,
  },
  {
    name: "a damaged widget type",
    fault: on("/widget.js", header("content-type", "text/plain")),
    finding: /^wrong assets: \/widget\.js has Content-Type text\/plain/,
  },
  {
    name: "a script that a CDN adds",
    fault: on(pages, beforeEnd('<script defer src="https://stats.example/beacon.js"></script>')),
    finding:
      /^wrong pages: \/ has a script that the build did not write: https:\/\/stats\.example\/beacon\.js; the same on .* → switch off/,
  },
  {
    name: "Rocket Loader",
    fault: on(
      pages,
      beforeEnd('<script src="/cdn-cgi/scripts/x/cloudflare-static/rocket-loader.min.js"></script>'),
    ),
    finding: /^wrong pages: \/ has scripts whose loading was rewritten \(Rocket Loader\)/,
  },
  {
    name: "an inline script that a host adds",
    fault: on("/", beforeEnd("<script>track()</script>")),
    finding: /^wrong pages: \/ has an inline script/,
  },
  {
    name: "a script in single quotes",
    fault: on("/", inHead("<script src='//ads.example/a.js'></script>")),
    finding: /^wrong pages: \/ has a script that the build did not write: \/\/ads\.example\/a\.js/,
  },
  {
    name: "a frame that a host adds",
    fault: on("/", beforeEnd('<iframe src="https://chat.example/"></iframe>')),
    finding: /^wrong pages: \/ has a frame that the build did not write: https:\/\/chat\.example\//,
  },
  {
    name: "a tracking pixel",
    fault: on(pages, beforeEnd('<img src="https://pixel.example/1.gif" width="1" height="1" alt="">')),
    finding: /^wrong pages: \/ has a picture that the build did not write: https:\/\/pixel\.example/,
  },
  {
    name: "e-mail addresses that a CDN hides",
    fault: on(
      pages,
      beforeEnd(
        '<a href="/cdn-cgi/l/email-protection#0a">[email&#160;protected]</a><script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
      ),
    ),
    finding:
      /^wrong pages: \/ has e-mail addresses that were rewritten.* → switch off Email Address Obfuscation/,
  },
  {
    name: "pages that send visitors elsewhere",
    fault: on("/", inHead('<meta http-equiv="refresh" content="0; url=https://other.example/">')),
    finding: /^wrong pages: \/ sends visitors elsewhere/,
  },
  {
    name: "noindex on pages",
    fault: on(pages, inHead('<meta name="robots" content="noindex, nofollow">')),
    finding: /^wrong pages: \/ tells search engines to leave it out \(noindex in the page\); the same on/,
  },
  {
    name: "noindex for Google alone",
    fault: on("/", inHead('<meta name="googlebot" content="noindex">')),
    finding: /^wrong pages: \/ tells search engines to leave it out \(noindex in the page\)/,
  },
  {
    name: "a canonical address elsewhere",
    fault: on(pages, rewrite(/rel="canonical" href="[^"]*"/, 'rel="canonical" href="https://old.example/"')),
    finding:
      /^wrong pages: \/ has the canonical address https:\/\/old\.example\/; the same on .* → build with BASE_URL/,
  },
  {
    name: "no canonical address",
    fault: on("/", rewrite(/<link rel="canonical"[^>]*>/, "")),
    finding: /^wrong pages: \/ has the canonical address missing/,
  },
  {
    name: "canonical addresses and links without encryption",
    fault: on(pages, rewrite(/https:\/\/reviews\.example/g, "http://reviews.example")),
    finding: /^wrong pages: \/ (?:has the canonical address http:|links to this site without encryption)/,
  },
  {
    name: "links to this site without encryption",
    fault: on("/", beforeEnd('<a href="http://reviews.example/reviews/">Reviews</a>')),
    finding: /^wrong pages: \/ links to this site without encryption \(http:\)/,
  },
];
