import { spawn } from "node:child_process";
import { toLines, type AskBatch } from "./run.ts";

const maxOutputBytes = 4 * 1024 * 1024;

/** Asks any program: questions as lines on its standard input, answers as lines on its standard output. */
export const createProgramAsk =
  (command: string, timeoutMs: number): AskBatch =>
  (questions, signal) =>
    new Promise((resolve) => {
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
      const timer = setTimeout(
        () => stop(`the command gave no answer within ${timeoutMs / 1000} s`),
        timeoutMs,
      );
      const interrupt = () => stop("the run was interrupted");
      signal.addEventListener("abort", interrupt, { once: true });
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxOutputBytes) stop(`the command printed more than ${maxOutputBytes / 1024 / 1024} MiB`);
        else chunks.push(chunk);
      });
      // A program that reads only part of its input may still answer.
      child.stdin.on("error", () => {});
      child.on("error", (error) => stop(`the command cannot be started: ${error.message}`));
      child.on("close", (code) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", interrupt);
        if (code !== 0) why ??= `the command ended with exit code ${code}`;
        resolve({ out: Buffer.concat(chunks).toString("utf8"), ...(why !== undefined && { why }) });
      });
      child.stdin.end(toLines(questions));
    });
