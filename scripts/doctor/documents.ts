import { manifestVersion, sha256 } from "../../server/data/hashes.ts";
import { buildAggregateRating } from "../../src/publish/reviews.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { messageOf } from "../../src/schema/errors.ts";
import { Manifest, type ManifestDocument } from "../../src/schema/manifest.ts";
import { memberOf } from "../../src/schema/json.ts";
import { newestFirst } from "../../src/schema/review.ts";
import { toCanonicalJson } from "../../src/transparency-log/commitments.ts";
import { bundleOf, readEntries } from "../../src/transparency-log/merkle.ts";
import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { verifyLog } from "../../src/transparency-log/verify.ts";
import {
  type Check,
  contentCause,
  type AuditedDeploy,
  read,
  type Reporter,
  stillShows,
  toNames,
  reviewsIn,
  oldPages,
  shorten,
  idsOn,
} from "./check.ts";
import { mediaType, redeploy, isPage } from "./failures.ts";

const path = "/manifest.json";

export const manifestCheck: Check = {
  name: "manifest",
  claim: "The manifest is there, fresh and consistent with itself",
  async run(deploy, report) {
    const answer = await read(deploy, report, path, { types: ["application/json"] });
    if (answer === undefined) return;
    const parsed = Manifest.safeParse(await deploy.json(path));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return report.wrong(
        path,
        `is no manifest (${issue?.path.join(".") || "not JSON"}: ${issue?.message})`,
        redeploy,
      );
    }
    if (mediaType(answer) !== "application/json")
      report.wrong(
        path,
        `has Content-Type ${answer.headers["content-type"] ?? "missing"}, not application/json`,
        "apply the rules of dist/_headers: programs go by it",
        "type of the manifest",
      );
    const cache = answer.headers["cache-control"];
    if (!toNames(cache).some((name) => ["no-cache", "no-store", "max-age=0"].includes(name))) {
      report.wrong(
        path,
        `has Cache-Control ${cache ?? "missing"}`,
        "send no-cache, or readers see old versions (dist/_headers has the rules)",
        `cache-control ${cache}`,
      );
    }
    if (manifestVersion(parsed.data.documents) !== parsed.data.version)
      return report.wrong(
        path,
        "names a version that its own hashes do not give",
        `it was changed after the build: ${redeploy}`,
      );
    if (await isOlderThanTheRest(deploy, parsed.data))
      return report.wrong(
        path,
        "is of another build than the documents and the sidecar, which agree",
        "a cache keeps an old one: purge it there, and let it respect no-cache",
      );
    deploy.manifest = parsed.data;
  },
};

/** The documents as shown give the version that the sidecar names, and the manifest names another. */
async function isOlderThanTheRest(deploy: AuditedDeploy, { documents, version }: Manifest): Promise<boolean> {
  const served = memberOf(await deploy.json("/readyz"), "version");
  if (served === undefined || served === version) return false;
  const shown = await Promise.all(
    documents.map(async (document) => ({
      path: document.path,
      sha256: sha256((await deploy.get(document.path)).body),
    })),
  );
  return manifestVersion(shown) === served;
}

export const documentsCheck: Check = {
  name: "documents",
  claim: "Every document has the very bytes that the manifest names, at its own and at its hashed address",
  needsManifest: true,
  async run(deploy, report) {
    const documents = deploy.manifest?.documents ?? [];
    const removed = new Set((await loadDataset(deploy))?.removed.map(({ id }) => id));
    const altered: { path: string; at: string; erased: string | undefined }[] = [];
    for (const document of documents) {
      for (const at of [document.path, document.hashed_path]) {
        const problem = await lookAtBytes(deploy, report, document, at);
        if (problem === "other bytes") {
          const shown = reviewsIn((await deploy.get(at)).body.toString("utf8"));
          altered.push({ path: document.path, at, erased: [...removed].find((id) => shown.has(id)) });
        } else if (problem !== undefined) {
          deploy.spoilt.add(at);
          report.wrong(
            at,
            problem,
            `${redeploy}; nothing on the way may rewrite it`,
            rewritten.has(problem) ? "rewritten JSON" : contentCause(document.path),
          );
        }
      }
    }
    // One document that differs was changed; several are of another build.
    const stable = altered.filter(({ path: own, at }) => own === at);
    const isOther = stable.length >= 3;
    for (const { path: own, at, erased } of altered.toSorted(erasedFirst)) {
      if (isOther) deploy.spoilt.add(at);
      const cause = isOther ? "another build" : contentCause(own);
      if (erased !== undefined) report.vague(at, ...stillShows(erased), cause);
      else
        report.vague(
          at,
          isOther
            ? "is of another build than the manifest"
            : "has other bytes than the manifest names: changed on the way, or of another build",
          `${redeploy}; nothing on the way may rewrite it`,
          cause,
        );
    }
  },
};

