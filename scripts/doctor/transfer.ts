import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sha256 } from "../../server/data/hashes.ts";
import { type Check, toNames } from "./check.ts";

const largest = 64 * 1024 * 1024;

/** Enough of the documents to see how all are served. */
const samples = [
  "/reviews.json",
  "/insights.json",
  "/api/feed.json",
  "/feed.xml",
  "/.well-known/openapi.json",
];

export const conditionalCheck: Check = {
  name: "conditional",
  claim: "ETag and Last-Modified are there, and conditional requests are answered with 304",
  needsManifest: true,
  async run(deploy, { wrong, warn }) {
    const own: string[] = [];
    for (const path of samples) {
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      const { status, headers } = await deploy.get(path);
      if (entry === undefined || status !== 200) continue;
      const { etag, "last-modified": modified } = headers;
      if (!etag)
        wrong(path, "has no ETag", "let the sidecar serve the documents, or a server that makes ETags");
      else if (etag !== entry.etag) own.push(path);
      if (!modified) wrong(path, "has no Last-Modified", "send the time that the manifest names");
      else if (Date.parse(modified) !== Date.parse(entry.last_modified)) {
        warn(
          path,
          `has Last-Modified ${modified}, the manifest says ${entry.last_modified}`,
          "copy dist with its file times (rsync -a), or let the sidecar serve it",
        );
      }
      if (!etag) continue;
      const conditions: [string, Record<string, string>, number][] = [
        ["If-None-Match", { "If-None-Match": etag }, 304],
        [
          "If-None-Match with a list",
          { "If-None-Match": `"nothing", ${etag.replace(/^(W\/)?/, "W/")}` },
          304,
        ],
        ["If-None-Match: *", { "If-None-Match": "*" }, 304],
        ["If-Modified-Since", { "If-Modified-Since": modified ?? "" }, 304],
        [
          "If-None-Match of another version",
          { "If-None-Match": '"nothing"', "If-Modified-Since": modified ?? "" },
          200,
        ],
      ];
      for (const [name, condition, expected] of conditions) {
        if (Object.values(condition).includes("")) continue;
        const answer = await deploy.ask(path, { headers: condition });
        if (answer.status !== expected)
          wrong(
            path,
            `answers ${answer.status} to ${name}, not ${expected}`,
            "let validators through: proxies and CDNs must not drop them",
          );
        else if (expected === 304) {
          if (answer.body.length > 0) wrong(path, "has a 304 with a body", "send none");
          const lost = ["etag", "cache-control"].filter(
            (header) => answer.headers[header] !== headers[header],
          );
          if (lost.length > 0)
            wrong(
              path,
              `has a 304 whose ${lost.join(" and ")} are not those of the 200`,
              "send the same headers on both",
            );
        }
      }
    }
    if (own.length > 0) {
      warn(
        own.join(", "),
        "have ETags of the web server's own, not the content hashes of the manifest",
        "let the sidecar serve the documents, as the recipes in scripts/deploy do, so that every server of the deploy gives the same",
      );
    }
  },
};

const decoders = {
  gzip: (bytes: Buffer) => gunzipSync(bytes, { maxOutputLength: largest }),
  br: (bytes: Buffer) => brotliDecompressSync(bytes, { maxOutputLength: largest }),
};

export const compressionCheck: Check = {
  name: "compression",
  claim: "Compressed answers are right, told apart by Vary and by tags of their own",
  needsManifest: true,
  async run(deploy, { wrong, warn }) {
    for (const path of samples.slice(0, 4)) {
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      const plain = await deploy.get(path);
      if (entry === undefined || plain.status !== 200) continue;
      for (const encoding of ["gzip", "br"] as const) {
        const answer = await deploy.ask(path, { headers: { "Accept-Encoding": encoding } });
        if (answer.headers["content-encoding"] !== encoding) {
          const report = encoding === "gzip" ? wrong : warn;
          report(
            path,
            `is not sent as ${encoding} to those who accept it`,
            `serve the ${encoding === "br" ? ".br" : ".gz"} files that the build made (nginx: ${encoding === "br" ? "brotli_static" : "gzip_static"}; Caddy: precompressed)`,
          );
          continue;
        }
        if (decode(answer.body, encoding) !== entry.sha256)
          wrong(
            path,
            `sent as ${encoding} unpacks to other bytes`,
            "deploy the .gz and .br files together with their document, and purge the CDN",
          );
        if (!toNames(answer.headers["vary"]).includes("accept-encoding"))
          wrong(
            path,
            `sent as ${encoding} lacks Vary: Accept-Encoding`,
            "send it, or caches give compressed bytes to those who cannot read them",
          );
        const { etag } = answer.headers;
        if (etag !== undefined && etag === plain.headers["etag"] && !etag.startsWith("W/"))
          wrong(
            path,
            `has the same strong ETag as ${encoding} and plain`,
            "give each representation its own",
          );
        else if (etag !== undefined && etag === entry.encodings[encoding].etag) {
          const cross = await deploy.ask(path, { headers: { "If-None-Match": etag } });
          if (cross.status !== 304)
            wrong(
              path,
              `does not know its ${encoding} tag when asked plainly`,
              "a tag taken from any encoding must match on every encoding",
            );
        }
      }
    }
  },
};

