import { z } from "zod";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { SinceResult, type ReviewsDataset, SearchResult } from "../../src/schema/datasets.ts";
import { endpoints } from "../../src/schema/endpoints.ts";
import { memberOf } from "../../src/schema/json.ts";
import { type Check, contentCause, type AuditedDeploy, read, type Reporter, toNames } from "./check.ts";
import type { HttpAnswer, AskOptions } from "./client.ts";
import { mediaType, redeploy, isPage } from "./failures.ts";
import { lookAtAccess } from "./headers.ts";

const OpenApi = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        parameters: z
          .array(z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() }))
          .default([]),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    }),
  ),
});
type OpenApi = z.infer<typeof OpenApi>;

const results: Record<string, z.ZodType | undefined> = Object.fromEntries(
  Object.values(endpoints).map((endpoint) => [
    endpoint.path,
    "result" in endpoint ? endpoint.result : undefined,
  ]),
);

const openApiPath = "/.well-known/openapi.json";

export const openApiCheck: Check = {
  name: "openapi",
  claim: "The API is as its OpenAPI document says, path by path and parameter by parameter",
  async run(deploy, report) {
    if ((await read(deploy, report, openApiPath, { types: ["application/json"] })) === undefined) return;
    const parsed = OpenApi.safeParse(await deploy.json(openApiPath));
    if (!parsed.success)
      return report.wrong(openApiPath, "is no OpenAPI document", redeploy, contentCause(openApiPath));
    const { openapi, servers, paths } = parsed.data;
    const known: string[] = Object.values(endpoints).map((endpoint) => endpoint.path);
    if (openapi !== "3.1.0")
      report.wrong(openApiPath, `is OpenAPI ${openapi}, not 3.1.0`, redeploy, contentCause(openApiPath));
    if (Object.keys(paths).sort().join() !== known.toSorted().join())
      report.wrong(
        openApiPath,
        `describes ${Object.keys(paths).join(", ")}, not ${known.join(", ")}`,
        redeploy,
        contentCause(openApiPath),
      );
    if (!servers.some(({ url }) => url.replace(/\/$/, "") === deploy.builtFor))
      report.wrong(
        openApiPath,
        `names the server ${servers[0]?.url ?? "none"}, not ${deploy.builtFor}`,
        `build with BASE_URL=${deploy.baseUrl}`,
        contentCause(openApiPath),
      );
    for (const [template, description] of Object.entries(paths))
      for (const address of toExamples(template, description))
        await compareAnswer(deploy, report, address, description, results[template]);
  },
};

type Description = OpenApi["paths"][string];

/** Addresses to ask: the plain one, and one for each parameter with its example. */
function toExamples(template: string, { get: { parameters } }: Description): string[] {
  const plain = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))),
      template,
    );
  const queries = parameters.filter(
    (parameter) => parameter.in === "query" && parameter.example !== undefined,
  );
  return [
    plain,
    ...queries.map(({ name, example }) => `${plain}?${new URLSearchParams({ [name]: String(example) })}`),
  ];
}

async function compareAnswer(
  deploy: AuditedDeploy,
  report: Reporter,
  address: string,
  description: Description,
  result: z.ZodType | undefined,
): Promise<void> {
  const types = Object.keys(description.get.responses["200"]?.content ?? {});
  const isSidecar = address.startsWith("/api/reviews/");
  const answer = await read(deploy, report, address, { types });
  // What the documents are, and their types, other checks have looked at.
  if (answer === undefined || !isSidecar) return;
  const unchanged = "let the sidecar's answers through unchanged";
  if (!types.includes(mediaType(answer)))
    return report.wrong(
      address,
      `has Content-Type ${answer.headers["content-type"] ?? "missing"}, described is ${types.join(", ")}`,
      unchanged,
      "sidecar type",
    );
  const parsed = result?.safeParse(await deploy.json(address));
  if (parsed?.error === undefined) return;
  const [issue] = parsed.error.issues;
  report.wrong(
    address,
    `is not the answer that is described (${issue?.path.join(".") || "not JSON"}: ${issue?.message})`,
    unchanged,
    "sidecar answer",
  );
}

const types = ["application/json"];
const unchanged = "let the sidecar's answers through unchanged, errors included";
const otherBuild =
  "the sidecar reads another build, or a cache keeps old answers: check its DIST and its log";

/** All that shows that the sidecar has another build than the files. */
const staleSidecar = "stale sidecar";

