import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { Problem } from "../../../src/schema/problem.ts";
import { SearchQuery, SinceParams } from "../../../src/schema/search.ts";
import { isNotModified, parseRange } from "../../../server/http/conditional.ts";
import { negotiateEncoding } from "../../../server/http/encoding.ts";
import { createClientAddress } from "../../../server/http/client-address.ts";
import { parseQuery, parseValues } from "../../../server/search/parameters.ts";
import { search } from "../../../server/search/search.ts";
import { buildDataset, buildReview, toSnapshot } from "../dataset.ts";
import { type RunningServer, startServer } from "../start-server.ts";
import { costlyQueries as queries, mostQuery as most, repeat } from "./costly-queries.ts";

const snapshot = toSnapshot(buildDataset([buildReview({ id: "one" })]));

/** Headers and values that our own code reads, beside the query. */
const others: Record<string, (size: number) => unknown> = {
  "a day in the path": (size) =>
    parseValues(SinceParams, { date: decodeURIComponent(repeat(() => "%CC%81", size - (size % 6))) }),
  "tags of If-None-Match": (size) =>
    isNotModified(
      { get: (name) => (name === "if-none-match" ? repeat(() => 'W/"a",', size) : null) },
      { etags: ['"b"'], lastModified: new Date(0) },
    ),
  "codings of Accept-Encoding": (size) =>
    negotiateEncoding(
      repeat((at) => `${at.toString(36)};q=0.5,`, size),
      ["br", "gzip"],
    ),
  "a Range": (size) => parseRange(`bytes=${repeat(() => "1-2,", size)}`, 1000),
  "hops of X-Forwarded-For": (size) =>
    createClientAddress(["10.0.0.0/8"]).of({
      headers: { "x-forwarded-for": repeat(() => "10.0.0.1,", size) },
      socket: { remoteAddress: "10.0.0.1" },
    } as never),
  "hops of Forwarded": (size) =>
    createClientAddress(["10.0.0.0/8"]).of({
      headers: { forwarded: repeat(() => 'for="10.0.0.1";,', size) },
      socket: { remoteAddress: "10.0.0.1" },
    } as never),
};

const answerQuery = (text: string) => {
  const parsed = parseQuery(SearchQuery, new URLSearchParams(text));
  return parsed.ok ? search(snapshot, parsed.value) : parsed;
};

/** Milliseconds of the fastest of many runs: what the work takes when nothing else disturbs it. */
function cost(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 40; run += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const works = [
  ...Object.entries(queries).map(([name, make]) => [name, (size: number) => () => answerQuery(make(size))]),
  ...Object.entries(others).map(([name, make]) => [name, (size: number) => () => make(size)]),
] as [string, (size: number) => () => unknown][];

describe("a question twice as long", () => {
  test.each(works)("costs about twice as much at most, and never 5 ms: %s", (_, work) => {
    for (const size of [most / 4, most / 2]) {
      // Below a tenth of a millisecond, the clock and the collector are most of it.
      expect(cost(work(size * 2))).toBeLessThan(Math.max(0.1, cost(work(size))) * 3);
    }
    expect(cost(work(most))).toBeLessThan(5);
  });
});

describe("over HTTP", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { DIST: inject("dist") } });
  });
  afterAll(() => server.stop());

  const ask = (path: string): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const outgoing = request({ hostname, port, path, agent: false }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => (body += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      });
      outgoing.on("error", reject).end();
    });

  test.each(Object.entries(queries))(
    "an error is never longer than 64 KB, nor many times as long as the question: %s",
    async (_, make) => {
      for (const path of ["/api/reviews/search?", "/api/reviews/since/2026-01-01?"]) {
        const { status, body } = await ask(path + make(most - 30));
        expect([200, 400]).toContain(status);
        expect(body.length).toBeLessThan(64 * 1024);
      }
    },
  );

  test("of many issues the first twenty are listed, and how many there are", async () => {
    const { status, body } = await ask(
      `/api/reviews/search?rating=9&${Array.from({ length: 500 }, (_, at) => `x${at}=1`).join("&")}`,
    );
    const { issues = [], issue_count, detail } = Problem.parse(JSON.parse(body));
    expect([status, issues.length, issue_count]).toEqual([400, 20, 501]);
    expect(issues[0]?.path).toEqual(["rating"]);
    expect(detail).toMatch(/; and 481 more$/);
  });

  test("what was received is repeated only in part when it is long", async () => {
    const { body } = await ask(`/api/reviews/search?${"n".repeat(500)}=${"v".repeat(500)}`);
    const [issue] = Problem.parse(JSON.parse(body)).issues ?? [];
    expect(issue).toMatchObject({ path: [`${"n".repeat(200)}…`], received: `${"v".repeat(200)}…` });
  });
});
