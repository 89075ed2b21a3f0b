import { z } from "zod";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { type ReviewsDataset, SearchResult, SinceResult } from "../../src/schema/datasets.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { memberOf } from "../../src/schema/json.ts";
import type { AskOptions, HttpAnswer } from "./http-client.ts";
import { isOpen } from "./headers.ts";
import { fixes, isPage, mediaType, parseJson, stillShows, toNames } from "./failure-causes.ts";
import { type AuditedDeploy, type Check } from "./audited-deploy.ts";

const json = ["application/json"];

const searchPath = "/api/reviews/search";
const otherBuild =
  "the sidecar reads another build, or a cache keeps old answers: check its DIST and its log";

/** The cause of all findings in which sidecar and files show different builds. */
const staleSidecar = "stale sidecar";

export const searchCheck: Check = {
  name: "search",
  claim: "Search and since answer from the deployed dataset, and invalid requests with what to fix",
  needsSidecar: true,
  async run(deploy) {
    await checkErrors(deploy);
    await checkVersion(deploy);
    if (deploy.dataset === undefined) return;
    await checkSearch(deploy, deploy.dataset);
    await checkSince(deploy, deploy.dataset);
    const plain = await deploy.get(searchPath);
    if (plain.status !== 200 || isPage(plain)) return;
    const { etag } = plain.headers;
    if (!etag) {
      const fix = "let the sidecar's headers through; a CDN that changes bytes drops them";
      return deploy.wrong(searchPath, "has no ETag", fix, "no etag");
    }
    const again = await deploy.ask(searchPath, { headers: { "If-None-Match": etag } });
    if (again.status === 200)
      deploy.wrong(searchPath, "answers 200, not 304, to If-None-Match", fixes.validators, "validators");
    else deploy.isGood(searchPath, again, { statuses: [304] });
  },
};

async function checkErrors(deploy: AuditedDeploy): Promise<void> {
  const addresses = [
    [`${searchPath}?limit=0&minrating=4`, "let the query string through", "query string"],
    ["/api/reviews/since/2026-02-30", fixes.sidecar, "errors replaced"],
  ] as const;
  for (const [address, fix, cause] of addresses) {
    const answer = await deploy.get(address);
    const caching = answer.headers["cache-control"];
    if (answer.status === 200 && mediaType(answer) === "application/json") {
      deploy.wrong(address, "answers 200 to an invalid request", fix, cause);
      continue;
    }
    const expected = { statuses: [400], types: ["application/problem+json"] };
    if (deploy.isGood(address, answer, expected) && !toNames(caching).includes("no-store")) {
      const pass = "let the sidecar's Cache-Control through";
      deploy.wrong(address, "is an error without no-store", pass, `Cache-Control ${caching}`);
    }
  }
}

async function checkVersion(deploy: AuditedDeploy): Promise<void> {
  const path = "/readyz";
  const answer = await deploy.get(path);
  if (answer.status === 503 && mediaType(answer) === "application/json") return;
  if (!deploy.isGood(path, answer, { types: json })) return;
  const version = memberOf(await deploy.json(path), "version");
  if (deploy.manifest === undefined || version === deploy.manifest.version) return;
  const problem = `serves version ${String(version)}, deployed is ${deploy.manifest.version}`;
  deploy.wrong(path, problem, `${otherBuild}; ${fixes.redeploy}`, staleSidecar);
}

async function checkSearch(deploy: AuditedDeploy, { reviews, removed }: ReviewsDataset): Promise<void> {
  const since = reviews[0]?.date ?? "2026-01-01";
  // Characters that a proxy changes if it decodes addresses.
  const words = "é & 100% +";
  const searches: [query: string, filters: object, matches: ReviewsDataset["reviews"]][] = [
    ["", {}, reviews],
    ["?rating=5&limit=100", { rating: 5 }, reviews.filter(({ rating }) => rating === 5)],
    [`?since=${since}&limit=100`, { since }, reviews.filter(({ date }) => date >= since)],
    [
      `?query=${encodeURIComponent(words)}`,
      { query: words },
      reviews.filter(({ text }) => text.toLowerCase().includes(words)),
    ],
  ];
  const gone = new Set(removed.map(({ id }) => id));
  for (const [query, filters, matches] of searches) {
    const address = searchPath + query;
    const result = await deploy.parse(address, SearchResult, "search result");
    if (result === undefined) continue;
    const { total, limit, reviews: shown } = result;
    const erased = shown.find(({ id }) => gone.has(id));
    const isSame =
      total === matches.length && JSON.stringify(shown) === JSON.stringify(matches.slice(0, limit));
    if (Object.entries(filters).some(([name, value]) => memberOf(result.filters, name) !== value))
      deploy.wrong(
        address,
        "is answered as if its query string were another: it was dropped or changed on the way",
        "let the CDN cache by the whole query string, and the proxy pass addresses on as they come",
        "query string",
      );
    else if (erased !== undefined)
      deploy.wrong(address, stillShows(erased.id)[0], `purge it at once: ${otherBuild}`, staleSidecar);
    else if (!isSame) {
      const others = total === matches.length ? ", but others" : "";
      const problem = `finds ${total} reviews where the deployed dataset has ${matches.length}${others}`;
      deploy.wrong(address, problem, otherBuild, staleSidecar);
    }
  }
}

