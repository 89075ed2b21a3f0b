import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { demonstration } from "./demonstration.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address for which the demonstration site was built. */
    baseUrl: string;
    /** The folder that holds it. */
    dist: string;
  }
}

const root = join(import.meta.dirname, "..");
const anotherBuild = 75;

/** Builds the demonstration site once for all tests of a project; `inject("dist")` names its folder, which is only for reading. */
export default async function setup(project: TestProject): Promise<void> {
  const { baseUrl } = project.getProvidedContext();
  const dist = join(
    root,
    ".build",
    `test-site${new URL(baseUrl).pathname.replaceAll("/", "-").replace(/-$/, "")}`,
  );
  for (;;) {
    const args = ["scripts/build.ts", "--if-changed", "--content", demonstration, "--out", dist];
    const build = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, BASE_URL: baseUrl },
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
