import { createInterface } from "node:readline";
import { z } from "zod";
import { judge } from "../src/insights/sentiment/polarity.ts";

const help = `Judges what a review says of some of its words.

Usage: npm run --silent polarity < questions.jsonl > answers.jsonl

Each input line is a JSON object: {"id": "a", "text": "Great cut, but late again.", "term": "cut", "from": 6, "to": 9}
  from, to   where the words stand in text, in UTF-16 code units (as in JavaScript); term is for people
Each output line answers the input line in the same place: {"id": "a", "polarity": "positive", "evidence": [{"from": 0, "to": 5}]}
  polarity   positive, neutral or negative
  evidence   the words that decide; for neutral, the words asked about

A line that cannot be read gets no answer: it is named on standard error, the others are answered, and the exit code is 1.

Example:
  echo '{"id": 1, "text": "No complaints about the edging.", "term": "edging", "from": 24, "to": 30}' | npm run --silent polarity
`;

const longestText = 100_000;
const Question = z
  .object({
    id: z.union([z.string(), z.number()]),
    text: z.string().max(longestText, `text must have at most ${longestText} characters`),
    from: z.int().min(0),
    to: z.int().min(1),
  })
  .superRefine(({ text, from, to }, context) => {
    if (from >= to || to > text.length)
      context.addIssue(
        `from and to must mark at least one character of text (0 to ${text.length}), got ${from} to ${to}`,
      );
  });

/** The answer to one line, or what is wrong with it. */
function answer(line: string): { output: string } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: "is not JSON; write one object a line" };
  }
  const question = Question.safeParse(value);
  if (!question.success) {
    const [problem = ""] = question.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join(".")}: ${message}`,
    );
    return { problem };
  }
  const { id, text, from, to } = question.data;
  const { leaning, spans } = judge(text, from, to);
  return { output: JSON.stringify({ id, polarity: leaning, evidence: spans }) };
}

async function main(): Promise<void> {
  const flags = process.argv.slice(2);
  if (flags.includes("--help") || flags.includes("-h")) {
    process.stdout.write(help);
    return;
  }
  if (flags.length > 0) {
    process.stderr.write(`polarity: unknown argument ${flags[0]}; it reads standard input, see --help\n`);
    process.exitCode = 2;
    return;
  }
  // Whoever reads the answers may stop early, as head does.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
  let number = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === "") continue;
    const result = answer(line);
    if ("output" in result) {
      if (!process.stdout.write(`${result.output}\n`))
        await new Promise((resume) => process.stdout.once("drain", resume));
    } else {
      process.stderr.write(`polarity: line ${number}: ${result.problem}\n`);
      process.exitCode = 1;
    }
  }
}

await main();
