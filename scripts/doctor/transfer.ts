import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sha256 } from "../../server/data/hashes.ts";
import { codeOf } from "../../src/schema/errors.ts";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { type Check, type AuditedDeploy, type Reporter, toNames } from "./check.ts";
import type { HttpAnswer } from "./client.ts";
import { listAssets } from "./pages.ts";

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
  async run(deploy, report) {
    const own: string[] = [];
    for (const path of samples) {
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      const answer = await deploy.get(path);
      if (entry === undefined || answer.status !== 200 || deploy.spoilt.has(path)) continue;
      if (lookAtValidators(path, entry, answer, report) === "own tag") own.push(path);
      if (answer.headers["etag"] || answer.headers["last-modified"])
        await lookAtConditions(path, entry, answer, deploy, report);
    }
    if (own.length > 0)
      report.warn(
        own.join(", "),
        "have ETags of the web server's own, not the content hashes of the manifest",
        "let the sidecar serve the documents, as the recipes in scripts/deploy do, so that every server of the deploy gives the same",
        "own tags",
      );
  },
};

function lookAtValidators(
  path: string,
  { etag: right, last_modified: built }: ManifestDocument,
  { headers }: HttpAnswer,
  { wrong, warn }: Reporter,
): "own tag" | undefined {
  const { etag, "last-modified": modified } = headers;
  if (!etag)
    wrong(
      path,
      "has no ETag",
      "let the sidecar serve the documents, or a server that makes ETags; a CDN that changes bytes drops them",
      "no etag",
    );
  if (!modified) wrong(path, "has no Last-Modified", "send the time that the manifest names");
  else if (Number.isNaN(Date.parse(modified)))
    wrong(path, `has a Last-Modified that is no date (${modified})`, "send the time that the manifest names");
  else if (Date.parse(modified) !== Date.parse(built))
    warn(
      path,
      `has a Last-Modified other than the manifest's (${modified}, not ${new Date(built).toUTCString()})`,
      "copy dist with its file times (rsync -a), or let the sidecar serve it",
      "last-modified",
    );
  if (etag === `W/${right}`) {
    warn(
      path,
      "has a weak ETag (W/)",
      "let nothing on the way change bytes, compression included",
      "weak etag",
    );
    return undefined;
  }
  return etag && etag !== right ? "own tag" : undefined;
}

async function lookAtConditions(
  path: string,
  entry: ManifestDocument,
  { headers }: HttpAnswer,
  { ask }: AuditedDeploy,
  { wrong, isGood }: Reporter,
): Promise<void> {
  const { etag, "last-modified": modified } = headers;
  const conditions: [string, Record<string, string>][] = [];
  if (etag)
    conditions.push(
      ["If-None-Match", { "If-None-Match": etag }],
      ["If-None-Match with a list", { "If-None-Match": `"nothing", ${etag.replace(/^(W\/)?/, "W/")}` }],
      ["If-None-Match: *", { "If-None-Match": "*" }],
    );
  if (modified) conditions.push(["If-Modified-Since", { "If-Modified-Since": modified }]);
  const failed: string[] = [];
  const lost = new Set<string>();
  for (const [name, condition] of conditions) {
    const answer = await ask(path, { headers: condition });
    if (!isGood(path, answer, { statuses: [200, 304] })) return;
    if (answer.status === 200) failed.push(name);
    else
      for (const header of ["etag", "cache-control"])
        if (answer.headers[header] !== headers[header]) lost.add(header);
  }
  if (failed.length > 0)
    return wrong(
      path,
      `answers 200, not 304, to ${failed.join(", ")}`,
      "let validators through: proxies and CDNs must not drop them",
      causeOfFailing(failed, entry, headers),
    );
  if (modified && etag) {
    const other = { "If-None-Match": '"nothing"', "If-Modified-Since": modified };
    const answer = await ask(path, { headers: other });
    if (answer.status === 304)
      wrong(
        path,
        "answers 304 to If-None-Match of another version: it heeds If-Modified-Since alone",
        "let If-None-Match through, which wins over If-Modified-Since",
      );
  }
  if (lost.size > 0)
    wrong(
      path,
      `has a 304 whose ${[...lost].join(" and ")} are not those of the 200`,
      "send the same headers on both",
    );
}

/** A tag or a time that is not the build's is not known to the server behind whatever made it. */
function causeOfFailing(
  failed: readonly string[],
  entry: ManifestDocument,
  { etag, "last-modified": modified = "" }: Readonly<Record<string, string>>,
): string | undefined {
  if (failed.includes("If-None-Match")) return etag === entry.etag ? "validators" : "own tags";
  const isOtherTime = Date.parse(modified) !== Date.parse(entry.last_modified);
  return isOtherTime && failed.join() === "If-Modified-Since" ? "last-modified" : undefined;
}

