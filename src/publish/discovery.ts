import { z } from "zod";
import type { Review } from "../schema/review.ts";
import { escapeMarkup } from "./markup.ts";
import { buildArchivePages, lastChange } from "./reviews.ts";

/** The pages for people besides the archive of reviews; `fromReviews` when what they show comes from reviews. */
export const sitePages = [
  { path: "/", fromReviews: true },
  { path: "/reviews/", fromReviews: true },
  { path: "/insights/", fromReviews: true },
  { path: "/faq/", fromReviews: false },
  { path: "/about-these-reviews/", fromReviews: false },
  { path: "/developers/", fromReviews: false },
] as const;

const latestChange = (reviews: readonly Review[]) =>
  reviews
    .map(lastChange)
    .reduce<string | undefined>(
      (latest, day) => (latest === undefined || day > latest ? day : latest),
      undefined,
    );

/** Every page that is meant to be found. `aspects`: what the reviews are about; each has a page of evidence. */
export function buildSitemap(
  reviews: readonly Review[],
  aspects: readonly { id: string }[],
  baseUrl: string,
): string {
  const newest = latestChange(reviews);
  const pages = [
    ...sitePages.map(({ path, fromReviews }) => ({ path, day: fromReviews ? newest : undefined })),
    ...aspects.map(({ id }) => ({ path: `/insights/${id}/`, day: newest })),
    ...buildArchivePages(reviews).map((page) => ({ path: page.path, day: latestChange(page.reviews) })),
  ];
  const urls = pages.map(
    ({ path, day }) =>
      `  <url><loc>${escapeMarkup(baseUrl + path)}</loc>${day === undefined ? "" : `<lastmod>${day}</lastmod>`}</url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

/** Everything is public, for people and for machines. */
export const buildRobots = (baseUrl: string): string =>
  `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`;

/**
 * RFC 9116. It expires a year after the quarter of the newest content began: within the year that the RFC
 * recommends, without the clock, and seldom changed by a single review. `doctor` warns before it is too late.
 */
export function buildSecurityTxt(email: string, newestDay: string, baseUrl: string): string {
  const [year = 0, month = 1] = newestDay.split("-").map(Number);
  const quarter = Math.floor((month - 1) / 3) * 3 + 1;
  return [
    `Contact: mailto:${email}`,
    `Expires: ${year + 1}-${String(quarter).padStart(2, "0")}-01T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

const Link = z.object({ href: z.url(), type: z.string().optional(), title: z.string().optional() });

/** /.well-known/api-catalog: a linkset (RFC 9264) that names our APIs (RFC 9727). */
export const ApiCatalog = z.object({
  linkset: z.array(
    z.object({
      anchor: z.url(),
      item: z.array(Link).optional(),
      "service-desc": z.array(Link).optional(),
      "service-doc": z.array(Link).optional(),
      "service-meta": z.array(Link).optional(),
      status: z.array(Link).optional(),
    }),
  ),
});
export type ApiCatalog = z.infer<typeof ApiCatalog>;

export function buildApiCatalog(baseUrl: string): ApiCatalog {
  const doc = { href: `${baseUrl}/developers/`, type: "text/html" };
  return {
    linkset: [
      {
        anchor: `${baseUrl}/.well-known/api-catalog`,
        item: [
          { href: `${baseUrl}/`, title: "Reviews API" },
          { href: `${baseUrl}/mcp`, title: "MCP server" },
          { href: `${baseUrl}/api/websub/hub`, title: "WebSub hub" },
        ],
      },
      {
        anchor: `${baseUrl}/`,
        "service-desc": [{ href: `${baseUrl}/.well-known/openapi.json`, type: "application/json" }],
        "service-doc": [doc],
        "service-meta": [{ href: `${baseUrl}/manifest.json`, type: "application/json" }],
        status: [{ href: `${baseUrl}/healthz`, type: "application/json" }],
      },
      { anchor: `${baseUrl}/mcp`, "service-doc": [doc] },
      { anchor: `${baseUrl}/api/websub/hub`, "service-doc": [doc] },
    ],
  };
}
