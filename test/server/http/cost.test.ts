import { describe, expect, test } from "vitest";
import { Problem } from "../../../src/schema/endpoints.ts";
import { SearchQuery, SinceParams } from "../../../src/schema/datasets.ts";
import { isNotModified, parseRange } from "../../../server/http/conditional.ts";
import { negotiateEncoding } from "../../../server/http/encoding.ts";
import { createClientAddress } from "../../../server/http/client-address.ts";
import { parseQuery, parseValues } from "../../../server/search/parameters.ts";
import { search } from "../../../server/search/search.ts";
import { buildDataset, buildReview, toSnapshot } from "../dataset.ts";
import { startBuiltServer } from "../built-server.ts";
import { expectLinear } from "../../growth.ts";
import { costlyQueries as queries, mostQuery as most, repeat } from "./costly-queries.ts";
import { askRaw } from "../../raw-request.ts";

const snapshot = toSnapshot(buildDataset([buildReview({ id: "one" })]));

/** Headers and values that our own code reads, beside the query. */
const others: Record<string, { make: (size: number) => string; read: (text: string) => unknown }> = {
  "a day in the path": {
    make: (size) => decodeURIComponent(repeat(() => "%CC%81", size - (size % 6))),
    read: (date) => parseValues(SinceParams, { date }),
  },
  "tags of If-None-Match": {
    make: (size) => repeat(() => 'W/"a",', size),
    read: (tags) =>
      isNotModified(
        { get: (name) => (name === "if-none-match" ? tags : null) },
        { etags: () => ['"b"'], lastModified: new Date(0) },
      ),
  },
  "codings of Accept-Encoding": {
    make: (size) => repeat((at) => `${at.toString(36)};q=0.5,`, size),
    read: (codings) => negotiateEncoding(codings, ["br", "gzip"]),
  },
  "a Range": {
    make: (size) => `bytes=${repeat(() => "1-2,", size)}`,
    read: (range) => parseRange(range, 1000),
  },
  "hops of X-Forwarded-For": {
    make: (size) => repeat(() => "10.0.0.1,", size),
    read: (hops) => clientAddress("X-Forwarded-For", hops),
  },
  "hops of Forwarded": {
    make: (size) => repeat(() => 'for="10.0.0.1";,', size),
    read: (hops) => clientAddress("Forwarded", hops),
  },
};

const clientAddress = (header: "X-Forwarded-For" | "Forwarded", hops: string) =>
  createClientAddress(["10.0.0.0/8"], header).of({
    headers: { [header.toLowerCase()]: hops },
    socket: { remoteAddress: "10.0.0.1" },
  } as never);

const answerQuery = (query: URLSearchParams) => {
  const parsed = parseQuery(SearchQuery, query);
  return parsed.ok ? search(snapshot, parsed.value) : parsed;
};

// test/long measures the milliseconds that a request of the allowed size costs.
describe("a question costs in proportion to its size", () => {
  // Node takes a query apart in time that grows by its square; a target of 8 KB bounds that, so it is not measured.
  test.each(Object.entries(queries))("%s", async (_, make) => {
    await expectLinear((size) => {
      const query = new URLSearchParams(make(size));
      return () => answerQuery(query);
    }, most);
  });

  test.each(Object.entries(others))("%s", async (_, { make, read }) => {
    await expectLinear((size) => {
      const text = make(size);
      return () => read(text);
    }, most);
  });
});

describe("over HTTP", () => {
  const server = startBuiltServer();

  test.each(Object.entries(queries))(
    "an error is never longer than 64 KB, nor many times as long as the question: %s",
    async (_, make) => {
      for (const path of ["/api/reviews/search?", "/api/reviews/since/2026-01-01?"]) {
        const { status, body } = await askRaw(server.url, path + make(most - 30));
        expect([200, 400]).toContain(status);
        expect(body.length).toBeLessThan(64 * 1024);
      }
    },
  );

  test("what was received is repeated only in part when it is long", async () => {
    const { body } = await askRaw(server.url, `/api/reviews/search?${"n".repeat(500)}=${"v".repeat(500)}`);
    const [issue] = Problem.parse(JSON.parse(String(body))).issues ?? [];
    expect(issue).toMatchObject({ path: [`${"n".repeat(200)}…`], received: `${"v".repeat(200)}…` });
  });
});
