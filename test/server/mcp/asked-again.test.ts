import { expect, test } from "vitest";
import { post, postStateless, request, statelessMeta } from "./messages.ts";
import { startBuiltMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();

const call = '"method":"tools/call","params":{"name":"search_reviews","arguments":{"limit":2}}';

test.each([
  ["first", (id: string) => `{"jsonrpc":"2.0","id":${id},${call}}`],
  ["last", (id: string) => `{${call},"jsonrpc":"2.0","id":${id}}`],
  ["in the middle", (id: string) => `{"id":${id},"jsonrpc":"2.0",${call}}`],
  ["twice", (id: string) => `{"jsonrpc":"2.0","id":0,${call},"id":${id}}`],
])("a question with its id %s is answered alike however often, each time to its id", async (_, write) => {
  const results = new Set<string>();
  for (const id of ["1", "2", '"three"', "-4", '"fünf \\""', "6"]) {
    const { status, body } = await post(mcp.url, write(id));
    expect([status, body.id]).toEqual([200, JSON.parse(id)]);
    expect(body.result.structuredContent.count).toBe(2);
    results.add(JSON.stringify(body.result));
  }
  expect(results.size).toBe(1);
});

test("of two ids the last counts, as JSON has it, though the question is known", async () => {
  for (const id of ["1", "1", "1", "5"]) {
    expect((await post(mcp.url, `{"jsonrpc":"2.0","id":${id},${call},"id":1}`)).body.id).toBe(1);
  }
});

test.each(["01", "1.5", "null", "{}", '"open'])(
  "an id that is %s is refused, though the question is known",
  async (id) => {
    for (const good of ["1", "2", "3"]) await post(mcp.url, `{"jsonrpc":"2.0","id":${good},${call}}`);
    expect((await post(mcp.url, `{"jsonrpc":"2.0","id":${id},${call}}`)).status).toBe(400);
  },
);

test("a known question in a forged session is still 404", async () => {
  const message = request("tools/list");
  for (let turn = 0; turn < 3; turn += 1) expect((await post(mcp.url, message)).status).toBe(200);
  expect((await post(mcp.url, message, { "Mcp-Session-Id": "forged" })).status).toBe(404);
});

test("a known question with other headers is judged anew", async () => {
  const params = { name: "search_reviews", arguments: { limit: 3 } };
  const message = request("tools/call", { ...params, _meta: statelessMeta() });
  const good = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "search_reviews",
  };
  for (let turn = 0; turn < 3; turn += 1) expect((await post(mcp.url, message, good)).status).toBe(200);
  for (const [name, other] of [
    ["MCP-Protocol-Version", "2025-11-25"],
    ["Mcp-Method", "tools/list"],
    ["Mcp-Name", "get_business"],
  ] as const) {
    expect((await post(mcp.url, message, { ...good, [name]: other })).status).toBe(400);
    const { [name]: _, ...without } = good;
    expect((await post(mcp.url, message, without)).status).toBe(400);
  }
});

test("a known question of the stateless era is served whatever the session header says", async () => {
  for (const id of ["one", "two", "three", "four"]) {
    const { status } = await postStateless(mcp.url, "tools/list", {}, { "Mcp-Session-Id": id });
    expect(status).toBe(200);
  }
});
