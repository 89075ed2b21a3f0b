import { expect, test } from "vitest";
import { stringify } from "yaml";
import {
  buildApiCatalog,
  buildLlmsTxt,
  buildRobots,
  buildSecurityTxt,
  buildSitemaps,
} from "../../src/publish/discovery.ts";
import { buildEditorConfig } from "../../src/publish/editor.ts";
import { buildOpenApi } from "../../src/publish/openapi.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import {
  buildCaddyfile,
  buildHeadersFile,
  buildNginxMaps,
  buildNginxServer,
} from "../../src/publish/web-servers.ts";
import { buildHeaderRules } from "../../src/schema/headers.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

// The contract that others build on: renewing a snapshot changes it, so do it knowingly.

/** As YAML, with examples, fields of the editor and all that is short on a line of its own. */
const written = (value: unknown): string =>
  stringify(
    JSON.parse(JSON.stringify(value), (key, part: unknown) => {
      // Figures of the reader, which change with each training.
      if (key === "method") return undefined;
      const text = JSON.stringify(part);
      const isLine = key === "example" || (/^[{[]/.test(text) && (text.length < 160 || /^\d+$/.test(key)));
      return isLine ? text.replaceAll(String.raw`\"`, "") : part;
    }),
    { lineWidth: 0 },
  );

const site = buildSite(
  [
    buildEntry({ text: "Grant Hill came on time.", reply: { date: "2026-05-15", text: "Thanks." } }),
    buildEntry({ id: "r2", date: "2025-08-01", rating: 2, title: "Late" }),
  ],
  { removed: [{ id: "gone", removed_at: "2026-06-01" }] },
);
const analysis = buildAnalysis(site, [{ id: "edging", name: "Edging" }]);
const dataset = buildReviewsDataset(site, analysis, baseUrl);
// Nothing to read, as what the reader makes of it may change.
const unread = { ...site, technicians: [] };
const openApi = (hasSidecar: boolean) => {
  const { components, ...rest } = buildOpenApi(unread, dataset, baseUrl, hasSidecar);
  return { ...rest, components: { ...components, schemas: Object.keys(components.schemas as object) } };
};
/** Enough to see each kind: on everything, by ending, by name, in a folder, and one header twice. */
const few = ["/*", "*/", "*.json", "/log/tile/*", "/log/checkpoint", "/write/", "/reviews.json"];
const served = (basePath: string, hasSidecar: boolean, files: readonly string[]) => ({
  basePath,
  rules: buildHeaderRules(baseUrl + basePath, hasSidecar).filter(({ path }) => few.includes(path)),
  files,
  hasSidecar,
});
const files = [
  "/index.html",
  "/404.html",
  "/reviews.json",
  "/write/index.html",
  "/admin/index.html",
  "/log/checkpoint",
  ...["a.b", "c.b"].flatMap((name) => [
    `/log/tile/0/${name}`,
    `/photos/webp/${name}.webp`,
    `/data/${name}.json`,
  ]),
];
const [whole, alone] = [served("/my.shop", true, files), served("", false, files.slice(2))];

test.each<[name: string, text: () => string]>([
  ["OpenAPI", () => written(openApi(true))],
  ["OpenAPI of files alone", () => written(openApi(false).paths)],
  ["llms.txt", () => buildLlmsTxt(dataset.business, baseUrl)],
  ["llms.txt of files alone", () => buildLlmsTxt({ ...dataset.business, fictional: false }, baseUrl, false)],
  [
    "sitemap.xml",
    () => stringify(buildSitemaps([{ path: "/a&b/", day: "2026-05-14" }, { path: "/c/" }], baseUrl, 2)),
  ],
  [
    "the index of sitemaps",
    () => stringify(buildSitemaps([{ path: "/a/" }, { path: "/b/" }, { path: "/c/" }], `${baseUrl}/a&b`, 2)),
  ],
  ["robots.txt", () => buildRobots(baseUrl)],
  [
    "security.txt",
    () =>
      ["2025-12-31", "2026-01-01", "2026-03-31", "2026-04-01"]
        .map((day) => buildSecurityTxt("a@b.example", day, baseUrl))
        .join("\n"),
  ],
  ["the API catalog", () => written(buildApiCatalog(baseUrl))],
  ["the API catalog of files alone", () => written(buildApiCatalog(baseUrl, false))],
  [
    "the editor's configuration",
    () => written(buildEditorConfig(site, { repository: "a/b", branch: "main", folder: "content" })),
  ],
  [
    "the editor's configuration on this machine",
    () => written({ ...buildEditorConfig(site, "local"), collections: [] }),
  ],
  ...[whole, alone].flatMap((one): [string, () => string][] => [
    [`_headers below "${one.basePath}"`, () => buildHeadersFile(one)],
    [`nginx-maps.conf below "${one.basePath}"`, () => buildNginxMaps(one)],
    [`nginx-server.conf below "${one.basePath}"`, () => buildNginxServer(one)],
    [`Caddyfile below "${one.basePath}"`, () => buildCaddyfile(one)],
  ]),
])("the text of %s", (_, text) => {
  expect(text()).toMatchSnapshot();
});
