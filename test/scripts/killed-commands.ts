import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";

const preload = new URL("disk-fault.ts", import.meta.url).href;
const scripts = join(import.meta.dirname, "../../scripts");

/**
 * Kills a command at each change of the disk that it makes, one run after the other, until one gets to its end.
 * `prepare` gives its arguments, what must hold after its death, and what after the same command ran once more.
 */
export async function killAtEveryChange(
  script: string,
  prepare: () => Promise<{ args: readonly string[]; dead: () => Promise<void>; again: () => Promise<void> }>,
  settings: Record<string, string> = {},
): Promise<void> {
  for (let change = 1; ; change += 1) {
    const { args, dead, again } = await prepare();
    // A computer of its own, as far as the command's own files go.
    const cwd = await temporaryFolder();
    const start = async (fault: number) => {
      const child = spawn(process.execPath, ["--import", preload, join(scripts, script), ...args], {
        cwd,
        env: { ...process.env, ...settings, FAULT: String(fault) },
        stdio: ["ignore", "ignore", "inherit"],
      });
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    };
    if ((await start(change)) === 0) {
      expect(change).toBeGreaterThan(5);
      return;
    }
    await dead();
    expect(await start(0), `after it was killed at change ${change}`).toBe(0);
    await again();
  }
}
