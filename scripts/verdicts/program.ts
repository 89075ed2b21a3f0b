import { spawn } from "node:child_process";

const mostOutputBytes = 4 * 1024 * 1024;

/** What a program made of its input; `why` it failed, if it did. */
export interface ProgramResult {
  out: string;
  why?: string;
}

/** Runs a command line with the lines on its standard input; bounded in time and output. */
export function runProgram(command: string, input: string, timeoutMs: number): Promise<ProgramResult> {
  return new Promise((resolve) => {
    // A group of its own, so that what the shell started ends with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    let size = 0;
    let why: string | undefined;
    const stop = (reason: string) => {
      why ??= reason;
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself meanwhile.
      }
    };
    const timer = setTimeout(() => stop(`gave no answer within ${timeoutMs / 1000} s`), timeoutMs);
    const interrupt = () => {
      stop("was interrupted");
      process.exitCode = 130;
    };
    process.once("SIGINT", interrupt);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutputBytes) stop(`printed more than ${mostOutputBytes / 1024 / 1024} MiB`);
      else chunks.push(chunk);
    });
    // A program that reads only part of its input may still answer.
    child.stdin.on("error", () => {});
    child.on("error", (error) => stop(`cannot be started: ${error.message}`));
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("SIGINT", interrupt);
      if (code !== 0) why ??= `ended with exit code ${code}`;
      resolve({ out: Buffer.concat(chunks).toString("utf8"), ...(why !== undefined && { why }) });
    });
    child.stdin.end(input);
  });
}
