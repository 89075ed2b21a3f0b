import { escapePattern } from "../../src/schema/text.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { explainFailure, fixes, isPage, mediaType } from "./failure-causes.ts";
import { checkBytes } from "./pages.ts";
import { type AuditedDeploy, type Check, contentCause } from "./audited-deploy.ts";

/** Texts that crawlers and agents look for. */
export const discoveryTexts = [
  "/robots.txt",
  "/sitemap.xml",
  "/llms.txt",
  "/.well-known/api-catalog",
  "/.well-known/security.txt",
];

const day = 86_400_000;

export const discoveryCheck: Check = {
  name: "discovery",
  claim: "Crawlers and agents find what they look for, and security.txt is not about to expire",
  async run(deploy) {
    for (const path of discoveryTexts)
      if ((await deploy.read(path, [])) !== undefined) await checkBytes(path, deploy);
    const path = "/.well-known/security.txt";
    const security = (await deploy.get(path)).body.toString("utf8");
    const expires = /^expires:\s*(\S+)/im.exec(security)?.[1];
    const left = Math.floor((Date.parse(expires ?? "") - deploy.now()) / day);
    const renew =
      "it lives a year from the newest content: publish what is new, or bring content/summary.md up to date, and deploy";
    if (left < 0) deploy.wrong(path, `expired ${-left} days ago`, renew, contentCause(path));
    else if (left < 30) deploy.warn(path, `expires in ${left} days`, renew);
  },
};

/** Crawlers of search engines and assistants, and programs of readers and developers. */
const crawlers = ["Googlebot/2.1", "bingbot/2.0", "GPTBot/1.2", "ClaudeBot/1.0", "PerplexityBot/1.0"];
const programs = ["curl/8.12.0", "python-requests/2.32", "Feedly/1.0"];

const nameOf = (crawler: string): string => crawler.split("/")[0] ?? crawler;

export const crawlersCheck: Check = {
  name: "crawlers",
  claim: "Search engines, AI assistants and programs may read the site, and are let in",
  async run(deploy) {
    await checkRobots(deploy);
    await checkAgents(deploy);
  },
};

/** RFC 9309 §2.3: crawlers read that of the host alone. */
async function checkRobots({ ask, baseUrl, builtFor, warn, wrong }: AuditedDeploy): Promise<void> {
  const basePath = basePathOf(baseUrl);
  const answer = await ask("/robots.txt", { isOfHost: true });
  if (answer.status !== 200 || isPage(answer)) return;
  const text = answer.body.toString("utf8");
  const address = basePath === "" ? "/robots.txt" : `${new URL(baseUrl).origin}/robots.txt`;
  const rules = [...text.matchAll(/^\s*disallow\s*:\s*(\/\S*)/gim)].map(([, path = ""]) => path);
  const closing = rules.filter(
    (rule) => `${basePath}/`.startsWith(rule) || rule.startsWith(`${basePath}/api`),
  );
  if (closing.length > 0)
    return wrong(
      address,
      `shuts crawlers out of ${closing.join(", ")}`,
      basePath === "" ? "deploy the one that the build made" : `let them into ${basePath}/`,
      contentCause(address),
    );
  const sitemap = `${builtFor}/sitemap.xml`;
  if (new RegExp(`^\\s*sitemap\\s*:\\s*${escapePattern(sitemap)}\\s*$`, "im").test(text)) return;
  const problem = "does not name the sitemap of this site";
  if (basePath === "") wrong(address, problem, fixes.baseUrl(baseUrl), contentCause(address));
  else warn(address, problem, `add Sitemap: ${sitemap}`);
}

/** Whether some user agents get another answer than we do. */
async function checkAgents(deploy: AuditedDeploy): Promise<void> {
  for (const path of ["/reviews.json", "/"]) {
    const plain = await deploy.get(path);
    if (explainFailure(path, plain, deploy.baseUrl) !== undefined) continue;
    const refused: string[] = [];
    for (const agent of [...crawlers, ...programs]) {
      const value = crawlers.includes(agent) ? `Mozilla/5.0 (compatible; ${agent})` : agent;
      const answer = await deploy.ask(path, { headers: { "User-Agent": value } });
      if (answer.status === 429) return void deploy.isGood(path, answer);
      const hidden = /\b(?:noindex|none|noai)\b/i.test(answer.headers["x-robots-tag"] ?? "");
      if (hidden && !("x-robots-tag" in plain.headers)) refused.push(`${nameOf(agent)} (noindex)`);
      else if (explainFailure(path, answer, deploy.baseUrl, { types: [mediaType(plain)] }) !== undefined)
        refused.push(`${nameOf(agent)} (${answer.status || answer.failure})`);
    }
    if (refused.length === 0) continue;
    const fix = "let them through in the CDN's or firewall's bot settings (AI crawler blocking)";
    return deploy.wrong(path, `is refused to ${refused.join(", ")}`, fix);
  }
}
