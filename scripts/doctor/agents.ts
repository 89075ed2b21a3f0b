import { z } from "zod";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { type Check, type AuditedDeploy, type Reporter, toNames } from "./check.ts";
import type { HttpAnswer, AskOptions } from "./client.ts";
import { lookAtAccess } from "./cors.ts";
import { mediaType } from "./failures.ts";
import { staleSidecar } from "./search.ts";

const path = "/mcp";
const unchanged = "send /mcp to the sidecar unchanged, headers included";
const types = ["application/json"];

const Initialized = z.object({
  result: z.object({
    protocolVersion: z.string(),
    serverInfo: z.object({ name: z.string() }),
    capabilities: z.looseObject({ tools: z.unknown() }),
  }),
});
const Tools = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });
const Discovered = z.object({ result: z.object({ supportedVersions: z.array(z.string()) }) });
const Found = z.object({
  result: z.object({
    structuredContent: z.object({ total: z.int(), reviews: z.array(z.object({ id: z.string() })) }),
  }),
});

const clientInfo = { name: "doctor", version: "1.0.0" };
const stateless = "2026-07-28";

const call = (method: string, params: object, headers: Record<string, string> = {}): AskOptions => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

const initialize = (headers: Record<string, string> = {}) =>
  call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }, headers);

const parse = <T>(schema: z.ZodType<T>, { body }: HttpAnswer): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(body.toString("utf8"))).data;
  } catch {
    return undefined;
  }
};

export const mcpCheck: Check = {
  name: "mcp",
  claim:
    "The MCP server greets programs and browsers of any site, lists its tools and answers from the deploy",
  async run(deploy, report) {
    const { ask } = deploy;
    const hello = await ask(path, initialize());
    if ([404, 405].includes(hello.status) && mediaType(hello) === "application/problem+json")
      return report.wrong(path, `answers ${hello.status} to POST`, unchanged);
    if ([406, 415].includes(hello.status))
      return report.wrong(
        path,
        `does not get the Accept and Content-Type headers of a request (${hello.status})`,
        unchanged,
      );
    if (!report.isGood(path, hello, { types, method: "POST" })) return;
    if (mediaType(hello) !== "application/json" || parse(Initialized, hello) === undefined)
      return report.wrong(
        path,
        `does not answer initialize (${hello.headers["content-type"] ?? "no type"})`,
        unchanged,
      );
    await lookAtTools(hello.headers["mcp-session-id"], deploy, report);
    await lookAtBrowsers(deploy, report);
    const get = await deploy.get(path);
    if (report.isGood(path, get, { statuses: [405, 200] }) && !toNames(get.headers["allow"]).includes("post"))
      report.wrong(path, `answers GET with ${get.status}, not 405 with Allow: POST`, unchanged);
  },
};

async function lookAtTools(
  session: string | undefined,
  { ask, dataset }: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if (!session) report.wrong(path, "gives no Mcp-Session-Id", "the proxy must pass on this header");
  const withSession = session ? { "Mcp-Session-Id": session } : undefined;
  const tools = await ask(path, call("tools/list", {}, withSession));
  if (!report.isGood(path, tools, { types, statuses: [200, 400, 404] })) return;
  const names = parse(Tools, tools)?.result.tools.map(({ name }) => name) ?? [];
  const missing = ["get_business", "search_reviews"].filter((name) => !names.includes(name));
  if (missing.length > 0)
    return report.wrong(
      path,
      tools.status === 200
        ? `does not offer ${missing.join(" and ")}`
        : `does not know its own session (${tools.status})`,
      tools.status === 200 ? unchanged : "replicas must share MCP_SESSION_KEY or the store",
    );
  const meta = {
    "io.modelcontextprotocol/protocolVersion": stateless,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "MCP-Protocol-Version": stateless, "Mcp-Method": "server/discover" };
  const discovered = await ask(path, call("server/discover", { _meta: meta }, headers));
  if (!report.isGood(path, discovered, { types, statuses: [200, 400] })) return;
  if (parse(Discovered, discovered) === undefined)
    report.wrong(
      path,
      `does not answer the stateless revision ${stateless} (${discovered.status})`,
      "the proxy must pass on MCP-Protocol-Version, Mcp-Method and Mcp-Name",
    );
  const search = await ask(path, call("tools/call", { name: "search_reviews", arguments: { limit: 1 } }));
  const found = parse(Found, search)?.result.structuredContent;
  const isOther =
    found === undefined ||
    found.total !== dataset?.reviews.length ||
    found.reviews[0]?.id !== dataset.reviews[0]?.id;
  if (dataset !== undefined && isOther)
    report.wrong(
      path,
      found === undefined
        ? `does not answer search_reviews (${search.status})`
        : `finds ${found.total} reviews where the deployed dataset has ${dataset.reviews.length}, or another newest one`,
      "the sidecar reads another build: check its DIST and its log",
      staleSidecar,
    );
}

/** Agents and inspectors run in browsers, on sites of their own. */
async function lookAtBrowsers({ ask, baseUrl }: AuditedDeploy, report: Reporter): Promise<void> {
  const { hostname, protocol } = new URL(baseUrl);
  // What only this machine can open answers other ports of its own host, and no other.
  const origin = isLoopback(hostName(hostname)) ? `${protocol}//${hostname}:8` : "https://inspector.example";
  const hello = await ask(path, initialize({ Origin: origin }));
  if (hello.status === 403)
    return report.wrong(
      path,
      `refuses browsers of other sites (403 to Origin: ${origin})`,
      "pass on the Host header, and let the proxy or firewall not filter by Origin",
    );
  if (report.isGood(path, hello, { types })) lookAtAccess(`${path} (POST)`, hello.headers, report);
}
