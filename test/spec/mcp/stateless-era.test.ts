import { describe, expect, test } from "vitest";
import { post, postStateless, request, statelessMeta } from "../../server/mcp/messages.ts";
import { startBuiltMcp } from "../../server/mcp/running-mcp.ts";

const mcp = startBuiltMcp();

// What every server owes to every client is the official suite's to ask: conformance.test.ts.

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

describe("headers and body must agree", () => {
  const call = { name: "get_business", arguments: {} };
  test("Mcp-Name is wrapped wrongly: 400 with -32020", async () => {
    const headers = { "Mcp-Name": "=?base64?***?=" };
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

  test("MCP-Protocol-Version is missing: 400 with -32020", async () => {
    const headers = { "Mcp-Method": "tools/call", "Mcp-Name": "get_business" };
    const message = request("tools/call", { ...call, _meta: statelessMeta() });
    const { status, body } = await post(mcp.url, message, headers);
    expect([status, body.error.code, body.id]).toEqual([400, -32_020, message.id]);
  });

  test("a name wrapped in base64 agrees", async () => {
    const name = `=?base64?${Buffer.from("get_business").toString("base64")}?=`;
    expect((await postStateless(mcp.url, "tools/call", call, { "Mcp-Name": name })).status).toBe(200);
  });
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
