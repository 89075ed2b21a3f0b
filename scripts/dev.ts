import { setTimeout as pause } from "node:timers/promises";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { dev } from "astro";
import type { ViteDevServer } from "vite";
import { openAstroRoot, secretFiles } from "./site-build/astro-root.ts";
import { readIfThere } from "./site-build/files.ts";
import { basePathOf, endpoints, parseBaseUrl } from "../src/schema/endpoints.ts";
import { buildHeaderRules, headersOf } from "../src/schema/headers.ts";
import { hubPath } from "../src/schema/hub.ts";
import { givenContent } from "../src/content/given-path.ts";
import { freePort } from "./free-port.ts";
import { readHelp, runCommand } from "./run-command.ts";

const help = readHelp("dev");

const project = join(import.meta.dirname, "..");
const dist = resolve(".build/dev");
const siteModule = join(project, "src", "site.ts");

const sidecarPaths = [
  ...Object.values(endpoints)
    .filter(({ servedBy }) => servedBy === "sidecar")
    .map(({ path }) => path.replace(/\{.*$/, "")),
  hubPath,
  "/mcp",
  "/healthz",
  "/readyz",
  "/metrics",
  // Made from the bytes of a whole build, which Astro does not have.
  "/manifest.json",
  "/data/",
];

/** Brings the sidecar's build up to date; an issue in the content is shown and keeps the build before it. */
async function build(): Promise<boolean> {
  const args = [join(import.meta.dirname, "build.ts"), "--if-changed", "--out", dist];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

/** Content is read by our own code, so Vite does not know by itself that every page depends on it. */
const followContent = (folder: string, rebuild: () => Promise<unknown>) => ({
  name: "follow-content",
  configureServer({ watcher, environments }: ViteDevServer) {
    let waiting: NodeJS.Timeout | undefined;
    let rebuilding: Promise<unknown> = Promise.resolve();
    watcher.add([folder, join(project, "src")]);
    watcher.on("all", (_, file) => {
      if (!file.startsWith(folder)) return;
      clearTimeout(waiting);
      // An editor saves in several steps.
      waiting = setTimeout(() => {
        for (const { moduleGraph } of Object.values(environments)) {
          for (const site of moduleGraph.getModulesByFile(siteModule) ?? [])
            moduleGraph.invalidateModule(site);
        }
        environments["client"]?.hot.send({ type: "full-reload" });
        rebuilding = rebuilding.then(rebuild);
      }, 100);
    });
  },
});

/** A path without its escapes; one that has bad ones names no file. */
const toFileName = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** The owner's own files, which a build puts beside its pages. */
const serveOwnFiles = (folder: string, basePath: string) => ({
  name: "own-files",
  configureServer({ middlewares }: ViteDevServer) {
    const answer = async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      const pathname = new URL(request.url ?? "/", "http://localhost").pathname.slice(basePath.length);
      const bytes = await readIfThere(join(folder, toFileName(pathname)));
      if (bytes === undefined) return next();
      const { "Content-Type": type } = headersOf(buildHeaderRules(""), pathname);
      response.writeHead(200, { "Content-Type": type ?? "application/octet-stream" }).end(bytes);
    };
    middlewares.use((request, response, next) => void answer(request, response, next));
  },
});

async function main(): Promise<void> {
  const host = process.env["HOST"] || "127.0.0.1";
  const port = Number(process.env["PORT"] || 3000);
  const baseUrl = process.env["BASE_URL"] || `http://localhost:${port}`;
  const basePath = basePathOf(parseBaseUrl(baseUrl));
  const content = resolve(givenContent());
  Object.assign(process.env, { BASE_URL: baseUrl, CONTENT: content });
  if (!(await build())) process.exit(1);

  const sidecarPort = await freePort();
  const target = `http://127.0.0.1:${sidecarPort}`;
  const sidecar: ChildProcess = spawn(process.execPath, [join(project, "server/main.mjs")], {
    env: { ...process.env, DIST: dist, HOST: "127.0.0.1", PORT: String(sidecarPort), LOG_LEVEL: "warn" },
    stdio: "inherit",
  });
  while (!(await fetch(`${target}/healthz`).catch(() => undefined))) {
    if (sidecar.exitCode !== null) process.exit(1);
    await pause(50);
  }
  const config = await openAstroRoot(resolve(".build/dev-astro"));
  const astro = await dev({
    ...config,
    server: { host, port },
    // Otherwise Astro answers 404 for what the sidecar has without a slash, before it is asked.
    trailingSlash: "ignore",
    vite: {
      ...config.vite,
      server: {
        fs: { allow: [project, resolve()], deny: secretFiles },
        strictPort: true,
        watch: { ignored: ["**/.build/**", "**/dist/**"] },
        proxy: Object.fromEntries(sidecarPaths.map((path) => [basePath + path, target])),
      },
      plugins: [followContent(content, build), serveOwnFiles(join(content, "public"), basePath)],
    },
  });

  const stop = async () => {
    sidecar.kill("SIGTERM");
    await astro.stop();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
  sidecar.once("exit", (code) => {
    console.error(`the sidecar ended with ${code}; the reason is above`);
    process.exit(1);
  });
}

await runCommand(main, { usage: 2, failed: 1, help });
