import { appendFile, readFile } from "node:fs/promises";
import type { Site } from "../../src/schema/site.ts";
import type { Judge, VerdictAnswer } from "../../src/schema/verdicts.ts";
import { parseAnswers, type VerdictQuestion, toInstructions, toQuestion } from "./questions.ts";

/** Asks somebody to answer questions: lines of JSON in `out`, and why there are fewer than asked for. */
export type AskBatch = (
  questions: readonly VerdictQuestion[],
  signal: AbortSignal,
) => Promise<{ out: string; why?: string; tokens?: Tokens }>;

interface Tokens {
  input: number;
  output: number;
}

export interface RunOptions {
  ask: AskBatch;
  judge: Judge;
  /** Where answers are added, and where those of an earlier run are found. */
  file: string;
  batchSize: number;
  maxBatches: number;
  maxCharacters: number;
  /** Aborted when the user wants to stop. */
  signal: AbortSignal;
  progress: (line: string) => void;
}

export interface RunResult {
  answered: number;
  before: number;
  left: number;
  tokens: Tokens;
  problems: string[];
}

export const toLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** After so many batches in a row without an answer, the run stops. */
const maxFailures = 3;

/** Asks a program about the reviews, batch by batch; what was answered in an earlier run is not asked again. */
export async function runQuestions(
  site: Site,
  reviews: Site["reviews"],
  options: RunOptions,
): Promise<RunResult> {
  const done = await loadAnswered(options.file, site);
  const waiting = reviews.filter(({ id }) => !done.has(id));
  const result: RunResult = {
    answered: 0,
    before: reviews.length - waiting.length,
    left: 0,
    tokens: { input: 0, output: 0 },
    problems: [],
  };
  const batches = Math.min(Math.ceil(waiting.length / options.batchSize), options.maxBatches);
  let characters = 0;
  let failures = 0;
  for (let batch = 0; batch < batches && failures < maxFailures && !options.signal.aborted; batch += 1) {
    const asked = waiting.slice(batch * options.batchSize, (batch + 1) * options.batchSize);
    const questions = [toInstructions(site), ...asked.map(toQuestion)];
    characters += toLines(questions).length;
    if (characters > options.maxCharacters) {
      result.problems.push(
        `stopped before batch ${batch + 1}: it would send more than ${options.maxCharacters} characters; raise --max-characters to go on`,
      );
      break;
    }
    const answers = await askBatch(site, asked, questions, batch + 1, options, result);
    failures = answers.length === 0 ? failures + 1 : 0;
    result.answered += answers.length;
    options.progress(
      `batch ${batch + 1} of ${batches}: ${result.answered} of ${waiting.length} reviews answered`,
    );
  }
  if (failures === maxFailures)
    result.problems.push(`stopped: ${maxFailures} batches in a row brought no answer`);
  result.left = waiting.length - result.answered;
  return result;
}

async function askBatch(
  site: Site,
  asked: Site["reviews"],
  questions: readonly VerdictQuestion[],
  number: number,
  { ask, judge, file, signal }: RunOptions,
  { problems, tokens }: RunResult,
): Promise<VerdictAnswer[]> {
  const { out, why, tokens: used } = await ask(questions, signal);
  tokens.input += used?.input ?? 0;
  tokens.output += used?.output ?? 0;
  if (why !== undefined) problems.push(`batch ${number}: ${why}`);
  // Language models like to wrap what they write in fences, and to greet: such lines are no answers.
  const lines = out
    .split("\n")
    .map((line) => (line.trimStart().startsWith("{") ? line : ""))
    .join("\n");
  const { answers, refusals } = parseAnswers(lines, site, new Set(asked.map(({ id }) => id)));
  for (const { line, message } of refusals.slice(0, 5))
    problems.push(`batch ${number}, line ${line} of the answer ${message}`);
  if (refusals.length > 5) problems.push(`batch ${number}: ${refusals.length - 5} more lines were refused`);
  const hashes = new Map(asked.map((review) => [review.id, toQuestion(review).text_sha256]));
  const signed = answers.map((answer) => ({ ...answer, text_sha256: hashes.get(answer.review_id), judge }));
  if (signed.length > 0) await appendFile(file, toLines(signed));
  return answers;
}

/** Reviews that an earlier run has answered, with the text that they have now. */
async function loadAnswered(file: string, site: Site): Promise<Set<string>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return new Set(parseAnswers(text, site).answers.map(({ review_id }) => review_id));
}
