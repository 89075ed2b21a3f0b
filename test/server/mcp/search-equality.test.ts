import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ReviewsDataset } from "../../../src/schema/datasets.ts";
import { startBuiltServer } from "../built-server.ts";
import { callTool, issuesOf, patientFetch, postStateless } from "./messages.ts";

const server = startBuiltServer();
let published: ReviewsDataset;
beforeAll(async () => {
  published = (await (await patientFetch(`${server.url}/reviews.json`)).json()) as ReviewsDataset;
});

const days = () => published.reviews.map(({ date }) => date);
const words = () => published.reviews.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== "");

const anyFilters = () =>
  fc.record(
    {
      rating: fc.integer({ min: 1, max: 5 }),
      min_rating: fc.constantFrom(1, 2.5, 4, 4.5, 5),
      since: fc.constantFrom(...days(), "2020-01-01"),
      until: fc.constantFrom(...days(), "2030-01-01"),
      query: fc.oneof(
        fc.constantFrom(...words()),
        fc.constantFrom(...words()).map((word) => word.slice(1, 4).toUpperCase()),
        fc.string({ minLength: 1, maxLength: 5 }),
      ),
      mentions_technician: fc.constantFrom(
        ...published.business.technicians.flatMap(({ id, name }) => [id, name, name.toUpperCase(), "Nobody"]),
      ),
      mentions_service: fc.constantFrom(...published.business.services.map(({ id }) => id), "nothing"),
      limit: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: [] },
  );

test("search_reviews gives what HTTP search gives, in a session and without one, for any filters", async () => {
  const property = fc.asyncProperty(anyFilters(), async (filters) => {
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
    const http = await patientFetch(`${server.url}/api/reviews/search?${query}`);
    const expected = await http.json();
    const { body } = await callTool(`${server.url}/mcp`, "search_reviews", filters);
    if (http.status === 400) {
      expect(issuesOf(body)).toMatchObject(
        (expected as { issues: object[] }).issues.map(({ message }: { message?: string }) => ({ message })),
      );
      return;
    }
    expect(body.result.structuredContent).toEqual(expected);
    const stateless = await postStateless(`${server.url}/mcp`, "tools/call", {
      name: "search_reviews",
      arguments: filters,
    });
    expect(stateless.body.result.structuredContent).toEqual(expected);
  });
  // JSON can hold half a surrogate pair, which an address cannot.
  await fc.assert(property, { numRuns: 150, examples: [[{ query: "\udf84" }]] });
});
