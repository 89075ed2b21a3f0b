import type { APIRoute, GetStaticPaths } from "astro";
import { searchFiles } from "../../components/search/search-facts.ts";
import type { SearchFile } from "../../site-search/build-index.ts";

export const getStaticPaths = (() =>
  searchFiles.map((file) => ({ params: { file: file.name }, props: { file } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ file: SearchFile }> = ({ props: { file } }) =>
  new Response(file.body(), { headers: { "Content-Type": "application/json" } });
