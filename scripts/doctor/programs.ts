import { hubPath } from "../../src/schema/hub.ts";
import { type Check, isRefusedOnTheWay } from "./check.ts";

/** Crawlers of search engines and of assistants that people ask about businesses. */
const crawlers = [
  "Googlebot/2.1",
  "bingbot/2.0",
  "GPTBot/1.2",
  "OAI-SearchBot/1.0",
  "ClaudeBot/1.0",
  "PerplexityBot/1.0",
  "CCBot/2.0",
];

/** The user agents of a robots.txt that are shut out of everything. */
function listShutOut(robots: string): string[] {
  const shutOut: string[] = [];
  let agents: string[] = [];
  let isNamed = false;
  for (const line of robots.split("\n")) {
    const [, field = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    if (/^user-agent$/i.test(field)) {
      agents = isNamed ? [...agents, value] : [value];
      isNamed = true;
    } else if (field !== "") {
      isNamed = false;
      if (/^disallow$/i.test(field) && /^\/\*?$/.test(value)) shutOut.push(...agents);
    }
  }
  return shutOut;
}

export const crawlersCheck: Check = {
  name: "crawlers",
  claim: "Search engines and AI assistants may read the site, and are let in",
  async run(deploy, { wrong }) {
    const robots = (await deploy.get("/robots.txt")).body.toString("utf8");
    const shutOut = listShutOut(robots).filter((agent) => agent !== "*");
    if (shutOut.length > 0)
      wrong(
        "/robots.txt",
        `shuts out ${shutOut.join(", ")}`,
        "deploy the one that the build made; CDNs put such rules in front of it (managed robots.txt)",
      );
    const plain = await deploy.get("/reviews.json");
    if (plain.status !== 200) return;
    const refused: string[] = [];
    for (const crawler of crawlers) {
      const { status } = await deploy.ask("/reviews.json", {
        method: "HEAD",
        headers: { "User-Agent": `Mozilla/5.0 (compatible; ${crawler})` },
      });
      if (status >= 400) refused.push(`${crawler.split("/")[0]} (${status})`);
    }
    if (refused.length > 0)
      wrong(
        "/reviews.json",
        `is refused to crawlers: ${refused.join(", ")}`,
        "let them through in the CDN's or firewall's bot settings (AI crawler blocking)",
      );
  },
};

export const postsCheck: Check = {
  name: "posts",
  claim: "The hub and, from browsers of other sites, the MCP server can be reached by POST",
  async run({ ask, baseUrl }, { wrong }) {
    // Without a callback it is refused by the hub itself, in words of its own.
    const answer = await ask(hubPath, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "hub.mode=subscribe",
    });
    const isHub =
      [400, 429, 503].includes(answer.status) && answer.headers["content-type"]?.startsWith("text/plain");
    if (isRefusedOnTheWay(answer))
      wrong(
        hubPath,
        `is refused by a firewall or bot protection (${answer.status})`,
        "let POST through to it",
      );
    else if (!isHub && ![502, 504].includes(answer.status))
      wrong(
        hubPath,
        `does not get POST through to the hub (${answer.status})`,
        "send POST to the sidecar unchanged",
      );
    const { hostname, protocol } = new URL(baseUrl);
    const isLocal = /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(hostname);
    const origin = isLocal ? `${protocol}//${hostname}:8` : "https://inspector.example";
    const hello = await ask("/mcp", {
      method: "POST",
      headers: {
        Origin: origin,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "doctor", version: "1.0.0" },
        },
      }),
    });
    if (hello.status === 403 && !isRefusedOnTheWay(hello))
      wrong(
        "/mcp",
        `refuses browsers of other sites (403 to Origin: ${origin})`,
        "pass on the Host header, and let the proxy not filter by Origin",
      );
    else if (hello.status === 200 && hello.headers["access-control-allow-origin"] !== "*")
      wrong(
        "/mcp",
        "cannot be read by browsers of other sites (no Access-Control-Allow-Origin: *)",
        "pass CORS headers on",
      );
  },
};
