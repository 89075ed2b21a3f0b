import { buildAggregateRating } from "../../src/publish/reviews.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { newestFirst } from "../../src/schema/review.ts";
import { sha256 } from "../../server/data/hashes.ts";
import {
  type Check,
  contentCause,
  type AuditedDeploy,
  oldPages,
  read,
  type Reporter,
  shorten,
} from "./check.ts";
import { redeploy } from "./failures.ts";
import { idsOn } from "./html.ts";

const path = "/reviews.json";
const cause = contentCause(path);

export const datasetCheck: Check = {
  name: "dataset",
  claim: "The dataset has the right fields, order, sums and addresses, and every review has its page",
  async run(deploy, report) {
    deploy.dataset = await loadDataset(deploy);
    if (deploy.dataset !== undefined)
      deploy.builtFor = deploy.dataset.business.url.replace(/\/(?:reviews\.json)?$/, "");
    if ((await read(deploy, report, path)) === undefined) return;
    const parsed = ReviewsDataset.safeParse(await deploy.json(path));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join(".") || "not JSON";
      return report.wrong(path, `is no dataset of reviews (${where}: ${issue?.message})`, redeploy, cause);
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
export async function loadDataset(deploy: AuditedDeploy): Promise<ReviewsDataset | undefined> {
  const entry = deploy.manifest?.documents.find((document) => document.path === path);
  for (const address of entry === undefined ? [] : [path, entry.hashed_path]) {
    const { status, body } = await deploy.get(address);
    if (status === 200 && sha256(body) === entry?.sha256)
      return ReviewsDataset.safeParse(await deploy.json(address)).data;
  }
  return deploy.spoilt.has(path) ? undefined : ReviewsDataset.safeParse(await deploy.json(path)).data;
}

function lookAtSums({ reviews, removed, aggregate_rating }: ReviewsDataset, { wrong }: Reporter): void {
  if (reviews.some((review, index) => index > 0 && newestFirst(reviews[index - 1] ?? review, review) > 0))
    wrong(path, "is not ordered newest first", redeploy, cause);
  if (JSON.stringify(buildAggregateRating(reviews)) !== JSON.stringify(aggregate_rating))
    wrong(path, "has an aggregate_rating that its reviews do not give", redeploy, cause);
  const gone = new Set(removed.map(({ id }) => id));
  const shown = reviews.find(({ id }) => gone.has(id));
  if (shown !== undefined)
    wrong(path, `shows the review ${shown.id}, which was withdrawn`, `purge it at once: ${redeploy}`, cause);
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
      path,
      `was built for ${deploy.builtFor} (business.url), which is not below ${deploy.baseUrl}`,
      `build with BASE_URL=${deploy.baseUrl}, or audit ${deploy.builtFor}`,
    );
  const foreign = [business.url, ...reviews.map(({ url }) => url)].find(
    (url) => !url.startsWith(`${deploy.baseUrl}/`) && url !== deploy.baseUrl,
  );
  if (foreign !== undefined)
    wrong(
      path,
      `names ${shorten(foreign)}, which is not below ${deploy.baseUrl}`,
      `build with BASE_URL=${deploy.baseUrl}`,
      cause,
    );
}
