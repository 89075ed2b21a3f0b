import * as fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  buildAiCatalog,
  buildServerCard,
  buildServerJson,
  buildSitemaps,
  buildSitePages,
  buildLlmsTxt,
} from "../../src/publish/discovery.ts";
import { escapeMarkdown, escapeMarkup } from "../../src/publish/markup.ts";
import { archivePageSize, buildBusiness, buildReviewsDataset } from "../../src/publish/reviews.ts";
import type { PublishedEntry } from "../../src/schema/site.ts";
import { aspect } from "../insights/lawn-site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite, hostileText } from "./fixture.ts";

const render = (entries: PublishedEntry[]) => {
  const site = buildSite(entries, { aspects: [aspect("punctuality", ["on time"])] });
  const analysis = buildAnalysis(site);
  const dataset = buildReviewsDataset(site, analysis, baseUrl);
  return { dataset, pages: buildSitePages(dataset, analysis.insights, [{ id: "imprint" }]) };
};
const sitemapOf = (entries: PublishedEntry[]) => buildSitemaps(render(entries).pages, baseUrl)[0]?.body ?? "";
const readSitemap = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  const read = new XMLParser({ isArray: (name) => name === "url" }).parse(xml) as {
    urlset: { url: { loc: string; lastmod?: string }[] };
  };
  return new Map(read.urlset.url.map(({ loc, lastmod }) => [loc, lastmod]));
};

test("the sitemap names every page, and when its reviews last changed", () => {
  const urls = readSitemap(
    sitemapOf([
      buildEntry({ updated: "2026-07-02" }),
      buildEntry({ id: "r2", date: "2026-06-01", reply: { date: "2026-06-05", text: "Thanks." } }),
      ...Array.from({ length: archivePageSize + 1 }, (_, index) =>
        buildEntry({ id: `old${index}`, date: "2024-01-01" }),
      ),
    ]),
  );
  for (let index = 0; index <= archivePageSize; index += 1) {
    expect(urls.get(`https://reviews.test/reviews/old${index}/`)).toBe("2024-01-01");
    urls.delete(`https://reviews.test/reviews/old${index}/`);
  }
  expect(Object.fromEntries(urls)).toStrictEqual({
    "https://reviews.test/": "2026-07-02",
    "https://reviews.test/reviews/": "2026-07-02",
    "https://reviews.test/search/": "2026-07-02",
    "https://reviews.test/insights/": "2026-07-02",
    "https://reviews.test/insights/punctuality/": "2026-07-02",
    "https://reviews.test/insights/people/will/": "2026-07-02",
    "https://reviews.test/faq/": undefined,
    "https://reviews.test/about-these-reviews/": undefined,
    "https://reviews.test/share/": undefined,
    "https://reviews.test/write/": undefined,
    "https://reviews.test/developers/": undefined,
    "https://reviews.test/pages/imprint/": undefined,
    "https://reviews.test/reviews/2026-06/": "2026-06-05",
    "https://reviews.test/reviews/2026-05/": "2026-07-02",
    "https://reviews.test/reviews/2024-01/2/": "2024-01-01",
    "https://reviews.test/reviews/2024-01/": "2024-01-01",
    "https://reviews.test/reviews/r1/": "2026-07-02",
    "https://reviews.test/reviews/r2/": "2026-06-05",
    "https://reviews.test/reviews/stars/5/": "2026-07-02",
    "https://reviews.test/reviews/stars/5/2/": "2024-01-01",
    "https://reviews.test/reviews/stars/5/3/": "2024-01-01",
    "https://reviews.test/reviews/stars/4/": undefined,
    "https://reviews.test/reviews/stars/3/": undefined,
    "https://reviews.test/reviews/stars/2/": undefined,
    "https://reviews.test/reviews/stars/1/": undefined,
    "https://reviews.test/reviews/years/2026/": "2026-07-02",
    "https://reviews.test/reviews/years/2024/": "2024-01-01",
    "https://reviews.test/reviews/years/2024/2/": "2024-01-01",
    "https://reviews.test/reviews/years/2024/3/": "2024-01-01",
  });
});

test("a sitemap of more addresses than a file may have is an index of several, which name each page once", () => {
  const pages = Array.from({ length: 25 }, (_, index) => ({ path: `/reviews/r${index}/` }));
  const [index, ...parts] = buildSitemaps(pages, baseUrl, 10);
  expect(XMLValidator.validate(index?.body ?? "")).toBe(true);
  for (const { path } of parts) expect(index?.body).toContain(`<loc>${baseUrl}${path}</loc>`);
  expect(parts.flatMap(({ body }) => [...readSitemap(body).keys()])).toEqual(
    pages.map(({ path }) => baseUrl + path),
  );
});

const business = buildBusiness(buildSite([]), baseUrl);

