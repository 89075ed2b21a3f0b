import { writeSync } from "node:fs";
import type { Env } from "./env.ts";

const levels = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 } as const;
type Level = Exclude<keyof typeof levels, "silent">;
type Fields = Record<string, unknown>;

/** A request that is over. */
interface Answered {
  /** Word characters, dots and dashes only. */
  request_id: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  aborted: true | undefined;
}

/** What takes events: all that most parts know of the log. Fields never hold a secret, nor a whole callback, which is one. */
export type EventLog = Record<Level, (event: string, fields?: Fields) => void>;

/** One line an event: JSON for machines, short text on a terminal. */
export interface Log extends EventLog {
  /** An event so frequent that its lines are put together by hand and written together, a moment later. */
  request: (level: Level, answered: Answered) => void;
  wants: (level: Level) => boolean;
  flush: () => void;
}

interface LogTarget {
  write: (lines: string) => void;
  pretty: boolean;
  colour: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** How many requests may wait to be written. */
const maxWaiting = 100;

const colours: Record<Level, number> = { error: 31, warn: 33, info: 36, debug: 90 };

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

const toMembers = ({ request_id, method, path, status, ms, aborted }: Answered): string =>
  `"request_id":"${request_id}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}${aborted ? ',"aborted":true' : ""}`;

/** Writes events as lines. */
function createLines(target: Pick<LogTarget, "pretty" | "colour">) {
  const toLine = (time: number, level: Level, event: string, fields: Fields): string => {
    if (!target.pretty) {
      return `${JSON.stringify({ time: timeText(time), level, event, ...fields })}\n`;
    }
    const { stack, ...rest } = fields;
    const text = Object.entries(rest).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${shown(value)}`],
    );
    const mark = target.colour ? `\u001B[${colours[level]}m${level}\u001B[39m` : level;
    const trace = level === "error" && typeof stack === "string" ? `\n${stack}` : "";
    return `${timeText(time).slice(11, 19)} ${mark} ${[event, ...text].join(" ")}${trace}\n`;
  };
  let lastTime = Number.NaN;
  let lastText = "";
  /** Many requests end within one millisecond. */
  const timeText = (time: number): string => {
    if (time !== lastTime) {
      lastTime = time;
      lastText = new Date(time).toISOString();
    }
    return lastText;
  };
  return { toLine, timeText };
}

export const createEventLog = (write: (level: Level, event: string, fields: Fields) => void): EventLog => ({
  error: (event, fields = {}) => write("error", event, fields),
  warn: (event, fields = {}) => write("warn", event, fields),
  info: (event, fields = {}) => write("info", event, fields),
  debug: (event, fields = {}) => write("debug", event, fields),
});

export function createLog(threshold: Env["LOG_LEVEL"], target: LogTarget): Log {
  // Requests wait as they came: to write a hundred lines in a row takes less than one at a time between requests.
  let waiting: { time: number; level: Level; answered: Answered }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const { toLine, timeText } = createLines(target);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    let lines = "";
    for (const { time, level, answered } of waiting) {
      lines += target.pretty
        ? toLine(time, level, "request", { ...answered })
        : `{"time":"${timeText(time)}","level":"${level}","event":"request",${toMembers(answered)}}\n`;
    }
    waiting = [];
    target.write(lines);
  };
  const wants = (level: Level) => levels[level] <= levels[threshold];
  return {
    ...createEventLog((level, event, fields) => {
      if (!wants(level)) return;
      flush();
      target.write(toLine(target.now(), level, event, fields));
    }),
    request: (level, answered) => {
      if (!wants(level)) return;
      waiting.push({ time: target.now(), level, answered });
      if (waiting.length >= maxWaiting) flush();
      else timer ??= setTimeout(flush, 50).unref();
    },
    wants,
    flush,
  };
}

/** How much may wait for a slow reader of the log. */
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

/** The log of this process, on standard output. */
export const createProcessLog = (threshold: Env["LOG_LEVEL"]): Log =>
  createLog(threshold, {
    write: createLineWriter(
      (bytes) => writeSync(1, bytes),
      (count) =>
        `${JSON.stringify({ time: new Date().toISOString(), level: "warn", event: "log lines dropped", count })}\n`,
    ),
    pretty: process.stdout.isTTY,
    colour: process.stdout.isTTY && !process.env["NO_COLOR"],
    now: Date.now,
  });
