import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import project from "../package.json" with { type: "json" };
import { codeOf } from "../../src/schema/errors.ts";

const root = join(import.meta.dirname, "..", "..");
const place = join(root, ".build", `chromium-${project.devDependencies["@sparticuz/chromium"]}`);
const unpack = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';

/**
 * Where Chromium is, unpacked at the first call. The package unpacks it to its final name, where whoever comes meanwhile,
 * or after a run that was killed, finds half a program: here it gets its name when it is whole.
 */
export async function loadChromium(): Promise<string> {
  if (!existsSync(place)) {
    await mkdir(join(root, ".build"), { recursive: true });
    const draft = await mkdtemp(`${place}-`);
    const env = { ...process.env, TMPDIR: draft };
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", unpack], {
      cwd: join(root, "test"),
      env,
    });
    await rename(draft, place).catch(async (error) => {
      await rm(draft, { recursive: true });
      if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    });
  }
  return join(place, "chromium");
}
