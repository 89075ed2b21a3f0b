import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../server/data/hashes.ts";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { textsSize } from "../../src/site-search/index-format.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { fixes, idsOn, reviewsIn, shorten, sitemapAddresses, stillShows } from "./failure-causes.ts";
import { forEach } from "../site-build/files.ts";
import { type AuditedDeploy, type Check, contentCause } from "./audited-deploy.ts";
import { oldPages } from "./documents.ts";

const maxPages = 30;
const maxWithdrawn = 100;
const maxLists = 1000;
const maxRequests = 6;

/** The pages of this site that the sitemap names. */
async function listPages({ get, builtFor }: AuditedDeploy): Promise<string[]> {
  const sitemap = (await get("/sitemap.xml")).body.toString("utf8");
  return sitemapAddresses(sitemap)
    .filter((address) => URL.canParse(address) && address.startsWith(`${builtFor}/`))
    .map((address) => new URL(address).pathname.slice(basePathOf(builtFor).length));
}

/** Pages of each kind: the top ones, and the first three of every folder. */
async function samplePages(deploy: AuditedDeploy): Promise<string[]> {
  const perFolder = new Map<string, number>();
  const chosen = (await listPages(deploy)).filter((path) => {
    const folder = path.replace(/[^/]+\/?$/, "");
    const seen = perFolder.get(folder) ?? 0;
    perFolder.set(folder, seen + 1);
    return folder === "/" || seen < 3;
  });
  return [...new Set(["/", ...chosen])].filter((path) => !path.endsWith(".xml")).slice(0, maxPages);
}

export const pagesCheck: Check = {
  name: "pages",
  claim: "Pages are those of the build: nothing withdrawn, added or rewritten",
  async run(deploy) {
    for (const path of await samplePages(deploy)) await checkPage(path, deploy);
    if (deploy.dataset !== undefined) await findWithdrawn(deploy, deploy.dataset);
  },
};

async function checkPage(path: string, deploy: AuditedDeploy): Promise<void> {
  const answer = await deploy.get(path);
  if (!deploy.isGood(path, answer, { types: ["text/html"] })) return;
  const html = answer.body.toString("utf8");
  const { dataset, vague, wrong } = deploy;
  const shown = reviewsIn(html);
  const erased = dataset?.removed.find(({ id }) => shown.has(id));
  if (erased !== undefined) return wrong(path, ...stillShows(erased.id), oldPages);
  if (await checkBytes(path, deploy)) return;
  if (!/<\/html>/i.test(html)) return deploy.altered(path, "is truncated: it has no end");
  const count = /"reviewCount":\s*"?(\d+)/.exec(html)?.[1];
  if (dataset && count !== undefined && Number(count) !== dataset.aggregate_rating.review_count)
    vague(path, "is a page of another build than /reviews.json", fixes.redeploy, oldPages);
}

/** Whether the file is another than in the folder of this very build, which is then reported. */
export async function checkBytes(path: string, deploy: AuditedDeploy): Promise<boolean> {
  const answer = await deploy.read(path);
  if (answer === undefined || deploy.dist === undefined) return false;
  const file = join(deploy.dist, path.endsWith("/") ? `${path}index.html` : path);
  const built = await readFile(file).catch(() => undefined);
  if (built === undefined || built.equals(answer.body)) return false;
  const at = built.findIndex((byte, index) => byte !== answer.body[index]);
  const there = shorten(answer.body.toString("utf8", Math.max(0, at - 40), at + 80).replaceAll(/\s+/g, " "));
  const fix = `${fixes.redeploy}; switch off what rewrites pages in the CDN's or host's settings (analytics, script loaders, e-mail obfuscation, managed robots.txt, chat, ads)`;
  const cause = path.endsWith("/") ? oldPages : contentCause(path);
  deploy.vague(path, `is not the file of this build: it has ${there || "nothing"}`, fix, cause);
  return true;
}

/** Erased reviews, wherever a cache may still hold them that no other check reads. */
async function findWithdrawn(deploy: AuditedDeploy, { reviews, removed }: ReviewsDataset): Promise<void> {
  const erased = new Set(removed.map(({ id }) => id));
  if (erased.size === 0) return;
  const ids = [...erased].slice(0, maxWithdrawn);
  const pages = new Set(ids.map((id) => `/reviews/${id}/`));
  const pictures = new Map(ids.map((id) => [`/pictures/${id}.png`, id]));
  const own = new Set(reviews.map(({ id }) => `/reviews/${id}/`));
  const lists = (await listPages(deploy)).filter((path) => path.endsWith("/") && !own.has(path));
  const texts = Array.from({ length: Math.ceil(reviews.length / textsSize) + 1 }, (_, at) => `texts-${at}`);
  const searched = ["words", ...texts].map((name) => `/search-index/${name}.json`);
  const paths = [...pages, ...pictures.keys(), ...searched, ...lists.slice(0, maxLists)];
  await forEach(paths, maxRequests, async (path) => void (await deploy.get(path)));
  for (const path of paths) {
    const { status, body } = await deploy.get(path);
    if (status !== 200) continue;
    const picture = pictures.get(path);
    const text = body.toString("utf8");
    // A page that stands in for a missing one may well name the address.
    const shown = pages.has(path) ? idsOn(text) : picture === undefined ? reviewsIn(text) : [];
    const isPicture = body.subarray(1, 4).toString("latin1") === "PNG";
    const found = isPicture ? picture : [...shown].find((id) => erased.has(id));
    if (found !== undefined) deploy.wrong(path, ...stillShows(found), oldPages);
  }
}

export const assetsCheck: Check = {
  name: "assets",
  claim: "Styles, scripts and the badge are there, whole",
  needsManifest: true,
  async run(deploy) {
    for (const [path, sum] of Object.entries(deploy.manifest?.asset_sums ?? {})) {
      const answer = await deploy.read(path, []);
      if (answer === undefined || sum === sha256(answer.body)) continue;
      const problem = "is not the file of this build: it is cut, or something on the way changes it";
      deploy.wrong(path, problem, fixes.redeploy);
    }
  },
};
