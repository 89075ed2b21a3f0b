import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sha256 } from "../../server/data/hashes.ts";
import { type Check, type AuditedDeploy, type Reporter } from "./check.ts";
import type { HttpAnswer } from "./client.ts";
import { listAssets } from "./assets.ts";
import { samples, variesByEncoding } from "./transfer.ts";
import { codeOf } from "../../src/schema/errors.ts";

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
