import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { openPrevious } from "../../scripts/site-build/previous-deploy.ts";
import { SearchResult } from "../../src/schema/datasets.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { topicPaths } from "../../src/schema/hub.ts";
import { privateFiles } from "../../src/schema/headers.ts";
import { toAddress } from "../../src/publish/web-servers.ts";
import { freePort } from "../../scripts/free-port.ts";
import { run } from "../scripts/owner.ts";
import { askHub } from "../server/hub/ask.ts";
import { callTool } from "../server/mcp/messages.ts";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { startNginxRecipe } from "../scripts/recipe-server.ts";
import { isInstalled, startWebServer, toRoot } from "./web-server.ts";
import { readManifest } from "../published.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { askRaw } from "../raw-request.ts";

// Whatever the site names, wherever it names it, is there: below the address it was built for, and nowhere else.
const [dist, baseUrl] = [inject("dist"), inject("baseUrl")];
const host = new URL(baseUrl).origin;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ script: "scripts/start.ts", env: { DIST: dist, BASE_URL: baseUrl } });
});
afterAll(() => server.stop());

/** Addresses that pages show as examples; no reader or program follows them. */
const isExample = (path: string): boolean => /[{<…*]|\/data\/reviews\.0{16}|\/log\/|\/nothing/.test(path);

/** Addresses in text of this kind, as they are written: those of attributes and of files of words. */
function addressesIn(file: string, text: string): string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, address = ""]) => address);
  // Anything with our host in it, in a JSON string, an element of XML, a line of text.
  const absolute = found(new RegExp(`(${host.replaceAll(".", String.raw`\.`)}[^\\s"'<>()\\\\\`;,]*)`, "g"));
  if (file.endsWith(".css")) return [...absolute, ...found(/url\(["']?([^"')]+)/g)];
  if (!file.endsWith(".html")) return absolute;
  const attributes = found(/\s(?:href|src|action|content|poster|data-[\w-]+)="([^"]*)"/g).filter((one) =>
    /^[./]/.test(one),
  );
  const sets = found(/\ssrcset="([^"]*)"/g).flatMap((set) =>
    set.split(",").map((one) => one.trim().split(" ")[0] ?? ""),
  );
  return [...absolute, ...attributes, ...sets];
}

