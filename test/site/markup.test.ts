import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { toTelephone } from "../../src/wording.ts";
import { buildHeaderRules, headersOf } from "../../src/schema/headers.ts";
import { readDataset } from "../published.ts";

const [dist, baseUrl] = [inject("dist"), inject("baseUrl")];
/** An address of the site as the paths of its files have it. */
const toPath = (address: string) => address.replace(baseUrl, "");
const dataset = await readDataset();
const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => `/${relative(dist, join(entry.parentPath, entry.name))}`);
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    // That links are below the base path is a test of all addresses.
    const html = (await readFile(join(dist, file), "utf8")).replaceAll(`="${basePathOf(baseUrl)}/`, '="/');
    pages.set(file.replace(/index\.html$/, ""), html);
  }
});

const decode = (text: string) =>
  text.replace(
    /&(?:amp|lt|gt|quot|#39|#34|#38);/g,
    (entity) =>
      ({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#34;": '"', "&#38;": "&" })[
        entity
      ] ?? entity,
  );
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => decode(value));

test("every link within the site leads somewhere, to the very place it names", () => {
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(attributes(html, "id"))]));
  const broken: string[] = [];
  for (const [page, html] of pages) {
    for (const href of [
      ...attributes(html, "href"),
      ...attributes(html, "src"),
      ...attributes(html, "action"),
    ]) {
      if (/^(?:https?|mailto|tel):/.test(href)) continue;
      const url = new URL(href, `http://site.test${page}`);
      const path = decodeURIComponent(url.pathname);
      const served = path.startsWith("/api/reviews/") || pages.has(path) || files.includes(path);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (!served || (anchor !== "" && !ids.get(path)?.has(anchor))) broken.push(`${page}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test("no id stands twice on a page", () => {
  for (const [path, html] of pages) {
    const ids = attributes(html, "id");
    expect(ids.length, path).toBe(new Set(ids).size);
  }
});

test("nothing stands after the end of a page, and no element is named that has no role", () => {
  for (const [path, html] of pages) {
    expect(html.trimEnd().endsWith("</html>"), path).toBe(true);
    // The Nu HTML Checker's rule: what a table's parts are is said by their elements.
    expect(html, path).not.toMatch(/<(?:table|thead|tbody|tr|th|td)\b[^>]*\srole=/);
    expect(html, path).not.toMatch(/<(?:pre|p|div|span|code)\b(?![^>]*\srole=)[^>]*\saria-label=/);
  }
});

test("what the home page says of a list is what the list has", () => {
  const links = [
    ...(pages.get("/") ?? "").matchAll(
      /href="(\/reviews\/(?:praise|criticism)\/[^"]+)"[^>]*>(\d+) (?:praise|criticize) it</g,
    ),
  ];
  expect(links).toHaveLength(12);
  for (const [, path = "", count = ""] of links) expect(wordsOf(path), path).toContain(` ${count} reviews, `);
});

/** A page's kind: reviews, months, lists of people, aspects, … */
function kindOf(path: string): string {
  const [, section = "", part = "", rest = ""] = path.split("/");
  if (rest !== "") return `${section} by ${part}`;
  if (/^\d{4}-\d{2}$/.test(part)) return "months";
  return part === "" ? section : `one of ${section}`;
}

test("a page of each kind is valid HTML", async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      extends: ["html-validate:standard"],
      rules: {
        "aria-label-misuse": ["error", { allowAnyNamable: true }],
        "no-implicit-button-type": "error",
        "no-implicit-input-type": "error",
      },
    }),
  );
  expect((await validator.validateString('<!doctype html><pre aria-label="x"></pre>')).valid).toBe(false);
  const kinds = new Map([...pages].map(([path, html]) => [kindOf(path), { path, html }]));
  for (const { path, html } of kinds.values()) {
    const { results } = await validator.validateString(html);
    const messages = results.flatMap((result) =>
      result.messages.map(({ line, message }) => `${line}: ${message}`),
    );
    expect(messages, path).toEqual([]);
  }
});

test("the policy allows no inline script and no inline style, and no page has any", () => {
  const policy = headersOf(buildHeaderRules(""), "/")["Content-Security-Policy"];
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain("unsafe");
  for (const [path, html] of pages) {
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, given = ""]) => given);
    for (const given of scripts) expect(given, path).toMatch(/\ssrc="\/|type="application\/ld\+json"/);
    expect(html, path).not.toMatch(/<style\b|\sstyle="|\son[a-z]+="|javascript:/);
  }
});

test("every page names its feeds, its hub, its own address and a picture", () => {
  for (const [path, html] of pages) {
    expect(html, path).toContain('type="application/atom+xml"');
    expect(html, path).toContain('type="application/feed+json"');
    expect(html, path).toContain(`<link rel="hub" href="${baseUrl}/api/websub/hub">`);
    const [, picture = ""] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
    expect(files, path).toContain(toPath(picture));
    if (path === "/404.html") expect(html).not.toContain('rel="canonical"');
    else expect(html, path).toContain(`<link rel="canonical" href="${baseUrl}${path}">`);
  }
});

test("the sitemap names every page, but for the explanations of errors", async () => {
  const sitemap = await readFile(join(dist, "sitemap.xml"), "utf8");
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => toPath(url));
  const built = [...pages.keys()].filter((path) => path !== "/404.html" && !path.startsWith("/problems/"));
  expect(named.toSorted()).toEqual(built.toSorted());
});

test("each review is on the page of its permalink", () => {
  for (const { url, id } of dataset.reviews) {
    expect(pages.get(toPath(url)), url).toContain(`id="${id}"`);
  }
});

interface LinkedData {
  "@type"?: string;
  name?: string;
  telephone?: string;
  email?: string;
  aggregateRating?: { ratingValue: number; reviewCount: number };
  review?: LinkedData[];
  reviewBody?: string;
  author?: { name: string };
  datePublished?: string;
  reviewRating?: { ratingValue: number };
  url?: string;
}

const linkedData = (path: string): LinkedData => {
  const [, json = ""] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(pages.get(path) ?? "") ?? [];
  return JSON.parse(json) as LinkedData;
};
/** The words of a page as people see them. */
const wordsOf = (path: string) =>
  decode(
    (pages.get(path) ?? "")
      .replace(/<script.*?<\/script>/gs, "")
      .replace(/<br\s*\/?>/g, " ")
      .replace(/<[^>]+>/g, ""),
  ).replace(/\s+/g, " ");

describe("JSON-LD", () => {
  test("of the home page says what the page shows", () => {
    const business = linkedData("/");
    const words = wordsOf("/");
    expect(business["@type"]).toBe("LocalBusiness");
    expect(business.aggregateRating).toMatchObject({
      ratingValue: dataset.aggregate_rating.rating_value,
      reviewCount: dataset.aggregate_rating.review_count,
    });
    expect(words).toContain(dataset.aggregate_rating.rating_value.toFixed(2));
    expect(business.telephone).toBe(dataset.business.telephone);
    for (const said of [business.name, toTelephone(dataset.business), business.email])
      expect(words).toContain(said);
    expect(business.review?.map(({ url }) => url)).toEqual(dataset.reviews.slice(0, 4).map(({ url }) => url));
  });

  test("of every archive page holds each of its reviews as the page shows it, and no other", () => {
    const archives = [...pages.keys()].filter((path) => /^\/reviews\/\d{4}-\d{2}\/(?:\d+\/)?$/.test(path));
    expect(archives.length).toBeGreaterThan(10);
    for (const path of archives) {
      const ids = new Set(attributes(pages.get(path) ?? "", "id"));
      const expected = dataset.reviews.filter(({ id }) => ids.has(id));
      const reviews = linkedData(path).review ?? [];
      expect(
        reviews.map(({ url, reviewBody = "", author, datePublished, reviewRating }) => ({
          url,
          text: reviewBody,
          name: author?.name,
          date: datePublished,
          rating: reviewRating?.ratingValue,
        })),
      ).toEqual(
        expected.map(({ url, text, author, date, rating }) => ({
          url,
          text,
          name: author.name,
          date,
          rating,
        })),
      );
      const words = wordsOf(path);
      for (const { text } of expected) expect(words).toContain(text.replace(/\s+/g, " "));
    }
  });
});

test("every page names the business once, with its address, and the licence of the data", () => {
  for (const [path, html] of pages) {
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(scripts, path).toHaveLength(1);
    const json = scripts[0]?.[1] ?? "";
    expect(json.split('"@type":"LocalBusiness"'), path).toHaveLength(2);
    expect(json, path).toContain('"streetAddress"');
    expect(html, path).toContain('rel="license"');
  }
});

test("the data are described as a catalogue whose files exist", () => {
  const catalog = linkedData("/developers/") as LinkedData & {
    license: string;
    dataset: { license: string; distribution: { contentUrl: string }[] };
  };
  expect(catalog["@type"]).toBe("DataCatalog");
  expect(catalog.dataset.license).toBe(catalog.license);
  expect(catalog.dataset.distribution.length).toBeGreaterThanOrEqual(5);
  for (const { contentUrl } of catalog.dataset.distribution) expect(files).toContain(toPath(contentUrl));
});

test("no space stands before a full stop or comma, and no backtick in prose", () => {
  for (const [path, html] of pages) {
    // Customers' words stay as they wrote them.
    const prose = html
      .replace(/<(script|pre|blockquote|figure|article|q)\b.*?<\/\1>/gs, "")
      .replace(/<br>/g, " ")
      .replace(/<[^>]+>/g, "")
      .replace(/\s+/g, " ");
    expect(prose.match(/.{20} [,.;!?](?= |$)/g) ?? [], path).toEqual([]);
    expect(prose, path).not.toContain("`");
  }
});

describe("weight", () => {
  const compressed = async (path: string) => brotliCompressSync(await readFile(join(dist, path))).length;

  test("the scripts of a page have at most 16 KB, in one file", async () => {
    // The widget is other sites' script; share.test.ts has its limit.
    const scripts = [...pages].map(
      ([path, html]) =>
        [
          path,
          attributes(html, "src").filter((src) => src.endsWith(".js") && !src.endsWith("/widget.js")),
        ] as const,
    );
    for (const script of new Set(scripts.flatMap(([, sources]) => sources))) {
      expect(await readFile(join(dist, script), "utf8"), script).not.toMatch(/from\s*"\.\//);
      expect(await compressed(script), script).toBeLessThanOrEqual(16_000);
    }
    expect(scripts.filter(([, sources]) => sources.length > 1)).toEqual([]);
  });

  test("no page has more than 300 KB", async () => {
    for (const path of pages.keys()) {
      const file = path.endsWith("/") ? `${path}index.html` : path;
      expect((await stat(join(dist, file))).size, path).toBeLessThanOrEqual(300_000);
    }
  });
});
