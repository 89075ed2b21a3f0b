import { type Breakages, everywhere, header, html, instead, on, page, pages } from "./breakage.ts";

const securityNames = [
  "X-Frame-Options",
  "Referrer-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
  "X-Content-Type-Options",
];
const security = securityNames.map((name) => name.toLowerCase());

/** Headers that are wrong or doubled, open access, and what is not there. */
export const headers: Breakages = {
  ...Object.fromEntries(
    securityNames.map((name) => [
      `wrong headers: /… has ${name} missing, not …; the same on … → apply the rules`,
      header(name.toLowerCase(), undefined),
    ]),
  ),
  "wrong headers: /… has X-Frame-Options SAMEORIGIN, not DENY; the same on": header(
    "x-frame-options",
    "SAMEORIGIN",
  ),
  "wrong headers: /… has Referrer-Policy unsafe-url, not": header("referrer-policy", "unsafe-url"),
  "wrong headers: /… has X-Content-Type-Options, …X-Frame-Options… sent twice; the same on … → send each header once":
    everywhere((passing) => {
      for (const name of security) {
        const value = passing.headers[name];
        if (value !== undefined) passing.headers[name] = `${String(value)}, ${String(value)}`;
      }
    }),
  "wrong headers: / has no Content-Security-Policy": header("content-security-policy", undefined),
  "wrong headers: / has a Content-Security-Policy that allows inline scripts": header(
    "content-security-policy",
    "default-src 'self' 'unsafe-inline'",
    pages,
  ),
  "wrong headers: / has a Content-Security-Policy that allows scripts of others": header(
    "content-security-policy",
    "default-src 'self'; script-src 'self' https://cdn.example",
    pages,
  ),
  "wrong headers: / has none of the headers of the build": {
    onAnswer: (passing) => {
      if (/^\/(api\/reviews|mcp|api\/websub|readyz|healthz)/.test(passing.path)) return;
      for (const name of [
        ...security,
        "content-security-policy",
        "access-control-allow-origin",
        "access-control-expose-headers",
        "cache-control",
        "link",
      ])
        delete passing.headers[name];
      if (passing.path === "/manifest.json") passing.headers["cache-control"] = "no-cache";
    },
  },
  "wrong headers: /… sets a cookie (__cf_bm); the same on … → switch off what sets it": header(
    "set-cookie",
    "__cf_bm=abc; path=/; HttpOnly",
  ),
  "wrong headers: /… tells search engines to leave it out (X-Robots-Tag: noindex)… → remove the header":
    header("x-robots-tag", "noindex"),
  "wrong headers: / tells search engines to leave it out (X-Robots-Tag: none)": header(
    "x-robots-tag",
    "none",
    pages,
  ),
  "wrong headers: /feed.xml has Content-Type text/xml, not application/atom+xml": header(
    "content-type",
    "text/xml",
    "/feed.xml",
  ),
  "wrong headers: /reviews.json has Content-Type application/octet-stream, not application/json": header(
    "content-type",
    "application/octet-stream",
    "/reviews.json",
  ),
  "wrong headers: /insights.json has Content-Type missing": header(
    "content-type",
    undefined,
    "/insights.json",
  ),
  "wrong headers: / says that its letters are iso-8859-1, and they are utf-8": header(
    "content-type",
    "text/html; charset=iso-8859-1",
    pages,
  ),
  "wrong headers: /reviews.json is offered as a download": header(
    "content-disposition",
    "attachment; filename=reviews.json",
    "/reviews.json",
  ),
  "wrong headers: /… cannot be embedded by other sites (Cross-Origin-Resource-Policy: same-origin)": header(
    "cross-origin-resource-policy",
    "same-origin",
  ),
  "wrong headers: /reviews.json has Cache-Control missing, not public": header(
    "cache-control",
    undefined,
    /^\/(reviews|insights)\.json$/,
  ),
  "wrong manifest: /manifest.json has Cache-Control public, max-age=14400; the same on": header(
    "cache-control",
    "public, max-age=14400",
  ),
  "wrong headers: /data/… has Cache-Control public, max-age=300, not public, max-age=31536000, immutable": on(
    /^\/data\//,
    (passing) => {
      if (passing.status === 200) passing.headers["cache-control"] = "public, max-age=300";
    },
  ),
  "wrong assets: /_astro/… has Cache-Control no-cache, not immutable": header(
    "cache-control",
    "no-cache",
    /^\/_astro\//,
  ),
  "wrong headers: /reviews.json comes from a cache that has kept it for 1209600 s": header(
    "age",
    "1209600",
    "/reviews.json",
  ),
  "wrong cors: /reviews.json (200) has Access-Control-Allow-Origin missing; the same on … → send Access":
    header("access-control-allow-origin", undefined),
  "wrong cors: … (4…) has Access-Control-Allow-Origin missing": everywhere((passing) => {
    if (passing.status >= 400) delete passing.headers["access-control-allow-origin"];
  }),
  "wrong cors: /reviews.json (200) has Access-Control-Allow-Origin https://www.fern.example": header(
    "access-control-allow-origin",
    "https://www.fern.example",
  ),
  "wrong headers: /… has Access-Control-Allow-Origin sent twice": header(
    "access-control-allow-origin",
    "*, *",
  ),
  "wrong cors: /reviews.json (200) does not expose etag, last-modified": header(
    "access-control-expose-headers",
    undefined,
  ),
  "wrong cors: /reviews.json answers a preflight (OPTIONS) with 405, not 204": instead(
    /./,
    405,
    page("405 Not Allowed"),
    html,
    /^OPTIONS$/,
  ),
  "wrong cors: /reviews.json answers a preflight (OPTIONS) with 403": instead(
    /./,
    403,
    page("403 Forbidden"),
    html,
    /^OPTIONS$/,
  ),
  "wrong cors: /reviews.json does not allow the request headers accept, authorization": header(
    "access-control-allow-headers",
    undefined,
  ),
  "wrong missing: /data/reviews.….json answers 200 although it does not exist… → answer 404": everywhere(
    (passing) => {
      if (passing.status === 404) passing.status = 200;
    },
  ),
  "wrong missing: /data/reviews.….json redirects to / (302)": everywhere((passing) => {
    if (passing.status !== 404) return;
    passing.status = 302;
    passing.headers["location"] = "/";
  }),
  "wrong missing: … is a 404 with Cache-Control public, max-age=300": everywhere((passing) => {
    if (passing.status === 404) passing.headers["cache-control"] = "public, max-age=300";
  }),
  "warning missing: /no-such-page-here/ is a 404 that shows people the host's own page": everywhere(
    (passing) => {
      if (passing.status === 404 && /html/.test(String(passing.headers["content-type"])))
        passing.body = Buffer.from(page("404 Not Found (nginx)"));
    },
  ),
  "wrong missing: /.git/HEAD is a secret of yours": instead("/.git/HEAD", 200, "ref: refs/heads/main\n", {
    "content-type": "text/plain",
  }),
  "wrong missing: /.env is a secret of yours": instead("/.env", 200, "LOG_KEY=abc\n", {
    "content-type": "text/plain",
  }),
  "warning missing: /_headers can be read by everybody; the same on /purge.txt": instead(
    /^\/(purge\.txt|_headers)$/,
    200,
    "/*\n",
    { "content-type": "text/plain" },
  ),
};
