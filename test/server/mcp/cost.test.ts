import { expect, test } from "vitest";
import { expectLinear } from "../../growth.ts";
import { costlyMessages, letters, manyItems, manyNames } from "./costly-messages.ts";
import { accepted, callTool, issuesOf } from "./messages.ts";
import { startBuiltMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();
const kilobyte = 1024;

const send = async (message: object): Promise<number> => {
  const body = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: "2.0", id: 1, ...message });
  expect(body.length).toBeLessThan(256 * kilobyte);
  const response = await fetch(mcp.url, { method: "POST", headers: accepted, body });
  return (await response.text()).length;
};

// test/long measures the milliseconds that a message of the allowed size costs.
test.each(costlyMessages)("%s cost in proportion to their size", async (_, build) => {
  const most = 230 * kilobyte;
  await expectLinear(
    (size) => {
      const message = build(size);
      return () => send(message);
    },
    most / 8,
    { runs: 2, inARow: 2 },
  );
  expect(await send(build(most))).toBeLessThan(64 * kilobyte);
});

test("of very many unknown arguments the first are named, and how many there are", async () => {
  const { body } = await callTool(mcp.url, "search_reviews", manyNames(1000 * 12));
  expect(body.result.content[0].text).toContain("1000 arguments are not valid");
  expect(body.result.content[0].text).toContain("- and 980 more");
  expect(issuesOf(body)).toHaveLength(20);
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
