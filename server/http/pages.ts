import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildHeaderRules, headersOf, notFoundHeaders, privateFiles } from "../../src/schema/headers.ts";
import { createBoundedCache } from "../data/bounded-cache.ts";
import { etagOf } from "../data/etag.ts";
import { type HttpResource, toFileResource } from "./resource.ts";
import { type Body, type Headers, sizeOf } from "./response.ts";

const isPrivate = (path: string) => privateFiles.some((file) => file === path);

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
const mostBytes = 64 * 1024 * 1024;

/** A file as it was read, and when it was last looked at. */
interface Page {
  resource: HttpResource;
  mark: string;
  seen: number;
}

export interface Pages {
  /** The page at this path, without waiting when it was looked at a moment ago; where to go when its slash is missing. */
  find: (
    pathname: string,
  ) => HttpResource | undefined | Promise<HttpResource | { redirect: string } | undefined>;
  /** The page that says that there is nothing at an address. */
  notFound: () => Promise<{ body: Body; headers: Headers } | undefined>;
}

/** A file with its compressed forms, as far as they are there. */
async function readForms(file: string) {
  const [identity, gzip, br] = await Promise.all(
    ["", ".gz", ".br"].map((ending) => readFile(file + ending).catch(() => undefined)),
  );
  return { identity, gzip, br };
}

/** The site's pages and assets, read from the build's folder when asked for and kept while they stay the same. */
export function createPages(folder: string, baseUrl: string): Pages {
  const rules = buildHeaderRules(baseUrl);
  const pages = createBoundedCache<string, Page>(mostBytes);

  const recent = (path: string): HttpResource | undefined => {
    const known = pages.get(path);
    return known !== undefined && performance.now() - known.seen < trustedFor ? known.resource : undefined;
  };

  const read = async (path: string): Promise<HttpResource | undefined> => {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    const mark = `${found.ino} ${found.size} ${found.mtimeMs}`;
    const seen = performance.now();
    const known = pages.get(path);
    if (known?.mark === mark) {
      known.seen = seen;
      return known.resource;
    }
    const { identity, gzip, br } = await readForms(file);
    if (identity === undefined) return undefined;
    const resource = toFileResource(
      { identity, ...(gzip && { gzip }), ...(br && { br }) },
      { identity: etagOf(identity), gzip: gzip ? etagOf(gzip) : "", br: br ? etagOf(br) : "" },
      new Date(Math.floor(found.mtimeMs / 1000) * 1000),
      { "Content-Type": "application/octet-stream", ...headersOf(rules, path) },
    );
    pages.set(path, { resource, mark, seen }, identity.length + (gzip?.length ?? 0) + (br?.length ?? 0));
    return resource;
  };

  const readOrRedirect = async (pathname: string, path: string) => {
    const resource = await read(path);
    if (resource !== undefined || path.endsWith("/index.html")) return resource;
    const index = await stat(join(folder, path, "index.html")).catch(() => undefined);
    return index?.isFile() ? { redirect: `${pathname}/` } : undefined;
  };

  return {
    find: (pathname) => {
      const path = toFile(pathname);
      if (path === undefined) return undefined;
      const file = path.endsWith("/") ? `${path}index.html` : path;
      return recent(file) ?? readOrRedirect(pathname, file);
    },
    notFound: async () => {
      const path = "/404.html";
      const page = recent(path) ?? (await read(path));
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
