import { writeSync } from "node:fs";
import { recordOf } from "../src/schema/json.ts";
import type { Env } from "./env.ts";

const levels = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 } as const;
type Level = Exclude<keyof typeof levels, "silent">;
type Fields = Record<string, unknown>;

/** The part of the log that most code uses. Fields never hold a secret, so never a whole callback, which may hold one. */
export type EventLog = Record<Level, (event: string, fields?: Fields) => void>;

export interface Log extends EventLog {
  /** Logs a request that is over. These are so frequent that their lines are written together, a moment later. */
  request: (level: Level, answered: Fields) => void;
  wants: (level: Level) => boolean;
  flush: () => void;
}

interface LogTarget {
  write: (lines: string) => void;
  pretty: boolean;
  color: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

const maxWaiting = 100;

const colors: Record<Level, number> = { error: 31, warn: 33, info: 36, debug: 90 };

const shown = (value: unknown): string =>
  typeof value === "string" && !/[\s"]/.test(value) ? value : (JSON.stringify(value) ?? "");

/** An error as fields of a log line; its cause and stack are for operators only. */
export const errorFields = (error: unknown): Fields =>
  error instanceof Error
    ? {
        error: error.message,
        ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
        stack: error.stack,
      }
    : { error: String(error) };

interface Waiting {
  time: number;
  level: Level;
  event: string;
  fields: Fields;
}

const toLine = ({ time, level, event, fields }: Waiting, { pretty, color }: LogTarget): string => {
  const instant = new Date(time).toISOString();
  if (!pretty) return `${JSON.stringify({ time: instant, level, event, ...fields })}\n`;
  const { stack, ...rest } = fields;
  const text = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${shown(value)}`],
  );
  const mark = color ? `\u001B[${colors[level]}m${level}\u001B[39m` : level;
  const trace = level === "error" && typeof stack === "string" ? `\n${stack}` : "";
  return `${instant.slice(11, 19)} ${mark} ${[event, ...text].join(" ")}${trace}\n`;
};

export const createEventLog = (write: (level: Level, event: string, fields: Fields) => void): EventLog =>
  recordOf(
    ["error", "warn", "info", "debug"],
    (level) =>
      (event, fields = {}) =>
        write(level, event, fields),
  );

export function createLog(threshold: Env["LOG_LEVEL"], target: LogTarget): Log {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  const wants = (level: Level) => levels[level] <= levels[threshold];
  const add = (level: Level, event: string, fields: Fields) =>
    wants(level) && waiting.push({ time: target.now(), level, event, fields });
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting.map((line) => toLine(line, target)).join("");
    waiting = [];
    if (lines !== "") target.write(lines);
  };
  return {
    ...createEventLog((level, event, fields) => {
      if (add(level, event, fields)) flush();
    }),
    request: (level, answered) => {
      if (!add(level, "request", answered)) return;
      if (waiting.length >= maxWaiting) flush();
      else timer ??= setTimeout(flush, 50).unref();
    },
    wants,
    flush,
  };
}

const maxUnwritten = 1024 * 1024;

/**
 * Writes lines where a reader may be slow or gone: what it does not take waits for the next time, and when too much
 * does, whole lines are left out and counted. `write` says how many bytes it took, or throws when none.
 */
export function createLineWriter(
  write: (bytes: Buffer) => number,
  toNotice: (dropped: number) => string,
): (lines: string) => void {
  let unwritten = Buffer.alloc(0);
  let dropped = 0;
  return (lines) => {
    const isFull = unwritten.length > maxUnwritten;
    if (isFull) dropped += lines.split("\n").length - 1;
    else {
      const added = Buffer.from(dropped === 0 ? lines : toNotice(dropped) + lines);
      dropped = 0;
      unwritten = unwritten.length === 0 ? added : Buffer.concat([unwritten, added]);
    }
    try {
      while (unwritten.length > 0) unwritten = unwritten.subarray(write(unwritten));
    } catch {
      // A reader that went away or is slow must not stop the service.
    }
  };
}

export const createProcessLog = (threshold: Env["LOG_LEVEL"]): Log =>
  createLog(threshold, {
    write: createLineWriter(
      (bytes) => writeSync(1, bytes),
      (count) =>
        `${JSON.stringify({ time: new Date().toISOString(), level: "warn", event: "log lines dropped", count })}\n`,
    ),
    pretty: process.stdout.isTTY,
    color: process.stdout.isTTY && !process.env["NO_COLOR"],
    now: Date.now,
  });
