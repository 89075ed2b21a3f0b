import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { buildHeaderRules, headersOf } from "../../src/schema/headers.ts";
import { type Check, type Deploy, isRefusedOnTheWay, mediaType, type Report, shorten } from "./check.ts";
import type { Answer } from "./client.ts";

const redeploy = "deploy the whole of dist, and purge the CDN";
const mostPages = 30;
const mostWithdrawn = 20;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, "i").exec(tag)?.[1]?.replaceAll("&amp;", "&");

const tags = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

/** Pages of each kind: the first of every folder, the reviews' own pages by their newest and oldest. */
async function listPages(deploy: Deploy): Promise<string[]> {
  const sitemap = (await deploy.get("/sitemap.xml")).body.toString("utf8");
  const paths = [...sitemap.matchAll(/<loc>\s*([^<\s]+)/g)].flatMap(([, address = ""]) =>
    URL.canParse(address) && address.startsWith(`${deploy.baseUrl}/`) ? [new URL(address).pathname] : [],
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

/** The reviews that a page shows in full. */
const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);

function lookAtReviews(path: string, html: string, dataset: ReviewsDataset, { wrong }: Report): void {
  const removed = new Set(dataset.removed.map(({ id }) => id));
  const published = new Set(dataset.reviews.map(({ id }) => id));
  const shown = idsOn(html);
  const erased = shown.find((id) => removed.has(id));
  if (erased !== undefined)
    return wrong(
      path,
      `still shows the review ${erased}, which was withdrawn`,
      `purge it at once: ${redeploy}`,
    );
  const unknown = path.startsWith("/reviews/") ? shown.find((id) => !published.has(id)) : undefined;
  const count = /"reviewCount":(\d+)/.exec(html)?.[1];
  if (
    unknown !== undefined ||
    (count !== undefined && Number(count) !== dataset.aggregate_rating.review_count)
  )
    wrong(path, "is a page of another build than /reviews.json", redeploy);
}

function lookAtScripts(path: string, html: string, baseUrl: string, { wrong }: Report): void {
  const fix =
    "switch off what adds it, in the CDN's or host's settings (analytics, script loaders, chat, consent)";
  for (const tag of tags(html, "script")) {
    const source = attribute(tag, "src");
    const type = attribute(tag, "type") ?? "";
    if (source === undefined) {
      if (!/json|speculationrules/.test(type))
        wrong(path, "has an inline script, which the build never writes", fix);
      continue;
    }
    const { origin, pathname } = new URL(source, baseUrl + path);
    if (origin !== baseUrl || pathname.startsWith("/cdn-cgi/"))
      wrong(path, `has a script that the build did not write: ${shorten(source)}`, fix);
  }
  if (/\/cdn-cgi\/l\/email-protection|class="__cf_email__"/.test(html))
    wrong(
      path,
      "has e-mail addresses that were rewritten",
      "switch off Email Address Obfuscation in the CDN",
    );
}

function lookAtHead(
  path: string,
  html: string,
  answer: Answer,
  { baseUrl }: Deploy,
  { wrong }: Report,
): void {
  const robots = tags(html, "meta").find((tag) => /^(robots|googlebot)$/i.test(attribute(tag, "name") ?? ""));
  const noIndex = /\b(noindex|none)\b/i;
  if (noIndex.test(attribute(robots ?? "", "content") ?? ""))
    wrong(path, "tells search engines to leave it out (noindex in the page)", redeploy);
  if (noIndex.test(answer.headers["x-robots-tag"] ?? ""))
    wrong(
      path,
      `tells search engines to leave it out (X-Robots-Tag: ${answer.headers["x-robots-tag"]})`,
      "remove the header; hosts send it on preview addresses",
    );
  const canonical = tags(html, "link").find((tag) => attribute(tag, "rel") === "canonical");
  const address = attribute(canonical ?? "", "href");
  if (address !== baseUrl + path)
    wrong(
      path,
      `has the canonical address ${address ?? "missing"}`,
      `build with BASE_URL=${baseUrl}, and deploy`,
    );
  const insecure = baseUrl.replace(/^https:/, "http:");
  if (insecure !== baseUrl && html.includes(`"${insecure}/`))
    wrong(
      path,
      "links to this site without encryption (http:)",
      `build with BASE_URL=${baseUrl}, and deploy`,
    );
  if (answer.headers["set-cookie"] !== undefined)
    wrong(
      path,
      `sets a cookie (${answer.headers["set-cookie"].split("=")[0]})`,
      "switch off what sets it: caches skip such answers, and visitors would have to be asked",
    );
  const expected = headersOf(buildHeaderRules(baseUrl), path);
  for (const name of [
    "X-Frame-Options",
    "Referrer-Policy",
    "Permissions-Policy",
    "Cross-Origin-Opener-Policy",
  ]) {
    if (answer.headers[name.toLowerCase()] !== expected[name])
      wrong(
        path,
        `has ${name} ${answer.headers[name.toLowerCase()] ?? "missing"}`,
        "apply the rules of dist/_headers",
      );
  }
}

function listAssets(path: string, html: string, baseUrl: string): [string, string][] {
  const styles = tags(html, "link").filter((tag) => attribute(tag, "rel") === "stylesheet");
  return [
    ...styles.map((tag) => [attribute(tag, "href"), "text/css"] as const),
    ...tags(html, "script").map((tag) => [attribute(tag, "src"), "text/javascript"] as const),
  ].flatMap(([address, type]) => {
    if (address === undefined) return [];
    const { origin, pathname } = new URL(address, baseUrl + path);
    return origin === baseUrl && !pathname.startsWith("/cdn-cgi/") ? [[pathname, type]] : [];
  });
}

export const pagesCheck: Check = {
  name: "pages",
  claim: "Pages are those of the build: nothing withdrawn, added or hidden, with their styles and scripts",
  async run(deploy, report) {
    const { data: dataset } = ReviewsDataset.safeParse(await deploy.json("/reviews.json"));
    const assets = new Map<string, string>();
    for (const path of await listPages(deploy)) {
      const answer = await deploy.get(path);
      if (answer.status !== 200) {
        const [problem, fix] = isRefusedOnTheWay(answer)
          ? [
              `is refused by a firewall or bot protection (${answer.status})`,
              "let readers and programs through there",
            ]
          : [`answers ${answer.status}`, redeploy];
        report.wrong(path, problem, fix);
        continue;
      }
      const html = answer.body.toString("utf8");
      if (dataset !== undefined) lookAtReviews(path, html, dataset, report);
      lookAtScripts(path, html, deploy.baseUrl, report);
      lookAtHead(path, html, answer, deploy, report);
      for (const [asset, type] of listAssets(path, html, deploy.baseUrl)) assets.set(asset, type);
    }
    for (const { id } of dataset?.removed.slice(0, mostWithdrawn) ?? []) {
      const path = `/reviews/${id}/`;
      const answer = await deploy.get(path);
      if (answer.status === 200 && idsOn(answer.body.toString("utf8")).includes(id))
        report.wrong(
          path,
          `still shows the review ${id}, which was withdrawn`,
          `purge it at once: ${redeploy}`,
        );
    }
    for (const [path, type] of assets) {
      const answer = await deploy.get(path);
      if (answer.status !== 200) report.wrong(path, `answers ${answer.status}, and pages need it`, redeploy);
      else if (mediaType(answer) !== type)
        report.wrong(
          path,
          `has Content-Type ${answer.headers["content-type"] ?? "none"}, not ${type}: browsers refuse it`,
          "apply the rules of dist/_headers",
        );
    }
  },
};
