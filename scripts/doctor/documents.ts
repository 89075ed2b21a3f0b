import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { manifestVersion, sha256 } from "../../server/data/hashes.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { messageOf } from "../../src/schema/errors.ts";
import { memberOf } from "../../src/schema/json.ts";
import { Manifest, type ManifestDocument } from "../../src/schema/manifest.ts";
import { bundleOf, readEntries } from "../../src/transparency-log/merkle.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { verifyLog } from "../../src/transparency-log/verify.ts";
import {
  fixes,
  idsOn,
  isPage,
  parseJson,
  reviewsIn,
  shorten,
  stillShows,
  toNames,
} from "./failure-causes.ts";
import { type AuditedDeploy, type Check, contentCause } from "./audited-deploy.ts";

const manifestPath = "/manifest.json";

export const manifestCheck: Check = {
  name: "manifest",
  claim: "The manifest is there, fresh and consistent with itself",
  async run(deploy) {
    const { wrong } = deploy;
    const manifest = await deploy.parse(manifestPath, Manifest, "manifest");
    if (manifest === undefined) return;
    const answer = await deploy.get(manifestPath);
    const typeFix = "apply the rules of dist/_headers: programs go by it";
    deploy.hasType(manifestPath, answer, ["application/json"], typeFix);
    const cache = answer.headers["cache-control"];
    if (!toNames(cache).some((name) => ["no-cache", "no-store", "max-age=0"].includes(name))) {
      const fix = "send no-cache, or readers see old versions (dist/_headers has the rules)";
      const report = manifest.sidecar === "none" ? deploy.warn : wrong;
      report(manifestPath, `has Cache-Control ${cache ?? "missing"}`, fix, `Cache-Control ${cache}`);
    }
    if (manifestVersion(manifest.documents) !== manifest.version) {
      const fix = `it was changed after the build: ${fixes.redeploy}`;
      return wrong(manifestPath, "names a version that its own hashes do not give", fix);
    }
    if (await isOlderThanTheRest(deploy, manifest))
      return wrong(
        manifestPath,
        "is of another build than the documents and the sidecar, which agree",
        "a cache keeps an old one: purge it there, and let it respect no-cache",
      );
    deploy.manifest = manifest;
    if ((await versionIn(deploy.dist)) !== manifest.version) deploy.dist = undefined;
  },
};

/** The version of the build in a folder. */
const versionIn = async (folder: string | undefined): Promise<unknown> =>
  folder === undefined
    ? undefined
    : readFile(join(folder, manifestPath), "utf8").then(
        (text) => memberOf(parseJson(text), "version"),
        () => undefined,
      );

/** The documents as shown give the version that the sidecar names, and the manifest names another. */
async function isOlderThanTheRest(deploy: AuditedDeploy, { documents, version }: Manifest): Promise<boolean> {
  const served = memberOf(await deploy.json("/readyz"), "version");
  if (served === undefined || served === version) return false;
  const hash = async ({ path }: ManifestDocument) => ({
    path,
    sha256: sha256((await deploy.get(path)).body),
  });
  return manifestVersion(await Promise.all(documents.map(hash))) === served;
}

const unchanged = `${fixes.redeploy}; nothing on the way may rewrite it`;

export const documentsCheck: Check = {
  name: "documents",
  claim: "Every document has the very bytes that the manifest names, at its own and at its hashed address",
  needsManifest: true,
  async run(deploy) {
    const removed = (await loadDataset(deploy))?.removed ?? [];
    const differing: { path: string; at: string; erased: string | undefined }[] = [];
    for (const document of deploy.manifest?.documents ?? []) {
      const { path } = document;
      for (const at of [path, document.hashed_path]) {
        const problem = await findByteProblem(deploy, document, at);
        if (problem === undefined) continue;
        if (problem === "other bytes") {
          const shown = reviewsIn((await deploy.get(at)).body.toString("utf8"));
          differing.push({ path, at, erased: removed.find(({ id }) => shown.has(id))?.id });
          continue;
        }
        deploy.damaged.add(at);
        deploy.wrong(at, problem, unchanged, contentCause(path));
      }
    }
    // One document that differs was changed; several are of another build.
    const isOtherBuild = differing.filter(({ path, at }) => path === at).length >= 3;
    const problem = isOtherBuild
      ? "is of another build than the manifest, or was rewritten on the way"
      : "has other bytes than the manifest names: changed on the way, or of another build";
    const erasedFirst = differing.toSorted(
      (a, b) => Number(a.erased === undefined) - Number(b.erased === undefined),
    );
    for (const { path, at, erased } of erasedFirst) {
      if (isOtherBuild) deploy.damaged.add(at);
      const [what, fix] = erased === undefined ? [problem, unchanged] : stillShows(erased);
      deploy.vague(at, what, fix, isOtherBuild ? "another build" : contentCause(path));
    }
  },
};

/** The differences at one address of a document, as exactly as possible. */
async function findByteProblem(
  deploy: AuditedDeploy,
  document: ManifestDocument,
  at: string,
): Promise<string | undefined> {
  const answer = await deploy.get(at);
  if (!deploy.isGood(at, answer, { types: [document.type.split(";")[0] ?? ""] })) {
    deploy.damaged.add(at);
    return undefined;
  }
  const { body, headers } = answer;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined)
    deploy.wrong(at, `is sent as ${encoding} unasked`, "compress only for clients that accept it");
  if (sha256(body) === document.sha256) return undefined;
  if (encoding !== undefined) {
    deploy.damaged.add(at);
    return undefined;
  }
  const { body: copy } = await deploy.get(at === document.path ? document.hashed_path : document.path);
  return explainBytes(body, document, sha256(copy) === document.sha256 ? copy : undefined);
}

