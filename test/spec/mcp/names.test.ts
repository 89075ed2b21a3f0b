import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accepted, request } from "../../server/mcp/messages.ts";
import { loadSnapshot, type RunningMcp, startMcp } from "../../server/mcp/running-mcp.ts";
import { askRaw } from "../../raw-request.ts";

let loopback: RunningMcp;
let open: RunningMcp;
let local: RunningMcp;
beforeAll(async () => {
  const snapshot = await loadSnapshot(inject("dist"));
  loopback = await startMcp(snapshot, { BASE_URL: "https://reviews.example" });
  open = await startMcp(snapshot, { BASE_URL: "https://reviews.example", HOST: "::" });
  local = await startMcp(snapshot, { BASE_URL: "http://localhost:3000" });
});
afterAll(() => Promise.all([loopback, open, local].map((mcp) => mcp.close())));

/** fetch does not let a test choose Host. */
const statusFor = async (url: string, headers: Record<string, string>) => {
  const body = JSON.stringify(request("tools/list"));
  return (await askRaw(url, "/mcp", { method: "POST", headers: { ...accepted, ...headers }, body })).status;
};

const port = () => new URL(loopback.url).port;

test.each([
  ["the address it is bound to", () => ({ Host: `127.0.0.1:${port()}` })],
  ["localhost", () => ({ Host: `localhost:${port()}` })],
  ["BASE_URL", () => ({ Host: "reviews.example" })],
  ["its own page", () => ({ Host: `localhost:${port()}`, Origin: `http://localhost:${port()}` })],
  ["a page of BASE_URL", () => ({ Host: "reviews.example", Origin: "https://reviews.example" })],
])("on a loopback address, a request by %s is served", async (_, headers) => {
  expect(await statusFor(loopback.url, headers())).toBe(200);
});

test.each([
  ["a foreign Origin", () => ({ Host: `localhost:${port()}`, Origin: "https://evil.example" })],
  ["an Origin on another port", () => ({ Host: `localhost:${port()}`, Origin: "http://localhost:1" })],
  ["an opaque Origin", () => ({ Host: `localhost:${port()}`, Origin: "null" })],
  [
    "a foreign Origin, whatever Host begins like",
    () => ({ Host: "reviews.example.evil.example", Origin: "https://evil.example" }),
  ],
])("on a loopback address, %s is 403", async (_, headers) => {
  expect(await statusFor(loopback.url, headers())).toBe(403);
});

test("on a public address, every Host and Origin is served", async () => {
  expect(await statusFor(open.url, { Host: "any.example", Origin: "https://agent.example" })).toBe(200);
});

test.each([
  ["a page of another site", { Host: "reviews.example", Origin: "https://agent.example" }],
  ["a page without TLS", { Host: "reviews.example", Origin: "http://agent.example" }],
  ["an opaque origin", { Host: "reviews.example", Origin: "null" }],
  ["a Host in other letters, with a port", { Host: "Reviews.Example.:443", Origin: "https://agent.example" }],
])("behind a proxy, a public address is for every origin: %s", async (_, headers) => {
  expect(await statusFor(loopback.url, headers)).toBe(200);
});

test.each([
  ["http://localhost:5173", 200],
  ["http://127.0.0.1:6274", 200],
  ["https://localhost:8443", 200],
  ["http://[::1]:8080", 200],
  ["https://evil.example", 403],
  ["http://localhost.evil.example", 403],
  ["null", 403],
  ["not an origin", 403],
])("where BASE_URL is this machine, a page of %s gets %i", async (origin, status) => {
  const Host = `localhost:${new URL(local.url).port}`;
  expect(await statusFor(local.url, { Host, Origin: origin })).toBe(status);
});

test("a name that leads here by DNS rebinding is refused", async () => {
  const rebound = { Host: "evil.example:3000", Origin: "http://evil.example:3000" };
  for (const mcp of [local, loopback]) expect(await statusFor(mcp.url, rebound)).toBe(403);
});
