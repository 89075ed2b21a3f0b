import type { APIRoute, GetStaticPaths } from "astro";
import { reviewLists } from "../../components/review/review-index.ts";
import { foldPoint } from "../../components/review/passages.ts";
import { languageOf } from "../../insights/text-language.ts";
import { listPath } from "../../schema/review-paths.ts";
import { buildAggregateRating } from "../../publish/reviews.ts";
import type { Review } from "../../schema/review.ts";
import { baseUrl, dataset, words } from "../../site.ts";

// The widget's data: a few reviews of all, or of one service, person or number of stars, and its words.

/** A page of somebody else's waits for it: no more bytes than these, and no more words of one review. */
const maxBytes = 4_000;
const maxWords = 220;
const kinds = { services: "service", people: "person", stars: "stars" } as const;

const feeds: { name: string; path: string; reviews: readonly Review[] }[] = [
  { name: "all", path: "/", reviews: dataset.reviews },
  ...Object.entries(kinds).flatMap(([kind, name]) =>
    reviewLists
      .filter((list) => list.kind === kind)
      .map((list) => ({
        name: `${name}/${list.id}`,
        path: listPath(list.kind, list.id),
        reviews: list.reviews,
      })),
  ),
];

/** Whole sentences where there is one to end with. */
function toOpening(text: string): string {
  const end = text.length <= maxWords ? undefined : foldPoint(text.slice(0, maxWords * 2), maxWords);
  return end === undefined ? text.slice(0, maxWords * 2) : `${text.slice(0, end).trimEnd()} …`;
}

function toItem({ rating, text, author, date, url }: Review) {
  const lang = languageOf(text, words.page.slice(0, 2));
  const stars = words.t("review.outOf", { value: rating });
  return { rating, stars, text: toOpening(text), ...(lang && { lang }), author: author.name, date, url };
}

function toFeed({ path, reviews }: (typeof feeds)[number]): string {
  const { rating_value: average } = buildAggregateRating(reviews);
  const head = {
    lang: words.page,
    name: dataset.business.name,
    url: baseUrl + path,
    average,
    summary:
      reviews.length === 0
        ? words.t("share.none")
        : words.t("share.summary", {
            average: words.average(average),
            count: reviews.length,
          }),
    more: words.t("share.more"),
  };
  const toJson = (count: number) =>
    `${JSON.stringify({
      ...head,
      reviews: reviews
        .filter(({ text }) => text !== "")
        .slice(0, count)
        .map(toItem),
    })}\n`;
  let count = 8;
  while (count > 0 && Buffer.byteLength(toJson(count)) > maxBytes) count -= 1;
  return toJson(count);
}

export const getStaticPaths = (() =>
  feeds.map((feed) => ({ params: { feed: feed.name }, props: { feed } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ feed: (typeof feeds)[number] }> = ({ props: { feed } }) =>
  new Response(toFeed(feed), { headers: { "Content-Type": "application/json" } });
