import type { APIRoute, GetStaticPaths } from "astro";
import { picturesOfReviews } from "../../components/review/review-page.ts";
import { paletteOf } from "../../picture/palette.ts";
import { createReviewPictures, type PicturedReview } from "../../picture/review-picture.ts";
import { site } from "../../site.ts";

const draw = createReviewPictures(site.business.name, paletteOf());

export const getStaticPaths = (() =>
  picturesOfReviews.map(({ name, shown }) => ({
    params: { name },
    props: { shown },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ shown: PicturedReview }> = ({ props: { shown } }) =>
  new Response(new Uint8Array(draw(shown)), { headers: { "Content-Type": "image/png" } });
