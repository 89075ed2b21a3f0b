import { rmSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { isRunning } from "../../server/process.ts";
import { codeOf } from "../../src/schema/errors.ts";

/** Another build is writing to the same folder; exit code 75 says "try again later". */
export class LockedError extends Error {}

/** Makes this process the only builder that holds the file; a lock that a dead process left is taken over. */
export async function acquireLock(file: string, target: string): Promise<void> {
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  try {
    for (;;) {
      try {
        // A link appears with its content or not at all, so nobody ever reads half a lock.
        await link(mine, file);
        process.once("exit", () => rmSync(file, { force: true }));
        return;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
      }
      const pid = Number(await readFile(file, "utf8").catch(() => ""));
      if (pid > 0 && pid !== process.pid && isRunning(pid)) {
        throw new LockedError(
          `another build (process ${pid}) is writing to ${target}: wait until it is done, or stop it`,
        );
      }
      await rm(file, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}