/** Whether caches are told apart what is compressed and what is not. */
const variesByEncoding = ({ headers }: HttpAnswer): boolean =>
  toNames(headers["vary"]).some((name) => name === "accept-encoding" || name === "*");

const largest = 64 * 1024 * 1024;

const decoders = {
  gzip: (bytes: Buffer) => gunzipSync(bytes, { maxOutputLength: largest }),
  br: (bytes: Buffer) => brotliDecompressSync(bytes, { maxOutputLength: largest }),
};
type Encoding = keyof typeof decoders;

const files = { gzip: "gzip_static", br: "brotli_static" };

export const compressionCheck: Check = {
  name: "compression",
  claim: "Compressed answers are right, told apart by Vary and by tags of their own",
  needsManifest: true,
  async run(deploy, report) {
    const assets = [...(await listAssets(deploy)).keys()].filter((path) => /\.(?:css|js)$/.test(path));
    for (const path of ["/", ...samples.slice(0, 4), ...assets]) {
      const plain = await deploy.get(path);
      if (plain.status !== 200 || deploy.spoilt.has(path) || "content-encoding" in plain.headers) continue;
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      // What is wrong with a page or style sheet itself shows here again.
      if (entry === undefined && deploy.named.has(path)) continue;
      const answers: Record<Encoding, HttpAnswer> = {
        gzip: await deploy.ask(path, { headers: { "Accept-Encoding": "gzip" } }),
        br: await deploy.ask(path, { headers: { "Accept-Encoding": "br" } }),
      };
      if (!report.isGood(path, answers.gzip) || !report.isGood(path, answers.br)) continue;
      lookAtOffer(path, answers, report);
      for (const encoding of ["gzip", "br"] as const)
        if (answers[encoding].headers["content-encoding"]?.includes(encoding))
          await lookAtEncoding(path, encoding, plain, answers[encoding], deploy, report);
    }
  },
};

function lookAtOffer(path: string, answers: Record<Encoding, HttpAnswer>, { wrong, warn }: Reporter): void {
  const missing = (["gzip", "br"] as const).filter(
    (encoding) => !answers[encoding].headers["content-encoding"]?.includes(encoding),
  );
  if (missing.length === 0) return;
  const names = missing.join(" nor as ");
  const settings = missing.map((encoding) => files[encoding]).join(" and ");
  (missing.includes("gzip") ? wrong : warn)(
    path,
    `is not sent as ${names} to those who accept it`,
    `serve the ${missing.map((encoding) => (encoding === "br" ? ".br" : ".gz")).join(" and ")} files that the build made (nginx: ${settings}; Caddy: precompressed)`,
  );
}

async function lookAtEncoding(
  path: string,
  encoding: Encoding,
  plain: HttpAnswer,
  answer: HttpAnswer,
  deploy: AuditedDeploy,
  { wrong }: Reporter,
): Promise<void> {
  const entry = deploy.manifest?.documents.find((document) => document.path === path);
  const problem = explainPacked(answer.body, encoding, plain.body, entry?.sha256 ?? sha256(plain.body));
  if (problem !== undefined)
    return wrong(
      path,
      `sent as ${encoding} ${problem}`,
      "deploy the .gz and .br files together with their document, let nothing compress them again, and purge the CDN",
      `packed: ${problem}`,
    );
  if (!variesByEncoding(answer))
    wrong(
      path,
      `sent compressed lacks Vary: Accept-Encoding`,
      "send it, or caches give compressed bytes to those who cannot read them",
    );
  const { etag } = answer.headers;
  if (etag !== undefined && etag === plain.headers["etag"] && !etag.startsWith("W/"))
    wrong(
      path,
      "has the same strong ETag compressed and plain",
      "give each representation its own",
      "own tags",
    );
  else if (etag !== undefined && etag === entry?.encodings[encoding].etag) {
    const cross = await deploy.ask(path, { headers: { "If-None-Match": etag } });
    if (cross.status !== 304)
      wrong(
        path,
        `does not know its ${encoding} tag when asked plainly`,
        "a tag taken from any encoding must match on every encoding",
        "validators",
      );
  }
}

/** What is wrong with compressed bytes that should unpack to those of a hash, as the plain ones are or should be. */
function explainPacked(bytes: Buffer, encoding: Encoding, plain: Buffer, hash: string): string | undefined {
  let body: Buffer;
  try {
    body = decoders[encoding](bytes);
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") return `unpacks to more than ${largest} bytes`;
    return bytes.equals(plain) ? "is not compressed at all" : "cannot be unpacked: damaged or truncated";
  }
  // Documents that are of another build in every encoding are named as such.
  if (sha256(body) === hash || body.equals(plain)) return undefined;
  const isTwice = body[0] === 0x1f && body[1] === 0x8b;
  return isTwice ? "is compressed twice" : "unpacks to other bytes than it should";
}
