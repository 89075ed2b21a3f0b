import { inspect } from "node:util";
import { codeOf, PlainError } from "../src/schema/errors.ts";
import { showControlsInLines } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && codeOf(error)?.startsWith("ERR_PARSE_ARGS") === true);

/** Runs a command, whose result is its exit code. What a person can fix is said in words, anything else with its stack. */
export async function runCommand(
  main: () => Promise<number | void>,
  codes: { usage: number; failed: number },
): Promise<void> {
  try {
    const code = await main();
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    // A line of progress may stand there.
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
    // Messages quote what was read: files, answers, addresses.
    console.error(
      showControlsInLines(isUsage(error) || error instanceof PlainError ? error.message : inspect(error)),
    );
    process.exitCode = isUsage(error) ? codes.usage : codes.failed;
  }
}
