import type { H3Event } from "h3";
import { openHeaders } from "../../src/schema/headers.ts";
import type { Snapshot } from "../data/snapshot.ts";
import type { FindDocument } from "./documents.ts";
import type { Pages } from "./pages.ts";
import { ProblemError } from "./problem.ts";
import { type HttpResource, sendResource } from "./resource.ts";
import { parseAccept } from "./accept.ts";
import { toResponse } from "./response.ts";

const isApi = (path: string) => /^\/(api|mcp|data)(\/|$)/.test(path);

/** Whether an answer may be a page: asked for in so many words, as `*` + `/*` says that anything will do. */
function wantsPage(accept: string | null): boolean {
  const weights = parseAccept(accept ?? "");
  return ["text/html", "application/xhtml+xml"].some((type) => (weights.get(type) ?? 0) > 0);
}

const readOnly = (method: string) => {
  if (method === "GET" || method === "HEAD") return;
  throw new ProblemError("method-not-allowed", "this address takes GET, HEAD", undefined, {
    Allow: "GET, HEAD",
  });
};

/** Everything that the build made: documents from the snapshot, pages from its folder, and the 404. */
export function createStaticRoute(
  current: () => Snapshot,
  findDocument: FindDocument,
  pages: Pages | undefined,
): (event: H3Event) => Response | Promise<Response> {
  const missing = async ({ req, url: { pathname } }: H3Event): Promise<Response> => {
    const isPage = !isApi(pathname) && wantsPage(req.headers.get("accept"));
    const page = isPage ? await pages?.notFound() : undefined;
    if (page === undefined)
      throw new ProblemError("not-found", `there is nothing at ${pathname.slice(0, 200)}`);
    return toResponse(404, page.headers, req.method === "HEAD" ? null : page.body);
  };
  const answer = (event: H3Event, found: HttpResource | { redirect: string } | undefined) => {
    if (found === undefined) return missing(event);
    readOnly(event.req.method);
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
