import { codeOf } from "../src/schema/errors.ts";
/** Is there a process with this id? One that we may not signal is there as well. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
};
