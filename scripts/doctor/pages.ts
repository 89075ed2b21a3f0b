import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { type Check, contentCause, type AuditedDeploy, oldPages, type Reporter, shorten } from "./check.ts";
import { redeploy } from "./failures.ts";
import { attribute, idsOn, tags } from "./html.ts";

const mostPages = 30;
const mostWithdrawn = 20;

/** Pages of each kind: the first of every folder, the reviews' own pages by their newest and oldest. */
export async function samplePages(deploy: AuditedDeploy): Promise<string[]> {
  const sitemap = (await deploy.get("/sitemap.xml")).body.toString("utf8");
  const paths = [...sitemap.matchAll(/<loc>\s*([^<\s]+)/g)].flatMap(([, address = ""]) =>
    URL.canParse(address) && address.startsWith(`${deploy.builtFor}/`) ? [new URL(address).pathname] : [],
  );
  const perFolder = new Map<string, number>();
  const chosen = paths.filter((path) => {
    const folder = path.replace(/[^/]+\/?$/, "");
    const seen = perFolder.get(folder) ?? 0;
    perFolder.set(folder, seen + 1);
    return folder === "/" || seen < 3;
  });
  return [...new Set(["/", ...chosen])].filter((path) => !path.endsWith(".xml")).slice(0, mostPages);
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
    for (const { id } of deploy.dataset?.removed.slice(0, mostWithdrawn) ?? []) {
      const path = `/reviews/${id}/`;
      const { status, body } = await deploy.get(path);
      if (status === 200 && idsOn(body.toString("utf8")).includes(id))
        report.wrong(
          path,
          `still shows the review ${id}, which was withdrawn`,
          `purge it at once: ${redeploy}`,
          oldPages,
        );
    }
  },
};

function lookAtWhole(path: string, html: string, { wrong }: Reporter): "truncated" | undefined {
  const fix = `${redeploy}; let nothing on the way rewrite pages`;
  if (html.trim() === "") wrong(path, "is an empty page", fix, contentCause(path));
  else if (!/<\/html>/i.test(html)) wrong(path, "is truncated: it has no end", fix, contentCause(path));
  else return undefined;
  return "truncated";
}

/** Reviews that a page shows, in full or with a link to their own page. */
const mentionedOn = (html: string): Set<string> =>
  new Set([
    ...idsOn(html),
    ...[...html.matchAll(/\/reviews\/([a-z0-9][a-z0-9-]{0,63})\/(?=["'#?])/g)].map(([, id = ""]) => id),
  ]);

function lookAtReviews(
  path: string,
  html: string,
  dataset: ReviewsDataset,
  { wrong, vague }: Reporter,
): void {
  const published = new Set(dataset.reviews.map(({ id }) => id));
  const shown = mentionedOn(html);
  const erased = dataset.removed.find(({ id }) => shown.has(id) && !published.has(id));
  if (erased !== undefined)
    return wrong(
      path,
      `still shows the review ${erased.id}, which was withdrawn`,
      `purge it at once: ${redeploy}`,
      oldPages,
    );
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
