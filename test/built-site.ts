import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { demonstration } from "./demonstration.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the demonstration site, built for http://localhost:3000. */
    dist: string;
  }
}

const root = join(import.meta.dirname, "..");
const anotherBuild = 75;

/** Builds the demonstration site once for all tests; `inject("dist")` names its folder, which is only for reading. */
export default async function setup(project: TestProject): Promise<void> {
  const dist = join(root, ".build", "test-site");
  for (;;) {
    const args = ["scripts/build.ts", "--if-changed", "--content", demonstration, "--out", dist];
    const build = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(build, "exit")) as [number | null];
    if (code === 0) break;
    if (code !== anotherBuild)
      throw new Error("the demonstration site could not be built; the reason is above");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  project.provide("dist", dist);
}
