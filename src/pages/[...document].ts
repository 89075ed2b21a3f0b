import type { APIRoute, GetStaticPaths } from "astro";
import type { Document } from "../publish/documents.ts";
import { documents } from "../site.ts";

export const getStaticPaths = (() =>
  documents.map((document) => ({
    params: { document: document.path.slice(1) },
    props: { document },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ document: Document }> = ({ props: { document } }) =>
  new Response(document.body(), { headers: { "Content-Type": document.type } });