const erasedFirst = (a: { erased: unknown }, b: { erased: unknown }): number =>
  Number(a.erased === undefined) - Number(b.erased === undefined);

/** What is wrong with the bytes at one address of a document, as exactly as can be said. */
async function lookAtBytes(
  deploy: AuditedDeploy,
  report: Reporter,
  document: ManifestDocument,
  at: string,
): Promise<string | undefined> {
  const type = document.type.split(";")[0] ?? "";
  const answer = await deploy.get(at);
  if (!report.isGood(at, answer, { types: [type] })) {
    deploy.spoilt.add(at);
    return undefined;
  }
  const { body, headers } = answer;
  const isUnasked = headers["content-encoding"] !== undefined;
  if (isUnasked)
    report.wrong(
      at,
      `is sent as ${headers["content-encoding"]} unasked`,
      "compress only for clients that accept it",
    );
  if (sha256(body) === document.sha256) return undefined;
  if (isUnasked && deploy.spoilt.add(at)) return undefined;
  const other = at === document.path ? document.hashed_path : document.path;
  const { body: copy } = await deploy.get(other);
  return explainBytes(body, document, sha256(copy) === document.sha256 ? copy : undefined);
}

const bom = Buffer.from([0xef, 0xbb, 0xbf]);

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
};

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
  const isMarked = body.subarray(0, 3).equals(bom);
  if (sha256(isMarked ? body.subarray(3) : Buffer.concat([bom, body])) === hash)
    return `${isMarked ? "begins with" : "lacks"} a byte order mark, unlike the build's`;
  const data = parse(body);
  if (data === undefined) return "other bytes";
  const isSame =
    right === undefined ? sha256(asBuilt(data)) === hash : toSorted(data) === toSorted(parse(right));
  if (isSame) return reformatted;
  return asBuilt(data) !== body.toString("utf8") || toSorted(data) === JSON.stringify(data)
    ? ofNoBuild
    : "other bytes";
}

const reformatted = "was reformatted: the same data in other bytes";
const ofNoBuild = "was rewritten on the way: no build writes JSON in this form";
const rewritten = new Set([reformatted, ofNoBuild]);

/** The form in which every build writes JSON; no document of ours has its members in the order of their names. */
const asBuilt = (data: unknown): string => `${JSON.stringify(data)}\n`;

const toSorted = (data: unknown): string | undefined => {
  try {
    // Parsed and written again, because JavaScript puts names that are numbers first.
    return JSON.stringify(JSON.parse(toCanonicalJson(data)));
  } catch {
    // Text that has no canonical form, or nested beyond all measure.
    return undefined;
  }
};

const reviewsPath = "/reviews.json";
const reviewsCause = contentCause(reviewsPath);

export const datasetCheck: Check = {
  name: "dataset",
  claim: "The dataset has the right fields, order, sums and addresses, and every review has its page",
  async run(deploy, report) {
    deploy.dataset = await loadDataset(deploy);
    if (deploy.dataset !== undefined)
      deploy.builtFor = deploy.dataset.business.url.replace(/\/(?:reviews\.json)?$/, "");
    if ((await read(deploy, report, reviewsPath)) === undefined) return;
    const parsed = ReviewsDataset.safeParse(await deploy.json(reviewsPath));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join(".") || "not JSON";
      return report.wrong(
        reviewsPath,
        `is no dataset of reviews (${where}: ${issue?.message})`,
        redeploy,
        reviewsCause,
      );
    }
    lookAtSums(parsed.data, report);
    lookAtAddresses(deploy, parsed.data, report);
    for (const review of [deploy.dataset?.reviews[0], deploy.dataset?.reviews.at(-1)]) {
      if (review === undefined || !review.url.startsWith(`${deploy.builtFor}/`)) continue;
      const { pathname, hash } = new URL(review.url);
      const page = await deploy.get(pathname);
      if (!report.isGood(pathname, page, { types: ["text/html"] })) continue;
      if (!idsOn(page.body.toString("utf8")).includes(hash.slice(1) || review.id))
        report.vague(pathname, `does not show the review ${review.id}`, redeploy, oldPages);
    }
  },
};

