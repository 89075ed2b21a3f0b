import type { APIRoute, GetStaticPaths } from "astro";
import { picturesOfReviews } from "../components/review/review-page.ts";
import { searchFiles } from "../components/search/search-facts.ts";
import { link } from "../link.ts";
import { brand, toPng } from "../picture/brand.ts";
import { colorOf } from "../picture/palette.ts";
import { drawBadge, drawIcon, drawRating, drawReview } from "../picture/pictures.ts";
import { dataset, documents, words } from "../site.ts";

/** A file of the site that is no page, made when it is asked for. */
interface SiteFile {
  path: string;
  type: string;
  body: () => string | Promise<Uint8Array<ArrayBuffer>>;
}

const { business, aggregate_rating: rating } = dataset;
const note = business.fictional ? words.t("frame.fictional") : "";
const webManifest = {
  name: `${business.name}: reviews`,
  short_name: business.name,
  start_url: link("/"),
  display: "browser",
  background_color: colorOf("paper"),
  theme_color: colorOf("green"),
  icons: [
    { src: link("/icon.svg"), sizes: "any", type: "image/svg+xml" },
    { src: link("/apple-touch-icon.png"), sizes: "180x180", type: "image/png" },
  ],
};

const svg = (path: string, body: () => string): SiteFile => ({ path, type: "image/svg+xml", body });
const png = (path: string, draw: () => string, size?: number): SiteFile => ({
  path,
  type: "image/png",
  body: () => toPng(draw(), size),
});

const files: SiteFile[] = [
  ...documents,
  svg("/icon.svg", () => drawIcon(brand)),
  png("/apple-touch-icon.png", () => drawIcon(brand), 180),
  png("/og.png", () => drawRating(brand, rating, note)),
  svg("/badge.svg", () => drawBadge(brand, rating)),
  {
    path: "/site.webmanifest",
    type: "application/manifest+json",
    body: () => `${JSON.stringify(webManifest)}\n`,
  },
  ...searchFiles.map(({ name, body }) => ({
    path: `/search-index/${name}.json`,
    type: "application/json",
    body,
  })),
  ...picturesOfReviews.map(({ name, shown }) => png(`/pictures/${name}.png`, () => drawReview(brand, shown))),
];

export const getStaticPaths = (() =>
  files.map((file) => ({ params: { file: file.path.slice(1) }, props: { file } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ file: SiteFile }> = async ({ props: { file } }) =>
  new Response(await file.body(), { headers: { "Content-Type": file.type } });
