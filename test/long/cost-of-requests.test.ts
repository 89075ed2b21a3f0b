import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { costlyQueries, mostQuery, repeat } from "../server/http/costly-queries.ts";
import { costlyForms, costlyFormTypes, mostForm } from "../server/hub/costly-forms.ts";
import { costlyMessages } from "../server/mcp/costly-messages.ts";
import { accepted } from "../server/mcp/messages.ts";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { askRaw, type Question } from "../raw-request.ts";

/** Bounds on CPU time and on the length of an error, for any request of the allowed size. */
const mostMs = 5;
const mostErrorBytes = 64 * 1024;
/** Requests of each kind; their median counts, because garbage is collected in some of them. */
const rounds = 9;

let server: RunningServer;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  server = await startServer({
    env: {
      DIST: inject("dist"),
      HUB_RATE_LIMIT: "0",
      TRUST_PROXY: "127.0.0.0/8",
      NODE_OPTIONS: `--import ${new URL("../server/cpu-usage.ts", import.meta.url).href}`,
    },
  });
  // Compiling and caching at first are not a request's cost.
  for (let turn = 0; turn < 300; turn += 1)
    await send({ path: `/api/reviews/search?limit=${1 + (turn % 100)}` });
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

type Asked = Question & { path: string };
const send = ({ path, ...question }: Asked) => askRaw(server.url, path, { ...question, agent });

let asked = 0;
const cpuUsed = async (): Promise<number> => {
  asked += 1;
  const turn = asked;
  server.process.kill("SIGUSR2");
  const { microseconds } = await server.logged(
    (line) => line["event"] === "cpu used" && line["turn"] === turn,
  );
  return Number(microseconds);
};

/** The server's milliseconds of CPU for one request: the middle of many, and the best. */
const measure = async (ask: (turn: number) => Asked) => {
  const times: number[] = [];
  let longestError = 0;
  for (let turn = 0; turn < rounds; turn += 1) {
    const question = ask(turn);
    const before = await cpuUsed();
    const { status, body } = await send(question);
    times.push(((await cpuUsed()) - before) / 1000);
    expect(status).toBeLessThan(500);
    if (status >= 400) longestError = Math.max(longestError, body.length);
  }
  times.sort((one, other) => one - other);
  return { median: times[rounds >> 1] ?? Infinity, best: times[0] ?? Infinity, longestError };
};

const worst: { name: string; median: number }[] = [];
const expectCheap = async (name: string, ask: (turn: number) => Asked): Promise<void> => {
  let measured = await measure(ask);
  // Where other work disturbs the machine's caches, once or twice more.
  for (let turn = 0; turn < 2 && measured.median >= mostMs; turn += 1) measured = await measure(ask);
  worst.push({ name, median: measured.median });
  expect(measured.longestError).toBeLessThan(mostErrorBytes);
  expect(measured.median).toBeLessThan(mostMs);
};
afterAll(() => {
  worst.sort((one, other) => other.median - one.median);
  for (const { name, median } of worst.slice(0, 12)) console.log(`${median.toFixed(2)} ms: ${name}`);
});

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const hub = (body: string): Asked => ({ path: "/api/websub/hub", method: "POST", headers: form, body });
/** As many bytes of headers as Node takes. */
const mostHeaders = 15_000;
const at = (path: string, headers: Record<string, string | string[]> = {}): Asked => ({ path, headers });
const get = (headers: Record<string, string | string[]>) => at("/api/reviews/search?limit=1", headers);
const mcp = (headers: Record<string, string>): Asked => ({
  path: "/mcp",
  method: "POST",
  headers: { ...accepted, ...headers },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
});
const headers: Record<string, (turn: number) => Asked> = {
  "tags of If-None-Match": () => get({ "If-None-Match": repeat(() => 'W/"a",', mostHeaders) }),
  "quotes of If-None-Match": () => get({ "If-None-Match": '"'.repeat(mostHeaders) }),
  "spaces of If-None-Match": () => get({ "If-None-Match": `"a"${" ".repeat(mostHeaders - 20)}x` }),
  "a long If-Modified-Since": () => get({ "If-Modified-Since": repeat(() => "Sun, 06 ", mostHeaders) }),
  "codings of Accept-Encoding": () =>
    get({ "Accept-Encoding": repeat((at) => `${at.toString(36)};q=0.5,`, mostHeaders) }),
  "parameters of Accept-Encoding": () => get({ "Accept-Encoding": repeat(() => ";q=0.5 ", mostHeaders) }),
  "types of Accept": () => at("/nothing", { Accept: repeat(() => "text/x;q=0.1,", mostHeaders) }),
  ranges: () => at("/reviews.json", { Range: `bytes=${repeat(() => "1-2,", mostHeaders)}` }),
  "digits of a range": () => at("/reviews.json", { Range: `bytes=0-${"9".repeat(mostHeaders)}` }),
  "hops of X-Forwarded-For": () => get({ "X-Forwarded-For": repeat(() => "127.0.0.1,", mostHeaders) }),
  "hops of Forwarded": () => get({ Forwarded: repeat(() => 'for="127.0.0.1";,', mostHeaders) }),
  "quotes of Forwarded": () => get({ Forwarded: `for=${'"\\'.repeat(mostHeaders / 2)}` }),
  "a thousand headers": () =>
    get(Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`x-${at}`, "v"]))),
  "a long request id": () => get({ "X-Request-Id": "a".repeat(mostHeaders) }),
  "a long name of a host": () => get({ Host: `${"a.".repeat(mostHeaders / 2)}:80` }),
  "a long session id": () => mcp({ "Mcp-Session-Id": "a.".repeat(mostHeaders / 2) }),
  "types of MCP's Accept": () => mcp({ Accept: repeat(() => "application/json;q=0.1,", mostHeaders) }),
};