async function checkSince(deploy: AuditedDeploy, { reviews, removed }: ReviewsDataset): Promise<void> {
  const tenth = reviews[Math.min(9, reviews.length - 1)]?.date ?? "2026-01-01";
  for (const date of [tenth, ...removed.slice(0, 1).map(({ removed_at }) => removed_at)]) {
    const address = `/api/reviews/since/${date}`;
    const result = await deploy.parse(address, SinceResult, "answer to since");
    if (result === undefined) continue;
    const expected = [
      reviews.filter((review) => review.date >= date),
      removed.filter((tombstone) => tombstone.removed_at >= date),
    ];
    if (JSON.stringify([result.reviews, result.removed]) === JSON.stringify(expected)) continue;
    const problem = "does not answer what the deployed dataset holds since that day";
    deploy.wrong(address, problem, otherBuild, staleSidecar);
  }
}

const mcpPath = "/mcp";
const mcpUnchanged = "send /mcp to the sidecar unchanged, headers included";

const resultOf = <T extends z.ZodRawShape>(shape: T) => z.object({ result: z.object(shape) });
const Initialized = resultOf({
  protocolVersion: z.string(),
  serverInfo: z.object({ name: z.string() }),
  capabilities: z.looseObject({ tools: z.unknown() }),
});
const Tools = resultOf({ tools: z.array(z.object({ name: z.string() })) });
const Discovered = resultOf({ supportedVersions: z.array(z.string()) });
const Found = resultOf({
  structuredContent: z.object({ total: z.int(), reviews: z.array(z.object({ id: z.string() })) }),
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

const parseAnswer = <T>(schema: z.ZodType<T>, { body }: HttpAnswer): T | undefined =>
  schema.safeParse(parseJson(body.toString("utf8"))).data;

export const mcpCheck: Check = {
  name: "mcp",
  claim:
    "The MCP server greets programs and browsers of any site, lists its tools and answers from the deploy",
  needsSidecar: true,
  async run(deploy) {
    const wrong = (problem: string, fix = mcpUnchanged) => deploy.wrong(mcpPath, problem, fix);
    const hello = await deploy.ask(mcpPath, initialize());
    if ([404, 405].includes(hello.status) && mediaType(hello) === "application/problem+json")
      return wrong(`answers ${hello.status} to POST`);
    if ([406, 415].includes(hello.status))
      return wrong(`does not get the Accept and Content-Type headers of a request (${hello.status})`);
    if (!deploy.isGood(mcpPath, hello, { types: json, method: "POST" })) return;
    if (mediaType(hello) !== "application/json" || parseAnswer(Initialized, hello) === undefined)
      return wrong(`does not answer initialize (${hello.headers["content-type"] ?? "no type"})`);
    const session = hello.headers["mcp-session-id"];
    if (!session) wrong("gives no Mcp-Session-Id", "the proxy must pass on this header");
    if (await checkTools(session, deploy)) await checkAnswers(deploy);
    await checkBrowsers(deploy);
    const get = await deploy.get(mcpPath);
    const isGood = deploy.isGood(mcpPath, get, { statuses: [405, 200] });
    if (isGood && !toNames(get.headers["allow"]).includes("post"))
      wrong(`answers GET with ${get.status}, not 405 with Allow: POST`);
  },
};

async function checkTools(session: string | undefined, deploy: AuditedDeploy): Promise<boolean> {
  const answer = await deploy.ask(
    mcpPath,
    call("tools/list", {}, session ? { "Mcp-Session-Id": session } : {}),
  );
  if (!deploy.isGood(mcpPath, answer, { types: json, statuses: [200, 400, 404] })) return false;
  const names = parseAnswer(Tools, answer)?.result.tools.map(({ name }) => name) ?? [];
  const missing = ["get_business", "search_reviews"].filter((name) => !names.includes(name));
  if (missing.length === 0) return true;
  if (answer.status === 200) deploy.wrong(mcpPath, `does not offer ${missing.join(" and ")}`, mcpUnchanged);
  else {
    const fix = "replicas must share MCP_SESSION_KEY or the store";
    deploy.wrong(mcpPath, `does not know its own session (${answer.status})`, fix);
  }
  return false;
}

async function checkAnswers({ ask, isGood, wrong, dataset }: AuditedDeploy): Promise<void> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": stateless,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "MCP-Protocol-Version": stateless, "Mcp-Method": "server/discover" };
  const discovered = await ask(mcpPath, call("server/discover", { _meta: meta }, headers));
  if (!isGood(mcpPath, discovered, { types: json, statuses: [200, 400] })) return;
  if (parseAnswer(Discovered, discovered) === undefined) {
    const problem = `does not answer the stateless revision ${stateless} (${discovered.status})`;
    wrong(mcpPath, problem, "the proxy must pass on MCP-Protocol-Version, Mcp-Method and Mcp-Name");
  }
  const search = await ask(mcpPath, call("tools/call", { name: "search_reviews", arguments: { limit: 1 } }));
  const found = parseAnswer(Found, search)?.result.structuredContent;
  if (dataset === undefined) return;
  const { length } = dataset.reviews;
  if (found?.total === length && found.reviews[0]?.id === dataset.reviews[0]?.id) return;
  const problem =
    found === undefined
      ? `does not answer search_reviews (${search.status})`
      : `finds ${found.total} reviews where the deployed dataset has ${length}, or another newest one`;
  wrong(mcpPath, problem, "the sidecar reads another build: check its DIST and its log", staleSidecar);
}

/** Agents and inspectors run in browsers, on sites of their own. */
async function checkBrowsers(deploy: AuditedDeploy): Promise<void> {
  const { hostname, protocol } = new URL(deploy.baseUrl);
  // A site that only this machine can reach answers other ports of its own host, and nobody else.
  const origin = isLoopback(hostName(hostname)) ? `${protocol}//${hostname}:8` : "https://inspector.example";
  const hello = await deploy.ask(mcpPath, initialize({ Origin: origin }));
  if (hello.status === 403)
    deploy.wrong(
      mcpPath,
      `refuses browsers of other sites (403 to Origin: ${origin})`,
      "pass on the Host header, and let the proxy or firewall not filter by Origin",
    );
  else if (deploy.isGood(mcpPath, hello, { types: json })) isOpen(`${mcpPath} (POST)`, hello.headers, deploy);
}

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub on HEAD as on GET, and the hub takes POST",
  needsSidecar: true,
  async run(deploy) {
    for (const path of topicPaths) await checkHead(path, deploy);
    await checkPost(deploy);
    const asked = await deploy.get(hubPath);
    const isThere = deploy.isGood(hubPath, asked, { statuses: [405], types: ["text/plain"] });
    if (isThere && !toNames(asked.headers["allow"]).includes("post"))
      deploy.wrong(hubPath, "answers GET with 405 and no Allow: POST", "pass its headers on");
    const { status } = await deploy.get("/readyz");
    if (status === 503 && memberOf(await deploy.json("/readyz"), "status") === "store unreachable")
      deploy.wrong(
        "/readyz",
        "says that the hub cannot reach its store (503): nobody can subscribe",
        "see that the database of DATABASE_URL runs, or that its disk has room",
      );
  },
};

