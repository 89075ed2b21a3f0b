import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { demonstration } from "./demonstration.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address for which the demonstration site was built. */
    baseUrl: string;
    /** The folder that holds it, which is only for reading. */
    dist: string;
    /** "none" where it is for a host of files alone. */
    sidecar: string;
  }
}

const root = join(import.meta.dirname, "..");
const anotherBuild = 75;

/** The demonstration site with a host of its own, or below a path: what tests ask for with `inject`. */
export const builtSite = (basePath = "", sidecar: "" | "none" = "") => ({
  baseUrl: `http://localhost:3000${basePath}`,
  dist: join(root, ".build", `test-site${basePath.replaceAll("/", "-")}`),
  sidecar,
});

async function build({ baseUrl, dist, sidecar }: ProvidedContext): Promise<void> {
  for (;;) {
    const args = ["scripts/build.ts", "--if-changed", "--content", demonstration, "--out", dist];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, BASE_URL: baseUrl, SIDECAR: sidecar },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code === 0) return;
    if (code !== anotherBuild)
      throw new Error("the demonstration site could not be built; the reason is above");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Builds once, for all tests, each site that a project of this run asks for. */
export default async function setup({ vitest }: TestProject): Promise<void> {
  const sites = vitest.projects.map((project): Partial<ProvidedContext> => project.getProvidedContext());
  // Pure tests need none.
  const needed = sites.filter((site): site is ProvidedContext => site.dist !== undefined);
  await Promise.all(needed.map(build));
}