test("every address that the site names is below its own, and answers", async () => {
  const named = new Map<string, string>();
  const outside: string[] = [];
  const manifest = await readManifest();
  const files = listFiles(dist).filter(
    (path) =>
      manifest.earlier?.[path] === undefined &&
      /\.(?:html|css|js|json|xml|txt|csv|ndjson|webmanifest|svg)$|api-catalog$/.test(path) &&
      !(privateFiles as readonly string[]).includes(path),
  );
  for (const file of files) {
    const text = (await readFile(join(dist, file), "utf8"))
      .replace(/&(?:quot|#39|lt|gt);/g, '"')
      .replaceAll("&amp;", "&");
    const page = baseUrl + toAddress(file);
    for (const address of addressesIn(file, text)) {
      const url = URL.parse(address, page);
      if (url === null || url.origin !== host || isExample(address)) continue;
      const below = `${url.origin}${url.pathname}`;
      if (below === baseUrl) continue;
      if (!below.startsWith(`${baseUrl}/`)) outside.push(`${file}: ${address}`);
      else named.set(url.pathname + url.search, file);
    }
  }
  expect(outside).toEqual([]);
  expect(named.size).toBeGreaterThan(500);
  const wrong: string[] = [];
  for (const [path, file] of named) {
    const { origin } = new URL(server.url);
    const { status } = await fetch(origin + path, { method: "HEAD", redirect: "manual" });
    // The hub and MCP take POST.
    const isThere = status === 200 || (status === 405 && /\/(?:mcp|api\/websub\/hub)$/.test(path));
    if (!isThere) wrong.push(`${file}: ${path} answers ${status}`);
  }
  expect(wrong).toEqual([]);
});

const served = () => new URL(server.url).origin + basePathOf(baseUrl);

test("the hub knows its topics by these addresses, and MCP answers with them", async () => {
  for (const path of topicPaths) expect((await askHub(served(), baseUrl + path)).status).toBe(202);
  expect((await askHub(served(), `${host}/elsewhere/feed.xml`)).status).toBe(400);
  const { text } = await callTool(`${served()}/mcp`, "search_reviews", { limit: 2 });
  expect(text.split(`"url":"${baseUrl}/reviews/`)).toHaveLength(3);
});

test("another sidecar reads the deploy by its address, and its version can be announced", async () => {
  const other = await startServer({ env: { DIST: `${served()}/`, BASE_URL: baseUrl } });
  onTestFinished(async () => void (await other.stop()));
  const answer = await fetch(`${new URL(other.url).origin}${basePathOf(baseUrl)}/api/reviews/search?limit=1`);
  expect([answer.status, SearchResult.parse(await answer.json()).count]).toEqual([200, 1]);
  const env = { BASE_URL: baseUrl, CONNECT: new URL(server.url).host, DIST: served() };
  const announced = await run("announce.ts", [], env);
  expect(announced).toMatchObject({ code: 0, out: expect.stringContaining(`${baseUrl}/feed.xml`) });
});

test("a build that follows the live address finds all of its pages and documents", async () => {
  const [live, folder] = [await openPrevious(served(), ""), await openPrevious(dist, "")];
  const known = new Set(await folder?.stablePaths());
  const stable = (await live?.stablePaths()) ?? [];
  expect(stable.length).toBeGreaterThan(300);
  for (const path of [...stable, ...((await live?.hashedPaths()) ?? [])]) {
    if (!path.startsWith("/data/") && !path.startsWith("/_astro/")) expect(known).toContain(path);
  }
  for (const path of ["/", "/feed.xml", stable.at(-1) ?? ""])
    expect([path, await live?.read(path)]).toEqual([path, await folder?.read(path)]);
});

const basePath = basePathOf(baseUrl);
if (basePath !== "") {
  test("beside the site's path there is only health, and the way to the site", async () => {
    for (const path of ["/", "/reviews.json", "/mcp", `${basePath}x/reviews.json`, "/reviewsx"])
      expect([path, (await askRaw(server.url, path)).status]).toEqual([path, 404]);
    for (const path of ["/healthz", "/readyz", "/metrics"])
      expect([path, (await askRaw(server.url, path)).status]).toEqual([path, 200]);
    for (const [path, to] of [
      [basePath, `${basePath}/`],
      [`${basePath}?a=b`, `${basePath}/?a=b`],
      [`${basePath}/faq?a=b`, `${basePath}/faq/?a=b`],
    ] as const) {
      const { status, headers } = await askRaw(server.url, path);
      expect([status, headers["location"], headers["access-control-allow-origin"]]).toEqual([301, to, "*"]);
    }
    expect((await askRaw(server.url, "http://localhost:3000/reviews/feed.xml")).status).toBe(200);
  });

  test.runIf(isInstalled("nginx"))(
    "the recipe of files and sidecar serves them below a path, beside another site",
    async () => {
      const site = await toRoot(await temporaryFolder(), dist, basePath);
      const sidecar = new URL(server.url).host;
      const nginx = await startNginxRecipe({ site, proposals: dist, sidecar });
      onTestFinished(() => nginx.stop());
      const connect = `127.0.0.1:${new URL(nginx.address).port}`;
      const doctor = await run("doctor.ts", [baseUrl, "--connect", connect]);
      expect([doctor.code, doctor.out]).toEqual([0, expect.not.stringContaining("✗")]);
      expect(await (await fetch(`${nginx.address}/other.txt`)).text()).toBe("Another site");
    },
  );

  test.runIf(isInstalled("nginx"))(
    "the recipe for a path of a host that has another site passes it on unchanged",
    async () => {
      const [, recipe = ""] = /```nginx\n([^]*?)```/.exec(await readFile("docs/hosting.md", "utf8")) ?? [];
      const folder = await temporaryFolder();
      const port = await freePort();
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      await writeFile(
        join(folder, "nginx.conf"),
        `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(" ")} server { listen 127.0.0.1:${port}; ${recipe.replace("127.0.0.1:3000", new URL(server.url).host)} } }`,
      );
      const args = ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"];
      const nginx = await startWebServer("nginx", args, folder, port);
      onTestFinished(() => nginx.stop());
      const ask = (path: string) => fetch(nginx.address + path, { redirect: "manual" });
      const base = basePathOf(baseUrl);
      for (const path of [`${base}/`, `${base}/reviews/`, `${base}/api/reviews/search?query=on%20time%25`])
        expect([path, (await ask(path)).status]).toEqual([path, 200]);
      expect((await ask(base)).headers.get("location")).toBe(`${base}/`);
      expect((await ask(`${base}/metrics`)).status).toBe(404);
      // Neighbors are the host's own.
      expect(await (await ask(`${base}x/`)).text()).toContain("nginx");
    },
  );
}
