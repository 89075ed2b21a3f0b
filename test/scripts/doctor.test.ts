import { once } from "node:events";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { audit, type Audit } from "../../scripts/doctor/audit.ts";
import { judgeCertificate } from "../../scripts/doctor/place.ts";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { type Fault, type Passing, startBreakingProxy } from "./breaking-proxy.ts";
import { run } from "./owner.ts";

const baseUrl = "http://localhost:3000";
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    script: "scripts/start.ts",
    env: { DIST: inject("dist"), BASE_URL: baseUrl },
  });
});
afterAll(() => server.stop());

const auditAt = (port: number, timeout = 20_000): Promise<Audit> =>
  audit(
    { baseUrl, connect: { host: "127.0.0.1", port }, timeout, signal: AbortSignal.timeout(60_000) },
    () => {},
  );

const auditBroken = async (fault: Fault): Promise<Audit> => {
  const proxy = await startBreakingProxy(server.url, fault);
  try {
    return await auditAt(proxy.port);
  } finally {
    await proxy.close();
  }
};

const findingsOf = ({ checks }: Audit) =>
  checks.flatMap(({ name, findings }) =>
    findings.map((one) => `${one.severity} ${name}: ${one.path} ${one.problem}`),
  );

test("our own deploy has no fault", async () => {
  expect(findingsOf(await auditAt(Number(new URL(server.url).port)))).toEqual([]);
});

test("a proxy that spoils nothing adds no fault", async () => {
  expect(findingsOf(await auditBroken({}))).toEqual([]);
});

const on =
  (path: string | RegExp, change: (passing: Passing) => void) =>
  (passing: Passing): void => {
    const [pathname = ""] = passing.path.split("?");
    if (typeof path === "string" ? pathname === path : path.test(pathname)) change(passing);
  };

const rewrite = (from: RegExp, to: string) => (passing: Passing) => {
  if (passing.headers["content-encoding"] === undefined)
    passing.body = Buffer.from(passing.body.toString("utf8").replace(from, to));
};