export const searchCheck: Check = {
  name: "search",
  claim: "Search and since answer from the deployed dataset, and invalid requests with what to fix",
  async run(deploy, report) {
    await lookAtErrors(deploy, report);
    await lookAtVersion(deploy, report);
    const { dataset } = deploy;
    if (dataset === undefined) return;
    for (const { query, filters, matches } of toQueries(dataset))
      await lookAtSearch(`/api/reviews/search${query}`, filters, matches, dataset, deploy, report);
    await lookAtSince(dataset, deploy, report);
    const plain = await deploy.get("/api/reviews/search");
    if (plain.status !== 200 || isPage(plain)) return;
    const { etag } = plain.headers;
    if (!etag)
      return report.wrong(
        "/api/reviews/search",
        "has no ETag",
        "let the sidecar's headers through; a CDN that changes bytes drops them",
        "no etag",
      );
    const again = await deploy.ask("/api/reviews/search", { headers: { "If-None-Match": etag } });
    if (again.status === 200)
      report.wrong(
        "/api/reviews/search",
        "answers 200, not 304, to If-None-Match",
        "let validators through: proxies and CDNs must not drop them",
        "validators",
      );
    else report.isGood("/api/reviews/search", again, { statuses: [304] });
  },
};

interface Query {
  query: string;
  filters: Record<string, unknown>;
  matches: ReviewsDataset["reviews"];
}

function toQueries({ reviews }: ReviewsDataset): Query[] {
  const [newest] = reviews;
  const since = newest?.date ?? "2026-01-01";
  // Letters and signs that a proxy which decodes addresses would spoil.
  const words = "é & 100% +";
  return [
    { query: "", filters: {}, matches: reviews },
    {
      query: "?rating=5&limit=100",
      filters: { rating: 5 },
      matches: reviews.filter(({ rating }) => rating === 5),
    },
    {
      query: `?since=${since}&limit=100`,
      filters: { since },
      matches: reviews.filter(({ date }) => date >= since),
    },
    {
      query: `?query=${encodeURIComponent(words)}`,
      filters: { query: words },
      matches: reviews.filter(({ text }) => text.toLowerCase().includes(words)),
    },
  ];
}

async function lookAtSearch(
  address: string,
  filters: Record<string, unknown>,
  matches: ReviewsDataset["reviews"],
  { removed }: ReviewsDataset,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if ((await read(deploy, report, address, { types })) === undefined) return;
  const { data: result } = SearchResult.safeParse(await deploy.json(address));
  if (result === undefined) return report.wrong(address, "is no search result", unchanged, "sidecar answer");
  const given = Object.entries(filters);
  if (given.some(([name, value]) => memberOf(result.filters, name) !== value))
    return report.wrong(
      address,
      "is answered as if its query string were another: it was dropped or changed on the way",
      "let the CDN cache by the whole query string, and the proxy pass addresses on as they come",
      "query string",
    );
  const gone = new Set(removed.map(({ id }) => id));
  const shown = result.reviews.find(({ id }) => gone.has(id));
  if (shown !== undefined)
    return report.wrong(
      address,
      `still shows the review ${shown.id}, which was withdrawn`,
      `purge it at once: ${otherBuild}`,
      staleSidecar,
    );
  const expected = matches.slice(0, result.limit);
  if (result.total !== matches.length || JSON.stringify(result.reviews) !== JSON.stringify(expected))
    report.wrong(
      address,
      `finds ${result.total} reviews where the deployed dataset has ${matches.length}${result.total === matches.length ? ", but others" : ""}`,
      otherBuild,
      staleSidecar,
    );
}

async function lookAtSince(
  { reviews, removed }: ReviewsDataset,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  const dates = [
    reviews[Math.min(9, reviews.length - 1)]?.date ?? "2026-01-01",
    ...removed.map(({ removed_at }) => removed_at).slice(0, 1),
  ];
  for (const date of dates) {
    const address = `/api/reviews/since/${date}`;
    if ((await read(deploy, report, address, { types })) === undefined) continue;
    const { data: result } = SinceResult.safeParse(await deploy.json(address));
    if (result === undefined) {
      report.wrong(address, "is no answer to since", unchanged, "sidecar answer");
      continue;
    }
    const shown = JSON.stringify([result.reviews, result.removed]);
    const expected = JSON.stringify([
      reviews.filter((review) => review.date >= date),
      removed.filter((tombstone) => tombstone.removed_at >= date),
    ]);
    if (shown !== expected)
      report.wrong(
        address,
        "does not answer what the deployed dataset holds since that day",
        otherBuild,
        staleSidecar,
      );
  }
}

async function lookAtErrors(deploy: AuditedDeploy, report: Reporter): Promise<void> {
  for (const address of ["/api/reviews/search?limit=0&minrating=4", "/api/reviews/since/2026-02-30"]) {
    const answer = await deploy.get(address);
    const { status, headers } = answer;
    if (status === 200 && mediaType(answer) === "application/json")
      report.wrong(
        address,
        "answers 200 to an invalid request",
        address.includes("?") ? "let the query string through" : unchanged,
        address.includes("?") ? "query string" : "errors replaced",
      );
    else if (
      report.isGood(address, answer, {
        statuses: [400],
        types: ["application/problem+json"],
      }) &&
      !toNames(headers["cache-control"]).includes("no-store")
    )
      report.wrong(
        address,
        "is an error without no-store",
        "let the sidecar's Cache-Control through",
        `cache-control ${headers["cache-control"]}`,
      );
  }
}

