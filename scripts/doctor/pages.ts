import { XMLValidator } from "fast-xml-parser";
import { sha256 } from "../../server/data/hashes.ts";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { textsSize } from "../../src/site-search/index-format.ts";
import {
  type Check,
  contentCause,
  type AuditedDeploy,
  getAll,
  oldPages,
  type Reporter,
  shorten,
  stillShows,
  attribute,
  idsOn,
  reviewsIn,
  tags,
  read,
} from "./check.ts";
import { redeploy, mediaType } from "./failures.ts";

const maxPages = 30;
const maxWithdrawn = 100;
const maxLists = 1000;

/** The pages of this site that the sitemap names. */
async function listPages(deploy: AuditedDeploy): Promise<string[]> {
  const sitemap = (await deploy.get("/sitemap.xml")).body.toString("utf8");
  return [...sitemap.matchAll(/<loc>\s*([^<\s]+)/g)].flatMap(([, address = ""]) =>
    URL.canParse(address) && address.startsWith(`${deploy.builtFor}/`) ? [new URL(address).pathname] : [],
  );
}

/** Pages of each kind: the first of every folder, the reviews' own pages by their newest and oldest. */
async function samplePages(deploy: AuditedDeploy): Promise<string[]> {
  const paths = await listPages(deploy);
  const perFolder = new Map<string, number>();
  const chosen = paths.filter((path) => {
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
  async run(deploy, report) {
    for (const path of await samplePages(deploy)) {
      const answer = await deploy.get(path);
      if (!report.isGood(path, answer, { types: ["text/html"] })) continue;
      const html = answer.body.toString("utf8");
      if (lookAtWhole(path, html, report) === "truncated") continue;
      if (deploy.dataset !== undefined) lookAtReviews(path, html, deploy.dataset, report);
      lookAtAdditions(path, html, deploy, report);
      lookAtHead(path, html, deploy, report);
    }
    if (deploy.dataset !== undefined) await lookForWithdrawn(deploy, deploy.dataset, report);
  },
};

/** Reviews that were erased, wherever a cache may still hold them, which nothing else looks at. */
async function lookForWithdrawn(
  deploy: AuditedDeploy,
  dataset: ReviewsDataset,
  { wrong }: Reporter,
): Promise<void> {
  const removed = new Set(dataset.removed.map(({ id }) => id));
  if (removed.size === 0) return;
  const pages = [...removed].slice(0, maxWithdrawn).map((id) => `/reviews/${id}/`);
  const pictures = [...removed].slice(0, maxWithdrawn).map((id) => `/pictures/${id}.png`);
  const lists = await listLists(deploy, dataset);
  await getAll(deploy, [...pages, ...pictures, ...lists]);
  for (const path of [...pages, ...lists]) {
    const { status, body } = await deploy.get(path);
    if (status !== 200) continue;
    // A page that stands in for a missing one may well name the address.
    const shown = pages.includes(path) ? idsOn(body.toString("utf8")) : reviewsIn(body.toString("utf8"));
    const erased = [...shown].find((id) => removed.has(id));
    if (erased !== undefined) wrong(path, ...stillShows(erased), oldPages);
  }
  for (const path of pictures) {
    const { status, body } = await deploy.get(path);
    if (status === 200 && body.subarray(1, 4).toString("latin1") === "PNG")
      wrong(path, ...stillShows(path.slice("/pictures/".length, -".png".length)), oldPages);
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
  const texts = Math.ceil(reviews.length / textsSize) + 1;
  return [
    ...["words-0", ...Array.from({ length: texts }, (_, file) => `texts-${file}`)].map(
      (name) => `/search-index/${name}.json`,
    ),
    ...new Set([
      ...[1, 2, 3, 4, 5].map((stars) => `/reviews/stars/${stars}/`),
      ...monthsOf(reviews).map((month) => `/reviews/${month}/`),
      ...lists,
      ...[...lastPages].map(([list, page]) => `${list}${page + 1}/`),
    ]),
  ].slice(0, maxLists);
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

function lookAtWhole(path: string, html: string, { wrong }: Reporter): "truncated" | undefined {
  const fix = `${redeploy}; let nothing on the way rewrite pages`;
  if (html.trim() === "") wrong(path, "is an empty page", fix, contentCause(path));
  else if (!/<\/html>/i.test(html)) wrong(path, "is truncated: it has no end", fix, contentCause(path));
  else return undefined;
  return "truncated";
}

function lookAtReviews(
  path: string,
  html: string,
  dataset: ReviewsDataset,
  { wrong, vague }: Reporter,
): void {
  const published = new Set(dataset.reviews.map(({ id }) => id));
  const shown = reviewsIn(html);
  const erased = dataset.removed.find(({ id }) => shown.has(id) && !published.has(id));
  if (erased !== undefined) return wrong(path, ...stillShows(erased.id), oldPages);
  const unknown = idsOn(html).find((id) => !published.has(id));
  const count = /"reviewCount":\s*"?(\d+)/.exec(html)?.[1];
  const isOther = count !== undefined && Number(count) !== dataset.aggregate_rating.review_count;
  const lacksNewest = path === "/reviews/" && dataset.reviews[0] && !shown.has(dataset.reviews[0].id);
  if ((path.startsWith("/reviews/") && unknown !== undefined) || isOther || lacksNewest)
    vague(path, "is a page of another build than /reviews.json", redeploy, oldPages);
}

const switchOff =
  "switch off what adds it, in the CDN's or host's settings (analytics, script loaders, chat, consent, ads)";

const obfuscation =
  /\/cdn-cgi\/l\/email-protection|class="__cf_email__"|\/email-decode\.min\.js|\[email(?:&#160;| )protected\]/;

/** What CDNs and hosts put into pages. */
function lookAtAdditions(
  path: string,
  html: string,
  { builtFor, baseUrl }: AuditedDeploy,
  { wrong }: Reporter,
): void {
  const isForeign = (address: string) => {
    if (!URL.canParse(address, baseUrl + path)) return true;
    const { origin, pathname, protocol } = new URL(address, baseUrl + path);
    const isOurs = origin === new URL(baseUrl).origin || origin === new URL(builtFor).origin;
    return protocol !== "data:" && (!isOurs || pathname.startsWith("/cdn-cgi/"));
  };
  const wrongSource = (what: string, source: string) =>
    wrong(path, `has a ${what} that the build did not write: ${shorten(source)}`, switchOff);
  for (const tag of tags(html, "script")) {
    const source = attribute(tag, "src");
    const type = attribute(tag, "type") ?? "";
    if (source === undefined && !/json|speculationrules/.test(type))
      wrong(path, "has an inline script, which the build never writes", switchOff, "inline script");
    else if (/rocket-loader/.test(source ?? "") || /-(?:text|application)\/javascript$|-module$/.test(type))
      wrong(
        path,
        "has scripts whose loading was rewritten (Rocket Loader)",
        "switch off Rocket Loader in the CDN",
        "rocket loader",
      );
    // It comes with the rewritten addresses, which are named below.
    else if (source !== undefined && isForeign(source) && !/\/email-decode\b/.test(source))
      wrongSource("script", source);
  }
  for (const name of ["iframe", "embed", "object"])
    for (const tag of tags(html, name)) wrongSource("frame", attribute(tag, "src") ?? name);
  for (const tag of tags(html, "img")) {
    const source = attribute(tag, "src") ?? "";
    if (isForeign(source)) wrongSource("picture", source);
  }
  for (const tag of tags(html, "link")) {
    const address = attribute(tag, "href") ?? "";
    if (attribute(tag, "rel") === "stylesheet" && isForeign(address)) wrongSource("style sheet", address);
  }
  if (obfuscation.test(html))
    wrong(
      path,
      "has e-mail addresses that were rewritten",
      "switch off Email Address Obfuscation in the CDN",
    );
  const refresh = tags(html, "meta").find((tag) => /^refresh$/i.test(attribute(tag, "http-equiv") ?? ""));
  if (refresh !== undefined)
    wrong(path, `sends visitors elsewhere (${attribute(refresh, "content") ?? "meta refresh"})`, switchOff);
  const base = tags(html, "base")[0];
  if (base !== undefined)
    wrong(path, `has a <base> that the build did not write: ${attribute(base, "href") ?? ""}`, switchOff);
}

function lookAtHead(path: string, html: string, deploy: AuditedDeploy, { wrong }: Reporter): void {
  const { baseUrl, builtFor } = deploy;
  const robots = tags(html, "meta").filter((tag) =>
    /^(?:robots|googlebot|bingbot)$/i.test(attribute(tag, "name") ?? ""),
  );
  if (robots.some((tag) => /\b(?:noindex|none)\b/i.test(attribute(tag, "content") ?? "")))
    wrong(path, "tells search engines to leave it out (noindex in the page)", redeploy, "noindex in page");
  const canonical = tags(html, "link").filter((tag) => attribute(tag, "rel") === "canonical");
  const addresses = canonical.map((tag) => attribute(tag, "href"));
  if (addresses.length !== 1 || addresses[0] !== builtFor + path)
    wrong(
      path,
      addresses.length > 1
        ? `has ${addresses.length} canonical addresses: ${addresses.join(", ")}`
        : `has the canonical address ${addresses[0] ?? "missing"}`,
      `build with BASE_URL=${baseUrl}, and deploy`,
      addresses[0]?.startsWith("http:") && builtFor.startsWith("https:") ? "http links" : "canonical",
    );
  if (!baseUrl.startsWith("https:")) return;
  const insecure = `http://${new URL(baseUrl).host}/`;
  if (html.includes(insecure))
    wrong(
      path,
      "links to this site without encryption (http:)",
      `build with BASE_URL=${baseUrl}, and deploy`,
      "http links",
    );
  const mixed =
    /<(?:img|script|link|iframe|source|video|audio)\b[^>]*\s(?:src|href)="(http:\/\/[^"]+)"/i.exec(html);
  const isStyle = mixed !== null && (!/^<link/i.test(mixed[0]) || /stylesheet|icon|preload/.test(mixed[0]));
  if (mixed !== null && isStyle && !html.includes(insecure))
    wrong(
      path,
      `loads something without encryption, which browsers block: ${shorten(mixed[1] ?? "")}`,
      "name it by https in your content, or keep it in content/public/",
      "mixed content",
    );
}

const assetTypes: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

/** What pages load, and what other sites embed. */
export async function listAssets(deploy: AuditedDeploy): Promise<Map<string, string>> {
  const assets = new Map([
    ["/badge.svg", "image/svg+xml"],
    ["/widget.js", "text/javascript"],
  ]);
  for (const page of await samplePages(deploy)) {
    const { status, body } = await deploy.get(page);
    if (status !== 200) continue;
    const html = body.toString("utf8");
    const addresses = [
      ...tags(html, "link")
        .filter((tag) => /stylesheet|icon|manifest|modulepreload|preload/.test(attribute(tag, "rel") ?? ""))
        .map((tag) => attribute(tag, "href")),
      ...[...tags(html, "script"), ...tags(html, "img")].map((tag) => attribute(tag, "src")),
      ...tags(html, "meta")
        .filter((tag) => attribute(tag, "property") === "og:image")
        .map((tag) => attribute(tag, "content")),
    ];
    for (const address of addresses) {
      if (address === undefined || !URL.canParse(address, deploy.baseUrl + page)) continue;
      const { origin, pathname } = new URL(address, deploy.baseUrl + page);
      const isOurs = origin === new URL(deploy.baseUrl).origin || origin === new URL(deploy.builtFor).origin;
      const type = assetTypes[pathname.split(".").at(-1) ?? ""];
      if (isOurs && type !== undefined && !pathname.startsWith("/cdn-cgi/")) assets.set(pathname, type);
    }
  }
  return assets;
}

export const assetsCheck: Check = {
  name: "assets",
  claim: "Styles, scripts and pictures are there, whole and of their type",
  async run(deploy, report) {
    for (const [path, type] of await listAssets(deploy)) await lookAtAsset(path, type, deploy, report);
  },
};

async function lookAtAsset(
  path: string,
  type: string,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  const { wrong } = report;
  const answer = await deploy.get(path);
  if (answer.status === 404)
    return wrong(path, "answers 404, and pages or other sites need it", redeploy, "asset missing");
  if ((await read(deploy, report, path, { types: [type] })) === undefined) return;
  const need = "pages or other sites need it";
  if (answer.body.length === 0) return wrong(path, `is empty, and ${need}`, redeploy);
  if (mediaType(answer) !== type)
    return wrong(
      path,
      `has Content-Type ${answer.headers["content-type"] ?? "missing"}, not ${type}: browsers refuse it`,
      "apply the rules of dist/_headers",
      "asset type",
    );
  if (type === "image/svg+xml" && XMLValidator.validate(answer.body.toString("utf8")) !== true)
    return wrong(path, "is no whole picture (its XML is broken)", redeploy);
  if (type === "image/png" && !answer.body.includes("IEND"))
    return wrong(path, "is no whole picture (PNG without its end)", redeploy);
  const sum = deploy.manifest?.asset_sums?.[path];
  if (sum !== undefined && sum !== sha256(answer.body))
    return wrong(
      path,
      "is not the file of this build: it is cut, or something on the way changes it",
      redeploy,
    );
  if (path.startsWith("/_astro/")) {
    const cache = answer.headers["cache-control"] ?? "missing";
    if (!deploy.isWithoutRules && !/immutable/.test(cache))
      wrong(
        path,
        `has Cache-Control ${cache}, not immutable`,
        "apply the rules of dist/_headers, and let the CDN respect them",
        `cache-control ${answer.headers["cache-control"]}`,
      );
  }
}
