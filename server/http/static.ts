import {
  buildHeaderRules,
  headersOf,
  notFoundHeaders,
  openHeaders,
  privateFiles,
} from "../../src/schema/headers.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { createBoundedCache, memoizeOnce } from "../data/bounded-map.ts";
import type { Snapshot, SnapshotDocument } from "../data/snapshot.ts";
import {
  type Body,
  type Headers,
  type HttpResource,
  ProblemError,
  sendResource,
  sizeOf,
  toFileResource,
  toResponse,
} from "./response.ts";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { etagOf } from "../data/hashes.ts";
import type { H3Event } from "h3";
import { parseAccept } from "./encoding.ts";

const toResource = ({ entry, body, gzip, br }: SnapshotDocument, headers: Headers): HttpResource =>
  toFileResource(
    { identity: body, ...(gzip && { gzip }), ...(br && { br }) },
    { identity: entry.etag, gzip: entry.encodings.gzip.etag, br: entry.encodings.br.etag },
    new Date(entry.last_modified),
    { ...headers, "Content-Type": entry.type },
  );

/** The machine-readable documents, from the verified snapshot in memory. */
function createDocuments(baseUrl: string) {
  const rules = buildHeaderRules(baseUrl);

  const resourcesOf = memoizeOnce((snapshot: Snapshot): Map<string, HttpResource> => {
    const resources = new Map<string, HttpResource>();
    for (const document of snapshot.documents.values()) {
      const { path, hashed_path } = document.entry;
      resources.set(path, toResource(document, headersOf(rules, path)));
      resources.set(hashed_path, toResource(document, headersOf(rules, hashed_path)));
    }
    const { body, etag } = snapshot.manifest;
    const path = "/manifest.json";
    const etags = { identity: etag, gzip: "", br: "" };
    // It changes when any document that it names does.
    const dates = [...snapshot.documents.values()].map(({ entry }) => Date.parse(entry.last_modified));
    const newest = new Date(Math.max(...dates));
    resources.set(path, toFileResource({ identity: body }, etags, newest, headersOf(rules, path)));
    return resources;
  });

  return (snapshot: Snapshot, path: string) => resourcesOf(snapshot).get(path);
}

/** A path of the site as a path in its folder; undefined when no page may be there. */
function toFile(pathname: string): string | undefined {
  if (/%(2f|5c|00)|\\|\0|\/\//i.test(pathname)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const segments = path.split("/").slice(1);
  const isHidden = segments.some(
    (name) => name.startsWith(".") && !(name === ".well-known" && segments.length > 1),
  );
  // Rules for hosts, such as _headers and _redirects, are not part of the site.
  // Compressed forms are representations of a file, not files with addresses of their own.
  return isHidden || privateFiles.some((file) => file === path) || /^\/_[a-z]+$|\.(gz|br)$/.test(path)
    ? undefined
    : path;
}

const maxBytes = 64 * 1024 * 1024;

/** A file as it was read; `mark` changes with it. */
interface Page {
  resource: HttpResource;
  mark: string;
}

type Pages = ReturnType<typeof createPages>;

/** The site's pages and assets, read from the build's folder when asked for and kept while they stay the same. */
export function createPages(folder: string, baseUrl: string) {
  const rules = buildHeaderRules(baseUrl);
  const pages = createBoundedCache<Page>(maxBytes);

  const read = async (path: string): Promise<HttpResource | undefined> => {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    const mark = `${found.ino} ${found.size} ${found.mtimeMs}`;
    const known = pages.get(path);
    if (known?.mark === mark) return known.resource;
    // With its compressed forms, as far as they are there.
    const [identity, gzip, br] = await Promise.all(
      ["", ".gz", ".br"].map((ending) => readFile(file + ending).catch(() => undefined)),
    );
    if (identity === undefined) return undefined;
    const resource = toFileResource(
      { identity, ...(gzip && { gzip }), ...(br && { br }) },
      { identity: etagOf(identity), gzip: gzip ? etagOf(gzip) : "", br: br ? etagOf(br) : "" },
      new Date(Math.floor(found.mtimeMs / 1000) * 1000),
      { "Content-Type": "application/octet-stream", ...headersOf(rules, path) },
    );
    pages.set(path, { resource, mark }, identity.length + (gzip?.length ?? 0) + (br?.length ?? 0));
    return resource;
  };

  return {
    /** The page at this path; where to go when its slash is missing. */
    find: async (pathname: string): Promise<HttpResource | { redirect: string } | undefined> => {
      const path = toFile(pathname);
      if (path === undefined) return undefined;
      if (path.endsWith("/")) return read(`${path}index.html`);
      const resource = await read(path);
      if (resource !== undefined) return resource;
      const index = await stat(join(folder, path, "index.html")).catch(() => undefined);
      return index?.isFile() ? { redirect: `${basePathOf(baseUrl)}${pathname}/` } : undefined;
    },
    /** The page that says that there is nothing at an address. */
    notFound: async (): Promise<{ body: Body; headers: Headers } | undefined> => {
      const path = "/404.html";
      const page = await read(path);
      if (page === undefined) return undefined;
      const { body } = page.identity;
      const headers = {
        ...headersOf(rules, path),
        ...notFoundHeaders,
        "Content-Length": String(sizeOf(body)),
      };
      return { body, headers };
    },
  };
}

/** Whether an answer may be a page: asked for in so many words, as `*` + `/*` says that anything will do. */
function wantsPage(accept: string | null): boolean {
  const weights = parseAccept(accept ?? "");
  return ["text/html", "application/xhtml+xml"].some((type) => (weights.get(type) ?? 0) > 0);
}

/** Everything that the build made: documents from the snapshot, pages from its folder, and the 404. */
export function createStaticRoute(
  current: () => Snapshot,
  baseUrl: string,
  pages: Pages | undefined,
): (event: H3Event) => Response | Promise<Response> {
  const findDocument = createDocuments(baseUrl);
  const missing = async ({ req, url: { pathname } }: H3Event): Promise<Response> => {
    const isPage = !/^\/(api|mcp|data)(\/|$)/.test(pathname) && wantsPage(req.headers.get("accept"));
    const page = isPage ? await pages?.notFound() : undefined;
    if (page === undefined)
      throw new ProblemError(
        "not-found",
        `there is nothing at ${basePathOf(baseUrl)}${pathname.slice(0, 200)}`,
      );
    return toResponse(404, page.headers, req.method === "HEAD" ? null : page.body);
  };
  const answer = (event: H3Event, found: HttpResource | { redirect: string } | undefined) => {
    if (found === undefined) return missing(event);
    const { method } = event.req;
    if (method !== "GET" && method !== "HEAD")
      throw new ProblemError("method-not-allowed", "this address takes GET, HEAD", { Allow: "GET, HEAD" });
    if (!("redirect" in found)) return sendResource(event, found);
    const headers = {
      ...openHeaders,
      Location: found.redirect + event.url.search,
      "Cache-Control": "public, max-age=300",
      "Content-Length": "0",
    };
    return toResponse(301, headers, null);
  };

  return (event) => {
    const { pathname } = event.url;
    const found = findDocument(current(), pathname) ?? pages?.find(pathname);
    return found instanceof Promise ? found.then((page) => answer(event, page)) : answer(event, found);
  };
}