const broken: [string, Fault, RegExp][] = [
  [
    "a document that is cut",
    { onAnswer: on("/reviews.json", (passing) => (passing.body = passing.body.subarray(0, 5000))) },
    /documents: \/reviews\.json has 5000 of \d+ bytes/,
  ],
  [
    "stale bytes in a cache",
    { onAnswer: on("/insights.json", rewrite(/"method"/, '"METHOD"')) },
    /documents: \/insights\.json has other bytes/,
  ],
  [
    "a hashed file that was not uploaded",
    { onAnswer: on(/^\/data\/feed\..*xml$/, (passing) => (passing.status = 404)) },
    /documents: \/data\/feed\.[0-9a-f]+\.xml answers 404/,
  ],
  [
    "a page in place of a missing file",
    {
      onAnswer: (passing) => {
        if (passing.status === 404) passing.status = 200;
      },
    },
    /missing: \/data\/reviews\.0+\.json answers 200 although it does not exist/,
  ],
  [
    "a 404 that caches keep",
    {
      onAnswer: (passing) => {
        if (passing.status === 404) passing.headers["cache-control"] = "public, max-age=300";
      },
    },
    /missing: .* is a 404 with Cache-Control public/,
  ],
  [
    "no CORS on errors",
    {
      onAnswer: (passing) => {
        if (passing.status >= 400) delete passing.headers["access-control-allow-origin"];
      },
    },
    /cors: \S+ \(4\d\d\) has Access-Control-Allow-Origin missing/,
  ],
  [
    "validators dropped on the way",
    {
      onRequest: ({ ask }) => {
        delete ask["if-none-match"];
        delete ask["if-modified-since"];
      },
    },
    /conditional: \/reviews\.json answers 200 to If-None-Match, not 304/,
  ],
  [
    "no ETag",
    { onAnswer: (passing) => delete passing.headers["etag"] },
    /conditional: \/reviews\.json has no ETag/,
  ],
  [
    "one ETag for all encodings",
    { onAnswer: on("/reviews.json", (passing) => (passing.headers["etag"] = '"same"')) },
    /compression: \/reviews\.json has the same strong ETag/,
  ],
  [
    "no compression",
    {
      onRequest: ({ ask }) => {
        delete ask["accept-encoding"];
      },
    },
    /compression: \/reviews\.json is not sent as gzip/,
  ],
  [
    "compressed bytes of an older version",
    {
      onAnswer: on("/feed.xml", (passing) => {
        if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync("<feed/>");
      }),
    },
    /compression: \/feed\.xml sent as gzip unpacks to other bytes/,
  ],
  ["no Vary", { onAnswer: (passing) => delete passing.headers["vary"] }, /compression: .* lacks Vary/],
  [
    "no hub on HEAD",
    {
      onAnswer: (passing) => {
        if (passing.method === "HEAD") delete passing.headers["link"];
      },
    },
    /hub: \/feed\.xml has no Link to its hub .* on HEAD/,
  ],
  [
    "the wrong type of a feed",
    { onAnswer: on("/feed.xml", (passing) => (passing.headers["content-type"] = "text/xml")) },
    /headers: \/feed\.xml has Content-Type text\/xml, not application\/atom\+xml/,
  ],
  [
    "a manifest that caches keep",
    {
      onAnswer: on(
        "/manifest.json",
        (passing) => (passing.headers["cache-control"] = "public, max-age=86400"),
      ),
    },
    /manifest: .* has Cache-Control public, max-age=86400/,
  ],
  [
    "an edited manifest",
    { onAnswer: on("/manifest.json", rewrite(/"sha256":"[0-9a-f]/, '"sha256":"0')) },
    /manifest: .* names a version that its own hashes do not give|documents: \/reviews\.json has other bytes/,
  ],
  [
    "a broken feed",
    { onAnswer: on("/feed.xml", rewrite(/<\/feed>\s*$/, "")) },
    /feeds: \/feed\.xml is not well-formed XML/,
  ],
  [
    "an OpenAPI document of another version",
    { onAnswer: on("/.well-known/openapi.json", rewrite(/"3\.1\.0"/, '"3.0.3"')) },
    /openapi: .* is OpenAPI 3\.0\.3, not 3\.1\.0/,
  ],
  [
    "a search of an older dataset",
    { onAnswer: on("/api/reviews/search", rewrite(/"total":\d+/, '"total":3')) },
    /search: \/api\/reviews\/search finds 3 reviews where the deployed dataset has \d+/,
  ],
  [
    "a sidecar that is down",
    {
      onAnswer: on(/^\/(api\/reviews\/|mcp|readyz|healthz|api\/websub)/, (passing) => {
        passing.status = 502;
        passing.headers = { "content-type": "text/html" };
        passing.body = Buffer.from("Bad gateway");
      }),
    },
    /mcp: \/mcp does not answer initialize \(502/,
  ],
  [
    "a proxy that drops the session",
    { onAnswer: on("/mcp", (passing) => delete passing.headers["mcp-session-id"]) },
    /mcp: \/mcp gives no Mcp-Session-Id/,
  ],
  [
    "a clock that is an hour behind",
    { onAnswer: (passing) => (passing.headers["date"] = new Date(Date.now() - 3_600_000).toUTCString()) },
    /clock: \/healthz says a time 3\d\d\d s behind/,
  ],
  [
    "an expired security.txt",
    { onAnswer: on("/.well-known/security.txt", rewrite(/Expires: \d{4}/, "Expires: 2020")) },
    /security\.txt: .* expired \d+ days ago/,
  ],
  [
    "crawlers shut out",
    { onAnswer: on("/robots.txt", rewrite(/Allow: \//, "Disallow: /")) },
    /discovery: \/robots\.txt shuts out all crawlers/,
  ],
  [
    "a page that still shows a withdrawn review",
    {
      onAnswer: (passing) => {
        // The review of the page is withdrawn in the data that everything else was deployed with.
        if (passing.path === "/") rewrite(/<main/, '<article id="withdrawn-one"></article><main')(passing);
        if (passing.path === "/reviews.json")
          rewrite(/"removed":\[/, '"removed":[{"id":"withdrawn-one","removed_at":"2026-01-01"},')(passing);
      },
    },
    /pages: \/ still shows the review withdrawn-one, which was withdrawn/,
  ],
  [
    "a page of an older build",
    { onAnswer: on("/", rewrite(/"reviewCount":\d+/, '"reviewCount":7')) },
    /pages: \/ is a page of another build/,
  ],
  [
    "a style sheet that is missing",
    { onAnswer: on(/^\/_astro\/.*\.css$/, (passing) => (passing.status = 404)) },
    /pages: \/_astro\/\S+\.css answers 404, and pages need it/,
  ],
  [
    "a style sheet of the wrong type",
    { onAnswer: on(/^\/_astro\/.*\.css$/, (passing) => (passing.headers["content-type"] = "text/plain")) },
    /pages: \/_astro\/\S+\.css has Content-Type text\/plain, not text\/css/,
  ],
  [
    "a script that a CDN adds",
    {
      onAnswer: on(
        /\/$/,
        rewrite(/<\/body>/, '<script defer src="https://stats.example/beacon.js"></script></body>'),
      ),
    },
    /pages: \/ has a script that the build did not write: https:\/\/stats\.example\/beacon\.js; the same on /,
  ],
  [
    "an inline script that a host adds",
    { onAnswer: on("/", rewrite(/<\/body>/, "<script>track()</script></body>")) },
    /pages: \/ has an inline script/,
  ],
  [
    "e-mail addresses that a CDN hides",
    {
      onAnswer: on(
        "/",
        rewrite(/<\/body>/, '<a href="/cdn-cgi/l/email-protection#0a">[email&#160;protected]</a></body>'),
      ),
    },
    /pages: \/ has e-mail addresses that were rewritten/,
  ],
  [
    "noindex on pages",
    { onAnswer: on("/", rewrite(/<head>/, '<head><meta name="robots" content="noindex, nofollow">')) },
    /pages: \/ tells search engines to leave it out \(noindex in the page\)/,
  ],
  [
    "noindex in a header",
    { onAnswer: on(/\/$/, (passing) => (passing.headers["x-robots-tag"] = "noindex")) },
    /pages: \/ tells search engines to leave it out \(X-Robots-Tag: noindex\)/,
  ],
  [
    "a canonical address elsewhere",
    {
      onAnswer: on(
        "/",
        rewrite(/rel="canonical" href="[^"]*"/, 'rel="canonical" href="https://old.example/"'),
      ),
    },
    /pages: \/ has the canonical address https:\/\/old\.example\//,
  ],
  [
    "cookies",
    { onAnswer: on(/\/$/, (passing) => (passing.headers["set-cookie"] = "__cf_bm=abc; path=/")) },
    /pages: \/ sets a cookie \(__cf_bm\)/,
  ],
  [
    "a security header that is lost",
    { onAnswer: (passing) => delete passing.headers["referrer-policy"] },
    /pages: \/ has Referrer-Policy missing/,
  ],
  [
    "AI crawlers shut out by robots.txt",
    {
      onAnswer: on("/robots.txt", (passing) => {
        passing.body = Buffer.concat([
          Buffer.from("User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\n"),
          passing.body,
        ]);
      }),
    },
    /crawlers: \/robots\.txt shuts out GPTBot, ClaudeBot/,
  ],
  [
    "AI crawlers refused by a firewall",
    {
      onAnswer: (passing) => {
        if (/GPTBot/.test(passing.ask["user-agent"] ?? "")) passing.status = 403;
      },
    },
    /crawlers: \/reviews\.json is refused to crawlers: GPTBot \(403\)/,
  ],
  [
    "POST to the hub blocked",
    {
      onAnswer: on("/api/websub/hub", (passing) => {
        passing.status = 405;
        passing.headers = { "content-type": "text/html" };
      }),
    },
    /posts: \/api\/websub\/hub does not get POST through to the hub \(405\)/,
  ],
  [
    "MCP refused by a firewall",
    {
      onAnswer: on("/mcp", (passing) => {
        passing.status = 403;
        passing.headers = { "content-type": "text/html", server: "cloudflare" };
        passing.body = Buffer.from("<title>Attention Required!</title>");
      }),
    },
    /mcp: \/mcp is refused by a firewall or bot protection \(403\)/,
  ],
  [
    "MCP refused to browsers of other sites",
    {
      onAnswer: on("/mcp", (passing) => {
        if (passing.ask["origin"]?.endsWith(":8")) passing.status = 403;
      }),
    },
    /posts: \/mcp refuses browsers of other sites/,
  ],
  [
    "inline scripts allowed",
    {
      onAnswer: on(
        "/",
        (passing) => (passing.headers["content-security-policy"] = "default-src 'self' 'unsafe-inline'"),
      ),
    },
    /headers: \/ has a Content-Security-Policy that allows inline scripts/,
  ],
];

test.each(broken)("%s is found", async (_, fault, finding) => {
  const result = await auditBroken(fault);
  expect(result.state).toBe("wrong");
  expect(
    findingsOf(result)
      .filter((line) => line.startsWith("wrong"))
      .join("\n"),
  ).toMatch(finding);
  for (const { fix } of result.checks.flatMap(({ findings }) => findings)) expect(fix).not.toBe("");
});

test("a build for another address is found", async () => {
  const { port } = new URL(server.url);
  const other = {
    baseUrl: "http://reviews.localhost:3000",
    connect: { host: "127.0.0.1", port: Number(port) },
    timeout: 5_000,
  };
  const result = await audit({ ...other, signal: AbortSignal.timeout(60_000) }, () => {});
  expect(findingsOf(result).join("\n")).toMatch(
    /dataset: \/reviews\.json names .* which is not below http:\/\/reviews\.localhost:3000/,
  );
});

test("a deploy that never answers is given up in time", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const result = await audit(
    { baseUrl, connect: { host: "127.0.0.1", port }, timeout: 200, signal: AbortSignal.timeout(5_000) },
    () => {},
  );
  expect(findingsOf(result).join("\n")).toContain("no whole answer within 0.2 s");
  expect(result.checks.find(({ name }) => name === "documents")?.state).toBe("skipped");
  silent.close();
});

test.each([
  [{ fault: undefined, validTo: "Dec 31 23:59:59 2026 GMT", protocol: "TLSv1.3" }, []],
  [{ fault: undefined, validTo: "Nov 25 00:00:00 2026 GMT", protocol: "TLSv1.3" }, ["ends in 4 days"]],
  [{ fault: "CERT_HAS_EXPIRED", validTo: "Nov 1 00:00:00 2026 GMT", protocol: "TLSv1.3" }, ["ended on"]],
  [
    { fault: "SELF_SIGNED_CERT_IN_CHAIN", validTo: "Dec 31 00:00:00 2027 GMT", protocol: "TLSv1.3" },
    ["clients refuse"],
  ],
  [{ fault: undefined, validTo: "Dec 31 00:00:00 2027 GMT", protocol: "TLSv1.1" }, ["TLSv1.1"]],
])("certificate %j", (certificate, problems) => {
  const found = judgeCertificate(certificate, Date.parse("2026-11-20T12:00:00Z"));
  expect(found.map(({ problem }) => problem)).toEqual(problems.map((part) => expect.stringContaining(part)));
});

test("the command prints a line for each thing, and its exit code tells", { timeout: 60_000 }, async () => {
  const connect = ["--connect", `127.0.0.1:${new URL(server.url).port}`];
  const proxy = await startBreakingProxy(server.url, {
    onAnswer: on("/robots.txt", rewrite(/Allow: \//, "Disallow: /")),
  });
  const [sound, json, wrong, nothing, misuse, help] = await Promise.all([
    run("doctor.ts", [baseUrl, ...connect]),
    run("doctor.ts", [`${baseUrl}/`, ...connect, "--json"]),
    run("doctor.ts", [baseUrl, "--connect", `127.0.0.1:${proxy.port}`]),
    run("doctor.ts", ["http://127.0.0.1:1"]),
    run("doctor.ts", ["reviews.example.com"]),
    run("doctor.ts", ["--help"]),
  ]);
  await proxy.close();
  expect(sound.code).toBe(0);
  expect(
    sound.out
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("✓ ")),
  ).toHaveLength(21);
  expect(sound.out).not.toContain("\u001B");
  expect(json.code).toBe(0);
  expect(JSON.parse(json.out)).toMatchObject({
    url: baseUrl,
    state: "ok",
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/✗ discovery: \/robots\.txt shuts out all crawlers → /);
  expect(nothing.code).toBe(2);
  expect(nothing.out).toContain("nothing listens there");
  expect(misuse).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("Name one deploy by its address"),
  });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("Exit codes:") });
});