// As the schemas of the MCP registry (server.json, 2025-12-11) and of server cards (v1, SEP-2127) have it, of what a
// remote server says; both are open objects.
const Remote = z.strictObject({
  type: z.enum(["streamable-http", "sse"]),
  url: z.string().regex(/^(https?:\/\/\S+|\{[a-zA-Z_][a-zA-Z0-9_]*\}\S*)$/),
  supportedProtocolVersions: z.array(z.string()).optional(),
});
const name = z.string().min(3).max(200);
const ServerJson = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: name.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  title: z.string().min(1).max(100).optional(),
  websiteUrl: z.url().optional(),
  remotes: z.array(Remote).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
const ServerCard = ServerJson.extend({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
});

test("the MCP server is described as registries and clients take it, whatever the business and the address", () => {
  const address = fc
    .tuple(fc.webUrl({ validSchemes: ["http", "https"] }), fc.constantFrom("", "/reviews", "/a/My_Shop~1"))
    .map(([url, path]) => new URL(url).origin + path);
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom("http://[::1]:3000", "http://127.0.0.1", "https://bücher.example"), address),
      fc.string({ minLength: 1, maxLength: 300, unit: "binary" }),
      (url, name) => {
        const named = { ...business, name: name.toWellFormed() };
        const json = buildServerJson(named, url);
        const card = buildServerCard(named, url);
        expect(ServerJson.parse(json)).toEqual(json);
        expect(ServerCard.parse(card)).toEqual(card);
        for (const { title, description } of [json, card])
          for (const text of [title, description]) expect(text.isWellFormed()).toBe(true);
        expect([json.remotes[0]?.url, card.remotes[0]?.url]).toEqual([`${url}/mcp`, `${url}/mcp`]);
      },
    ),
  );
  expect(buildServerCard(business, "https://user.example.io/lawn")).toEqual({
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: "io.example.user/lawn",
    title: "Green & <Sons>: customer reviews",
    description: "Verified customer reviews of Green & <Sons>, to search and cite; read-only, no key",
    version: "1.0.0",
    websiteUrl: "https://user.example.io/lawn/",
    remotes: [
      {
        type: "streamable-http",
        url: "https://user.example.io/lawn/mcp",
        supportedProtocolVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
      },
    ],
    _meta: { "io.example.user/specification": "SEP-2127, draft" },
  });
  expect(buildServerJson(business, baseUrl).name).toBe("test.reviews/reviews");
  expect(buildAiCatalog("https://user.example.io/lawn").entries).toEqual([
    {
      identifier: "urn:air:user.example.io:mcp:lawn",
      type: "application/mcp-server-card+json",
      url: "https://user.example.io/lawn/.well-known/mcp/server-card.json",
    },
  ]);
  for (const name of ["a", "a/b/c", "a/ö", `a/${"b".repeat(199)}`])
    expect(ServerJson.safeParse({ ...buildServerJson(business, baseUrl), name }).success).toBe(false);
});

test("no owner's text adds a line, a link or markup to llms.txt", () => {
  const lines = buildLlmsTxt(business, baseUrl).split("\n").length;
  fc.assert(
    fc.property(hostileText, (text) => {
      const built = buildLlmsTxt({ ...business, name: text, description: text }, baseUrl);
      expect(built.split("\n").length).toBe(lines);
      expect(escapeMarkdown(text).replaceAll(/\\[!-/:-@[-`{-~]/g, "")).not.toMatch(/[\\`*_~[\]{}<>#|!&]/);
    }),
  );
});

test.each([
  ["a<b>&\"'", "a&lt;b&gt;&amp;&quot;'", "a\\<b\\>\\&\"'"],
  [" a\n b ", " a\n b ", "a b"],
  ["- a", "- a", "\\- a"],
  ["12) a", "12) a", "12\\) a"],
  ["12. a", "12. a", "12\\. a"],
  ["12 a-b", "12 a-b", "12 a-b"],
])("%j is %j in markup and %j in Markdown", (text, markup, markdown) => {
  expect([escapeMarkup(text), escapeMarkdown(text)]).toEqual([markup, markdown]);
});

test("the history has a page where a review has a proof, and pages of the owner's own have theirs", () => {
  const { dataset } = render([buildEntry(), buildEntry({ id: "r2" })]);
  const { insights } = buildAnalysis(buildSite([]));
  const pagesOf = (reviews: typeof dataset.reviews) =>
    buildSitePages({ ...dataset, reviews }, insights, [{ id: "terms" }]).filter(({ path }) =>
      /history|pages/.test(path),
    );
  expect(pagesOf(dataset.reviews)).toEqual([{ path: "/pages/terms/" }]);
  const signed = dataset.reviews.map((review, index) =>
    index > 0 ? { ...review, proof: { entry: 1, salt: "" } } : review,
  );
  expect(pagesOf(signed)).toEqual([{ path: "/history/", day: "2026-05-14" }, { path: "/pages/terms/" }]);
});
