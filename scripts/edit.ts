import { join, resolve } from "node:path";
import { dev } from "astro";
import type { ViteDevServer } from "vite";
import { loadCmsFiles } from "../src/components/editor/cms-files.ts";
import { givenContent } from "../src/content/given-path.ts";
import { basePathOf, parseBaseUrl } from "../src/schema/endpoints.ts";
import { buildHeaderRules, headersOf } from "../src/schema/headers.ts";
import { createFilesApi, filesPath } from "./edit/files-api.ts";
import { isFree } from "./free-port.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";
import { openAstroRoot, secretFiles } from "./site-build/astro-root.ts";
import { UsageError } from "../src/schema/errors.ts";

const project = join(import.meta.dirname, "..");

const help = readHelp("edit");

async function main(args: string[]): Promise<void> {
  const { text } = parseCommand(help, args);
  // The page needs it too; here its absence is one line.
  loadCmsFiles();
  const port = Number(process.env["PORT"] || 3000);
  // Astro would say so with a stack trace, and stay.
  if (!(await isFree(port)))
    throw new UsageError(`port ${port} is in use: PORT=${port + 1} npx open-reviews edit`);
  const baseUrl = process.env["BASE_URL"] || `http://localhost:${port}`;
  const basePath = basePathOf(parseBaseUrl(baseUrl));
  const content = resolve(givenContent(text("content")));
  Object.assign(process.env, { BASE_URL: baseUrl, CONTENT: content, EDIT_LOCALLY: basePath + filesPath });
  // No page of another site may hold the editor in a frame, and what it shows can send nothing away.
  const { "Content-Security-Policy": policy = "" } = headersOf(buildHeaderRules(baseUrl), "/admin/");
  const serveFiles = {
    name: "owner-files",
    configureServer: ({ middlewares }: ViteDevServer) => {
      // Astro has taken the path of BASE_URL from the address by then.
      middlewares.use("/admin", (_, response, next) => {
        response.setHeader("Content-Security-Policy", policy);
        next();
      });
      middlewares.use(filesPath, createFilesApi(content));
    },
  };
  const config = await openAstroRoot(resolve(".build/edit-astro"));
  const server = await dev({
    ...config,
    logLevel: "warn",
    server: { host: "127.0.0.1", port },
    trailingSlash: "ignore",
    vite: {
      ...config.vite,
      // The open page cannot be told of packages that were prepared after it was sent.
      optimizeDeps: { noDiscovery: true, include: ["yaml", "zod"] },
      // Saving must not reload the page while somebody edits.
      server: {
        cors: false,
        strictPort: true,
        fs: { allow: [project, resolve()], deny: secretFiles },
        hmr: false,
        watch: null,
      },
      plugins: [...(config.vite?.plugins ?? []), serveFiles],
    },
  });
  console.log(
    `The editor of ${content} is at http://localhost:${port}${basePath}/admin/ (end it with Ctrl+C)`,
  );
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await runCommand(main, { usage: 2, failed: 1, help });
