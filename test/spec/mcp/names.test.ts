import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accepted, request } from "../../server/mcp/messages.ts";
import { loadSnapshot, type RunningMcp, startMcp } from "../../server/mcp/running-mcp.ts";

let loopback: RunningMcp;
let open: RunningMcp;
beforeAll(async () => {
  const snapshot = await loadSnapshot(inject("dist"));
  loopback = await startMcp(snapshot, { BASE_URL: "https://reviews.example" });
  open = await startMcp(snapshot, {
    BASE_URL: "https://reviews.example",
    HOST: "::",
  });
});
afterAll(() => Promise.all([loopback.close(), open.close()]));

/** fetch does not let a test choose Host. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const outgoing = httpRequest({
      hostname,
      port,
      path: pathname,
      method: "POST",
      headers: { ...accepted, ...headers },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.end(JSON.stringify(request("tools/list")));
  });

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
  ["a foreign Host", () => ({ Host: "evil.example" })],
  ["a foreign Host with our port", () => ({ Host: `evil.example:${port()}` })],
  ["a Host that only begins like ours", () => ({ Host: `localhost.evil.example:${port()}` })],
  ["a foreign Origin", () => ({ Host: `localhost:${port()}`, Origin: "https://evil.example" })],
  ["an Origin on another port", () => ({ Host: `localhost:${port()}`, Origin: "http://localhost:1" })],
  ["an opaque Origin", () => ({ Host: `localhost:${port()}`, Origin: "null" })],
  ["BASE_URL's name without TLS", () => ({ Host: "reviews.example", Origin: "http://evil.example" })],
])("on a loopback address, %s is 403", async (_, headers) => {
  expect(await statusFor(loopback.url, headers())).toBe(403);
});

test("on a public address, every Host and Origin is served", async () => {
  expect(await statusFor(open.url, { Host: "any.example", Origin: "https://agent.example" })).toBe(200);
});
