import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readIfThere } from "../../scripts/site-build/files.ts";
import { isNotModified } from "../../server/http/conditional.ts";

/** Types that GitHub Pages knows by the ending; it has no rules of ours, a time to live of its own, and open access. */
const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "application/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  xml: "application/xml",
  txt: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  avif: "image/avif",
  webp: "image/webp",
  webmanifest: "application/manifest+json",
};

/** What a _headers file says of a path, as Netlify and Cloudflare Pages read it. */
function readRules(text: string, path: string): Record<string, string> {
  const rules = text.split("\n\n").map((block) => block.trimEnd().split("\n"));
  const fits = ([pattern = ""]: string[]) =>
    pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
  const lines = rules.filter(fits).flatMap(([, ...headers]) => headers);
  return Object.fromEntries(
    lines.map((line) =>
      line
        .trim()
        .split(/: (.*)/s)
        .slice(0, 2),
    ),
  );
}

interface FileHost {
  /** What it serves, below this path. */
  folder: string;
  basePath: string;
  /** As Netlify and Cloudflare Pages, it reads the rules of a _headers file; GitHub Pages does not. */
  hasRules?: boolean;
  tls?: { key: string; cert: string };
}

/** A host of files alone, as GitHub Pages is one, with open access from everywhere. */
export async function startFileHost({ folder, basePath, hasRules = false, tls }: FileHost) {
  const rules = hasRules ? readFileSync(join(folder, "_headers"), "utf8") : "";
  const answer = async (
    { url = "", method = "GET", headers: asked }: IncomingMessage,
    response: ServerResponse,
  ) => {
    const { pathname } = new URL(url, "http://pages.test");
    const path = pathname.startsWith(`${basePath}/`) ? decodeURI(pathname.slice(basePath.length)) : "/none";
    const file = path.replace(/\/$/, "/index.html");
    const body = await readIfThere(join(folder, file));
    const own = { "Access-Control-Allow-Origin": "*", "Cache-Control": "max-age=600" };
    if (body === undefined) {
      response.writeHead(404, { ...own, "Content-Type": "text/html" });
      return response.end(await readIfThere(join(folder, "404.html")));
    }
    if (method !== "GET" && method !== "HEAD") return response.writeHead(405, own).end();
    const lastModified = new Date(1_767_225_600_000);
    const validators = { ETag: `"${body.length.toString(16)}"`, "Last-Modified": lastModified.toUTCString() };
    const conditions = new Headers({
      ...(asked["if-none-match"] && { "if-none-match": asked["if-none-match"] }),
      ...(asked["if-modified-since"] && { "if-modified-since": asked["if-modified-since"] }),
    });
    const headers = { ...own, ...validators, ...readRules(rules, pathname) };
    if (isNotModified(conditions, { etags: () => [validators.ETag], lastModified }))
      return response.writeHead(304, headers).end();
    const type = types[/\.(\w+)$/.exec(file)?.[1] ?? ""] ?? "application/octet-stream";
    const isZipped = /gzip/.test(asked["accept-encoding"] ?? "");
    response.writeHead(200, {
      "Content-Type": type,
      ...headers,
      Vary: "Accept-Encoding",
      ...(isZipped && { "Content-Encoding": "gzip", ETag: `W/${validators.ETag}` }),
    });
    return response.end(method === "HEAD" ? undefined : isZipped ? gzipSync(body) : body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
