import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startBuiltMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();
const Call = z.strictObject({
  tool: z.enum(["get_business", "search_reviews"]),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
const Question = z.strictObject({
  question: z.string(),
  calls: z.array(Call).min(1).max(2),
  /** That nobody wrote it is all that is known. */
  nothing: z.boolean().default(false),
  answer: z.string(),
});
const file = join(import.meta.dirname, "../../fixtures/twenty-questions.yaml");
const questions = z
  .array(Question)
  .length(20)
  .parse(parse(readFileSync(file, "utf8")));

test.each(questions)("$question", async ({ calls, nothing, answer }) => {
  const client = new Client({ name: "asker", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
  const results = [];
  for (const { tool, arguments: given } of calls)
    results.push(await client.callTool({ name: tool, arguments: given }));
  await client.close();
  const read = results
    .flatMap(({ content }) => content.map((one) => (one.type === "text" ? one.text : "")))
    .join("\n");

  const quotations = [...answer.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
  const figures = answer.replace(/“[^”]+”/g, "").match(/\d[\d.-]*\d|\d/g) ?? [];
  for (const said of [...quotations, ...figures]) expect(read).toContain(said);
  const isEmpty = results.some(
    ({ structuredContent }) =>
      (structuredContent as { total?: number }).total === 0 && !read.includes("can be"),
  );
  expect(isEmpty).toBe(nothing);
  if (!nothing) return;
  expect(read).toContain("other words");
  expect(read).toContain("what nobody wrote may have happened all the same");
  for (const word of [/\bnever\b/i, /\bnobody (?:complain|says)/i, /\bno customer\b/i])
    expect(answer + read).not.toMatch(word);
});
