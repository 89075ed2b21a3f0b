import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { callTool, post, request } from "./messages.ts";
import { startBuiltMcp } from "./running-mcp.ts";

const Call = z.union([
  z.strictObject({
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()).default({}),
    total: z.strictObject({ from: z.int().default(0), to: z.int().default(Infinity) }).optional(),
  }),
  z.strictObject({ resource: z.string() }),
]);
const Question = z.strictObject({
  question: z.string(),
  by: z.enum(["customer", "owner"]),
  calls: z.array(Call).min(1),
  says: z.array(z.string()).default([]),
  cites: z.array(z.string()).default([]),
});

const file = join(import.meta.dirname, "../../fixtures/mcp-evaluation.yaml");
const questions = z.array(Question).parse(parse(readFileSync(file, "utf8")));

const mcp = startBuiltMcp();

/** What a model reads of an answer: the text of a tool's result, or a resource. */
async function answer(call: z.infer<typeof Call>): Promise<string> {
  if ("resource" in call) {
    const { body } = await post(mcp.url, request("resources/read", { uri: call.resource }));
    expect(body.error).toBeUndefined();
    const { text } = body.result.contents[0];
    return `${text}\n${Object.values(JSON.parse(text)).join("\n")}`;
  }
  const { body } = await callTool(mcp.url, call.tool, call.arguments);
  expect(body.result.isError).toBeUndefined();
  if (call.total) {
    const { total } = body.result.structuredContent;
    expect(total).toBeGreaterThanOrEqual(call.total.from);
    expect(total).toBeLessThanOrEqual(call.total.to);
  }
  return body.result.content[0].text;
}

test("there are at least 40 questions", () => {
  expect(new Set(questions.map(({ question }) => question)).size).toBeGreaterThanOrEqual(40);
});

test.each(questions)("$question", async ({ calls, says, cites }) => {
  const texts: string[] = [];
  for (const call of calls) texts.push(await answer(call));
  const all = texts.join("\n");
  for (const words of says) expect(all).toContain(words);
  for (const id of cites) {
    const url = mcp.demo.reviews.get(id)?.url;
    expect(url, `there is no review ${id}`).toBeDefined();
    expect(all).toContain(url);
  }
});
