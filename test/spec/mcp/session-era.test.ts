import { describe, expect, inject, test } from "vitest";
import { accepted, callTool, hello, post, request } from "../../server/mcp/messages.ts";
import { buildDataset } from "../../server/dataset.ts";
import { loadSnapshot, startBuiltMcp, startMcp, startSmallMcp } from "../../server/mcp/running-mcp.ts";

const mcp = startBuiltMcp();

const open = async () => (await post(mcp.url, hello())).headers.get("Mcp-Session-Id") ?? "";

describe("initialize", () => {
  test.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
    "answers %s with the same version and a session id",
    async (version) => {
      const { status, headers, body } = await post(mcp.url, hello(version));
      expect(status).toBe(200);
      expect(body.result.protocolVersion).toBe(version);
      expect(headers.get("Mcp-Session-Id")).toMatch(/^[\x21-\x7E]+$/);
    },
  );

  test.each(["1999-01-01", "2024-11-05", "2099-01-01", "x"])(
    "answers the unsupported version %s with a supported one",
    async (version) => {
      const { body } = await post(mcp.url, hello(version));
      expect(body.result.protocolVersion).toBe("2025-11-25");
    },
  );

  test("offers tools, resources, prompts and completion, and no listChanged", async () => {
    const { body } = await post(mcp.url, hello());
    expect(body.result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(body.result.instructions).toContain("untrusted");
  });

  test.each([
    [undefined, /protocolVersion must be text.*clientInfo must name the client/],
    [{ protocolVersion: "2025-11-25", capabilities: {} }, /params\.clientInfo must name the client/],
    [{ ...hello().params, clientInfo: { name: "x" } }, /params\.clientInfo\.version must be text/],
  ])("with %o says in a sentence what is wrong", async (params, fault) => {
    const { body } = await post(mcp.url, request("initialize", params));
    expect(body.error.code).toBe(-32_602);
    expect(body.error.message).toMatch(fault);
  });
});

test("an id signed with an earlier key is genuine", async () => {
  const key = "the earlier key of 16+";
  const keys: [string, ...string[]][] = [[key], ["a newer key", key]];
  const data = buildDataset([]);
  const [earlier, newer] = await Promise.all(keys.map((list) => startSmallMcp(data, undefined, () => list)));
  const headers = async (url = "") => ({
    "Mcp-Session-Id": (await post(url, hello())).headers.get("Mcp-Session-Id") ?? "",
  });
  const list = async (url: string | undefined, from: string | undefined) =>
    (await post(url ?? "", request("tools/list"), await headers(from))).status;
  expect(await list(newer?.url, earlier?.url)).toBe(200);
  expect(await list(earlier?.url, newer?.url)).toBe(404);
});

describe("a session", () => {
  test("is served with its id, in every supported version", async () => {
    const id = await open();
    for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
      const headers = { "Mcp-Session-Id": id, "MCP-Protocol-Version": version };
      expect((await post(mcp.url, request("tools/list"), headers)).status).toBe(200);
    }
  });

  test.each([
    ["malformed", () => "nonsense"],
    ["empty", () => ""],
    ["forged", () => `${"a".repeat(22)}.${"b".repeat(43)}`],
    ["changed in one character", (id: string) => (id.startsWith("A") ? "B" : "A") + id.slice(1)],
    ["signed with another key", () => "foreign"],
  ])("whose id is %s is 404", async (kind, forge) => {
    let id = forge(await open());
    if (kind === "signed with another key") {
      const other = await startMcp(await loadSnapshot(inject("dist")), {}, () => ["another key of 16+"]);
      id = (await post(other.url, hello())).headers.get("Mcp-Session-Id") ?? "";
      await other.close();
    }
    for (const message of [request("tools/list"), { jsonrpc: "2.0", method: "notifications/initialized" }]) {
      const { status, body } = await post(mcp.url, message, { "Mcp-Session-Id": id });
      expect(status).toBe(404);
      expect(body.error.message).toContain("initialize");
    }
  });

  test("asked in an unsupported version is refused with the supported ones", async () => {
    for (const message of [request("tools/list"), { jsonrpc: "2.0", method: "notifications/initialized" }]) {
      const { status, body } = await post(mcp.url, message, { "MCP-Protocol-Version": "2024-11-05" });
      expect(status).toBe(400);
      expect(body.error.data.supported).toContain("2025-11-25");
    }
  });
});

