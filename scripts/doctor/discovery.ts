import { XMLValidator } from "fast-xml-parser";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { explainFailure, fixes, isPage, mediaType, sitemapAddresses } from "./answers.ts";
import type { HttpAnswer } from "./client.ts";
import { type AuditedDeploy, type Check } from "./deploy.ts";

/** The text of a file that crawlers and agents look for, when it is there and of its type. */
async function readText(path: string, types: readonly string[], deploy: AuditedDeploy) {
  const answer = await deploy.read(path, types);
  if (answer === undefined) return undefined;
  const fix = "deploy the whole of dist, hidden folders included, with the rules of dist/_headers";
  deploy.hasType(path, answer, types, fix);
  return answer.body.toString("utf8");
}

export const discoveryCheck: Check = {
  name: "discovery",
  claim: "Crawlers and agents find what they look for",
  async run(deploy) {
    const robots = await readText("/robots.txt", ["text/plain"], deploy);
    const named = [...(robots ?? "").matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, address]) => address);
    if (robots !== undefined && !named.includes(`${deploy.builtFor}/sitemap.xml`)) {
      const but = named.length > 0 ? `, but ${named.join(", ")}` : "";
      const problem = `does not name the sitemap of this address${but}`;
      deploy.wrong("/robots.txt", problem, fixes.baseUrl(deploy.baseUrl));
    }
    const sitemap = await readText("/sitemap.xml", ["application/xml", "text/xml"], deploy);
    if (sitemap !== undefined) checkSitemap(sitemap, deploy);
    await readText("/llms.txt", ["text/plain"], deploy);
    await readText("/.well-known/api-catalog", ["application/linkset+json"], deploy);
  },
};

function checkSitemap(xml: string, { baseUrl, builtFor, dataset, altered }: AuditedDeploy): void {
  const path = "/sitemap.xml";
  const addresses = sitemapAddresses(xml);
  if (XMLValidator.validate(xml) !== true || addresses.length === 0)
    return altered(path, "is no sitemap: its XML is broken or names nothing");
  const foreign = addresses.find((address) => !address.startsWith(`${builtFor}/`));
  if (foreign !== undefined)
    return altered(path, `lists addresses of another site: ${foreign}`, fixes.baseUrl(baseUrl));
  if (/<sitemapindex/.test(xml) || dataset === undefined) return;
  const listed = new Set(addresses);
  const missing = dataset.reviews.filter(({ url }) => !listed.has(url.split("#")[0] ?? url));
  if (missing.length > 0) {
    const pages = `the pages of ${missing.length} reviews, ${missing[0]?.id} first`;
    altered(path, `is of another build: it lacks ${pages}`);
  }
  const gone = dataset.removed.find(({ id }) => listed.has(`${builtFor}/reviews/${id}/`));
  if (gone !== undefined) altered(path, `still lists the review ${gone.id}, which was withdrawn`);
}

const day = 86_400_000;

