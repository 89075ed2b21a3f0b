import { XMLValidator } from "fast-xml-parser";
import { type Check, contentCause, type AuditedDeploy, read, type Reporter } from "./check.ts";
import type { HttpAnswer } from "./client.ts";
import { mediaType, redeploy, explainFailure, isPage } from "./failures.ts";

const hidden = "deploy the whole of dist, hidden folders included, with the rules of dist/_headers";

export const discoveryCheck: Check = {
  name: "discovery",
  claim: "Crawlers and agents find what they look for",
  async run(deploy, report) {
    const { wrong } = report;
    const robots = await read(deploy, report, "/robots.txt", { types: ["text/plain"] });
    const named = [...(robots?.body.toString("utf8") ?? "").matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)];
    if (robots !== undefined) lookAtType("/robots.txt", robots, ["text/plain"], report);
    if (robots !== undefined && !named.some(([, address]) => address === `${deploy.builtFor}/sitemap.xml`))
      wrong(
        "/robots.txt",
        `does not name the sitemap of this address${named.length > 0 ? `, but ${named.map(([, address]) => address).join(", ")}` : ""}`,
        `build with BASE_URL=${deploy.baseUrl}, and deploy`,
      );
    const sitemap = await read(deploy, report, "/sitemap.xml", { types: ["application/xml", "text/xml"] });
    if (sitemap !== undefined) lookAtType("/sitemap.xml", sitemap, ["application/xml", "text/xml"], report);
    if (sitemap !== undefined) lookAtSitemap(sitemap.body.toString("utf8"), deploy, report);
    const llms = await read(deploy, report, "/llms.txt", { types: ["text/plain"] });
    if (llms !== undefined) lookAtType("/llms.txt", llms, ["text/plain"], report);
    const catalog = "/.well-known/api-catalog";
    const answer = await deploy.get(catalog);
    if (answer.status === 404) wrong(catalog, "answers 404", redeploy, "status 404 of a file");
    else if (report.isGood(catalog, answer, { types: ["application/linkset+json"] }))
      lookAtType(catalog, answer, ["application/linkset+json"], report);
  },
};

function lookAtType(path: string, answer: HttpAnswer, types: readonly string[], { wrong }: Reporter): void {
  if (!types.includes(mediaType(answer)))
    wrong(path, `has Content-Type ${answer.headers["content-type"] ?? "missing"}, not ${types[0]}`, hidden);
}

function lookAtSitemap(
  xml: string,
  { baseUrl, builtFor, dataset }: AuditedDeploy,
  { wrong }: Reporter,
): void {
  const path = "/sitemap.xml";
  const addresses = [...xml.matchAll(/<loc>\s*([^<\s]*)\s*<\/loc>/g)].map(([, address = ""]) => address);
  if (XMLValidator.validate(xml) !== true || addresses.length === 0)
    return wrong(path, "is no sitemap: its XML is broken or names nothing", redeploy, contentCause(path));
  const foreign = addresses.find((address) => !address.startsWith(`${builtFor}/`));
  if (foreign !== undefined)
    return wrong(
      path,
      `lists addresses of another site: ${foreign}`,
      `build with BASE_URL=${baseUrl}`,
      contentCause(path),
    );
  if (/<sitemapindex/.test(xml) || dataset === undefined) return undefined;
  const listed = new Set(addresses);
  const missing = dataset.reviews.filter(({ url }) => !listed.has(url.split("#")[0] ?? url));
  if (missing.length > 0)
    wrong(
      path,
      `is of another build: it lacks the pages of ${missing.length} reviews, ${missing[0]?.id} first`,
      redeploy,
      contentCause(path),
    );
  const gone = dataset.removed.find(({ id }) => listed.has(`${builtFor}/reviews/${id}/`));
  if (gone !== undefined)
    wrong(path, `still lists the review ${gone.id}, which was withdrawn`, redeploy, contentCause(path));
}

const day = 86_400_000;

