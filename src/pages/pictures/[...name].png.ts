import type { APIRoute, GetStaticPaths } from "astro";
import { picturesOfReviews } from "../../components/review/review-page.ts";
import { brand, toPng } from "../../picture/brand.ts";
import { drawReview, type PicturedReview } from "../../picture/pictures.ts";

export const getStaticPaths = (() =>
  picturesOfReviews.map(({ name, shown }) => ({
    params: { name },
    props: { shown },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ shown: PicturedReview }> = async ({ props: { shown } }) =>
  new Response(await toPng(drawReview(brand, shown)), { headers: { "Content-Type": "image/png" } });
