import { createHmac } from "node:crypto";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, expect, inject, test } from "vitest";
import { type RunningServer, startServer } from "../start-server.ts";
import { hello, patientFetch, post, request } from "./messages.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

let running: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});

/** Ports of replicas stay the same over a restart, as behind a load balancer. */
async function start(PORT: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env: { DIST: inject("dist"), PORT, ...env } });
  running.push(server);
  return server;
}

const stopAll = async () => {
  expect(await Promise.all(running.map((server) => server.stop()))).toEqual(running.map(() => 0));
  running = [];
};

test("a client that alternates between two replicas survives the restart of both", async () => {
  const ports = (await Promise.all([freePort(), freePort()])).map(String);
  const MCP_SESSION_KEY = "one key for both of them";
  await Promise.all(ports.map((port) => start(port, { MCP_SESSION_KEY })));
  let turn = 0;
  const asked = ports.map(() => 0);
  const balanced: typeof fetch = (input, init) => {
    const replica = turn++ % 2;
    asked[replica] = (asked[replica] ?? 0) + 1;
    const url = new URL(input instanceof Request ? input.url : input);
    url.port = ports[replica] ?? "";
    return patientFetch(url, init);
  };
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${ports[0]}/mcp`), {
    fetch: balanced,
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  const session = transport.sessionId;
  expect(session).toBeTruthy();
  const ask = async () =>
    (await client.callTool({ name: "search_reviews", arguments: { limit: 2 } })).structuredContent;
  const first = await ask();
  for (let call = 0; call < 4; call += 1) expect(await ask()).toEqual(first);

  await stopAll();
  await Promise.all(ports.map((port) => start(port, { MCP_SESSION_KEY })));
  for (let call = 0; call < 4; call += 1) expect(await ask()).toEqual(first);
  expect(transport.sessionId).toBe(session);
  expect(Math.min(...asked)).toBeGreaterThan(4);
  await client.close();
});

test("replicas that share a store share the key, others do not, and MCP_SESSION_KEY decides", async () => {
  const folder = await temporaryFolder();
  const DATABASE_URL = `sqlite:${join(folder, "hub.sqlite")}`;
  const environments = [
    { DATABASE_URL },
    { DATABASE_URL },
    {},
    { DATABASE_URL, MCP_SESSION_KEY: "a key of its own, long" },
  ];
  const [first, same, other, keyed] = await Promise.all(environments.map((env) => start("0", env)));
  const opened = await post(`${first?.url}/mcp`, hello());
  const headers = { "Mcp-Session-Id": opened.headers.get("Mcp-Session-Id") ?? "" };
  const statusAt = async (server?: RunningServer) =>
    (await post(`${server?.url}/mcp`, request("tools/list"), headers)).status;
  expect(await Promise.all([first, same, other, keyed].map(statusAt))).toEqual([200, 200, 404, 404]);
  await stopAll();
  expect(await statusAt(await start("0", { DATABASE_URL }))).toBe(200);
});

test("the key cannot be told from the public address", async () => {
  const { url } = await start("0");
  const value = "a".repeat(22);
  const signature = createHmac("sha256", "mcp session key of http://localhost:3000")
    .update(`mcp-session ${value}`)
    .digest("base64url");
  const { status } = await post(`${url}/mcp`, request("tools/list"), {
    "Mcp-Session-Id": `${value}.${signature}`,
  });
  expect(status).toBe(404);
});

test("the whole server answers MCP on every method, and with its own headers", async () => {
  const { url } = await start("0");
  const [preflight, get] = await Promise.all(
    ["OPTIONS", "GET"].map((method) => patientFetch(`${url}/mcp`, { method })),
  );
  expect([preflight?.status, get?.status, get?.headers.get("Allow")]).toEqual([204, 405, "POST"]);
  expect(get?.headers.get("Access-Control-Allow-Origin")).toBe("*");
});