/** Targets that reach other routes, and questions that find much. */
const targets: Record<string, (turn: number) => Asked> = {
  "all reviews since a day": (turn) => at(`/api/reviews/since/200${turn}-01-01`),
  "all reviews since a day, compressed": (turn) =>
    at(`/api/reviews/since/201${turn}-01-01`, { "Accept-Encoding": "br" }),
  "all reviews since a day, as gzip": (turn) =>
    at(`/api/reviews/since/199${turn}-01-01`, { "Accept-Encoding": "gzip" }),
  "a hundred reviews with one letter": (turn) =>
    at(`/api/reviews/search?limit=100&query=e&min_rating=1.${turn + 1}`),
  "a hundred reviews, compressed": (turn) =>
    at(`/api/reviews/search?limit=100&query=a&min_rating=1.${turn + 1}`, { "Accept-Encoding": "br" }),
  "two hundred astral code points": (turn) =>
    at(`/api/reviews/search?query=${turn}${encodeURIComponent("𝔞".repeat(199))}`),
  "two hundred accents to compose": (turn) =>
    at(`/api/reviews/search?query=${turn}${encodeURIComponent("\u0316\u0301".repeat(99))}`),
  "a page of long ligatures": (turn) =>
    at(`/api/reviews/search?mentions_technician=${turn}${encodeURIComponent("ﷺ".repeat(700))}`),
  "a path of slashes": () => ({ path: `/${"/".repeat(mostQuery)}` }),
  "a path of dots": () => ({ path: `/${repeat(() => "../", mostQuery)}` }),
  "a path of escapes": () => ({ path: `/${repeat(() => "%2e%2e%2f", mostQuery)}` }),
  "a path of half escapes": () => ({ path: `/reviews/${"%".repeat(mostQuery - 10)}` }),
  "a day of escapes": () => ({ path: `/api/reviews/since/${repeat(() => "%CC%81", mostQuery - 20)}` }),
};

describe("no request of the allowed size takes 5 ms of the server's CPU, nor is its error longer than 64 KB", () => {
  test.each(Object.entries(costlyQueries))("search: %s", (name, make) =>
    expectCheap(name, () => ({ path: `/api/reviews/search?${make(mostQuery - 30)}` })),
  );
  test.each(Object.entries(costlyQueries))("since: %s", (name, make) =>
    expectCheap(name, () => ({ path: `/api/reviews/since/2026-01-01?${make(mostQuery - 40)}` })),
  );
  test.each(Object.entries(targets))("targets: %s", expectCheap);
  test.each(Object.entries(headers))("headers: %s", expectCheap);
  test.each(Object.entries(costlyForms))("the hub's forms: %s", (name, make) =>
    expectCheap(name, (turn) => hub(make(mostForm, turn))),
  );
  test.each(Object.entries(costlyFormTypes))("the types of the hub's forms: %s", (name, make) =>
    expectCheap(name, () => ({
      ...hub("hub.mode=subscribe"),
      headers: { "Content-Type": make(mostHeaders) },
    })),
  );
  test.each(costlyMessages)("MCP: %s", (name, make) =>
    expectCheap(name, () => {
      const message = make(240 * 1024);
      const body = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: "2.0", id: 1, ...message });
      return { path: "/mcp", method: "POST", headers: accepted, body };
    }),
  );
});