function decode(bytes: Buffer, encoding: "gzip" | "br"): string | undefined {
  try {
    return sha256(decoders[encoding](bytes));
  } catch {
    return undefined;
  }
}

const exposed = ["etag", "last-modified", "link", "retry-after", "mcp-session-id"];
const allowed = ["accept", "authorization", "content-type", "if-none-match", "if-modified-since"];

export const corsCheck: Check = {
  name: "cors",
  claim: "Programs on other sites may read every answer, errors and preflights included",
  async run(deploy, { wrong }) {
    const origin = { Origin: "https://another-site.example" };
    const fix =
      "send Access-Control-Allow-Origin: * on every answer (dist/_headers has the rules), errors included";
    const etag = (await deploy.get("/reviews.json")).headers["etag"];
    const cases: [string, Record<string, string>][] = [
      ["/reviews.json", {}],
      ["/manifest.json", {}],
      ["/feed.xml", {}],
      ...(etag === undefined
        ? []
        : [["/reviews.json", { "If-None-Match": etag }] as [string, Record<string, string>]]),
      ["/data/reviews.0000000000000000.json", {}],
      ["/api/reviews/search?limit=1", {}],
      ["/api/reviews/search?limit=0", {}],
    ];
    for (const [path, headers] of cases) {
      const answer = await deploy.ask(path, { headers: { ...origin, ...headers } });
      const shown = `${path} (${answer.status})`;
      if (answer.headers["access-control-allow-origin"] !== "*") {
        wrong(
          shown,
          `has Access-Control-Allow-Origin ${answer.headers["access-control-allow-origin"] ?? "missing"}`,
          fix,
        );
      }
      const hidden = exposed.filter(
        (name) => !toNames(answer.headers["access-control-expose-headers"]).includes(name),
      );
      if (hidden.length > 0)
        wrong(
          shown,
          `does not expose ${hidden.join(", ")}`,
          "send Access-Control-Expose-Headers as in dist/_headers",
        );
    }
    for (const path of ["/reviews.json", "/api/reviews/search", "/mcp"]) {
      // Bound to a loopback address, the MCP server answers its own site only.
      const from = path === "/mcp" ? { Origin: deploy.baseUrl } : origin;
      const { status, headers } = await deploy.ask(path, {
        method: "OPTIONS",
        headers: {
          ...from,
          "Access-Control-Request-Method": path === "/mcp" ? "POST" : "GET",
          "Access-Control-Request-Headers": "if-none-match",
        },
      });
      const lacking = allowed.filter(
        (name) => !toNames(headers["access-control-allow-headers"]).includes(name),
      );
      if (status !== 204 || headers["access-control-allow-origin"] !== "*")
        wrong(
          path,
          `answers a preflight with ${status}${headers["access-control-allow-origin"] === "*" ? "" : " and no open access"}`,
          "answer OPTIONS with 204 and the CORS headers",
        );
      else if (lacking.length > 0)
        wrong(
          path,
          `does not allow the request headers ${lacking.join(", ")}`,
          "list them in Access-Control-Allow-Headers",
        );
      else if (headers["access-control-max-age"] !== "86400")
        wrong(
          path,
          `has Access-Control-Max-Age ${headers["access-control-max-age"] ?? "missing"}, not 86400`,
          "send it, so that browsers ask once a day",
        );
    }
  },
};
