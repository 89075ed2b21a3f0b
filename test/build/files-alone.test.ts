import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { audit, type Audit } from "../../scripts/doctor/audit.ts";
import { listFiles } from "../../scripts/site-build/files.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { run } from "../scripts/owner.ts";
import { openSite } from "../site/browser.ts";
import { startFileHost } from "./file-host.ts";
import { isInstalled, startCaddy, startNginx } from "./web-server.ts";

const [dist, baseUrl] = [inject("dist"), inject("baseUrl")];
const basePath = basePathOf(baseUrl);
const read = (path: string) => readFile(join(dist, path), "utf8");

let port = 0;
beforeAll(async () => {
  const host = await startFileHost({ folder: dist, basePath });
  port = host.port;
  return host.stop;
});

const auditAt = (at: number): Promise<Audit> =>
  audit(
    {
      baseUrl,
      connect: { host: "127.0.0.1", port: at },
      timeout: 120_000,
      signal: AbortSignal.timeout(300_000),
    },
    () => {},
  );

test("nothing promises a search API, a hub or an MCP server", async () => {
  const promise = /\/api\/reviews\/|\/mcp\b|\bMCP\b|websub\/hub|rel="?hub|healthz|readyz/;
  const { earlier = {} } = Manifest.parse(JSON.parse(await read("manifest.json")));
  const broken: string[] = [];
  for (const path of listFiles(dist)) {
    if (!/\.(?:html|json|xml|txt|conf)$|Caddyfile|_headers|api-catalog|llms/.test(path)) continue;
    // Pages about problems are of the project, and nothing leads to them.
    if (path.startsWith("/problems/") || earlier[path] !== undefined) continue;
    const [found] = promise.exec(await read(path)) ?? [];
    if (found !== undefined) broken.push(`${path}: ${found}`);
  }
  expect(broken).toEqual([]);
});

test("the description has the four paths that are files, and what it describes is there", async () => {
  const { paths, webhooks, components } = JSON.parse(await read(".well-known/openapi.json")) as {
    paths: Record<string, unknown>;
    webhooks?: unknown;
    components: { schemas: Record<string, unknown> };
  };
  expect(Object.keys(paths).toSorted()).toEqual([
    "/.well-known/openapi.json",
    "/api/feed.json",
    "/insights.json",
    "/reviews.json",
  ]);
  expect(webhooks).toBeUndefined();
  expect(components.schemas).not.toHaveProperty("SearchResult");
  const { documents, sidecar } = Manifest.parse(JSON.parse(await read("manifest.json")));
  expect(sidecar).toBe("none");
  for (const path of Object.keys(paths)) expect(documents.map((one) => one.path)).toContain(path);
  expect(documents.map(({ path }) => path)).not.toContain("/schemas/search.json");
});

test("the search in the page works, and asks for nothing that is not there", async () => {
  const site = await openSite(dist, { url: `http://127.0.0.1:${port}`, stop: async () => {} });
  onTestFinished(() => site.close());
  for (const query of ["weeds", '"on time"']) {
    const { page, troubles } = await site.visit(`/reviews/?query=${encodeURIComponent(query)}`);
    await page.locator("[data-status]").getByText(/match/).waitFor();
    expect(await page.locator("[data-list] .review").count()).toBeGreaterThan(0);
    expect(troubles).toEqual([]);
    await page.context().close();
  }
});

test("the doctor asks for nothing that a host of files cannot have, and says what Pages leaves out", async () => {
  const { checks, state } = await auditAt(port);
  expect(checks.map(({ name }) => name)).not.toContain("mcp");
  const wrong = checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity === "wrong"));
  expect(wrong.map(({ path, problem }) => `${path} ${problem}`)).toEqual([]);
  expect(state).toBe("warning");
  const headers = checks.find(({ name }) => name === "headers");
  expect(headers?.findings.map(({ path }) => path)).toEqual(["/"]);
});

test("there is nobody to announce a version to, which is no failure", async () => {
  const env = { BASE_URL: baseUrl, CONNECT: `127.0.0.1:${port}`, DIST: dist };
  expect(await run("announce.ts", [], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining("there is nobody to notify"),
  });
});

describe.each([
  { name: "nginx", start: startNginx },
  { name: "caddy", start: startCaddy },
])("$name", ({ name, start }) => {
  test.skipIf(!isInstalled(name))(
    "serves all of it with the rules of the build, and the doctor is content",
    async () => {
      const server = await start(dist, basePath);
      onTestFinished(() => server.stop());
      const { checks } = await auditAt(Number(new URL(server.address).port));
      const found = checks.flatMap(({ findings }) => findings.map(({ problem }) => problem));
      // It makes its own tags.
      expect(found.filter((problem) => !problem.startsWith("have ETags of the web server's own"))).toEqual(
        [],
      );
    },
  );
});
