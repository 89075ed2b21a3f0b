import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accepted, callTool, issuesOf, post, request, statelessMeta } from "./messages.ts";
import { loadSnapshot, type RunningMcp, startMcp } from "./running-mcp.ts";

let mcp: RunningMcp;
beforeAll(async () => {
  mcp = await startMcp(await loadSnapshot(inject("dist")));
});
afterAll(async () => {
  expect(mcp.errors).toEqual([]);
  await mcp.close();
});

/** Accents in an order that composition has to sort, which takes the square of their number. */
const accents = (bytes: number) => `e${"\u0316\u0301\u0345\u0327".repeat(bytes / 8)}`;
const letters = (bytes: number) => "x".repeat(bytes);
const spaces = (bytes: number) => `2026-01-01${" ".repeat(bytes)}\nx`;
const slashes = (bytes: number) => "/".repeat(bytes);
const texts = { accents, letters, spaces, slashes };

/** As many named values as fit. */
const manyNames = (bytes: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: bytes / 12 }, (_, index) => [`k${index}`, value]));
const manyItems = (bytes: number) => Array.from({ length: bytes / 3 }, () => ({}));

const call = (name: string, given: unknown) => ({ method: "tools/call", params: { name, arguments: given } });
const prompt = (name: string, given: unknown) => ({
  method: "prompts/get",
  params: { name, arguments: given },
});
const complete = (ref: object, argument: object, given?: object) => ({
  method: "completion/complete",
  params: { ref, argument, ...(given && { context: { arguments: given } }) },
});

/** What one text of any length can stand for. */
const places: Record<string, (text: string) => object> = {
  "a technician": (text) => call("search_reviews", { mentions_technician: text }),
  "a service": (text) => call("search_reviews", { mentions_service: text }),
  "a query": (text) => call("search_reviews", { query: text }),
  "a day": (text) => call("search_reviews", { since: text }),
  "a number": (text) => call("search_reviews", { limit: text }),
  "an argument's name": (text) => call("search_reviews", { [text]: 1 }),
  "a tool's name": (text) => call(text, {}),
  "a prompt's technician": (text) => prompt("compare_technicians", { first: text, second: "x" }),
  "a prompt's service": (text) => prompt("summarize_service", { service: text }),
  "a prompt's words": (text) => prompt("answer_from_reviews", { question: text }),
  "a prompt's review": (text) => prompt("draft_reply", { review_id: text }),
  "a prompt's day": (text) => prompt("report_period", { since: text }),
  "a prompt's argument": (text) => prompt("report_period", { [text]: "x" }),
  "a prompt's name": (text) => prompt(text, {}),
  "a resource": (text) => ({ method: "resources/read", params: { uri: text } }),
  "a review's address": (text) => ({ method: "resources/read", params: { uri: `review://${text}` } }),
  "an insight's address": (text) => ({ method: "resources/read", params: { uri: `insights://${text}` } }),
  "a text to complete": (text) =>
    complete(
      { type: "ref/prompt", name: "compare_technicians" },
      {
        name: "first",
        value: text,
      },
    ),
  "an id to complete": (text) =>
    complete({ type: "ref/resource", uri: "review://{id}" }, { name: "id", value: text }),
  "a template": (text) => complete({ type: "ref/resource", uri: text }, { name: "id", value: "x" }),
  "a completion's context": (text) =>
    complete(
      { type: "ref/resource", uri: "insights://{part}/{id}" },
      { name: "id", value: "x" },
      {
        part: text,
      },
    ),
  "a cursor": (text) => ({ method: "tools/list", params: { cursor: text } }),
  "a method": (text) => ({ method: text }),
  "an id": (text) => ({ ...call("get_business", { x: 1 }), id: text }),
  "a version": (text) => ({
    method: "initialize",
    params: { protocolVersion: text, capabilities: {}, clientInfo: { name: "x", version: "1" } },
  }),
  "a client's name": (text) => ({
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: text } },
  }),
  "a stateless version": (text) => ({ method: "tools/list", params: { _meta: statelessMeta(text) } }),
};

const collections: Record<string, (bytes: number) => object> = {
  "unknown arguments": (bytes) => call("search_reviews", manyNames(bytes)),
  "unknown arguments of a tool that takes none": (bytes) => call("get_business", manyNames(bytes)),
  "unknown arguments that are objects": (bytes) => call("search_reviews", manyNames(bytes / 2, { a: [] })),
  "unknown arguments of a prompt": (bytes) => prompt("compare_technicians", manyNames(bytes, "x")),
  "values of a wrong type in a context": (bytes) =>
    complete({ type: "ref/resource", uri: "review://{id}" }, { name: "id", value: "" }, manyNames(bytes)),
  "a list for a number": (bytes) => call("search_reviews", { limit: manyItems(bytes), rating: {} }),
  "an object for a text": (bytes) => call("search_reviews", { query: manyNames(bytes) }),
  "unknown parameters": (bytes) => ({ method: "tools/list", params: manyNames(bytes) }),
  "unknown parameters of a call": (bytes) => ({
    method: "tools/call",
    params: { ...manyNames(bytes), name: "search_reviews" },
  }),
  "unknown parameters of an unknown method": (bytes) => ({ method: "x", params: manyNames(bytes) }),
  "unknown members": (bytes) => ({ method: "tools/list", ...manyNames(bytes) }),
  "capabilities of a client": (bytes) => ({
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: manyNames(bytes, {}),
      clientInfo: { name: "x", version: "1" },
    },
  }),
  "a batch": (bytes) => manyItems(bytes),
};

const cases: [name: string, build: (bytes: number) => object][] = [
  ...Object.entries(places).flatMap(([place, build]) =>
    Object.entries(texts).map(([kind, text]): [string, (bytes: number) => object] => [
      `${kind} for ${place}`,
      (bytes) => build(text(bytes)),
    ]),
  ),
  ...Object.entries(collections),
];

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

test.each(cases)("%s cost in proportion to their size, and little", async (_, build) => {
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
    message: expect.stringContaining("at most 4000 values"),
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
