import { sha256 } from "../../server/data/hashes.ts";
import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { decoders, type HttpAnswer } from "./http-client.ts";
import { fixes, toNames } from "./failure-causes.ts";
import { type AuditedDeploy, type Check } from "./audited-deploy.ts";

/** Enough of the documents to see how all are served. */
const samples = [
  "/reviews.json",
  "/insights.json",
  "/api/feed.json",
  "/feed.xml",
  "/.well-known/openapi.json",
];

/** The cause of all that is wrong with tags and times, of which the gravest is said. */
const validators = "validators";

export const conditionalCheck: Check = {
  name: "conditional",
  claim: "ETag and Last-Modified are there, and conditional requests are answered with 304",
  needsManifest: true,
  async run(deploy) {
    const own: string[] = [];
    for (const path of samples) {
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      const { status, headers } = await deploy.get(path);
      if (entry === undefined || status !== 200 || deploy.damaged.has(path)) continue;
      const { etag } = headers;
      checkValidators(path, entry, headers, deploy);
      if (etag && etag !== entry.etag && etag !== `W/${entry.etag}`) own.push(path);
      if (etag || headers["last-modified"]) await checkConditions(path, headers, deploy);
    }
    if (own.length > 0)
      deploy.warn(
        own.join(", "),
        "have ETags of the web server's own, not the content hashes of the manifest",
        "let the sidecar serve the documents, as the recipes in scripts/deploy do, so that every server of the deploy gives the same",
        validators,
      );
  },
};

type Headers = HttpAnswer["headers"];

function checkValidators(
  path: string,
  { last_modified: built }: ManifestDocument,
  { etag, "last-modified": modified }: Headers,
  { wrong, warn }: AuditedDeploy,
): void {
  const sendTime = "send the time that the manifest names";
  if (!etag) {
    const fix =
      "let the sidecar serve the documents, or a server that makes ETags; a CDN that changes bytes drops them";
    wrong(path, "has no ETag", fix, "no etag");
  }
  if (!modified) wrong(path, "has no Last-Modified", sendTime);
  else if (Number.isNaN(Date.parse(modified)))
    wrong(path, `has a Last-Modified that is no date (${modified})`, sendTime);
  else if (Date.parse(modified) !== Date.parse(built)) {
    const other = `${modified}, not ${new Date(built).toUTCString()}`;
    const fix = "copy dist with its file times (rsync -a), or let the sidecar serve it";
    warn(path, `has a Last-Modified other than the manifest's (${other})`, fix, validators);
  }
}

async function checkConditions(
  path: string,
  headers: Headers,
  { ask, wrong, isGood }: AuditedDeploy,
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
  if (failed.length > 0) {
    const problem = `answers 200, not 304, to ${failed.join(", ")}`;
    return wrong(path, problem, fixes.validators, validators);
  }
  if (modified && etag) {
    const other = { "If-None-Match": '"nothing"', "If-Modified-Since": modified };
    const fix = "let If-None-Match through, which wins over If-Modified-Since";
    if ((await ask(path, { headers: other })).status === 304)
      wrong(path, "answers 304 to If-None-Match of another version: it obeys If-Modified-Since alone", fix);
  }
  if (lost.size > 0) {
    const problem = `has a 304 whose ${[...lost].join(" and ")} are not those of the 200`;
    wrong(path, problem, "send the same headers on both");
  }
}

const encodings = ["gzip", "br"] as const;
type Encoding = (typeof encodings)[number];

export const compressionCheck: Check = {
  name: "compression",
  claim: "Compressed answers are right, told apart by Vary and by tags of their own",
  needsManifest: true,
  async run(deploy) {
    const assets = Object.keys(deploy.manifest?.asset_sums ?? {}).filter((path) =>
      /\.(?:css|js)$/.test(path),
    );
    for (const path of ["/", ...samples.slice(0, 4), ...assets]) {
      const plain = await deploy.get(path);
      if (plain.status !== 200 || deploy.damaged.has(path) || "content-encoding" in plain.headers) continue;
      const entry = deploy.manifest?.documents.find((document) => document.path === path);
      // A fault of the page or style sheet itself would show here again.
      if (entry === undefined && deploy.reported.has(path)) continue;
      const ask = (encoding: Encoding) => deploy.ask(path, { headers: { "Accept-Encoding": encoding } });
      const packed = { gzip: await ask("gzip"), br: await ask("br") };
      if (!encodings.every((encoding) => deploy.isGood(path, packed[encoding]))) continue;
      const isSent = (encoding: Encoding) =>
        packed[encoding].headers["content-encoding"]?.includes(encoding) ?? false;
      reportMissing(
        path,
        encodings.filter((encoding) => !isSent(encoding)),
        deploy,
      );
      for (const encoding of encodings.filter(isSent))
        await checkEncoding(path, encoding, { plain, packed: packed[encoding], entry }, deploy);
    }
  },
};

function reportMissing(path: string, missing: readonly Encoding[], { wrong, warn }: AuditedDeploy): void {
  if (missing.length === 0) return;
  const files = missing.map((encoding) => (encoding === "br" ? ".br" : ".gz")).join(" and ");
  const settings = missing.map((encoding) => (encoding === "br" ? "brotli_static" : "gzip_static"));
  (missing.includes("gzip") ? wrong : warn)(
    path,
    `is not sent as ${missing.join(" nor as ")} to those who accept it`,
    `serve the ${files} files that the build made (nginx: ${settings.join(" and ")}; Caddy: precompressed)`,
  );
}

async function checkEncoding(
  path: string,
  encoding: Encoding,
  { plain, packed, entry }: { plain: HttpAnswer; packed: HttpAnswer; entry: ManifestDocument | undefined },
  { ask, wrong }: AuditedDeploy,
): Promise<void> {
  const problem = explainPacked(packed.body, encoding, plain.body, entry?.sha256 ?? sha256(plain.body));
  if (problem !== undefined)
    return wrong(
      path,
      `sent as ${encoding} ${problem}`,
      "deploy the .gz and .br files together with their document, let nothing compress them again, and purge the CDN",
      `packed: ${problem}`,
    );
  if (!toNames(packed.headers["vary"]).some((name) => name === "accept-encoding" || name === "*")) {
    const fix = "send it, or caches give compressed bytes to those who cannot read them";
    wrong(path, "sent compressed lacks Vary: Accept-Encoding", fix);
  }
  const { etag } = packed.headers;
  if (etag !== undefined && etag === plain.headers["etag"] && !etag.startsWith("W/"))
    wrong(
      path,
      "has the same strong ETag compressed and plain",
      "give each representation its own",
      validators,
    );
  else if (etag !== undefined && etag === entry?.encodings[encoding].etag) {
    const { status } = await ask(path, { headers: { "If-None-Match": etag } });
    const fix = "a tag taken from any encoding must match on every encoding";
    if (status !== 304) wrong(path, `does not know its ${encoding} tag when asked plainly`, fix, validators);
  }
}

/** The fault of compressed bytes that do not unpack to the bytes of the given hash. */
function explainPacked(bytes: Buffer, encoding: Encoding, plain: Buffer, hash: string): string | undefined {
  let body: Buffer;
  try {
    body = decoders[encoding](bytes);
  } catch {
    return "cannot be unpacked: it is damaged, truncated or too large";
  }
  // Documents that are of another build in every encoding are named as such.
  if (sha256(body) === hash || body.equals(plain)) return undefined;
  return "unpacks to other bytes than it should";
}
