import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { costlyMessages, letters, manyItems, manyNames, prompt } from "./costly-messages.ts";
import { accepted, callTool, issuesOf, post, request } from "./messages.ts";
import { loadSnapshot, type RunningMcp, startMcp } from "./running-mcp.ts";

let mcp: RunningMcp;
beforeAll(async () => {
  mcp = await startMcp(await loadSnapshot(inject("dist")));
});
afterAll(async () => {
  expect(mcp.errors).toEqual([]);
  await mcp.close();
});

const kilobyte = 1024;

/** Milliseconds of CPU that a request takes, ours and the client's, and the bytes of its answer. */
async function measure(body: string) {
  const before = process.cpuUsage();
  const response = await fetch(mcp.url, { method: "POST", headers: accepted, body });
  const { length } = await response.text();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, bytes: length };
}

async function measureBest(message: object, isEnough: (ms: number) => boolean) {
  const body = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: "2.0", id: 1, ...message });
  expect(body.length).toBeLessThan(256 * kilobyte);
  let best = await measure(body);
  // A collection of garbage, or another program, makes one run slow; quadratic work makes all of them slow.
  for (let run = 1; run < 3 || (run < 20 && !isEnough(best.ms)); run += 1) {
    const next = await measure(body);
    if (next.ms < best.ms) best = next;
  }
  return best;
}

test.each(costlyMessages)("%s cost in proportion to their size, and little", async (_, build) => {
  const small = await measureBest(build(60 * kilobyte), () => true);
  // Four times the size; what takes its square takes fifteen times as long. The client takes part of it.
  const most = Math.min(5 * small.ms + 5, 20);
  const large = await measureBest(build(230 * kilobyte), (ms) => ms < most);
  expect(large.bytes).toBeLessThan(64 * kilobyte);
  expect(large.ms).toBeLessThan(5 * small.ms + 5);
  expect(large.ms).toBeLessThan(20);
});

test("of very many unknown arguments the first are named, and how many there are", async () => {
  const { body } = await callTool(mcp.url, "search_reviews", manyNames(1000 * 12));
  expect(body.result.content[0].text).toContain("1000 arguments are not valid");
  expect(body.result.content[0].text).toContain("- and 980 more");
  expect(issuesOf(body)).toHaveLength(20);
  const { error } = (
    await post(mcp.url, request("prompts/get", prompt("report_period", manyNames(1200)).params))
  ).body;
  expect(error.message).toContain("knows no k0, k1, k2, k3, k4 and 95 more");
});

test("a body with more values than any message needs is refused before it is parsed", async () => {
  const { status, body } = await post(mcp.url, request("tools/list", manyNames(20_000 * 12)));
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: -32_600,
    message: expect.stringContaining("at most 2000 values"),
  });
});

test("issues repeat the beginning of what was received", async () => {
  const { body } = await callTool(mcp.url, "search_reviews", {
    limit: letters(10_000),
    rating: manyItems(3000),
    [letters(10_000)]: letters(10_000),
  });
  expect(issuesOf(body)).toHaveLength(3);
  for (const issue of issuesOf(body)) expect(JSON.stringify(issue).length).toBeLessThan(800);
});
