import { type Check, type AuditedDeploy, type Reporter } from "./check.ts";
import { explainFailure, isPage, mediaType } from "./failures.ts";

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
