import { describe, expect, test } from "vitest";
import { post, postStateless, request, statelessMeta } from "../../server/mcp/messages.ts";
import { startBuiltMcp } from "../../server/mcp/running-mcp.ts";

const mcp = startBuiltMcp();

test("server/discover says versions, capabilities and who answers", async () => {
  const { status, headers, body } = await postStateless(mcp.url, "server/discover");
  expect(status).toBe(200);
  expect(headers.get("Mcp-Session-Id")).toBeNull();
  expect(body.result).toMatchObject({
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    resultType: "complete",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "localhost/reviews", version: "1.0.0" } },
  });
});

test.each([
  ["tools/list", {}],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "business://profile" }],
  ["prompts/list", {}],
])("%s may be cached by everyone for a while", async (method, params) => {
  const { body } = await postStateless(mcp.url, method, params);
  expect(body.result).toMatchObject({ cacheScope: "public", resultType: "complete" });
  expect(body.result.ttlMs).toBeGreaterThan(0);
});

test("tools/call gives the same result as in a session", async () => {
  const call = { name: "search_reviews", arguments: { limit: 3 } };
  const stateless = await postStateless(mcp.url, "tools/call", call);
  const session = await post(mcp.url, request("tools/call", call));
  expect(stateless.body.result.structuredContent).toEqual(session.body.result.structuredContent);
  expect(stateless.body.result.content).toEqual(session.body.result.content);
  expect(stateless.body.result.resultType).toBe("complete");
});

describe("headers and body must agree", () => {
  const call = { name: "get_business", arguments: {} };
  test.each([
    ["Mcp-Method names another method", { "Mcp-Method": "tools/list" }],
    ["Mcp-Name names another tool", { "Mcp-Name": "search_reviews" }],
    ["Mcp-Name is wrapped wrongly", { "Mcp-Name": "=?base64?***?=" }],
    ["MCP-Protocol-Version names another version", { "MCP-Protocol-Version": "2025-11-25" }],
  ])("%s: 400 with -32020", async (_, headers) => {
    const { status, body } = await postStateless(mcp.url, "tools/call", call, headers);
    expect([status, body.error.code]).toEqual([400, -32_020]);
  });

  test.each([
    ["prompts/get", { name: "find_complaints" }],
    ["resources/read", { uri: "business://profile" }],
  ])("Mcp-Name is the one of %s too", async (method, params) => {
    expect((await postStateless(mcp.url, method, params)).status).toBe(200);
    const { status, body } = await postStateless(mcp.url, method, params, { "Mcp-Name": "another" });
    expect([status, body.error.code]).toEqual([400, -32_020]);
  });

  test.each(["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])(
    "%s is missing: 400 with -32020",
    async (missing) => {
      const all = {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "get_business",
      };
      const headers = Object.fromEntries(Object.entries(all).filter(([name]) => name !== missing));
      const message = request("tools/call", { ...call, _meta: statelessMeta() });
      const { status, body } = await post(mcp.url, message, headers);
      expect([status, body.error.code, body.id]).toEqual([400, -32_020, message.id]);
    },
  );

  test("a name wrapped in base64, or with blanks around it, agrees", async () => {
    const wrapped = `=?base64?${Buffer.from("get_business").toString("base64")}?=`;
    for (const name of [wrapped, "  get_business "])
      expect((await postStateless(mcp.url, "tools/call", call, { "Mcp-Name": name })).status).toBe(200);
  });
});

test.each(["2027-01-01", "v999.0.0"])(
  "the unsupported version %s: 400 with -32022 and the supported ones",
  async (version) => {
    const { status, body } = await post(
      mcp.url,
      request("server/discover", { _meta: statelessMeta(version) }),
      {
        "MCP-Protocol-Version": version,
        "Mcp-Method": "server/discover",
      },
    );
    expect([status, body.error.code]).toEqual([400, -32_022]);
    expect(body.error.data).toEqual({ supported: ["2026-07-28"], requested: version });
  },
);

test.each([
  "nonsense",
  "initialize",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "subscriptions/listen",
])("%s is unknown: 404 with -32601", async (method) => {
  const { status, headers, body } = await postStateless(mcp.url, method, { notifications: {} });
  expect([status, body.error.code]).toEqual([404, -32_601]);
  expect(headers.get("Content-Type")).toBe("application/json");
});

test.each([
  ["no _meta", {}],
  ["no version", { _meta: { "io.modelcontextprotocol/clientCapabilities": {} } }],
  ["no capabilities", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }],
])("%s: 400 with -32602", async (_, params) => {
  const { status, body } = await post(mcp.url, request("server/discover", params), {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "server/discover",
  });
  expect([status, body.error.code]).toEqual([400, -32_602]);
});

test("an unknown tool is -32602 in the answer", async () => {
  const { status, body } = await postStateless(mcp.url, "tools/call", { name: "delete_review" });
  expect([status, body.error.code]).toEqual([200, -32_602]);
});

test("a notification is 202 and empty", async () => {
  const notification = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { _meta: statelessMeta(), requestId: 1 },
  };
  const { status, text } = await post(mcp.url, notification, { "MCP-Protocol-Version": "2026-07-28" });
  expect([status, text]).toEqual([202, ""]);
});

test("a session id means nothing here", async () => {
  const { status } = await postStateless(mcp.url, "tools/list", {}, { "Mcp-Session-Id": "of another time" });
  expect(status).toBe(200);
});