async function lookAtVersion(deploy: AuditedDeploy, report: Reporter): Promise<void> {
  const answer = await deploy.get("/readyz");
  if (answer.status === 503 && mediaType(answer) === "application/json") return;
  if (!report.isGood("/readyz", answer, { types })) return;
  const version = memberOf(await deploy.json("/readyz"), "version");
  if (deploy.manifest && version !== deploy.manifest.version)
    report.wrong(
      "/readyz",
      `serves version ${String(version)}, deployed is ${deploy.manifest.version}`,
      `${otherBuild}; ${redeploy}`,
      staleSidecar,
    );
}

const mcpPath = "/mcp";
const mcpUnchanged = "send /mcp to the sidecar unchanged, headers included";

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

const parseAnswer = <T>(schema: z.ZodType<T>, { body }: HttpAnswer): T | undefined => {
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
    const hello = await ask(mcpPath, initialize());
    if ([404, 405].includes(hello.status) && mediaType(hello) === "application/problem+json")
      return report.wrong(mcpPath, `answers ${hello.status} to POST`, mcpUnchanged);
    if ([406, 415].includes(hello.status))
      return report.wrong(
        mcpPath,
        `does not get the Accept and Content-Type headers of a request (${hello.status})`,
        mcpUnchanged,
      );
    if (!report.isGood(mcpPath, hello, { types, method: "POST" })) return;
    if (mediaType(hello) !== "application/json" || parseAnswer(Initialized, hello) === undefined)
      return report.wrong(
        mcpPath,
        `does not answer initialize (${hello.headers["content-type"] ?? "no type"})`,
        mcpUnchanged,
      );
    await lookAtTools(hello.headers["mcp-session-id"], deploy, report);
    await lookAtBrowsers(deploy, report);
    const get = await deploy.get(mcpPath);
    if (
      report.isGood(mcpPath, get, { statuses: [405, 200] }) &&
      !toNames(get.headers["allow"]).includes("post")
    )
      report.wrong(mcpPath, `answers GET with ${get.status}, not 405 with Allow: POST`, mcpUnchanged);
  },
};

async function lookAtTools(
  session: string | undefined,
  { ask, dataset }: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if (!session) report.wrong(mcpPath, "gives no Mcp-Session-Id", "the proxy must pass on this header");
  const withSession = session ? { "Mcp-Session-Id": session } : undefined;
  const tools = await ask(mcpPath, call("tools/list", {}, withSession));
  if (!report.isGood(mcpPath, tools, { types, statuses: [200, 400, 404] })) return;
  const names = parseAnswer(Tools, tools)?.result.tools.map(({ name }) => name) ?? [];
  const missing = ["get_business", "search_reviews"].filter((name) => !names.includes(name));
  if (missing.length > 0)
    return report.wrong(
      mcpPath,
      tools.status === 200
        ? `does not offer ${missing.join(" and ")}`
        : `does not know its own session (${tools.status})`,
      tools.status === 200 ? mcpUnchanged : "replicas must share MCP_SESSION_KEY or the store",
    );
  const meta = {
    "io.modelcontextprotocol/protocolVersion": stateless,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "MCP-Protocol-Version": stateless, "Mcp-Method": "server/discover" };
  const discovered = await ask(mcpPath, call("server/discover", { _meta: meta }, headers));
  if (!report.isGood(mcpPath, discovered, { types, statuses: [200, 400] })) return;
  if (parseAnswer(Discovered, discovered) === undefined)
    report.wrong(
      mcpPath,
      `does not answer the stateless revision ${stateless} (${discovered.status})`,
      "the proxy must pass on MCP-Protocol-Version, Mcp-Method and Mcp-Name",
    );
  const search = await ask(mcpPath, call("tools/call", { name: "search_reviews", arguments: { limit: 1 } }));
  const found = parseAnswer(Found, search)?.result.structuredContent;
  const isOther =
    found === undefined ||
    found.total !== dataset?.reviews.length ||
    found.reviews[0]?.id !== dataset.reviews[0]?.id;
  if (dataset !== undefined && isOther)
    report.wrong(
      mcpPath,
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
  const hello = await ask(mcpPath, initialize({ Origin: origin }));
  if (hello.status === 403)
    return report.wrong(
      mcpPath,
      `refuses browsers of other sites (403 to Origin: ${origin})`,
      "pass on the Host header, and let the proxy or firewall not filter by Origin",
    );
  if (report.isGood(mcpPath, hello, { types })) lookAtAccess(`${mcpPath} (POST)`, hello.headers, report);
}