describe("answers", () => {
  test("to notifications and to responses are 202 and empty", async () => {
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]) {
      const { status, text } = await post(mcp.url, message);
      expect([status, text]).toEqual([202, ""]);
    }
  });

  test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD"])("to %s are 405 with Allow: POST", async (method) => {
    const headers = { Accept: "text/event-stream", "Mcp-Session-Id": await open() };
    const response = await fetch(mcp.url, { method, headers });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  test.each([
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["application/json; charset=utf-8", 200],
    ["Application/JSON", 200],
  ])("to Content-Type %s have status %i", async (type, status) => {
    expect((await post(mcp.url, request("ping"), { "Content-Type": type })).status).toBe(status);
  });

  test("to a compressed body are 415", async () => {
    expect((await post(mcp.url, request("ping"), { "Content-Encoding": "gzip" })).status).toBe(415);
  });

  test.each([
    ["application/json", 406],
    ["text/event-stream", 406],
    ["*/*", 406],
    ["text/html", 406],
    ["application/json, text/event-stream;q=0", 406],
    ["text/event-stream, application/json", 200],
    ["application/json;q=0.9, text/event-stream;q=0.1", 200],
  ])("to Accept %s have status %i", async (accept, status) => {
    expect((await post(mcp.url, request("ping"), { Accept: accept })).status).toBe(status);
  });

  test.each([
    ["not JSON", "{", 400, -32_700],
    ["an empty body", "", 400, -32_700],
    ["no UTF-8", "\uD800", 400, -32_700],
    ["an array", "[]", 400, -32_600],
    ["a batch", JSON.stringify([request("ping"), request("ping")]), 400, -32_600],
    ["no message", '{"hello":1}', 400, -32_600],
    ["a string", '"ping"', 400, -32_600],
    ["null", "null", 400, -32_600],
    ["no jsonrpc", '{"id":1,"method":"ping"}', 400, -32_600],
    ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32_600],
    ["an unknown method", request("nonsense"), 200, -32_601],
    ["resources/subscribe", request("resources/subscribe", { uri: "business://profile" }), 200, -32_601],
    ["an unknown tool", request("tools/call", { name: "delete_review" }), 200, -32_602],
    ["a tool by a name of Object", request("tools/call", { name: "constructor" }), 200, -32_602],
    ["tools/call without a name", request("tools/call", {}), 200, -32_602],
    ["arguments of text", request("tools/call", { name: "get_business", arguments: "x" }), 200, -32_602],
    ["a cursor we never gave", request("tools/list", { cursor: "x" }), 200, -32_602],
  ])("to %s name the fault", async (_, body, status, code) => {
    const reply = await post(mcp.url, body);
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
    expect(reply.body.error.message).not.toContain("\n");
  });

  test("to faults carry the id of the request where it has one", async () => {
    expect((await post(mcp.url, { jsonrpc: "2.0", id: "abc", method: "nonsense" })).body.id).toBe("abc");
    expect((await post(mcp.url, "{")).body.id).toBeNull();
  });
});

const padded = (bytes: number) => {
  const body = JSON.stringify(request("ping", { _meta: { pad: "" } }));
  return body.replace('"pad":""', `"pad":"${"x".repeat(bytes - body.length)}"`);
};

const nested = (levels: number) => {
  const [open, close] = ['{"a":'.repeat(levels), "}".repeat(levels)];
  return JSON.stringify(request("ping", { _meta: { deep: 1 } })).replace(
    '"deep":1',
    `"deep":${open}1${close}`,
  );
};

const stream = (size: number) => {
  const body = new Blob([padded(size)]).stream();
  return fetch(mcp.url, { method: "POST", headers: accepted, body, duplex: "half" } as RequestInit);
};

describe("bounds", () => {
  test("a body of 256 KiB is read, of known length or not, and one byte more is 413", async () => {
    for (const send of [(size: number) => post(mcp.url, padded(size)), stream]) {
      expect((await send(256 * 1024)).status).toBe(200);
      expect((await send(256 * 1024 + 1)).status).toBe(413);
    }
  });

  test("64 levels are read, 65 are a 400", async () => {
    expect((await post(mcp.url, nested(61))).status).toBe(200);
    expect((await post(mcp.url, nested(62))).status).toBe(400);
    expect((await post(mcp.url, "[".repeat(200_000))).status).toBe(400);
  });

  test("2,000 values are read, 2,001 are a 400, however they are nested", async () => {
    // The message itself has three commas.
    const listOf = (length: number) => request("ping", { _meta: { list: Array.from({ length }, () => 1) } });
    expect((await post(mcp.url, listOf(1997))).status).toBe(200);
    const { status, body } = await post(mcp.url, listOf(1998));
    const message = "Invalid request: the body may have at most 2000 values";
    expect([status, body.error]).toEqual([400, { code: -32_600, message }]);
    expect((await post(mcp.url, `[${"[]".repeat(10_000)}]`)).body.error.code).toBe(-32_600);
  });

  test("an id of 1,000 characters is repeated, one more is a 400", async () => {
    const ask = (id: string) => post(mcp.url, { ...request("ping"), id });
    expect((await ask("x".repeat(1000))).body).toMatchObject({ id: "x".repeat(1000), result: {} });
    const { status, body } = await ask("x".repeat(1001));
    expect([status, body.id]).toEqual([400, null]);
  });

  test("brackets inside text are no levels", async () => {
    const { status } = await callTool(mcp.url, "search_reviews", { query: '[{"\\'.repeat(40) });
    expect(status).toBe(200);
  });
});

describe("CORS", () => {
  test("is open on a public address, for preflights, answers and errors", async () => {
    const open = await startMcp(await loadSnapshot(inject("dist")), { HOST: "0.0.0.0" });
    const headers = { Origin: "https://agent.example" };
    const preflight = await fetch(open.url, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Max-Age")).toBe("86400");
    const allowed = preflight.headers.get("Access-Control-Allow-Headers") ?? "";
    const names = "Mcp-Protocol-Version Mcp-Method Mcp-Name Mcp-Session-Id Authorization Content-Type";
    expect(allowed.split(", ")).toEqual(expect.arrayContaining(names.split(" ")));
    const answers = [await post(open.url, hello(), headers), await post(open.url, "{", headers)];
    for (const response of [preflight, ...answers]) {
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Mcp-Session-Id");
    }
    await open.close();
  });
});
