import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { setDefaultCACertificates } from "node:tls";
import { audit } from "../../../scripts/doctor/audit.ts";
import { root } from "../../build/builds.ts";
import { demonstration } from "../../demonstration.ts";
import { parseDockerfile, type Stage } from "../../scripts/dockerfile.ts";
import { startBreakingProxy } from "../../scripts/doctor/breaking-proxy.ts";
import { readRecipe } from "../../scripts/recipe-server.ts";
import { createAuthority } from "../../server/hub/certificates.ts";
import { startServer } from "../../server/start-server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const baseUrl = "https://reviews.brightsmile.dental";
const given: Record<string, string> = { BASE_URL: baseUrl, PREVIOUS: "none" };

/** A builder's work on a stage, in a folder in place of the image's root. */
async function runStage({ instructions }: Stage, at: string, folderOf: (stage: string) => string) {
  let folder = at;
  const env: Record<string, string> = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const inside = (path: string) => (path.startsWith("/") ? join(at, path) : join(folder, path));
  await mkdir(at, { recursive: true });
  for (const { name, rest } of instructions) {
    if (name === "WORKDIR") {
      folder = join(at, rest);
      await mkdir(folder, { recursive: true });
    } else if (name === "ARG") {
      const value = given[rest];
      if (value !== undefined) env[rest] = value;
    } else if (name === "COPY") {
      const [, stage, paths = rest] = /^--from=(\S+)\s+(.*)$/.exec(rest) ?? [];
      const parts = paths.split(/\s+/);
      const to = parts.pop() ?? "";
      for (const from of parts) {
        const source = join(stage === undefined ? root : folderOf(stage), from);
        const isFolder = await readdir(source).then(
          () => true,
          () => false,
        );
        const target =
          isFolder || !to.endsWith("/") ? inside(to) : join(inside(to), from.split("/").at(-1) ?? "");
        await mkdir(dirname(target), { recursive: true });
        await cp(source, target, { recursive: true });
      }
    } else if (name === "RUN") {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", rest], {
        cwd: folder,
        // Nothing is asked of a registry that npm has already.
        env: {
          ...env,
          npm_config_prefer_offline: "true",
          npm_config_audit: "false",
          npm_config_fund: "false",
        },
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      });
      if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}:\n${stdout}${stderr}`);
    }
  }
}

test("the container image: its own steps install, build and start, and the doctor finds nothing", async () => {
  const folder = await temporaryFolder();
  const stages = parseDockerfile(await readRecipe("Dockerfile"));
  const folderOf = (stage: string) => join(folder, stage);
  // The folder that --build-context gives in place of the first stage.
  await cp(demonstration, folderOf("content"), { recursive: true });
  for (const stage of stages.slice(1)) await runStage(stage, folderOf(stage.name), folderOf);

  const app = join(folderOf("run"), "app");
  const last = stages.at(-1)?.instructions ?? [];
  const command = JSON.parse(last.find(({ name }) => name === "CMD")?.rest ?? "[]") as string[];
  const data = folderOf("data");
  await mkdir(data);
  const permissions = command
    .filter((part) => part.startsWith("--"))
    .map((part) => part.replace("=/app", `=${app}`).replace("=/data", `=${data}`))
    .join(" ");
  const server = await startServer({
    folder: app,
    script: "scripts/start.ts",
    env: {
      BASE_URL: baseUrl,
      DIST: join(app, "dist"),
      DATABASE_URL: `sqlite:${join(data, "hub.sqlite")}`,
      NODE_ENV: "production",
      NODE_OPTIONS: permissions,
    },
  });
  onTestFinished(async () => void (await server.stop()));
  expect(command.at(-1)).toBe("scripts/start.ts");
  // TLS is the work of what stands before it.
  const authority = createAuthority();
  setDefaultCACertificates([authority.cert]);
  const identity = authority.certify([new URL(baseUrl).hostname], []);
  const proxy = await startBreakingProxy(server.url, {}, identity);
  onTestFinished(() => proxy.close());
  const { checks } = await audit(
    {
      baseUrl,
      connect: { host: "127.0.0.1", port: proxy.port },
      timeout: 20_000,
      signal: AbortSignal.timeout(120_000),
    },
    () => {},
  );
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  expect(await readFile(join(app, "dist", "index.html"), "utf8")).toContain(baseUrl);
  expect(await readdir(join(app, "scripts"))).toEqual(["start.ts"]);
  const packages = (await readdir(join(app, "node_modules"))).filter((name) => !name.startsWith("."));
  expect(packages).not.toContain("astro");
  expect(packages).toContain("h3");
});