export const securityCheck: Check = {
  name: "security.txt",
  claim: "security.txt names a contact and is not about to expire",
  async run(deploy) {
    const path = "/.well-known/security.txt";
    const text = await readText(path, ["text/plain"], deploy);
    if (text === undefined) return;
    const { wrong, warn } = deploy;
    const fields = new Map(
      text
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
      wrong(path, `says that it is ${canonical ?? "nowhere"}`, fixes.baseUrl(deploy.baseUrl));
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
  async run(deploy) {
    await checkRobots(deploy);
    await checkAgents(deploy);
  },
};

async function checkRobots(deploy: AuditedDeploy): Promise<void> {
  const { builtFor, baseUrl, get, ask, warn } = deploy;
  const path = "/robots.txt";
  const isThere = (answer: HttpAnswer) => answer.status === 200 && !isPage(answer);
  const own = await get(path);
  if (isThere(own)) judgeRobots(path, own.body.toString("utf8"), "", deploy);
  const basePath = basePathOf(baseUrl);
  if (basePath === "") return;
  // RFC 9309 §2.3: crawlers read that of the host alone.
  const ofHost = await ask(path, { isOfHost: true });
  if (!isThere(ofHost)) return;
  const [address, text] = [new URL(baseUrl).origin + path, ofHost.body.toString("utf8")];
  judgeRobots(address, text, basePath, deploy);
  const sitemap = `Sitemap: ${builtFor}/sitemap.xml`;
  if (!text.includes(sitemap)) warn(address, "does not name the sitemap of this site", `add ${sitemap}`);
}

/** Reports whom a robots.txt shuts out of the pages below a path. */
function judgeRobots(
  path: string,
  text: string,
  basePath: string,
  { builtFor, dataset, wrong }: AuditedDeploy,
): void {
  const groups = parseRobots(text);
  const newest = dataset?.reviews[0]?.url;
  const open = [
    "/",
    "/reviews/",
    "/reviews.json",
    "/feed.xml",
    "/llms.txt",
    "/sitemap.xml",
    "/.well-known/openapi.json",
    "/api/reviews/search",
    ...(newest?.startsWith(`${builtFor}/`) ? [newest.slice(builtFor.length)] : []),
  ];
  const listClosed = (agent: string) => open.filter((address) => !mayRead(groups, agent, basePath + address));
  const fix =
    basePath === "" ? "deploy the one that the build made" : `let them into ${basePath}/ in that of the host`;
  const forAll = listClosed("*");
  if (forAll.includes("/")) return wrong(path, "shuts out all crawlers", fix);
  if (forAll.length > 0) return wrong(path, `keeps all crawlers from ${forAll.join(", ")}`, fix);
  const known = crawlers.map(nameOf);
  const others = [...new Set(groups.flatMap(({ agents }) => agents))].filter(
    (agent) => agent !== "*" && !known.some((name) => name.toLowerCase() === agent),
  );
  const shut = [
    ...known.filter((agent) => listClosed(agent).length > 0),
    ...others.filter((agent) => !mayRead(groups, agent, `${basePath}/`)),
  ];
  const cdn = "CDNs put such rules in front of it (managed robots.txt)";
  if (shut.length > 0) wrong(path, `shuts out ${shut.join(", ")}`, `${fix}; ${cdn}`);
}

/** Whether some user agents get another answer than we do. */
async function checkAgents(deploy: AuditedDeploy): Promise<void> {
  const refused: { agent: string; path: string; why: string }[] = [];
  const agents = [...crawlers, ...programs];
  for (const path of ["/reviews.json", "/"]) {
    const plain = await deploy.get(path);
    if (explainFailure(path, plain, deploy.baseUrl) !== undefined) continue;
    const ask = async (agent: string) => {
      const value = crawlers.includes(agent) ? `Mozilla/5.0 (compatible; ${agent})` : agent;
      const answer = await deploy.ask(path, { headers: { "User-Agent": value } });
      const failure = explainFailure(path, answer, deploy.baseUrl, { types: [mediaType(plain)] });
      if (answer.status === 429) return void deploy.isGood(path, answer);
      const hidden = /\b(?:noindex|none|noai)\b/i.test(answer.headers["x-robots-tag"] ?? "");
      if (hidden && !("x-robots-tag" in plain.headers)) refused.push({ agent, path, why: "noindex" });
      else if (failure !== undefined)
        refused.push({ agent, path, why: String(answer.status || answer.failure) });
      return undefined;
    };
    await Promise.all(agents.map(ask));
  }
  const [first] = refused;
  if (first === undefined) return;
  const named = agents.flatMap((agent) => refused.find((one) => one.agent === agent) ?? []);
  const who = named.some(({ agent }) => crawlers.includes(agent)) ? "crawlers" : "programs";
  const names = named.map(({ agent, why }) => `${nameOf(agent)} (${why})`).join(", ");
  deploy.wrong(
    first.path,
    `is refused to ${who}: ${names}`,
    "let them through in the CDN's or firewall's bot settings (AI crawler blocking)",
  );
}