/** Subscribers may find hub and topic by HEAD alone; the Link header of GET is one of those of the build. */
async function checkHead(path: string, deploy: AuditedDeploy): Promise<void> {
  if (deploy.damaged.has(path)) return;
  const answer = await deploy.ask(path, { method: "HEAD" });
  if (answer.status === 405 || answer.status === 501) {
    const problem = `answers ${answer.status} to HEAD`;
    return deploy.wrong(path, problem, "serve HEAD as GET, without a body", "head");
  }
  const { headers } = await deploy.get(path);
  if (!deploy.isGood(path, answer, { method: "HEAD" }) || answer.headers["link"] === headers["link"]) return;
  const problem = "has another Link header on HEAD than on GET: subscribers do not find the hub";
  deploy.wrong(path, problem, "send the Link header of dist/_headers on GET and HEAD", "Link on HEAD");
}

/** A subscription with a callback that the hub itself refuses, in words of its own: firewalls dislike such forms. */
async function checkPost({ ask, builtFor, isGood, wrong }: AuditedDeploy): Promise<void> {
  const form = {
    "hub.mode": "subscribe",
    "hub.topic": `${builtFor}/feed.xml`,
    "hub.callback": "http://subscriber.example/only-https-is-taken",
  };
  const answer = await ask(hubPath, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const expected = { statuses: [400, 429, 503], types: ["text/plain"], method: "POST" } as const;
  if (!isGood(hubPath, answer, expected) || answer.status !== 400) return;
  const reply = answer.body.toString("utf8").trim();
  if (!/callback/i.test(reply))
    wrong(
      hubPath,
      `does not get the form of a subscription: ${reply.slice(0, 100)}`,
      "pass POST on with its body and Content-Type unchanged",
    );
}
