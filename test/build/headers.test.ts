import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { buildHeaderRules, headersOf, privateFiles } from "../../src/schema/headers.ts";
import { buildHeadersFile, toAddress } from "../../src/publish/web-servers.ts";
import { isInstalled, startCaddy, startNginx, type WebServer } from "./web-server.ts";
import { readManifest } from "../published.ts";
import { askRaw } from "../raw-request.ts";

const [dist, baseUrl] = [inject("dist"), inject("baseUrl")];
const basePath = basePathOf(baseUrl);
const rules = buildHeaderRules(baseUrl);
const isPrivate = (path: string) => (privateFiles as readonly string[]).includes(path);
const files = listFiles(dist).filter((path) => !/\.(gz|br)$/.test(path) && !isPrivate(path));
const addresses = files.map(toAddress);
const toBlocks = (all: readonly string[]) =>
  buildHeadersFile({ basePath, rules, files: all, hasSidecar: true }).split("\n\n");
const manifest = await readManifest();

/** Whether an address fits a pattern of a _headers file. */
const fits = (pattern: string, path: string) =>
  pattern.endsWith("*") ? (basePath + path).startsWith(pattern.slice(0, -1)) : pattern === basePath + path;

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

test("every document's type in the table is the one it is published with", () => {
  for (const { path, hashed_path, type } of manifest.documents) {
    expect([path, headersOf(rules, path)["Content-Type"]]).toEqual([path, type]);
    expect([path, headersOf(rules, hashed_path)["Content-Type"]]).toEqual([path, type]);
  }
});

test("every file of the deploy has a type and a time to live", () => {
  const both = { "Content-Type": expect.any(String), "Cache-Control": expect.any(String) };
  for (const path of addresses) expect(headersOf(rules, path)).toMatchObject(both);
});

test("in _headers each address finds every header of the table once, and nothing else", async () => {
  const blocks = (await readFile(join(dist, "_headers"), "utf8")).split("\n\n").map((block) => {
    const [path = "", ...lines] = block.trimEnd().split("\n");
    return { path, headers: lines.map((line) => /^ {2}([^:]+): (.+)$/.exec(line)?.slice(1) ?? [line, ""]) };
  });
  for (const path of addresses) {
    const found = blocks.filter((block) => fits(block.path, path)).flatMap(({ headers }) => headers);
    expect([path, found.length]).toEqual([path, Object.keys(headersOf(rules, path)).length]);
    expect([path, Object.fromEntries(found)]).toEqual([path, headersOf(rules, path)]);
  }
  // Cloudflare Pages reads 100 blocks.
  expect(blocks.length).toBeLessThanOrEqual(100);
});

test("_headers names the tiles of the history once, however many there are", () => {
  const tiles = Array.from({ length: 300 }, (_, tile) => `/log/tile/0/${String(tile).padStart(3, "0")}`);
  const blocks = toBlocks(["/log/checkpoint", "/log/key", ...tiles]);
  expect(blocks.map((block) => block.split("\n")[0])).toEqual(
    ["/*", "/log/checkpoint", "/log/key", "/log/tile/*"].map((path) => basePath + path),
  );
});

test("_headers stays small however many pages there are", () => {
  const many = Array.from({ length: 500 }, (_, page) => `/reviews/2026-01/${page + 2}/index.html`);
  const blocks = toBlocks([...files, ...many]);
  expect(blocks.length).toBeLessThanOrEqual(100);
});

for (const { name, start } of [
  { name: "nginx", start: startNginx },
  { name: "caddy", start: startCaddy },
]) {
  describe.skipIf(!isInstalled(name))(`${name} (Debian's package; skipped where it is not installed)`, () => {
    let server: WebServer;
    beforeAll(async () => {
      server = await start(dist, basePath);
    });
    afterAll(() => server.stop());
    const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
      const { distinct, ...answer } = await askRaw(server.address, basePath + path, { headers, method });
      const repeated = Object.keys(distinct).filter((name) => (distinct[name]?.length ?? 0) > 1);
      return { ...answer, repeated };
    };

    // Encodings, conditions and what is not there are the doctor's: it looks at both servers with each recipe.
    test("every address has exactly the headers of the table", async () => {
      for (const [index, path] of addresses.entries()) {
        const { status, headers, repeated, body } = await get(path);
        expect([path, status, repeated]).toEqual([path, 200, []]);
        expect({ path, ...headers }).toMatchObject({ path, ...lowered(headersOf(rules, path)) });
        if (headersOf(rules, path)["Link"] === undefined) expect(headers["link"]).toBeUndefined();
        expect(body.equals(await readFile(join(dist, files[index] ?? "")))).toBe(true);
      }
    });

    test("browsers of other sites may ask, and other methods are refused", async () => {
      const preflight = await get("/reviews.json", {}, "OPTIONS");
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-max-age": "86400",
      });
      const refused = await get("/reviews.json", {}, "POST");
      expect(refused.status).toBe(405);
      expect(refused.headers["allow"]).toContain("GET");
    });

    if (basePath !== "")
      test("the rest of the host is none of ours, and the path leads to the site", async () => {
        const { status, headers } = await askRaw(server.address, "/other.txt");
        expect([status, headers["access-control-allow-origin"]]).toEqual([200, undefined]);
        for (const path of ["", "/faq"]) {
          const { status, headers } = await get(path);
          expect([[301, 308].includes(status), headers["location"]]).toEqual([true, `${basePath}${path}/`]);
        }
      });
  });
}
