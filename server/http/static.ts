import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildHeaderRules, headersOf, notFoundHeaders, privateFiles } from "../../src/schema/headers.ts";
import type { Headers } from "./response.ts";
import { tagOf } from "./conditional.ts";
import { type Resource, toResource } from "./resource.ts";
import type { Snapshot, SnapshotDocument } from "../data/snapshot.ts";

const toDocumentResource = ({ entry, body, gzip, br }: SnapshotDocument, headers: Headers): Resource =>
  toResource(
    { identity: body, ...(gzip && { gzip }), ...(br && { br }) },
    { identity: entry.etag, gzip: entry.encodings.gzip.etag, br: entry.encodings.br.etag },
    new Date(entry.last_modified),
    { ...headers, "Content-Type": entry.type },
  );

/** The machine-readable documents, from the verified snapshot in memory. */
export function createDocuments(baseUrl: string) {
  const prepared = new WeakMap<Snapshot, Map<string, Resource>>();
  const rules = buildHeaderRules(baseUrl);

  const prepare = (snapshot: Snapshot): Map<string, Resource> => {
    const resources = new Map<string, Resource>();
    for (const document of snapshot.documents.values()) {
      const { path, hashed_path } = document.entry;
      resources.set(path, toDocumentResource(document, headersOf(rules, path)));
      resources.set(hashed_path, toDocumentResource(document, headersOf(rules, hashed_path)));
    }
    const { body, etag } = snapshot.manifest;
    const path = "/manifest.json";
    const etags = { identity: etag, gzip: "", br: "" };
    // It changes when any document that it names does.
    const dates = [...snapshot.documents.values()].map(({ entry }) => Date.parse(entry.last_modified));
    const newest = new Date(Math.max(...dates));
    resources.set(path, toResource({ identity: body }, etags, newest, headersOf(rules, path)));
    return resources;
  };

  return (snapshot: Snapshot, path: string): Resource | undefined => {
    let resources = prepared.get(snapshot);
    if (resources === undefined) {
      resources = prepare(snapshot);
      prepared.set(snapshot, resources);
    }
    return resources.get(path);
  };
}

const isPrivate = (path: string) => (privateFiles as readonly string[]).includes(path);

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
    (name, at) => name.startsWith(".") && !(at === 0 && name === ".well-known" && segments.length > 1),
  );
  // Rules for hosts, such as _headers and _redirects, are not part of the site.
  // Compressed forms are representations of a file, not files with addresses of their own.
  return isHidden || isPrivate(path) || /^\/_[a-z]+$|\.(gz|br)$/.test(path) ? undefined : path;
}

/** Milliseconds for which a file that was looked at counts as unchanged. */
const trustedFor = 1000;
const keptBytes = 64 * 1024 * 1024;

/** The site's pages and assets, read from the build's folder when asked for and kept while they stay the same. */
export function createPages(folder: string, baseUrl: string) {
  const rules = buildHeaderRules(baseUrl);
  const kept = new Map<string, { mark: string; resource: Resource; bytes: number; seen: number }>();
  let bytes = 0;

  const read = async (path: string): Promise<Resource | undefined> => {
    const file = join(folder, path);
    const known = kept.get(path);
    const now = performance.now();
    if (known !== undefined && now - known.seen < trustedFor) return known.resource;
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    const mark = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (known?.mark === mark) {
      known.seen = now;
      return known.resource;
    }
    const [identity, gzip, br] = await Promise.all([
      readFile(file).catch(() => undefined),
      readFile(`${file}.gz`).catch(() => undefined),
      readFile(`${file}.br`).catch(() => undefined),
    ]);
    if (identity === undefined) return undefined;
    const resource = toResource(
      { identity, ...(gzip && { gzip }), ...(br && { br }) },
      { identity: tagOf(identity), gzip: gzip ? tagOf(gzip) : "", br: br ? tagOf(br) : "" },
      new Date(Math.floor(found.mtimeMs / 1000) * 1000),
      { "Content-Type": "application/octet-stream", ...headersOf(rules, path) },
    );
    const size = identity.length + (gzip?.length ?? 0) + (br?.length ?? 0);
    bytes += size - (kept.get(path)?.bytes ?? 0);
    kept.delete(path);
    kept.set(path, { mark, resource, bytes: size, seen: now });
    for (const [oldest, entry] of kept) {
      if (bytes <= keptBytes) break;
      kept.delete(oldest);
      bytes -= entry.bytes;
    }
    return resource;
  };

  /** The page at this path; a redirect when it is a folder's and the closing slash is missing. */
  const find = async (pathname: string): Promise<Resource | { redirect: string } | undefined> => {
    const path = toFile(pathname);
    if (path === undefined) return undefined;
    if (path.endsWith("/")) return read(`${path}index.html`);
    const resource = await read(path);
    if (resource !== undefined) return resource;
    const index = await stat(join(folder, path, "index.html")).catch(() => undefined);
    return index?.isFile() ? { redirect: `${pathname}/` } : undefined;
  };
  /** The page at this path if it was looked at a moment ago, so that nothing need be read. */
  const recent = (pathname: string): Resource | undefined => {
    // What is escaped would have to be read first: all else is kept under the path that it is asked for by.
    if (pathname.includes("%")) return undefined;
    const known = kept.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    return known !== undefined && performance.now() - known.seen < trustedFor ? known.resource : undefined;
  };
  /** The page that says that there is nothing at an address. */
  const notFound = async (): Promise<{ body: Uint8Array; headers: Headers } | undefined> => {
    const page = await read("/404.html");
    if (page === undefined) return undefined;
    const body = page.forms.identity.body as Uint8Array;
    const headers = {
      ...headersOf(rules, "/404.html"),
      ...notFoundHeaders,
      "Content-Length": String(body.length),
    };
    return { body, headers };
  };
  return { find, recent, notFound };
}
