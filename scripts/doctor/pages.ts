import { sha256 } from "../../server/data/hashes.ts";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { textsSize } from "../../src/site-search/index-format.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { oldPages } from "./documents.ts";
import {
  attribute,
  fixes,
  idsOn,
  reviewsIn,
  shorten,
  sitemapAddresses,
  stillShows,
  tags,
} from "./answers.ts";
import { type AuditedDeploy, type Check } from "./deploy.ts";

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
  claim: "Pages are those of the build: nothing withdrawn, added, rewritten or hidden from search engines",
  async run(deploy) {
    const fix = `${fixes.redeploy}; let nothing on the way rewrite pages`;
    for (const path of await samplePages(deploy)) {
      const answer = await deploy.get(path);
      if (!deploy.isGood(path, answer, { types: ["text/html"] })) continue;
      const html = answer.body.toString("utf8");
      if (html.trim() === "") deploy.altered(path, "is an empty page", fix);
      else if (!/<\/html>/i.test(html)) deploy.altered(path, "is truncated: it has no end", fix);
      else {
        checkReviews(path, html, deploy);
        checkAdditions(path, html, deploy);
        checkHead(path, html, deploy);
        checkEncryption(path, html, deploy);
      }
    }
    if (deploy.dataset !== undefined) await findWithdrawn(deploy, deploy.dataset);
  },
};

/** Erased reviews, wherever a cache may still hold them that no other check reads. */
async function findWithdrawn(deploy: AuditedDeploy, dataset: ReviewsDataset): Promise<void> {
  const removed = new Set(dataset.removed.map(({ id }) => id));
  if (removed.size === 0) return;
  const ids = [...removed].slice(0, maxWithdrawn);
  const pages = new Set(ids.map((id) => `/reviews/${id}/`));
  const lists = await listLists(deploy, dataset);
  const pictures = new Map(ids.map((id) => [`/pictures/${id}.png`, id]));
  const paths = [...pages, ...lists, ...pictures.keys()];
  for (let at = 0; at < paths.length; at += maxRequests)
    await Promise.all(paths.slice(at, at + maxRequests).map(deploy.get));
  for (const path of paths) {
    const { status, body } = await deploy.get(path);
    if (status !== 200) continue;
    const picture = pictures.get(path);
    const text = body.toString("utf8");
    // A page that stands in for a missing one may well name the address.
    const shown = pages.has(path) ? idsOn(text) : picture === undefined ? reviewsIn(text) : [];
    const isPicture = body.subarray(1, 4).toString("latin1") === "PNG";
    const erased = isPicture ? picture : [...shown].find((id) => removed.has(id));
    if (erased !== undefined) deploy.wrong(path, ...stillShows(erased), oldPages);
  }
}

/**
 * What lists reviews: every list of the sitemap and the page after its last, which stood there with one review more;
 * months and stars that lost their last one; and what the site's own search loads.
 */
async function listLists(deploy: AuditedDeploy, { reviews }: ReviewsDataset): Promise<string[]> {
  const own = new Set(reviews.map(({ id }) => `/reviews/${id}/`));
  const lists = (await listPages(deploy)).filter((path) => path.endsWith("/") && !own.has(path));
  const lastPages = new Map<string, number>();
  for (const path of lists) {
    const [, list, page = "1"] = /^(\/reviews\/(?:\d{4}-\d\d|[a-z]+\/[^/]+)\/)(?:(\d+)\/)?$/.exec(path) ?? [];
    if (list !== undefined) lastPages.set(list, Math.max(lastPages.get(list) ?? 0, Number(page)));
  }
  const texts = Array.from(
    { length: Math.ceil(reviews.length / textsSize) + 1 },
    (_, file) => `texts-${file}`,
  );
  const all = new Set([
    ...["words", ...texts].map((name) => `/search-index/${name}.json`),
    ...[1, 2, 3, 4, 5].map((stars) => `/reviews/stars/${stars}/`),
    ...monthsOf(reviews).map((month) => `/reviews/${month}/`),
    ...lists,
    ...[...lastPages].map(([list, page]) => `${list}${page + 1}/`),
  ]);
  return [...all].slice(0, maxLists);
}