/** The dataset that the manifest stands for: at its stable address or, where that shows other bytes, at its hashed one. */
async function loadDataset(deploy: AuditedDeploy): Promise<ReviewsDataset | undefined> {
  const entry = deploy.manifest?.documents.find((document) => document.path === reviewsPath);
  for (const address of entry === undefined ? [] : [reviewsPath, entry.hashed_path]) {
    const { status, body } = await deploy.get(address);
    if (status === 200 && sha256(body) === entry?.sha256)
      return ReviewsDataset.safeParse(await deploy.json(address)).data;
  }
  return deploy.spoilt.has(reviewsPath)
    ? undefined
    : ReviewsDataset.safeParse(await deploy.json(reviewsPath)).data;
}

function lookAtSums({ reviews, removed, aggregate_rating }: ReviewsDataset, { wrong }: Reporter): void {
  if (reviews.some((review, index) => index > 0 && newestFirst(reviews[index - 1] ?? review, review) > 0))
    wrong(reviewsPath, "is not ordered newest first", redeploy, reviewsCause);
  if (JSON.stringify(buildAggregateRating(reviews)) !== JSON.stringify(aggregate_rating))
    wrong(reviewsPath, "has an aggregate_rating that its reviews do not give", redeploy, reviewsCause);
  const gone = new Set(removed.map(({ id }) => id));
  const shown = reviews.find(({ id }) => gone.has(id));
  if (shown !== undefined)
    wrong(
      reviewsPath,
      `shows the review ${shown.id}, which was withdrawn`,
      `purge it at once: ${redeploy}`,
      reviewsCause,
    );
}

function lookAtAddresses(
  deploy: AuditedDeploy,
  { business, reviews }: ReviewsDataset,
  { wrong }: Reporter,
): void {
  // Without encryption where the build has it: the check of TLS has said so.
  if (deploy.builtFor.replace(/^https:/, "http:") === deploy.baseUrl) return undefined;
  if (deploy.builtFor !== deploy.baseUrl)
    return wrong(
      reviewsPath,
      `was built for ${deploy.builtFor} (business.url), which is not below ${deploy.baseUrl}`,
      `build with BASE_URL=${deploy.baseUrl}, or audit ${deploy.builtFor}`,
    );
  const foreign = [business.url, ...reviews.map(({ url }) => url)].find(
    (url) => !url.startsWith(`${deploy.baseUrl}/`) && url !== deploy.baseUrl,
  );
  if (foreign !== undefined)
    wrong(
      reviewsPath,
      `names ${shorten(foreign)}, which is not below ${deploy.baseUrl}`,
      `build with BASE_URL=${deploy.baseUrl}`,
      reviewsCause,
    );
}

const checkpointPath = "/log/checkpoint";
const restoreLog = "deploy the whole of dist, /log/ included, and purge the CDN; npm run verify says more";
const logCause = contentCause("/log/");

export const historyCheck: Check = {
  name: "history",
  claim: "The signed history, where the business has one, agrees with the published reviews",
  async run(deploy, report) {
    const { dataset } = deploy;
    const key = dataset?.business.log?.key;
    if (dataset === undefined || key === undefined) return;
    const answer = await deploy.get(checkpointPath);
    if (!report.isGood(checkpointPath, answer, { types: ["text/plain"] })) return;
    const checkpoint = answer.body.toString("utf8");
    try {
      const { size } = parseCheckpoint(parseNote(checkpoint).text);
      const promised = Math.max(-1, ...dataset.reviews.map(({ proof }) => proof?.entry ?? -1)) + 1;
      if (size < promised)
        return report.wrong(
          checkpointPath,
          `was rolled back: it is signed for ${size} entries, and the reviews name entry ${promised - 1}`,
          restoreLog,
          logCause,
        );
      const entries = await readEntries(size, async (at) => {
        const tile = await deploy.get(`/log/${at}`);
        return tile.status === 200 && !isPage(tile) ? tile.body : undefined;
      });
      if (entries.length < size) {
        const missing = `/log/${bundleOf(entries.length, size)}`;
        report.isGood(missing, await deploy.get(missing), { types: ["application/octet-stream"] });
        return;
      }
      const { findings } = verifyLog(
        { checkpoint, entries, reviews: dataset.reviews, removed: dataset.removed },
        { trusted: key },
      );
      const [first, ...others] = findings;
      if (first !== undefined)
        report.wrong(
          checkpointPath,
          `does not hold: ${first}${others.length > 0 ? `, and ${others.length} more` : ""}`,
          restoreLog,
          logCause,
        );
    } catch (error) {
      report.wrong(checkpointPath, `cannot be read: ${messageOf(error)}`, restoreLog, logCause);
    }
  },
};
