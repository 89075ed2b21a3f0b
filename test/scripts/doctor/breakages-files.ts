import { gzipSync } from "node:zlib";
import { manifestVersion } from "../../../server/data/hashes.ts";
import { ofStaging } from "./sound-deploy.ts";
import { type Breakage, drop, everywhere, header, html, instead, on, page, rewrite } from "./breakage.ts";

const crlf = rewrite(/\n/g, "\r\n");

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

const rewrites: [string, (data: unknown) => string][] = [
  ["indents", (data) => JSON.stringify(data, null, 2)],
  ["makes smaller", (data) => JSON.stringify(data)],
  ["sorts", (data) => `${JSON.stringify(toSorted(data))}\n`],
  [
    "escapes and adds to",
    (data) => JSON.stringify({ ...(data as object), trace: "1" }).replaceAll("/", "\\/"),
  ],
];

/** Files that are missing, old, cut or rewritten, and how they are sent. */
export const files: Breakage[] = [
  {
    name: "no manifest",
    fault: instead("/manifest.json", 404, page("404"), html),
    finding: /^wrong manifest: \/manifest\.json answers 404 → deploy the whole of dist/,
  },
  {
    name: "a page in place of the manifest",
    fault: instead("/manifest.json", 200, page("Home"), html),
    finding: /^wrong manifest: \/manifest\.json is a web page, not application\/json/,
  },
  {
    name: "a manifest that is no JSON",
    fault: on("/manifest.json", rewrite(/\}\s*$/, "")),
    finding: /^wrong manifest: \/manifest\.json is no manifest \(not JSON/,
  },
  {
    name: "a manifest that caches keep",
    fault: on("/manifest.json", header("cache-control", "public, max-age=86400")),
    finding: /^wrong manifest: \/manifest\.json has Cache-Control public, max-age=86400 → send no-cache/,
  },
  {
    name: "an edited manifest",
    fault: on("/manifest.json", rewrite(/"version":"[0-9a-f]{4}/, '"version":"0000')),
    finding: /^wrong manifest: \/manifest\.json names a version that its own hashes do not give/,
  },
  {
    name: "an old manifest beside new documents",
    fault: on("/manifest.json", (passing) => {
      const old = JSON.parse(passing.body.toString("utf8")) as {
        documents: { path: string; sha256: string }[];
      };
      passing.body = Buffer.from(JSON.stringify(older(old)));
    }),
    finding:
      /^wrong manifest: \/manifest\.json is of another build than the documents and the sidecar.* → a cache keeps an old one/,
  },
  {
    name: "a document that is truncated",
    fault: on("/reviews.json", (passing) => (passing.body = passing.body.subarray(0, 5000))),
    finding: /^wrong documents: \/reviews\.json has 5000 of \d+ bytes/,
  },
  {
    name: "an empty document",
    fault: on("/insights.json", (passing) => (passing.body = Buffer.alloc(0))),
    finding: /^wrong documents: \/insights\.json is empty/,
  },
  {
    name: "stale bytes in a cache",
    fault: on("/insights.json", rewrite('"method"', '"METHOD"')),
    finding: /^wrong documents: \/insights\.json has other bytes than the manifest names/,
  },
  {
    name: "old documents everywhere, beside a new manifest",
    fault: on(/^\/(reviews\.(json|csv|ndjson)|insights\.json|feed\.xml|api\/feed\.json)$/, (passing) =>
      rewrite(/Will mowed lawn number 60/g, "An old text of 60")(passing),
    ),
    finding: /^wrong documents: \/\S+ is of another build than the manifest; the same on /,
  },
  {
    name: "a hashed file that was not uploaded",
    fault: on(/^\/data\/feed\..*xml$/, (passing) => (passing.status = 404)),
    finding: /^wrong documents: \/data\/feed\.[0-9a-f]+\.xml answers 404 → deploy/,
  },
  {
    name: "a hashed file that is truncated",
    fault: on(/^\/data\/insights\.\w+\.json$/, (passing) => (passing.body = passing.body.subarray(0, 700))),
    finding: /^wrong documents: \/data\/insights\.\w+\.json has 700 of \d+ bytes/,
  },
  {
    name: "all hashed files missing",
    fault: instead(/^\/data\//, 404, page("404"), {
      ...html,
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
    }),
    finding: /^wrong documents: \/data\/\S+ answers 404; the same on \/data\//,
  },
  {
    name: "a web page in place of a document",
    fault: instead("/reviews.csv", 200, page("Home"), html),
    finding: /^wrong documents: \/reviews\.csv is a web page, not text\/csv/,
  },
  {
    name: "line endings of Windows",
    fault: on("/reviews.ndjson", crlf),
    finding: /^wrong documents: \/reviews\.ndjson has Windows line endings \(CRLF\)/,
  },
  {
    name: "a byte order mark that an editor added",
    fault: on("/insights.json", rewrite(/^/, "\uFEFF")),
    finding: /^wrong documents: \/insights\.json begins with a byte order mark/,
  },
  {
    name: "JSON that a CDN reformatted",
    fault: on("/reviews.json", (passing) => {
      if (passing.status !== 200 || passing.method !== "GET" || "content-encoding" in passing.headers) return;
      passing.body = Buffer.from(JSON.stringify(JSON.parse(passing.body.toString("utf8")), null, 2));
    }),
    finding: /^wrong documents: \/reviews\.json was reformatted/,
  },
  ...rewrites.map(([how, change]): Breakage => ({
    name: `JSON that something on the way ${how}`,
    fault: everywhere((passing) => {
      const isJson = String(passing.headers["content-type"] ?? "").startsWith("application/json");
      const isDocument = /^\/(?:reviews|insights|data|api\/feed|schemas|\.well-known)\b/.test(passing.path);
      if (!isJson || !isDocument || passing.status !== 200 || passing.method !== "GET") return;
      if (passing.path.startsWith("/api/reviews") || "content-encoding" in passing.headers) return;
      passing.body = Buffer.from(change(JSON.parse(passing.body.toString("utf8"))));
    }),
    finding: /^wrong documents: \/reviews\.json was re(?:formatted|written on the way).*; the same on /,
  })),
  {
    name: "a right feed that is sent as a web page",
    fault: on("/feed.xml", header("content-type", "text/html")),
    finding:
      /^wrong headers: \/feed\.xml has Content-Type text\/html, not application\/atom\+xml.* → apply the rules/,
  },
  {
    name: "right data that is sent as a web page",
    fault: on(/^\/(?:reviews|insights|api\/feed)\.json$/, header("content-type", "text/html; charset=utf-8")),
    finding:
      /^wrong headers: \/reviews\.json has Content-Type text\/html; charset=utf-8, not application\/json/,
  },
  {
    name: "a right manifest that is sent as a web page",
    fault: on("/manifest.json", header("content-type", "text/html")),
    finding: /^wrong manifest: \/manifest\.json has Content-Type text\/html, not application\/json/,
  },
  {
    name: "a right sitemap that is sent as a web page",
    fault: on("/sitemap.xml", header("content-type", "text/html")),
    finding: /^wrong discovery: \/sitemap\.xml has Content-Type text\/html, not application\/xml/,
  },
  {
    name: "a right robots.txt that is sent as a web page",
    fault: on("/robots.txt", header("content-type", "text/html")),
    finding: /^wrong discovery: \/robots\.txt has Content-Type text\/html, not text\/plain/,
  },
  {
    name: "a document of compressed bytes",
    fault: on("/feed.xml", (passing) => {
      if (!("content-encoding" in passing.headers)) passing.body = gzipSync(passing.body);
    }),
    finding: /^wrong documents: \/feed\.xml is compressed bytes without a Content-Encoding/,
  },
  {
    name: "a document that is compressed unasked",
    fault: on("/feed.xml", (passing) => {
      if ("content-encoding" in passing.headers) return;
      passing.body = gzipSync(passing.body);
      passing.headers["content-encoding"] = "gzip";
    }),
    finding: /^wrong documents: \/feed\.xml is sent as gzip unasked/,
  },
  {
    name: "the wrong sums",
    fault: on("/reviews.json", rewrite(/"rating_value":[\d.]+/, '"rating_value":5')),
    finding: /^wrong dataset: \/reviews\.json has an aggregate_rating that its reviews do not give/,
  },
  {
    name: "a dataset without its tombstones",
    fault: on("/reviews.json", rewrite(/"removed":\[.*?\]/, '"removed":[]')),
    finding: /^wrong \w+: \/reviews\.json (?:lacks the tombstone|has other bytes)/,
  },
  {
    name: "a name that the server does not know",
    fault: {},
    baseUrl: "https://staging.example",
    transport: { identity: ofStaging },
    finding:
      /^wrong reach: https:\/\/staging\.example refuses this Host \(403\): this server answers to reviews\.example only/,
  },
  {
    name: "a build for another address",
    fault: { onRequest: ({ ask }) => (ask["host"] = "reviews.example") },
    baseUrl: "https://staging.example",
    transport: { identity: ofStaging },

    finding: /^wrong dataset: \/reviews\.json was built for https:\/\/reviews\.example \(business\.url\)/,
  },
  {
    name: "no ETag",
    fault: everywhere(header("etag", undefined)),
    finding: /^wrong conditional: \/reviews\.json has no ETag; the same on/,
  },
  {
    name: "weak tags",
    fault: everywhere(({ headers }) => {
      if (typeof headers["etag"] === "string") headers["etag"] = `W/${headers["etag"]}`;
    }),
    finding: /^warning conditional: \/reviews\.json has a weak ETag/,
  },
  {
    name: "tags of the web server's own",
    fault: {
      onRequest: ({ ask }) => {
        if (ask["if-none-match"]) ask["if-none-match"] = ask["if-none-match"].replaceAll(/-own(?=")/g, "");
      },
      onAnswer: ({ path, headers }) => {
        if (!path.startsWith("/api/reviews") && typeof headers["etag"] === "string")
          headers["etag"] = headers["etag"].replace(/"$/, '-own"');
      },
    },
    finding: /^warning conditional: \/reviews\.json, .* have ETags of the web server's own/,
  },
  {
    name: "a tag that the server itself does not know",
    fault: {
      onAnswer: ({ path, headers }) => {
        if (!path.startsWith("/api/reviews") && headers["etag"] !== undefined) headers["etag"] = '"wrong"';
      },
    },
    finding:
      /^wrong (?:conditional|compression): \/\S* (?:answers 200, not 304, to If-None-Match|has the same strong ETag)/,
  },
  {
    name: "a Last-Modified of 1970",
    fault: everywhere(header("last-modified", "Thu, 01 Jan 1970 00:00:00 GMT")),
    finding: /^wrong conditional: \/reviews\.json answers 200, not 304, to If-Modified-Since; the same on/,
  },
  {
    name: "no Last-Modified",
    fault: everywhere(header("last-modified", undefined)),
    finding: /^wrong conditional: \/reviews\.json has no Last-Modified; the same on/,
  },
  {
    name: "the time of the upload as Last-Modified",
    fault: {
      onRequest: ({ ask }) => {
        if (ask["if-modified-since"]) ask["if-modified-since"] = new Date().toUTCString();
      },
      onAnswer: header("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"),
    },
    finding:
      /^warning conditional: \/reviews\.json has a Last-Modified other than the manifest's .*; the same on/,
  },
  {
    name: "validators dropped on the way",
    fault: drop("if-none-match", "if-modified-since"),
    finding:
      /^wrong conditional: \/reviews\.json answers 200, not 304, to If-None-Match, .*; the same on .* → let validators through/,
  },
  {
    name: "If-None-Match dropped on the way",
    fault: drop("if-none-match"),
    finding: /^wrong conditional: \/reviews\.json answers 200, not 304, to If-None-Match, /,
  },
  {
    name: "a 304 without its headers",
    fault: everywhere((passing) => {
      if (passing.status === 304) delete passing.headers["cache-control"];
    }),
    finding: /^wrong conditional: \/reviews\.json has a 304 whose cache-control are not those of the 200/,
  },
  {
    name: "no compression",
    fault: drop("accept-encoding"),
    finding: /^wrong compression: \/ is not sent as gzip nor as br to those who accept it; the same on/,
  },
  {
    name: "no Brotli",
    fault: {
      onRequest: ({ ask }) => {
        if (ask["accept-encoding"] === "br") delete ask["accept-encoding"];
      },
    },
    finding: /^warning compression: \/ is not sent as br to those who accept it; the same on/,
  },
  {
    name: "double compression",
    fault: everywhere((passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(passing.body);
    }),
    finding: /^wrong compression: \/ sent as gzip is compressed twice; the same on/,
  },
  {
    name: "damaged compressed bytes",
    fault: on("/feed.xml", (passing) => {
      if (passing.headers["content-encoding"] === "br") passing.body = passing.body.subarray(0, 100);
    }),
    finding: /^wrong compression: \/feed\.xml sent as br cannot be unpacked: damaged or truncated/,
  },
  {
    name: "compressed bytes of an older build",
    fault: on("/feed.xml", (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync("<feed/>");
    }),
    finding: /^wrong compression: \/feed\.xml sent as gzip unpacks to other bytes/,
  },
  {
    name: "no Vary",
    fault: everywhere(header("vary", undefined)),
    finding: /^wrong compression: \/ sent compressed lacks Vary: Accept-Encoding; the same on/,
  },
  {
    name: "one ETag for all encodings",
    fault: {
      onRequest: ({ path, ask }) => {
        if (path === "/reviews.json" && ask["if-none-match"]?.includes('"same"')) ask["if-none-match"] = "*";
      },
      ...on("/reviews.json", header("etag", '"same"')),
    },
    finding: /^wrong compression: \/reviews\.json has the same strong ETag compressed and plain/,
  },
];

/** The manifest of a build in which one document was another; its version fits it. */
function older(manifest: { documents: { path: string; sha256: string }[] }): object {
  const documents = manifest.documents.map((document) =>
    document.path === "/insights.json" ? { ...document, sha256: "0".repeat(64) } : document,
  );
  return { ...manifest, documents, version: manifestVersion(documents) };
}