/** `right`: the bytes as they should be, when another address of the document has them. */
function explainBytes(
  body: Buffer,
  { sha256: hash, bytes }: Pick<ManifestDocument, "sha256" | "bytes">,
  right: Buffer | undefined,
): string {
  if (body.length === 0) return "is empty";
  if (body[0] === 0x1f && body[1] === 0x8b) return "is compressed bytes without a Content-Encoding";
  const isPart = body.length < bytes && (right?.subarray(0, body.length).equals(body) ?? false);
  if (isPart) return `has ${body.length} of ${bytes} bytes`;
  if (/<html[\s>]/i.test(body.subarray(0, 1000).toString("latin1"))) return "is a web page";
  const unix = Buffer.from(body.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  if (sha256(unix) === hash)
    return "has Windows line endings (CRLF) that the build did not write: upload it as binary";
  return "other bytes";
}

/** The cause of pages that are older than the data, of which one that shows a withdrawn review is the gravest. */
export const oldPages = "old pages";

const reviewsPath = "/reviews.json";

export const datasetCheck: Check = {
  name: "dataset",
  claim: "The dataset has the right fields and addresses, and every review has its page",
  async run(deploy) {
    const dataset = await loadDataset(deploy);
    deploy.dataset = dataset;
    if (dataset !== undefined) deploy.builtFor = dataset.business.url.replace(/\/(?:reviews\.json)?$/, "");
    const shown = await deploy.parse(reviewsPath, ReviewsDataset, "dataset of reviews");
    if (shown === undefined) return;
    checkAddresses(shown, deploy);
    for (const review of [dataset?.reviews[0], dataset?.reviews.at(-1)]) {
      if (review === undefined || !review.url.startsWith(`${deploy.builtFor}/`)) continue;
      const [path = "", hash] = review.url.slice(deploy.builtFor.length).split("#");
      const page = await deploy.read(path, ["text/html"]);
      if (page && !idsOn(page.body.toString("utf8")).includes(hash || review.id))
        deploy.vague(path, `does not show the review ${review.id}`, fixes.redeploy, oldPages);
    }
  },
};

/** The dataset that the manifest stands for: at its stable address or, where that shows other bytes, at its hashed one. */
async function loadDataset(deploy: AuditedDeploy): Promise<ReviewsDataset | undefined> {
  const entry = deploy.manifest?.documents.find(({ path }) => path === reviewsPath);
  for (const address of entry === undefined ? [] : [reviewsPath, entry.hashed_path]) {
    const { status, body } = await deploy.get(address);
    if (status === 200 && sha256(body) === entry?.sha256)
      return ReviewsDataset.safeParse(await deploy.json(address)).data;
  }
  return deploy.damaged.has(reviewsPath)
    ? undefined
    : ReviewsDataset.safeParse(await deploy.json(reviewsPath)).data;
}

function checkAddresses({ business, reviews }: ReviewsDataset, deploy: AuditedDeploy): void {
  const { baseUrl, builtFor } = deploy;
  // The check of TLS reports a deploy without encryption.
  if (builtFor.replace(/^https:/, "http:") === baseUrl) return;
  if (builtFor !== baseUrl) {
    const problem = `was built for ${builtFor} (business.url), which is not below ${baseUrl}`;
    return deploy.wrong(reviewsPath, problem, `build with BASE_URL=${baseUrl}, or audit ${builtFor}`);
  }
  const foreign = [business.url, ...reviews.map(({ url }) => url)].find(
    (url) => !url.startsWith(`${baseUrl}/`) && url !== baseUrl,
  );
  if (foreign === undefined) return;
  const problem = `names ${shorten(foreign)}, which is not below ${baseUrl}`;
  deploy.altered(reviewsPath, problem, fixes.baseUrl(baseUrl));
}

const checkpointPath = "/log/checkpoint";

export const historyCheck: Check = {
  name: "history",
  claim: "The signed history, where the business has one, agrees with the published reviews",
  async run(deploy) {
    const { dataset } = deploy;
    const trusted = dataset?.business.log?.key;
    if (dataset === undefined || trusted === undefined) return;
    const answer = await deploy.read(checkpointPath, ["text/plain"]);
    if (answer === undefined) return;
    const fix = "deploy the whole of dist, /log/ included, and purge the CDN; npm run verify says more";
    const wrong = (problem: string) => deploy.wrong(checkpointPath, problem, fix, contentCause("/log/"));
    const { reviews, removed } = dataset;
    try {
      const checkpoint = answer.body.toString("utf8");
      const { size } = parseCheckpoint(parseNote(checkpoint).text);
      const promised = Math.max(-1, ...reviews.map(({ proof }) => proof?.entry ?? -1)) + 1;
      if (size < promised) {
        const named = `the reviews name entry ${promised - 1}`;
        return wrong(`was rolled back: it is signed for ${size} entries, and ${named}`);
      }
      const entries = await readEntries(size, async (at) => {
        const tile = await deploy.get(`/log/${at}`);
        return tile.status === 200 && !isPage(tile) ? tile.body : undefined;
      });
      if (entries.length < size) {
        await deploy.read(`/log/${bundleOf(entries.length, size)}`, ["application/octet-stream"]);
        return;
      }
      const { findings } = verifyLog({ checkpoint, entries, reviews, removed }, { trusted });
      const more = findings.length > 1 ? `, and ${findings.length - 1} more` : "";
      if (findings.length > 0) wrong(`does not hold: ${findings[0]}${more}`);
    } catch (error) {
      wrong(`cannot be read: ${messageOf(error)}`);
    }
  },
};
