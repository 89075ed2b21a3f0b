import type { H3Event } from "h3";
import { FastResponse } from "srvx";
import { openHeaders } from "../../src/schema/headers.ts";
import { ProblemError } from "./problem.ts";
import { sendResource } from "./resource.ts";
import type { Snapshot } from "../data/snapshot.ts";
import type { createDocuments, createPages } from "./static.ts";

const isApi = (path: string) => /^\/(api|mcp|data)(\/|$)/.test(path);

/** Whether an answer may be a page: asked for in so many words, as `*` + `/*` says that anything will do. */
const wantsPage = (accept: string | null): boolean =>
  (accept ?? "")
    .toLowerCase()
    .split(",")
    .some(
      (part) =>
        /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/.test(part) && !/;\s*q=0(\.0*)?\s*$/.test(part),
    );

const readOnly = (method: string) => {
  if (method === "GET" || method === "HEAD") return;
  throw new ProblemError("method-not-allowed", "this address takes GET, HEAD", undefined, {
    Allow: "GET, HEAD",
  });
};

/** Everything that the build made: documents from the snapshot, pages from its folder, and the 404. */
export function createStaticRoute(
  current: () => Snapshot,
  documents: ReturnType<typeof createDocuments>,
  pages: ReturnType<typeof createPages> | undefined,
): (event: H3Event) => Promise<Response> | Response {
  const missing = async ({ req }: H3Event, pathname: string): Promise<Response> => {
    const page =
      isApi(pathname) || !wantsPage(req.headers.get("accept")) ? undefined : await pages?.notFound();
    if (page === undefined)
      throw new ProblemError("not-found", `there is nothing at ${pathname.slice(0, 200)}`);
    const body = req.method === "HEAD" ? null : (page.body as unknown as BodyInit);
    return new FastResponse(body, { status: 404, headers: page.headers });
  };

  const fromFolder = async (event: H3Event, pathname: string): Promise<Response> => {
    const found = await pages?.find(pathname);
    if (found === undefined) return missing(event, pathname);
    readOnly(event.req.method);
    if (!("redirect" in found)) return sendResource(event, found);
    const headers = {
      ...openHeaders,
      Location: found.redirect + event.url.search,
      "Cache-Control": "public, max-age=300",
      "Content-Length": "0",
    };
    return new FastResponse(null, { status: 301, headers });
  };

  return (event) => {
    const { pathname } = event.url;
    const document = documents(current(), pathname);
    if (document === undefined) return fromFolder(event, pathname);
    readOnly(event.req.method);
    return sendResource(event, document);
  };
}
