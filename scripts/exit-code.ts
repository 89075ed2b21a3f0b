import type { ChildProcess } from "node:child_process";

/** The code that a child ends with; null when a signal ended it. */
export const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
