import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { inspect, parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { UsageError, codeOf, PlainError, messageOf } from "../src/schema/errors.ts";
import { readFile } from "node:fs/promises";
import { toGivenPath } from "../src/content/given-path.ts";

// Joiners hold emoji and words of some scripts together, and do nothing between ASCII characters but hide.
const control = /(?!(?<=[^\p{ASCII}])[\u200C\u200D](?=[^\p{ASCII}]))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const toEscape = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Text that others wrote, fit for one line of a terminal: control, invisible and direction-changing characters, line
 * breaks and tabs included, are shown as \u{1b}, so that they neither act on the terminal nor forge a line.
 */
export const showControls = (text: string): string => text.replace(control, toEscape);

/** The same for a message of several lines, whose line breaks are ours. */
export const showControlsInLines = (text: string): string => text.split("\n").map(showControls).join("\n");

/** JSON for machines that people may read in a terminal, too: JSON itself escapes only some of them. */
export const toTerminalJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .split("\n")
    .map((line) =>
      line.replace(control, (unit) =>
        Array.from({ length: unit.length }, (_, at) => toJsonEscape(unit.charCodeAt(at))).join(""),
      ),
    )
    .join("\n");

const toJsonEscape = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

/** A command's help text, which also defines its options. */
export const readHelp = (command: string): string =>
  readFileSync(join(import.meta.dirname, "help", `${command}.txt`), "utf8").trimEnd();

/** The options at the start of a line of the help: "-y, --yes", or "--out <folder>" with a value. */
function findOptions(help: string): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = {};
  for (const [, head = ""] of help.matchAll(/^ {2,}((?:-\w, )?--.*?)(?: {2,}|$)/gm)) {
    for (const [, short, name = "", value] of head.matchAll(/(?:-(\w), )?--([a-z-]+)(?: ([^\s-]\S*))?/g)) {
      const kind =
        value === undefined ? { type: "boolean" as const } : { type: "string" as const, multiple: true };
      options[name] = { ...kind, ...(short !== undefined && { short }) };
    }
  }
  return options;
}

/** A command's arguments, by the options that its help names. */
export function parseCommand(help: string, args: readonly string[], allowPositionals = false) {
  const options = findOptions(help);
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
  const texts = (name: string): string[] => {
    if (options[name]?.type !== "string") throw new RangeError(`the help names no --${name} with a value`);
    return (values[name] as string[] | undefined) ?? [];
  };
  return {
    positionals,
    flag: (name: string): boolean => {
      if (options[name]?.type !== "boolean") throw new RangeError(`the help names no --${name}`);
      return values[name] === true;
    },
    /** Every value of an option that may be given several times. */
    texts,
    text: (name: string): string | undefined => texts(name).at(-1),
    /** One of these words. */
    choice: <const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined => {
      const given = texts(name).at(-1);
      const known = choices.find((one) => one === given);
      if (known !== undefined || given === undefined) return known;
      throw new UsageError(`--${name} must be one of ${choices.join(", ")}, got ${JSON.stringify(given)}`);
    },
    whole: (name: string, otherwise: number, from: number, to: number): number => {
      const given = texts(name).at(-1) ?? String(otherwise);
      if (/^\d{1,10}$/.test(given) && Number(given) >= from && Number(given) <= to) return Number(given);
      throw new UsageError(
        `--${name} must be a whole number from ${from} to ${to}, got ${JSON.stringify(given)}`,
      );
    },
  };
}

export type Given = ReturnType<typeof parseCommand>;

/** An error that ends a command with an exit code of its own. */
export class ExitError extends PlainError {
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && codeOf(error)?.startsWith("ERR_PARSE_ARGS") === true);

/**
 * Runs a command with its arguments, or prints its help. The command's result is printed, or is its exit code. Errors
 * that a person can fix are printed as plain words, after the command's name if it is given; all others with their
 * stack.
 */
export async function runCommand(
  main: (args: string[]) => Promise<string | number | void>,
  { usage, failed, help, name }: { usage: number; failed: number; help?: string; name?: string },
): Promise<void> {
  const args = process.argv.slice(2);
  const isHelp = help !== undefined && args.some((arg) => arg === "--help" || arg === "-h");
  try {
    const result = isHelp ? help : await main(args);
    if (typeof result === "string") console.log(result);
    else if (result !== undefined) process.exitCode = result;
  } catch (error) {
    // Clears the line of progress, if there is one.
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
    const text = isUsage(error) || error instanceof PlainError ? error.message : inspect(error);
    // Messages quote what was read: files, answers, addresses.
    console.error(showControlsInLines(name === undefined ? text : `${name}: ${text}`));
    process.exitCode = error instanceof ExitError ? error.exitCode : isUsage(error) ? usage : failed;
  }
}

export interface Progress {
  /** Whether anybody sees the steps. */
  isShown: boolean;
  /** The current step; on a terminal it replaces the line before. */
  step: (text: string) => void;
  /** One of very many steps: shown at most ten times a second. */
  count: (text: string) => void;
  /** Ends the steps, so that other text can follow. */
  end: () => void;
}

/** Shows steps on a terminal; stays quiet in logs and CI. */
export function createProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns"> & { write: (text: string) => unknown },
): Progress {
  if (!stream.isTTY || process.env["CI"])
    return { isShown: false, step: () => {}, count: () => {}, end: () => {} };
  const step = (text: string) => stream.write(`\r\u001B[2K${text.slice(0, stream.columns - 1)}`);
  let shown = -Infinity;
  return {
    isShown: true,
    step,
    count: (text) => {
      const now = performance.now();
      if (now - shown < 100) return;
      shown = now;
      step(text);
    },
    end: () => stream.write("\r\u001B[2K"),
  };
}

/** Asks at the terminal whether something is meant. */
export async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** The text of a file that was named on the command line or in the settings. */
export const readGivenFile = (file: string): Promise<string> =>
  readFile(toGivenPath(file), "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  });
