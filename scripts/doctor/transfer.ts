import type { ManifestDocument } from "../../src/schema/manifest.ts";
import { type Check, type AuditedDeploy, type Reporter, toNames } from "./check.ts";
import type { HttpAnswer } from "./client.ts";

/** Enough of the documents to see how all are served. */
export const samples = [
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
export const variesByEncoding = ({ headers }: HttpAnswer): boolean =>
  toNames(headers["vary"]).some((name) => name === "accept-encoding" || name === "*");