/** The months from the oldest review to the newest. */
function monthsOf(reviews: ReviewsDataset["reviews"]): string[] {
  const [newest, oldest] = [reviews[0]?.date, reviews.at(-1)?.date];
  if (newest === undefined || oldest === undefined) return [];
  const toMonth = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return Array.from({ length: toMonth(newest) - toMonth(oldest) + 1 }, (_, index) => {
    const month = toMonth(newest) - index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

function checkReviews(path: string, html: string, { dataset, wrong, vague }: AuditedDeploy): void {
  if (dataset === undefined) return;
  const published = new Set(dataset.reviews.map(({ id }) => id));
  const shown = reviewsIn(html);
  const erased = dataset.removed.find(({ id }) => shown.has(id) && !published.has(id));
  if (erased !== undefined) return wrong(path, ...stillShows(erased.id), oldPages);
  const hasUnknown = path.startsWith("/reviews/") && idsOn(html).some((id) => !published.has(id));
  const count = /"reviewCount":\s*"?(\d+)/.exec(html)?.[1];
  const isOther = count !== undefined && Number(count) !== dataset.aggregate_rating.review_count;
  const lacksNewest = path === "/reviews/" && dataset.reviews[0] && !shown.has(dataset.reviews[0].id);
  if (hasUnknown || isOther || lacksNewest)
    vague(path, "is a page of another build than /reviews.json", fixes.redeploy, oldPages);
}

/** The path of an address below the deploy's own; undefined where it is not of the deploy. */
function toOwnPath({ origin, pathname }: URL, { baseUrl, builtFor }: AuditedDeploy): string | undefined {
  const base = [baseUrl, builtFor].find((one) => `${origin}${pathname}`.startsWith(`${one}/`));
  const path = base && pathname.slice(basePathOf(base).length);
  return path?.startsWith("/cdn-cgi/") ? undefined : path;
}

/** Resources that pages load, by start tag; some count only when another party added them. */
const loading = [
  { tag: "script", name: "script", source: "src" },
  { tag: "img", name: "picture", source: "src" },
  { tag: "link", name: "style sheet", source: "href", rel: "stylesheet" },
];

const obfuscation =
  /\/cdn-cgi\/l\/email-protection|class="__cf_email__"|\/email-decode\.min\.js|\[email(?:&#160;| )protected\]/;

/** Code that CDNs and hosts inject into pages. */
function checkAdditions(path: string, html: string, deploy: AuditedDeploy): void {
  const switchOff =
    "switch off what adds it, in the CDN's or host's settings (analytics, script loaders, chat, consent, ads)";
  const wrong = (problem: string, fix = switchOff) => deploy.wrong(path, problem, fix);
  const isForeign = (address: string) => {
    if (!URL.canParse(address, deploy.baseUrl + path)) return true;
    const url = new URL(address, deploy.baseUrl + path);
    return url.protocol !== "data:" && toOwnPath(url, deploy) === undefined;
  };
  const rocketLoader = /rocket-loader|-(?:text|application)\/javascript$|-module$/;
  const scripts = tags(html, "script").map((tag) => [attribute(tag, "src"), attribute(tag, "type") ?? ""]);
  if (scripts.some(([source, type = ""]) => source === undefined && !/json|speculationrules/.test(type)))
    wrong("has an inline script, which the build never writes");
  if (scripts.some(([source, type = ""]) => source !== undefined && rocketLoader.test(`${source} ${type}`)))
    wrong("has scripts whose loading was rewritten (Rocket Loader)", "switch off Rocket Loader in the CDN");
  for (const { tag, name, source, rel } of loading)
    for (const one of tags(html, tag)) {
      const address = attribute(one, source);
      if (address === undefined || (rel !== undefined && attribute(one, "rel") !== rel)) continue;
      // The former is reported above, the latter comes with the rewritten e-mail addresses below.
      if (rocketLoader.test(address) || /\/email-decode\b/.test(address)) continue;
      if (isForeign(address)) wrong(`has a ${name} that the build did not write: ${shorten(address)}`);
    }
  for (const frame of ["iframe", "embed", "object"].flatMap((name) => tags(html, name)))
    wrong(`has a frame that the build did not write: ${shorten(attribute(frame, "src") ?? frame)}`);
  if (obfuscation.test(html))
    wrong("has e-mail addresses that were rewritten", "switch off Email Address Obfuscation in the CDN");
  const refresh = tags(html, "meta").find((tag) => /^refresh$/i.test(attribute(tag, "http-equiv") ?? ""));
  if (refresh !== undefined)
    wrong(`sends visitors elsewhere (${attribute(refresh, "content") ?? "meta refresh"})`);
  const [base] = tags(html, "base");
  if (base !== undefined)
    wrong(`has a <base> that the build did not write: ${attribute(base, "href") ?? ""}`);
}

function checkHead(path: string, html: string, { baseUrl, builtFor, wrong }: AuditedDeploy): void {
  const robots = tags(html, "meta").filter((tag) =>
    /^(?:robots|googlebot|bingbot)$/i.test(attribute(tag, "name") ?? ""),
  );
  if (robots.some((tag) => /\b(?:noindex|none)\b/i.test(attribute(tag, "content") ?? "")))
    wrong(path, "tells search engines to leave it out (noindex in the page)", fixes.redeploy);
  const canonical = tags(html, "link").filter((tag) => attribute(tag, "rel") === "canonical");
  const [first, ...others] = canonical.map((tag) => attribute(tag, "href"));
  if (first === builtFor + path && others.length === 0) return;
  const problem =
    others.length > 0
      ? `has ${canonical.length} canonical addresses: ${[first, ...others].join(", ")}`
      : `has the canonical address ${first ?? "missing"}`;
  const isInsecure = first?.startsWith("http:") && builtFor.startsWith("https:");
  wrong(path, problem, fixes.baseUrl(baseUrl), isInsecure ? insecureLinks : "canonical");
}

const insecureLinks = "http links";

/** The addresses of what a page loads. */
function loadedBy(html: string): string[] {
  const links = tags(html, "link").filter((tag) =>
    /stylesheet|icon|manifest|preload/.test(attribute(tag, "rel") ?? ""),
  );
  const media = ["script", "img", "iframe", "source", "video", "audio"].flatMap((name) => tags(html, name));
  return [
    ...links.flatMap((tag) => attribute(tag, "href") ?? []),
    ...media.flatMap((tag) => attribute(tag, "src") ?? []),
  ];
}

function checkEncryption(path: string, html: string, { baseUrl, wrong }: AuditedDeploy): void {
  if (!baseUrl.startsWith("https:")) return;
  if (html.includes(`http://${new URL(baseUrl).host}/`)) {
    const problem = "links to this site without encryption (http:)";
    return wrong(path, problem, fixes.baseUrl(baseUrl), insecureLinks);
  }
  const address = loadedBy(html).find((one) => one.startsWith("http://"));
  if (address === undefined) return;
  const problem = `loads something without encryption, which browsers block: ${shorten(address)}`;
  wrong(path, problem, "name it by https in your content, or keep it in content/public/", "mixed content");
}

const assetTypes: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

/** Files that pages load and other sites embed: paths and their media types. */
export async function listAssets(deploy: AuditedDeploy): Promise<Map<string, string>> {
  const assets = new Map([
    ["/badge.svg", "image/svg+xml"],
    ["/widget.js", "text/javascript"],
  ]);
  for (const page of await samplePages(deploy)) {
    const { status, body } = await deploy.get(page);
    if (status !== 200) continue;
    const html = body.toString("utf8");
    const pictures = tags(html, "meta").filter((tag) => attribute(tag, "property") === "og:image");
    const addresses = [...loadedBy(html), ...pictures.map((tag) => attribute(tag, "content"))];
    for (const address of addresses) {
      if (address === undefined || !URL.canParse(address, deploy.baseUrl + page)) continue;
      const url = new URL(address, deploy.baseUrl + page);
      const type = assetTypes[url.pathname.split(".").at(-1) ?? ""];
      const path = toOwnPath(url, deploy);
      if (type !== undefined && path !== undefined) assets.set(path, type);
    }
  }
  return assets;
}

export const assetsCheck: Check = {
  name: "assets",
  claim: "Styles, scripts and pictures are there, whole and of their type",
  async run(deploy) {
    for (const [path, type] of await listAssets(deploy)) await checkAsset(path, type, deploy);
  },
};

async function checkAsset(path: string, type: string, deploy: AuditedDeploy): Promise<void> {
  const wrong = (problem: string, cause?: string) => deploy.wrong(path, problem, fixes.redeploy, cause);
  const answer = await deploy.get(path);
  if (answer.status === 404) return wrong("answers 404, and pages or other sites need it", "asset missing");
  if ((await deploy.read(path, [type])) === undefined) return;
  if (!deploy.hasType(path, answer, [type], `${fixes.headers}: browsers refuse it`, "asset type")) return;
  const sum = deploy.manifest?.asset_sums?.[path];
  if (sum === undefined ? answer.body.length === 0 : sum !== sha256(answer.body))
    return wrong("is not the file of this build: it is cut, or something on the way changes it");
  const cache = answer.headers["cache-control"];
  if (path.startsWith("/_astro/") && !deploy.isWithoutRules && !/immutable/.test(cache ?? "")) {
    const problem = `has Cache-Control ${cache ?? "missing"}, not immutable`;
    deploy.wrong(path, problem, fixes.caching, `cache-control ${cache}`);
  }
}
