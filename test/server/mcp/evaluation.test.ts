import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
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

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, "../../fixtures", name), "utf8"));
const questions = z.array(Question).parse(read("mcp-evaluation.yaml"));

const mcp = startBuiltMcp();

/** An answer as a model reads it: the text of a tool's result, or a resource. */
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

const ToolCall = z.strictObject({
  tool: z.enum(["get_business", "search_reviews"]),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
const AnsweredQuestion = z.strictObject({
  question: z.string(),
  calls: z.array(ToolCall).min(1).max(2),
  /** That nobody wrote it is all that is known. */
  nothing: z.boolean().default(false),
  answer: z.string(),
});
const answered = z.array(AnsweredQuestion).length(20).parse(read("twenty-questions.yaml"));

test.each(answered)("$question", async ({ calls, nothing, answer }) => {
  const client = new Client({ name: "asker", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
  const results = [];
  for (const { tool, arguments: given } of calls)
    results.push(await client.callTool({ name: tool, arguments: given }));
  await client.close();
  const shown = results
    .flatMap(({ content }) => content.map((one) => (one.type === "text" ? one.text : "")))
    .join("\n");

  const quotations = [...answer.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
  const figures = answer.replace(/“[^”]+”/g, "").match(/\d[\d.-]*\d|\d/g) ?? [];
  for (const said of [...quotations, ...figures]) expect(shown).toContain(said);
  const isEmpty = results.some(
    ({ structuredContent }) =>
      (structuredContent as { total?: number }).total === 0 && !shown.includes("can be"),
  );
  expect(isEmpty).toBe(nothing);
  if (!nothing) return;
  expect(shown).toContain("other words");
  expect(shown).toContain("what nobody wrote may have happened all the same");
  for (const word of [/\bnever\b/i, /\bnobody (?:complain|says)/i, /\bno customer\b/i])
    expect(answer + shown).not.toMatch(word);
});
