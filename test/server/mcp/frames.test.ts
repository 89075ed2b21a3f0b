import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildDataset, buildReview } from "../dataset.ts";
import { post, type Reply, request, statelessMeta } from "./messages.ts";
import { snapshotOf, startBuiltMcp, startMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();

/** Parameters that the protocol does not know have no meaning, but the SDK has to look at them. */
const unusual = { "x-unusual": true };

const eras = {
  session: (url: string, params: object) => post(url, request("tools/call", params)),
  stateless: (url: string, params: { name: string }) =>
    post(url, request("tools/call", { ...params, _meta: statelessMeta() }), {
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": params.name,
    }),
};

/** All that follows the id, byte for byte. */
const afterId = ({ status, text }: Reply) => `${status} ${text.slice(text.indexOf(',"result":'))}`;

const value = fc.oneof(
  fc.constantFrom(
    null,
    "",
    "5",
    "4.5",
    1,
    5,
    0,
    101,
    "2026-01-01",
    "2026-02-30",
    "lawn",
    "THE",
    'é"\\\n\u2028',
  ),
  fc.constantFrom("Nobody", "aeration", "mowing", true, [], {}),
  fc.string({ maxLength: 5, unit: "grapheme" }),
);
const names = [
  "rating",
  "min_rating",
  "since",
  "until",
  "query",
  "mentions_technician",
  "mentions_service",
  "limit",
  "minrating",
  "constructor",
];
const call = fc.record({
  name: fc.constantFrom("search_reviews", "search_reviews", "search_reviews", "get_business", "toString"),
  arguments: fc.option(
    fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3, noNullPrototype: true }),
  ),
});

test.each(["session", "stateless"] as const)(
  "in the %s era, an answer joined from ready bytes is what the SDK makes of the same result",
  async (era) => {
    let [joined, refused] = [0, 0];
    const property = fc.asyncProperty(call, async (params) => {
      const ours = await eras[era](mcp.url, params);
      const sdks = await eras[era](mcp.url, { ...params, ...unusual });
      const isError = ours.body.error !== undefined || ours.body.result.isError === true;
      if (isError) refused += 1;
      else joined += 1;
      if (ours.body.error === undefined) expect(afterId(ours)).toBe(afterId(sdks));
      else expect(ours.body.error).toEqual(sdks.body.error);
    });
    await fc.assert(property, { numRuns: 300 });
    expect(joined).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(30);
  },
);

test("reviews that hold the words of the stand-in, quotes and any script come out whole", async () => {
  const text = 'here goes the text "here goes the text" {"here":"goes the data"} \\ 芝生 🌱\u2028';
  const reviews = [buildReview({ id: "b", text }), buildReview({ id: "a", text, title: text })];
  const odd = await startMcp(snapshotOf(buildDataset(reviews)));
  for (const era of ["session", "stateless"] as const) {
    for (let turn = 0; turn < 3; turn += 1) {
      const { body } = await eras[era](odd.url, { name: "search_reviews", arguments: { limit: 1 } } as never);
      expect(body.result.structuredContent.reviews[0].text).toBe(text);
      expect(body.result.content[0].text).toContain(text.split("\u2028")[0]);
      expect(body.result.content[0].text).toContain("1 more matches");
    }
  }
  await odd.close();
});
