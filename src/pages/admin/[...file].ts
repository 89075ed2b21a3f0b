import type { APIRoute, GetStaticPaths } from "astro";
import { loadCmsFiles } from "../../components/editor/cms-files.ts";
import { buildEditorConfig } from "../../publish/editor.ts";
import { localFiles, site } from "../../site.ts";

interface Props {
  body: Uint8Array<ArrayBuffer> | string;
}

export const getStaticPaths = (() => {
  const editor = localFiles === undefined ? site.business.editor : "local";
  if (editor === undefined) return [];
  const config = { path: "/admin/config.json", body: JSON.stringify(buildEditorConfig(site, editor)) };
  return [config, ...loadCmsFiles().files].map(({ path, body }) => ({
    params: { file: path.slice("/admin/".length) },
    props: { body } satisfies Props,
  }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = ({ props: { body } }) => new Response(body);