export const securityCheck: Check = {
  name: "security.txt",
  claim: "security.txt names a contact and is not about to expire",
  async run(deploy, report) {
    const path = "/.well-known/security.txt";
    const answer = await read(deploy, report, path, { types: ["text/plain"] });
    if (answer === undefined) return;
    const { wrong, warn } = report;
    lookAtType(path, answer, ["text/plain"], report);
    const fields = new Map(
      answer.body
        .toString("utf8")
        .split(/\r?\n/)
        .map((line) => [line.split(":")[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    if (!fields.get("contact"))
      wrong(path, "names no contact", "set the e-mail address in content/business.yaml");
    const left = Math.floor((Date.parse(fields.get("expires") ?? "") - deploy.now()) / day);
    const fix =
      "it lives a year from the newest content: publish what is new, or bring content/summary.md up to date, and deploy";
    if (Number.isNaN(left)) wrong(path, "has no date in Expires", "build again and deploy the whole of dist");
    else if (left < 0) wrong(path, `expired ${-left} days ago`, fix);
    else if (left < 30) warn(path, `expires in ${left} days`, fix);
    const canonical = fields.get("canonical");
    if (canonical !== deploy.builtFor + path)
      wrong(path, `says that it is ${canonical ?? "nowhere"}`, `build with BASE_URL=${deploy.baseUrl}`);
  },
};

/** Crawlers of search engines and of assistants that people ask about businesses. */
const crawlers = [
  "Googlebot/2.1",
  "bingbot/2.0",
  "Applebot/0.1",
  "GPTBot/1.2",
  "OAI-SearchBot/1.0",
  "ChatGPT-User/1.0",
  "ClaudeBot/1.0",
  "PerplexityBot/1.0",
  "Google-Extended/1.0",
  "CCBot/2.0",
];

/** Programs of readers and developers. */
const programs = ["curl/8.12.0", "python-requests/2.32", "Go-http-client/2.0", "Feedly/1.0"];

interface Group {
  agents: string[];
  rules: { isAllowed: boolean; pattern: string }[];
}

/** RFC 9309: groups of user agents with their rules. */
function parseRobots(text: string): Group[] {
  const groups: Group[] = [];
  let isNamed = false;
  for (const line of text.split(/\r?\n/)) {
    const [, field = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (!isNamed) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNamed = true;
    } else if (name === "allow" || name === "disallow") {
      isNamed = false;
      if (value !== "") groups.at(-1)?.rules.push({ isAllowed: name === "allow", pattern: value });
    }
  }
  return groups;
}

const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^{}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll("*", ".*")
      .replace(/\$(?!$)/g, String.raw`\$`)}`,
  );

/** Of the rules of its own groups, or of those for all, the longest that fits counts. */
function mayRead(groups: readonly Group[], agent: string, path: string): boolean {
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"))).flatMap(
    (group) => group.rules,
  );
  const [best] = rules
    .filter(({ pattern }) => toRegExp(pattern).test(path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return best?.isAllowed ?? true;
}

const nameOf = (crawler: string): string => crawler.split("/")[0] ?? crawler;

export const crawlersCheck: Check = {
  name: "crawlers",
  claim: "Search engines, AI assistants and programs may read the site, and are let in",
  async run(deploy, report) {
    await lookAtRobots(deploy, report);
    await lookAtAgents(deploy, report);
  },
};

async function lookAtRobots(deploy: AuditedDeploy, { wrong }: Reporter): Promise<void> {
  const answer = await deploy.get("/robots.txt");
  if (answer.status !== 200 || isPage(answer)) return;
  const groups = parseRobots(answer.body.toString("utf8"));
  const newest = deploy.dataset?.reviews[0]?.url;
  const paths = [
    "/",
    "/reviews/",
    "/reviews.json",
    "/feed.xml",
    "/llms.txt",
    "/sitemap.xml",
    "/.well-known/openapi.json",
    "/api/reviews/search",
    ...(newest && URL.canParse(newest) ? [new URL(newest).pathname] : []),
  ];
  const listShut = (agent: string) => paths.filter((path) => !mayRead(groups, agent, path));
  const forAll = listShut("*");
  if (forAll.includes("/"))
    return wrong("/robots.txt", "shuts out all crawlers", "deploy the one that the build made");
  if (forAll.length > 0)
    return wrong(
      "/robots.txt",
      `keeps all crawlers from ${forAll.join(", ")}`,
      "deploy the one that the build made",
    );
  const shut = crawlers.map(nameOf).filter((agent) => listShut(agent).length > 0);
  const others = [...new Set(groups.flatMap(({ agents }) => agents))].filter(
    (agent) =>
      agent !== "*" && !shut.some((one) => one.toLowerCase() === agent) && !mayRead(groups, agent, "/"),
  );
  if (shut.length + others.length > 0)
    wrong(
      "/robots.txt",
      `shuts out ${[...shut, ...others].join(", ")}`,
      "deploy the one that the build made; CDNs put such rules in front of it (managed robots.txt)",
    );
}

/** Whether some user agents get another answer than we do. */
async function lookAtAgents(deploy: AuditedDeploy, report: Reporter): Promise<void> {
  const refused: { agent: string; path: string; why: string }[] = [];
  for (const path of ["/reviews.json", "/"]) {
    const plain = await deploy.get(path);
    if (explainFailure(path, plain, deploy.baseUrl) !== undefined) continue;
    await Promise.all(
      [...crawlers, ...programs].map(async (agent) => {
        const value = crawlers.includes(agent) ? `Mozilla/5.0 (compatible; ${agent})` : agent;
        const answer = await deploy.ask(path, { headers: { "User-Agent": value } });
        const failure = explainFailure(path, answer, deploy.baseUrl, { types: [mediaType(plain)] });
        if (answer.status === 429) return report.isGood(path, answer);
        const hidden = /\b(?:noindex|none|noai)\b/i.test(answer.headers["x-robots-tag"] ?? "");
        const isHidden = hidden && !("x-robots-tag" in plain.headers);
        if (failure !== undefined || isHidden)
          refused.push({ agent, path, why: isHidden ? "noindex" : String(answer.status || answer.failure) });
        return undefined;
      }),
    );
  }
  const [first] = refused;
  if (first === undefined) return;
  const agents = [...crawlers, ...programs].filter((one) => refused.some(({ agent }) => agent === one));
  const names = agents.map(
    (one) => `${nameOf(one)} (${refused.find(({ agent }) => agent === one)?.why ?? "refused"})`,
  );
  report.wrong(
    first.path,
    `is refused to ${agents.some((one) => crawlers.includes(one)) ? "crawlers" : "programs"}: ${names.join(", ")}`,
    "let them through in the CDN's or firewall's bot settings (AI crawler blocking)",
  );
}
