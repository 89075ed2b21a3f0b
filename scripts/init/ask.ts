import { createInterface } from "node:readline/promises";
import { type Answers, findAnswerIssue, questions } from "./answers.ts";

/** Asks for what the command line did not give. */
export async function ask(
  given: Answers,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<Answers> {
  const answers = { ...given };
  const terminal = createInterface({ input, output });
  try {
    for (const question of questions) {
      while (answers[question.option] === undefined) {
        const fallback = question.fallback?.(answers);
        const shown = fallback === undefined ? "" : ` [${fallback}]`;
        const answer = (await terminal.question(`${question.question}${shown}: `)).trim() || fallback || "";
        const issue = findAnswerIssue(question, answer);
        if (issue === undefined) answers[question.option] = answer;
        else output.write(`${issue}\n`);
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}
