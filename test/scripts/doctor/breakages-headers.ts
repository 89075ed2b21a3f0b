import { type Breakage, everywhere, header, html, instead, on, page, pages } from "./breakage.ts";

const security = [
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "x-content-type-options",
];

/** Headers that are missing, wrong or doubled, open access, and what is not there. */
export const headers: Breakage[] = [
  ...security.map((name) => ({
    name: `no ${name}`,
    fault: everywhere(header(name, undefined)),
    finding: new RegExp(
      `^wrong headers: /\\S* has ${name} missing, not .*; the same on .* → apply the rules`,
      "i",
    ),
  })),
  {
    name: "a weaker X-Frame-Options",
    fault: everywhere(header("x-frame-options", "SAMEORIGIN")),
    finding: /^wrong headers: \/\S+ has X-Frame-Options SAMEORIGIN, not DENY; the same on/,
  },
  {
    name: "a Referrer-Policy that tells everything",
    fault: everywhere(header("referrer-policy", "unsafe-url")),
    finding: /^wrong headers: \/\S+ has Referrer-Policy unsafe-url, not/,
  },
  {
    name: "security headers that two servers send",
    fault: everywhere((passing) => {
      for (const name of security) {
        const value = passing.headers[name];
        if (value !== undefined) passing.headers[name] = `${String(value)}, ${String(value)}`;
      }
    }),
    finding:
      /^wrong headers: \/\S+ has X-Content-Type-Options, .*X-Frame-Options.* sent twice; the same on .* → send each header once/,
  },
  {
    name: "no Content-Security-Policy",
    fault: everywhere(header("content-security-policy", undefined)),
    finding: /^wrong headers: \/ has no Content-Security-Policy/,
  },
  {
    name: "inline scripts allowed",
    fault: on(pages, header("content-security-policy", "default-src 'self' 'unsafe-inline'")),
    finding: /^wrong headers: \/ has a Content-Security-Policy that allows inline scripts/,
  },
  {
    name: "scripts of others allowed",
    fault: on(
      pages,
      header("content-security-policy", "default-src 'self'; script-src 'self' https://cdn.example"),
    ),
    finding: /^wrong headers: \/ has a Content-Security-Policy that allows scripts of others/,
  },
  {
    name: "a host that reads no header rules",
    fault: {
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
    finding: /^wrong headers: \/ has none of the headers of the build/,
  },
  {
    name: "cookies on pages and documents",
    fault: everywhere(header("set-cookie", "__cf_bm=abc; path=/; HttpOnly")),
    finding: /^wrong headers: \/\S* sets a cookie \(__cf_bm\); the same on .* → switch off what sets it/,
  },
  {
    name: "noindex in a header",
    fault: everywhere(header("x-robots-tag", "noindex")),
    finding:
      /^wrong headers: \/\S* tells search engines to leave it out \(X-Robots-Tag: noindex\).* → remove the header/,
  },
  {
    name: "noindex in a header of pages",
    fault: on(pages, header("x-robots-tag", "none")),
    finding: /^wrong headers: \/ tells search engines to leave it out \(X-Robots-Tag: none\)/,
  },
  {
    name: "the wrong type of a feed",
    fault: on("/feed.xml", header("content-type", "text/xml")),
    finding: /^wrong headers: \/feed\.xml has Content-Type text\/xml, not application\/atom\+xml/,
  },
  {
    name: "JSON as binary",
    fault: on("/reviews.json", header("content-type", "application/octet-stream")),
    finding:
      /^wrong headers: \/reviews\.json has Content-Type application\/octet-stream, not application\/json/,
  },
  {
    name: "no type at all",
    fault: on("/insights.json", header("content-type", undefined)),
    finding: /^wrong headers: \/insights\.json has Content-Type missing/,
  },
  {
    name: "pages in Latin-1",
    fault: on(pages, header("content-type", "text/html; charset=iso-8859-1")),
    finding: /^wrong headers: \/ says that its letters are iso-8859-1, and they are utf-8/,
  },
  {
    name: "documents that browsers save",
    fault: on("/reviews.json", header("content-disposition", "attachment; filename=reviews.json")),
    finding: /^wrong headers: \/reviews\.json is offered as a download/,
  },
  {
    name: "data that other sites may not embed",
    fault: everywhere(header("cross-origin-resource-policy", "same-origin")),
    finding:
      /^wrong headers: \/\S+ cannot be embedded by other sites \(Cross-Origin-Resource-Policy: same-origin\)/,
  },
  {
    name: "no Cache-Control",
    fault: on(/^\/(reviews|insights)\.json$/, header("cache-control", undefined)),
    finding: /^wrong headers: \/reviews\.json has Cache-Control missing, not public/,
  },
  {
    name: "one Cache-Control that a CDN puts on everything",
    fault: everywhere(header("cache-control", "public, max-age=14400")),
    finding: /^wrong manifest: \/manifest\.json has Cache-Control public, max-age=14400; the same on/,
  },
  {
    name: "hashed files that are not immutable",
    fault: on(/^\/data\//, (passing) => {
      if (passing.status === 200) passing.headers["cache-control"] = "public, max-age=300";
    }),
    finding:
      /^wrong headers: \/data\/\S+ has Cache-Control public, max-age=300, not public, max-age=31536000, immutable/,
  },
  {
    name: "styles that are not immutable",
    fault: on(/^\/_astro\//, header("cache-control", "no-cache")),
    finding: /^wrong assets: \/_astro\/\S+ has Cache-Control no-cache, not immutable/,
  },
  {
    name: "a cache that keeps documents for weeks",
    fault: on("/reviews.json", header("age", "1209600")),
    finding: /^wrong headers: \/reviews\.json comes from a cache that has kept it for 1209600 s/,
  },
  {
    name: "no open access",
    fault: everywhere(header("access-control-allow-origin", undefined)),
    finding:
      /^wrong cors: \/reviews\.json \(200\) has Access-Control-Allow-Origin missing; the same on .* → send Access/,
  },
  {
    name: "no open access on errors",
    fault: everywhere((passing) => {
      if (passing.status >= 400) delete passing.headers["access-control-allow-origin"];
    }),
    finding: /^wrong cors: \S+ \(4\d\d\) has Access-Control-Allow-Origin missing/,
  },
  {
    name: "open access for one site",
    fault: everywhere(header("access-control-allow-origin", "https://www.fern.example")),
    finding:
      /^wrong cors: \/reviews\.json \(200\) has Access-Control-Allow-Origin https:\/\/www\.fern\.example/,
  },
  {
    name: "open access that two servers give",
    fault: everywhere(header("access-control-allow-origin", "*, *")),
    finding: /^wrong headers: \/\S+ has Access-Control-Allow-Origin sent twice/,
  },
  {
    name: "headers that browsers hide",
    fault: everywhere(header("access-control-expose-headers", undefined)),
    finding: /^wrong cors: \/reviews\.json \(200\) does not expose etag, last-modified/,
  },
  {
    name: "no preflights",
    fault: instead(/./, 405, page("405 Not Allowed"), html, /^OPTIONS$/),
    finding: /^wrong cors: \/reviews\.json answers a preflight \(OPTIONS\) with 405, not 204/,
  },
  {
    name: "preflights refused by a firewall",
    fault: instead(/./, 403, page("403 Forbidden"), html, /^OPTIONS$/),
    finding:
      /^wrong cors: \/reviews\.json (?:answers a preflight \(OPTIONS\) with 403|is refused by a firewall)/,
  },
  {
    name: "preflights that allow no headers",
    fault: everywhere(header("access-control-allow-headers", undefined)),
    finding: /^wrong cors: \/reviews\.json does not allow the request headers accept, authorization/,
  },
  {
    name: "a page in place of a missing file",
    fault: everywhere((passing) => {
      if (passing.status === 404) passing.status = 200;
    }),
    finding:
      /^wrong missing: \/data\/reviews\.0+\.json answers 200 although it does not exist.* → answer 404/,
  },
  {
    name: "a redirect home in place of a 404",
    fault: everywhere((passing) => {
      if (passing.status !== 404) return;
      passing.status = 302;
      passing.headers["location"] = "/";
    }),
    finding: /^wrong missing: \/data\/reviews\.0+\.json redirects to \/ \(302\)/,
  },
  {
    name: "a 404 that caches keep",
    fault: everywhere((passing) => {
      if (passing.status === 404) passing.headers["cache-control"] = "public, max-age=300";
    }),
    finding: /^wrong missing: \S+ is a 404 with Cache-Control public, max-age=300/,
  },
  {
    name: "the host's own page for what is missing",
    fault: everywhere((passing) => {
      if (passing.status === 404 && /html/.test(String(passing.headers["content-type"])))
        passing.body = Buffer.from(page("404 Not Found (nginx)"));
    }),
    finding: /^warning missing: \/no-such-page-here\/ is a 404 that shows people the host's own page/,
  },
  {
    name: "a repository that everybody can read",
    fault: instead("/.git/HEAD", 200, "ref: refs/heads/main\n", { "content-type": "text/plain" }),
    finding: /^wrong missing: \/\.git\/HEAD is a secret of yours/,
  },
  {
    name: "settings that everybody can read",
    fault: instead("/.env", 200, "LOG_KEY=abc\n", { "content-type": "text/plain" }),
    finding: /^wrong missing: \/\.env is a secret of yours/,
  },
  {
    name: "the deploy's own files can be read",
    fault: instead(/^\/(purge\.txt|_headers)$/, 200, "/*\n", { "content-type": "text/plain" }),
    finding: /^warning missing: \/_headers can be read by everybody; the same on \/purge\.txt/,
  },
];
