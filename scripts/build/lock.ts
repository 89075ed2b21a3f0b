import { open, readFile, rm } from "node:fs/promises";
import { rmSync } from "node:fs";

/** Another build is writing to the same folder; exit code 75 says "try again later". */
export class LockedError extends Error {}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Makes this process the only builder that holds the file; a lock that a dead process left is taken over. */
export async function acquireLock(file: string, target: string): Promise<void> {
  for (;;) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      process.once("exit", () => rmSync(file, { force: true }));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const text = await readFile(file, "utf8").catch(() => "");
    const pid = Number(text);
    // An empty file belongs to a builder that has not yet written its number, or died before it could.
    if (text === "" ? await isFresh(file) : pid !== process.pid && isAlive(pid)) {
      throw new LockedError(
        `another build${text && ` (process ${text})`} is writing to ${target}: wait until it is done, or stop it`,
      );
    }
    await rm(file, { force: true });
  }
}

async function isFresh(file: string): Promise<boolean> {
  const { stat } = await import("node:fs/promises");
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
  return age < 5_000;
}
